/* Frames of all fields, and the private folder of a test of formats. */
#ifndef GRAVEL_TESTS_IO_FRAMES_H
#define GRAVEL_TESTS_IO_FRAMES_H

#include "engines/io/format.h"
#include "tests/near.h"
#include "tests/scratch.h"

#include <string.h>

enum { N = 37, FRAMES = 3 };

static char folder[PATH_MAX];

static inline int
make_folder(void **state)
{
    (void)state;
    return mkdtemp(scratch_template(folder)) != NULL ? 0 : -1;
}

static inline int
remove_folder(void **state)
{
    (void)state;
    scratch_remove(folder);
    return 0;
}

/* Numbers of all digits, a periodic box on two axes, two species, some particles beyond the box. */
static inline struct gravel_frame
make_frame(int number)
{
    struct gravel_error error;
    struct gravel_frame frame = {
        .t = 0.1 * number + 1.0 / 3.0,
        .fields = (1u << GRAVEL_FIELD_COUNT) - 1u,
        .box = {.periodic = {true, true, false}, .low = {-0.37, 0.11, 0}, .high = {1.91, 2.3, 0}},
        .n_species = 2,
        .species_name = {"heavy", "light"},
    };
    assert_int_equal(gravel_frame_resize(&frame, N, &error), GRAVEL_OK);
    for (size_t k = 0; k < N; k++) {
        const double a = 1e-3 * sin(7.0 * (double)k + number), b = cos(3.0 * (double)k + number);
        frame.id[k] = (int64_t)k;
        frame.unwrapped[k] = v3(5.0 * b, -9.0 * b * b, a);
        frame.particles[k] = (struct gravel_particle){.v = v3(a, b, a * b),
                                                      .omega = v3(b / 3.0, a / 7.0, 1e200 * a),
                                                      .radius = 2e-3 + a,
                                                      .mass = 1e-9 * (2.0 + sin((double)k)),
                                                      .species = k % 3 == 0,
                                                      .attached = k % 5 == 0 ? 1 : GRAVEL_FREE};
    }
    gravel_frame_wrap(&frame);
    return frame;
}

static inline void
same_frame(const struct gravel_frame *a, const struct gravel_frame *b, unsigned fields)
{
    assert_int_equal(a->n, b->n);
    assert_true(a->t == b->t);
    assert_int_equal(fields & ~b->fields, 0);
    for (size_t k = 0; k < a->n; k++)
        for (int f = 0; f < GRAVEL_FIELD_COUNT; f++)
            for (int c = 0; c < gravel_fields[f].n_components && (fields & 1u << f); c++) {
                if (f == GRAVEL_FIELD_SPECIES)
                    assert_string_equal(a->species_name[a->particles[k].species],
                                        b->species_name[b->particles[k].species]);
                else if (gravel_frame_get(a, k, (enum gravel_field)f, c) !=
                         gravel_frame_get(b, k, (enum gravel_field)f, c))
                    fail_msg("%s of particle %zu: wrote %.17g, read %.17g", gravel_fields[f].name, k,
                             gravel_frame_get(a, k, (enum gravel_field)f, c),
                             gravel_frame_get(b, k, (enum gravel_field)f, c));
            }
}

static inline bool
is_here(const struct gravel_format_ops *format)
{
#ifndef GRAVEL_HDF5
    return strcmp(format->name, "h5md") != 0;
#else
    return format != NULL;
#endif
}

#endif
