/* engines/core: options, random streams, walls, systems. */
#include "engines/core/array.h"
#include "engines/core/option.h"
#include "engines/core/rng.h"
#include "engines/core/system.h"
#include "engines/core/words.h"

#include "tests/near.h"
#include "tests/unit/random.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
near3(struct vec3 a, struct vec3 b, double tolerance)
{
    near_value(v3_norm(v3_sub(a, b)), 0.0, tolerance);
}

static const struct gravel_key positive = {"size", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "m", 0, INFINITY, "1e-3",
                                           NULL,   "a size"};
static const struct gravel_key fraction = {"e",  GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1, "0.9",
                                           NULL, "restitution"};
static const struct gravel_key count = {"n", GRAVEL_TYPE_INT, 0, "1", 1, 1e9, "10", NULL, "how many"};
static const struct gravel_key word = {
    "law", GRAVEL_TYPE_CHOICE, 0, NULL, 0, 0, "linear", "linear|hertz|hertz-kuwabara-kono", "law"};
static const struct gravel_key vector = {"x", GRAVEL_TYPE_VEC3, 0, "m", 0, 0, "[0, 0, 1]", NULL, "where"};
static const struct gravel_key flag = {"on", GRAVEL_TYPE_BOOL, 0, NULL, 0, 0, "false", NULL, "on"};

static void
words_are_counted_found_and_copied(void **state)
{
    char text[16];
    (void)state;
    assert_int_equal(gravel_word_list_count(NULL), 0);
    assert_int_equal(gravel_word_list_count(""), 1);
    assert_int_equal(gravel_word_list_count("one|two||four"), 4);
    assert_string_equal(gravel_word_list_get("one|two||four", 3, text, sizeof text), "four");
    assert_string_equal(gravel_word_list_get("one|two||four", 2, text, sizeof text), "");
    assert_string_equal(gravel_word_list_get("one|two||four", 4, text, sizeof text), "");
    assert_string_equal(gravel_word_list_get("one|two", 1, text, 3), "tw");
    assert_int_equal(gravel_word_list_index("one|two|four", "two"), 1);
    assert_int_equal(gravel_word_list_index("one|two|four", "tw"), -1);
    assert_int_equal(gravel_word_list_index("one|two|four", "one|two"), -1);
    assert_int_equal(gravel_word_list_index("one||four", ""), -1);
    assert_int_equal(gravel_word_list_index(NULL, "one"), -1);
    assert_int_equal(gravel_word_list_print("one|two", text, sizeof text), 7);
    assert_string_equal(text, "one two");
}

static void
arrays_grow_and_keep_their_items(void **state)
{
    int *items = NULL;
    size_t capacity = 0;
    (void)state;
    for (size_t k = 0; k < 1000; k++) {
        assert_true(gravel_array_grow(&items, &capacity, k + 1, sizeof *items));
        assert_true(capacity > k);
        items[k] = (int)k;
    }
    for (size_t k = 0; k < 1000; k++)
        assert_int_equal(items[k], k);
    assert_false(gravel_array_grow(&items, &capacity, SIZE_MAX, sizeof *items));
    assert_int_equal(items[999], 999);
    free(items);
}

static void
resized_array_keeps_its_items(void **state)
{
    int *items = NULL;
    (void)state;
    assert_true(gravel_array_resize(&items, 2, sizeof *items));
    items[0] = 7;
    items[1] = 8;
    assert_true(gravel_array_resize(&items, 1000, sizeof *items));
    items[999] = 9;
    assert_int_equal(items[1], 8);
    assert_false(gravel_array_resize(&items, SIZE_MAX / sizeof *items + 2, sizeof *items));
    assert_int_equal(items[999], 9);
    assert_true(gravel_array_resize(&items, 1, sizeof *items));
    assert_int_equal(items[0], 7);
    free(items);
}

static void
options_are_read_into_a_struct(void **state)
{
    struct sample {
        double size;
        long n;
        bool on;
        int law;
        struct vec3 x;
        const char *title;
    } sample;
    static const struct gravel_key keys[] = {
        {"size", GRAVEL_TYPE_REAL, .offset = offsetof(struct sample, size)},
        {"count.n", GRAVEL_TYPE_INT, .offset = offsetof(struct sample, n)},
        {"on", GRAVEL_TYPE_BOOL, .offset = offsetof(struct sample, on)},
        {"law", GRAVEL_TYPE_CHOICE, .choices = "linear|hertz", .offset = offsetof(struct sample, law)},
        {"x", GRAVEL_TYPE_VEC3, .offset = offsetof(struct sample, x)},
        {"title", GRAVEL_TYPE_TEXT, .offset = offsetof(struct sample, title)},
        {NULL},
    };
    static const char *const texts[] = {"0.5", "7", "true", "hertz", "[1, 2, 3]", "a title"};
    struct gravel_options options = {0};
    (void)state;
    gravel_options_read(&options, "a", keys, &sample);
    assert_true(isnan(sample.size) && sample.n == -1 && !sample.on && sample.law == -1 && isnan(sample.x.z) &&
                sample.title == NULL);
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        char path[32];
        struct gravel_value value;
        snprintf(path, sizeof path, "a.%s", keys[k].name);
        assert_int_equal(gravel_key_parse(&keys[k], texts[k], &value, NULL), GRAVEL_OK);
        assert_int_equal(gravel_options_set(&options, path, &value, NULL), GRAVEL_OK);
        free(value.text);
    }
    gravel_options_read(&options, "a", keys, &sample);
    assert_true(sample.size == 0.5 && sample.n == 7 && sample.on && sample.law == 1 && sample.x.z == 3.0);
    assert_string_equal(sample.title, "a title");
    gravel_options_free(&options);
}

static void
errors_carry_the_path_of_their_option(void **state)
{
    struct gravel_error error;
    (void)state;
    assert_int_equal(gravel_fail_at(&error, GRAVEL_INPUT, "walls.floor", "found %d", 3), GRAVEL_INPUT);
    assert_string_equal(error.path, "walls.floor");
    assert_string_equal(error.text, "walls.floor: found 3");
    assert_int_equal(gravel_no_memory(&error), GRAVEL_MEMORY);
    assert_string_equal(error.path, "");
}

static bool
takes(const struct gravel_key *key, const char *text)
{
    struct gravel_value value;
    struct gravel_error error = {0};
    const bool ok = gravel_key_parse(key, text, &value, &error) == GRAVEL_OK;
    if (ok)
        free(value.text);
    else
        assert_non_null(strstr(error.text, "allowed"));
    return ok;
}

static void
keys_take_what_they_declare_and_nothing_else(void **unused)
{
    (void)unused;
    const char *const numbers_not[] = {"1e-3x", "", " ", "nan", "inf", "0x10", "1e999", "--1", "1 2", "one", "0", "-1"};
    for (size_t k = 0; k < sizeof numbers_not / sizeof numbers_not[0]; k++)
        assert_false(takes(&positive, numbers_not[k]));
    assert_true(takes(&positive, "1e-3") && takes(&positive, "2") && takes(&positive, "+.5"));
    assert_true(takes(&fraction, "1") && takes(&fraction, "0.001"));
    assert_false(takes(&fraction, "0") || takes(&fraction, "1.0001"));
    assert_true(takes(&count, "10") && takes(&count, "1e3"));
    assert_false(takes(&count, "10.5") || takes(&count, "0"));
    assert_true(takes(&word, "hertz") && takes(&word, "hertz-kuwabara-kono") && takes(&word, "linear"));
    assert_false(takes(&word, "hert") || takes(&word, "kuwabara") || takes(&word, "linear|hertz") || takes(&word, ""));
    assert_true(takes(&vector, "[1, -2, 3e-3]") && takes(&vector, " [1,2,3] "));
    assert_false(takes(&vector, "[1, 2]") || takes(&vector, "1, 2, 3") || takes(&vector, "[1, 2, 3, 4]") ||
                 takes(&vector, "[1, 2, x]"));
    assert_true(takes(&flag, "true") && takes(&flag, "false"));
    assert_false(takes(&flag, "yes") || takes(&flag, "1"));
}

static void
options_keep_order_views_and_defaults(void **unused)
{
    (void)unused;
    struct gravel_options all = {0}, view;
    struct gravel_error error;
    const struct gravel_key keys[] = {positive, word, vector, {0}};
    const char *const paths[] = {"b.size", "a", "b.x.y", "bb", "b.law"};
    for (size_t k = 0; k < 5; k++) {
        const struct gravel_value value = {.type = GRAVEL_TYPE_TEXT, .text = (char *)paths[k]};
        assert_int_equal(gravel_options_set(&all, paths[k], &value, &error), GRAVEL_OK);
    }
    for (size_t k = 1; k < all.n; k++)
        assert_true(strcmp(all.items[k - 1].path, all.items[k].path) < 0);
    assert_int_equal(gravel_options_view(&view, &all, "b", &error), GRAVEL_OK);
    assert_int_equal(view.n, 3);
    assert_string_equal(gravel_options_text(&view, "x.y"), "b.x.y");
    gravel_options_free(&view);
    assert_int_equal(gravel_options_defaults(&all, "c", keys, &error), GRAVEL_OK);
    near_value(gravel_options_real(&all, "c.size"), 1e-3, 1e-18);
    assert_string_equal(gravel_options_text(&all, "c.law"), "linear");
    near3(gravel_options_vec3(&all, "c.x"), v3(0, 0, 1), 1e-15);
    assert_true(isnan(gravel_options_real(&all, "absent")));
    gravel_options_free(&all);
}

static void
random_streams_depend_on_their_key_only(void **unused)
{
    (void)unused;
    gsl_rng *a = gravel_rng_create(1, "column", 0), *b = gravel_rng_create(1, "column", 0);
    gsl_rng *others[] = {gravel_rng_create(2, "column", 0), gravel_rng_create(1, "columns", 0),
                         gravel_rng_create(1, "column", 1)};
    const unsigned long first = gsl_rng_get(a);
    assert_true(first == gsl_rng_get(b));
    for (size_t k = 0; k < 3; k++) {
        assert_true(gsl_rng_get(others[k]) != first);
        gsl_rng_free(others[k]);
    }
    double sum = 0.0;
    for (int k = 0; k < 100000; k++)
        sum += gsl_rng_uniform(a);
    near_value(sum / 1e5, 0.5, 4.0 * sqrt(1.0 / 12.0 / 1e5));
    gsl_rng_free(a);
    gsl_rng_free(b);
}

/* The nearest point is on the primitive and no other point of it is nearer: checked on hand-made places. */
static void
walls_give_the_nearest_point(void **unused)
{
    (void)unused;
    struct gravel_wall w = {.axis = v3(0, 0, 1), .edge = v3(1, 0, 0), .radius = 2, .length = 4, .width = 2};
    const struct {
        enum gravel_shape shape;
        struct vec3 x, point;
    } places[] = {
        {GRAVEL_PLANE, {3, 4, -5}, {3, 4, 0}},        {GRAVEL_DISK, {1, 0, 7}, {1, 0, 0}},
        {GRAVEL_DISK, {3, 4, 7}, {1.2, 1.6, 0}},      {GRAVEL_CYLINDER, {1, 0, 1}, {2, 0, 1}},
        {GRAVEL_CYLINDER, {3, 4, 9}, {1.2, 1.6, 2}},  {GRAVEL_RING, {3, 4, 9}, {1.2, 1.6, 0}},
        {GRAVEL_LINE, {3, 4, 9}, {0, 0, 9}},          {GRAVEL_POINT, {3, 4, 9}, {0, 0, 0}},
        {GRAVEL_RECTANGLE, {5, 0.5, 3}, {2, 0.5, 0}}, {GRAVEL_RECTANGLE, {-5, -5, 3}, {-2, -1, 0}},
        {GRAVEL_SEGMENT, {1, 0, 9}, {0, 0, 2}},       {GRAVEL_SEGMENT, {1, 0, -1}, {0, 0, -1}},
    };
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        w.shape = places[k].shape;
        const struct gravel_nearest found = gravel_wall_nearest(&w, 0.0, places[k].x);
        near3(found.point, places[k].point, 1e-14);
        near_value(found.distance, v3_norm(v3_sub(places[k].x, places[k].point)), 1e-14);
        near3(v3_axpy(found.point, found.distance, found.normal), places[k].x, 1e-14);
    }
    /* On the axis every point of the rim is equally near. */
    w.shape = GRAVEL_CYLINDER;
    near_value(gravel_wall_nearest(&w, 0.0, v3(0, 0, 0.5)).distance, 2.0, 1e-14);
    w.shape = GRAVEL_RING;
    near_value(gravel_wall_nearest(&w, 0.0, v3(0, 0, 1.5)).distance, 2.5, 1e-14);
}

/* Velocities and accelerations are the derivatives of shifts and angles. */
static void
wall_motion_is_consistent_with_its_derivatives(void **unused)
{
    (void)unused;
    const struct gravel_wall w = {.axis = v3(0, 0.6, 0.8),
                                  .origin = v3(0.1, 0.2, 0.3),
                                  .motion = {.velocity = v3(0.2, -0.1, 0.4),
                                             .amplitude = 0.01,
                                             .angular_frequency = 40,
                                             .phase = 0.3,
                                             .spin = 3,
                                             .ramp = 0.5}};
    const double h = 1e-6, times[] = {0.1, 0.3, 0.7};
    const struct vec3 x0 = v3(0.4, 0.5, -0.2);
    for (size_t k = 0; k < 3; k++) {
        const double t = times[k];
        struct vec3 x[2], v, omega, unused_v;
        gravel_wall_carry(&w, 0.05, x0, t - h, &x[0], &unused_v, &omega);
        gravel_wall_carry(&w, 0.05, x0, t + h, &x[1], &unused_v, &omega);
        gravel_wall_carry(&w, 0.05, x0, t, &unused_v, &v, &omega);
        near3(v3_scale(0.5 / h, v3_sub(x[1], x[0])), v, 1e-8);
        near3(v3_scale(0.5 / h, v3_sub(gravel_wall_velocity(&w, t + h), gravel_wall_velocity(&w, t - h))),
              gravel_wall_acceleration(&w, t), 1e-6);
        near("rate", (gravel_wall_angle(&w, t + h) - gravel_wall_angle(&w, t - h)) / (2 * h), gravel_wall_rate(&w, t),
             1e-8);
        near3(omega, v3_scale(gravel_wall_rate(&w, t), w.axis), 1e-14);
    }
    near_value(gravel_wall_angle(&w, 0.5 - 1e-12), gravel_wall_angle(&w, 0.5), 1e-10);
}

static void
system_with(struct gravel_system *s, size_t n)
{
    struct gravel_error error;
    *s = (struct gravel_system){.dimension = 3, .n_species = 1, .species_name = {"grain"}};
    assert_int_equal(gravel_system_resize(s, n, &error), GRAVEL_OK);
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &s->particles[k];
        p->x = v3(0.02 * (double)k, 0, 0.5);
        p->radius = 0.01;
        p->mass = 1.0;
        p->inertia = gravel_inertia(3, p->mass, p->radius);
    }
}

static void
refuses(struct gravel_system *s, const char *fragment)
{
    struct gravel_error error = {0};
    assert_int_equal(gravel_system_check(s, 1e-9, &error), GRAVEL_INPUT);
    if (strstr(error.text, fragment) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, fragment);
}

static void
system_check_names_what_is_wrong(void **unused)
{
    (void)unused;
    struct gravel_system s;
    struct gravel_error error;
    system_with(&s, 5);
    assert_int_equal(gravel_system_check(&s, 1e-9, &error), GRAVEL_OK);
    s.particles[3].x.x -= 1e-6;
    refuses(&s, "particles 2 and 3 overlap");
    s.particles[3].x.x += 1e-6;
    s.particles[1].radius = -1;
    refuses(&s, "particle 1 (grain): radius");
    s.particles[1].radius = 0.01;
    s.particles[1].mass = NAN;
    refuses(&s, "particle 1 (grain): mass");
    s.particles[1].mass = 1.0;
    s.particles[4].v.y = INFINITY;
    refuses(&s, "particle 4 (grain): position, velocity");
    s.particles[4].v.y = 0.0;
    /* Across a periodic face. */
    s.box = (struct gravel_box){.periodic = {true, false, false}, .low = v3(-0.009, 0, 0), .high = v3(0.089, 1, 1)};
    refuses(&s, "overlap");
    s.box.high.x = 0.0911;
    assert_int_equal(gravel_system_check(&s, 1e-9, &error), GRAVEL_OK);
    s.particles[4].x.x = 0.0912;
    refuses(&s, "outside the periodic box on axis x");
    s.particles[4].x.x = 0.08;
    s.walls = calloc(1, sizeof *s.walls);
    assert_non_null(s.walls);
    s.n_walls = 1;
    s.walls[0] = (struct gravel_wall){.name = "floor", .origin = v3(0, 0, 0.495), .axis = v3(0, 0, 1)};
    refuses(&s, "wall floor cuts particle 0");
    s.walls[0].origin.z = 0.49;
    assert_int_equal(gravel_system_check(&s, 1e-9, &error), GRAVEL_OK);
    s.dimension = 2;
    s.particles[2].x.y = 1e-3;
    refuses(&s, "leaves the (x, z) plane");
    gravel_system_free(&s);
}

/* The cells find exactly the pairs that a comparison of all with all finds, walled and periodic. */
static void
overlaps_are_found_wherever_they_are(void **unused)
{
    (void)unused;
    enum { N = 60, TRIALS = 400 };
    gsl_rng *rng = gravel_rng_create(3, "overlaps", 0);
    int n_bad = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct gravel_system s;
        struct gravel_error error;
        system_with(&s, N);
        const double length = trial % 4 == 0 ? 0.3 : trial % 4 == 1 ? 1.0 : 0.7;
        s.box = (struct gravel_box){.periodic = {trial % 2, trial % 3 == 0, trial % 5 == 0},
                                    .high = v3(length, length, length)};
        bool overlap = false;
        for (size_t i = 0; i < N; i++) {
            struct gravel_particle *p = &s.particles[i];
            p->radius = i == 0 ? 0.06 : 0.002 + 0.02 * gsl_rng_uniform(rng);
            p->x = v3_scale(length, random_place(rng));
            /* Most trials: place without overlap, then move one body. */
            for (size_t j = 0; j < i; j++)
                if (trial % 8 != 0 && v3_norm(gravel_box_separation(&s.box, p->x, s.particles[j].x)) <
                                          p->radius + s.particles[j].radius) {
                    p->radius = 1e-5;
                    break;
                }
        }
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < i; j++)
                overlap |= v3_norm(gravel_box_separation(&s.box, s.particles[i].x, s.particles[j].x)) <
                           s.particles[i].radius + s.particles[j].radius;
        assert_int_equal(gravel_system_check(&s, 0.0, &error), overlap ? GRAVEL_INPUT : GRAVEL_OK);
        n_bad += overlap;
        gravel_system_free(&s);
    }
    printf("# %d of %d systems overlap\n", n_bad, TRIALS);
    assert_true(n_bad > TRIALS / 10 && n_bad < 9 * TRIALS / 10);
    gsl_rng_free(rng);
}

static void
system_states_what_it_needs(void **unused)
{
    (void)unused;
    struct gravel_system s;
    char names[256];
    system_with(&s, 2);
    assert_int_equal(gravel_system_needs(&s), GRAVEL_CAP_3D);
    s.gravity = v3(0, 0, -9.81);
    s.material.rotation = true;
    s.material.beta = 0.5;
    s.particles[1].attached = 0;
    gravel_capability_names(gravel_system_needs(&s), names, sizeof names);
    assert_string_equal(names, "3D, gravity, rotation, attached particles, nonlinear contacts");
    s.material.beta = 0.0;
    for (int law = GRAVEL_POWER_RESTITUTION; law <= GRAVEL_BIZON_RESTITUTION; law++) {
        s.material.restitution_law = (enum gravel_restitution_law)law;
        s.material.restitution_exponent = -0.2;
        assert_true(gravel_system_needs(&s) & GRAVEL_CAP_COLLISION_LAW);
        s.material.beta = 0.5; /* Hertz' force has 1 - e ~ v^-0.2 */
        assert_true(law != GRAVEL_POWER_RESTITUTION || !(gravel_system_needs(&s) & GRAVEL_CAP_COLLISION_LAW));
        s.material.beta = 0.0;
    }
    gravel_capability_names(~0u, names, 12); /* never past the end */
    assert_string_equal(names, "1D, 2D, 3D");
    gravel_system_free(&s);
}

/* What a person wrote comes back as written, and no bit of any number is lost. */
static void
printed_number_is_short_and_exact(void **state)
{
    static const struct {
        double number;
        const char *text;
    } written[] = {{0.013, "0.013"}, {0.1, "0.1"}, {1e-7, "1e-07"}, {-3.0, "-3"}, {0.1 + 0.2, "0.30000000000000004"}};
    char text[32];

    (void)state;
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++) {
        gravel_number_print(written[k].number, text, sizeof text);
        assert_string_equal(text, written[k].text);
    }
    for (double x = 1e-300; x < 1e300; x *= 1234.56789) {
        gravel_number_print(x, text, sizeof text);
        assert_true(strtod(text, NULL) == x);
    }
}

static void
sides_are_those_of_planes_and_infinite_cylinders(void **state)
{
    (void)state;
    struct gravel_wall walls[] = {
        {.shape = GRAVEL_PLANE, .origin = {0, 0, 1}, .axis = {0, 0, 1}, .motion.velocity = {0, 0, 2}},
        {.shape = GRAVEL_CYLINDER, .axis = {0, 0, 1}, .radius = 2.0},
        {.shape = GRAVEL_CYLINDER, .axis = {0, 0, 1}, .radius = 2.0, .length = 1.0},
        {.shape = GRAVEL_PLANE, .axis = {1, 0, 0}},
    };
    const struct gravel_system s = {.dimension = 3, .n_walls = 4, .walls = walls, .box.periodic = {true, false, false}};
    near_value(gravel_system_side(&s, 0, 0.0, v3(7, 8, 1.5)), 0.5, 1e-15);
    near_value(gravel_system_side(&s, 0, 1.0, v3(7, 8, 1.5)), -1.5, 1e-15); /* the plane has gone up */
    near_value(gravel_system_side(&s, 1, 0.0, v3(3, 4, 9)), 3.0, 1e-15);
    near_value(gravel_system_side(&s, 1, 0.0, v3(0, 0.5, 9)), -1.5, 1e-15);
    near_value(gravel_system_side(&s, 2, 0.0, v3(3, 4, 9)), 0.0, 1e-15); /* its ends are open */
    near_value(gravel_system_side(&s, 3, 0.0, v3(3, 4, 9)), 0.0, 1e-15); /* across the periodic axis */
}

static void
values_are_equal_by_type_and_content(void **state)
{
    (void)state;
    char text[] = "a", same[] = "a", other[] = "b";
    const struct gravel_value one = {.type = GRAVEL_TYPE_REAL, .real = 1.0},
                              next = {.type = GRAVEL_TYPE_REAL, .real = nextafter(1.0, 2.0)},
                              whole = {.type = GRAVEL_TYPE_INT, .real = 1.0},
                              x = {.type = GRAVEL_TYPE_VEC3, .vec = {0, 0, 1}},
                              y = {.type = GRAVEL_TYPE_VEC3, .vec = {0, 0, 2}},
                              a = {.type = GRAVEL_TYPE_TEXT, .text = text},
                              a2 = {.type = GRAVEL_TYPE_TEXT, .text = same},
                              b = {.type = GRAVEL_TYPE_TEXT, .text = other};
    assert_true(gravel_value_equal(&one, &one) && gravel_value_equal(&x, &x) && gravel_value_equal(&a, &a2));
    assert_false(gravel_value_equal(&one, &next) || gravel_value_equal(&one, &whole) || gravel_value_equal(&x, &y) ||
                 gravel_value_equal(&a, &b));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_equal_by_type_and_content),
        cmocka_unit_test(printed_number_is_short_and_exact),
        cmocka_unit_test(keys_take_what_they_declare_and_nothing_else),
        cmocka_unit_test(options_keep_order_views_and_defaults),
        cmocka_unit_test(random_streams_depend_on_their_key_only),
        cmocka_unit_test(walls_give_the_nearest_point),
        cmocka_unit_test(words_are_counted_found_and_copied),
        cmocka_unit_test(arrays_grow_and_keep_their_items),
        cmocka_unit_test(resized_array_keeps_its_items),
        cmocka_unit_test(options_are_read_into_a_struct),
        cmocka_unit_test(errors_carry_the_path_of_their_option),
        cmocka_unit_test(wall_motion_is_consistent_with_its_derivatives),
        cmocka_unit_test(system_check_names_what_is_wrong),
        cmocka_unit_test(overlaps_are_found_wherever_they_are),
        cmocka_unit_test(system_states_what_it_needs),
        cmocka_unit_test(sides_are_those_of_planes_and_infinite_cylinders),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
