/* How far a column is spread (S3 Sec. 4.3.1). */
#include "cases/measure/column.h"

struct dilatation {
    struct gravel_column column;
    struct gravel_mean means[2];
    double scale; /* 1/(A0 alpha) [1/m]; 0: the plate rests */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "dilatation", &column, error);
    if (status != GRAVEL_OK)
        return status;
    struct dilatation *m = measure;
    m->column = column;
    if (column.acceleration > 0.0)
        m->scale = 1.0 / (column.amplitude * column.acceleration);
    m->means[0] = (struct gravel_mean){.name = "dilatation", .unit = "m", .n = 1};
    m->means[1] = (struct gravel_mean){.name = "lambda", .unit = "1", .n = 1};
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct dilatation *m = measure;
    *count = m->scale > 0.0 ? 2 : 1;
    return m->means;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    const struct dilatation *m = measure;
    const struct gravel_particle *p = state->particles;
    double spread = 0.0;
    for (size_t k = 1; k < m->column.n; k++)
        spread += p[k].x.z - p[k].radius - (p[k - 1].x.z + p[k - 1].radius);
    values[0] = spread;
    if (m->scale > 0.0)
        values[1] = m->scale * spread;
}

static const struct gravel_yield yields[] = {
    {"dilatation", "m"},
    {"lambda", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_dilatation = {
    .name = "dilatation",
    .what = "<z_N - z_1>, the sum of the gaps in a column, and lambda = <z_N - z_1>/(A0 alpha).",
    .reference = "S3 Eq. 32",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct dilatation),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
