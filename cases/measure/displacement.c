/* Where particles go in the last samples of the run, for pictures of rolls. */
#include "cases/measure/measure.h"
#include "cases/measure/way.h"

#include <stdlib.h>

static const struct gravel_key options_list[] = {
    {"samples", GRAVEL_TYPE_INT, 0, "1", 1, 1e7, "10", NULL,
     "sampling intervals before the end at which the arrows begin"},
    {0},
};

struct displacement {
    size_t begin, n_samples; /* the sample at which the arrows begin; samples seen */
    size_t n;                /* particles */
    struct vec3 *x;          /* [n], there; owned */
};

static void
destroy(void *measure)
{
    struct displacement *m = measure;
    free(m->x);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    const long all = gravel_options_int(parameters, "run.samples"), last = gravel_options_int(options, "samples");
    if (last > all)
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.displacement.samples: found %ld, allowed up to run.samples, %ld", last, all);
    struct displacement *m = measure;
    m->n = system->n_particles;
    m->x = calloc(m->n + 1, sizeof *m->x);
    if (m->x == NULL)
        return gravel_no_memory(error);
    m->begin = (size_t)(all - last);
    return GRAVEL_OK;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct displacement *m = measure;
    if (m->n_samples++ == m->begin)
        for (size_t k = 0; k < state->system->n_particles; k++)
            m->x[k] = state->particles[k].x;
}

/* In a periodic box the displacement of the nearest image. */
static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct displacement *m = measure;
    const size_t n = state->system->n_particles;
    enum { WIDTH = 7 };
    double *table = malloc((n + 1) * WIDTH * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    double square = 0.0, longest = 0.0;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const struct vec3 from = m->x[k], d = gravel_way(&state->system->box, from, p->x, &longest);
        const double row[WIDTH] = {from.x, from.y, from.z, p->radius, d.x, d.y, d.z};
        for (size_t c = 0; c < WIDTH; c++)
            table[WIDTH * k + c] = row[c];
        square += v3_norm2(d) / (double)n;
    }
    const enum gravel_status status =
        gravel_way_check(longest, "displacement", "fewer measure.displacement.samples or more run.samples", error);
    if (status == GRAVEL_OK) {
        r->number(r->self, "rms_displacement", "m", sqrt(square), -1.0);
        r->table(r->self, "displacement", "x|y|z|radius|dx|dy|dz", "m|m|m|m|m|m|m", n, table);
    }
    free(table);
    return status;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct displacement *m = measure;
    GRAVEL_ARCHIVE_SAME(archive, m->begin);
    GRAVEL_ARCHIVE(archive, m->n_samples);
    GRAVEL_ARCHIVE_ARRAY(archive, m->x, m->n);
}

static const struct gravel_yield yields[] = {
    {"rms_displacement", "m"},
    {"displacement", "m|m|m|m|m|m|m", "x|y|z|radius|dx|dy|dz"},
    {0},
};

const struct gravel_measure_ops gravel_measure_displacement = {
    .name = "displacement",
    .what = "Table x|y|z|radius|dx|dy|dz: where particles were some samples before the end and how far they have gone "
            "since, "
            "and the root of the mean square of that, at most 0.4 of a periodic box.",
    .reference = "S3 Fig. 41",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct displacement),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
