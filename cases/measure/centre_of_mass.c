/* Height of a column's centre of mass above that of the column at rest (S3 Sec. 4.3.3). */
#include "cases/measure/column.h"

struct centre {
    struct gravel_column column;
    struct gravel_mean means[2];
    double scale; /* g X/(A0 w)^2 [1/m]; 0: the plate rests or nothing is dissipated */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "centre_of_mass", &column, error);
    if (status != GRAVEL_OK)
        return status;
    struct centre *m = measure;
    m->column = column;
    if (column.peak_velocity > 0.0)
        m->scale = column.gravity * column.dissipation / (column.peak_velocity * column.peak_velocity);
    m->means[0] = (struct gravel_mean){.name = "height", .unit = "m", .n = 1};
    m->means[1] = (struct gravel_mean){.name = "scaled_height", .unit = "1", .n = 1};
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct centre *m = measure;
    *count = m->scale > 0.0 ? 2 : 1;
    return m->means;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    const struct centre *m = measure;
    values[0] = gravel_column_height(&m->column, state->particles);
    if (m->scale > 0.0)
        values[1] = m->scale * values[0];
}

static const struct gravel_yield yields[] = {
    {"height", "m"},
    {"scaled_height", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_centre_of_mass = {
    .name = "centre_of_mass",
    .what = "h_cm - h_cm0, the height above that of the resting column, and F = (h_cm - h_cm0) g X/(A0 w)^2.",
    .reference = "S3 Eqs. 35 and 39",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct centre),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
