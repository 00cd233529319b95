/* Heights of all beads of a column against time, without diameters, and of the plate below (S3 Figs. 3, 13, 29). */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEADS_MAX = 100, COLUMN_TEXT = 8 };

struct trajectory {
    struct gravel_column column;
    struct gravel_series series; /* t, plate, z_1 .. z_N */
};

static enum gravel_status
create(void **measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "trajectory", &column, error);
    if (status != GRAVEL_OK)
        return status;
    if (column.n > BEADS_MAX)
        return gravel_fail(error, GRAVEL_INPUT, "measure.trajectory: found %zu beads, allowed up to %d", column.n,
                           BEADS_MAX);
    struct trajectory *m = calloc(1, sizeof *m);
    if (m == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.trajectory: out of memory");
    m->column = column;
    m->series.width = column.n + 2;
    *measure = m;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct trajectory *m = measure;
    gravel_series_free(&m->series);
    free(m);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct trajectory *m = measure;
    double *row = gravel_series_next(&m->series);
    if (row == NULL)
        return;
    row[0] = state->t;
    row[1] = m->column.plate >= 0 ? gravel_wall_shift(&state->system->walls[m->column.plate], state->t).z : 0.0;
    gravel_column_reduce(&m->column, state->particles, row + 2);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct trajectory *m = measure;
    char columns[COLUMN_TEXT * (BEADS_MAX + 2)] = "t|plate", units[COLUMN_TEXT * (BEADS_MAX + 2)] = "s|m";
    for (size_t k = 0; k < m->column.n; k++) {
        char name[COLUMN_TEXT];
        snprintf(name, sizeof name, "|z%zu", (k + 1) % 1000);
        strcat(columns, name);
        strcat(units, "|m");
    }
    r->table(r->self, "trajectory", columns, units, m->series.n, m->series.data);
    return gravel_series_check(&m->series, "trajectory", error);
}

const struct gravel_measure_ops gravel_measure_trajectory = {
    .name = "trajectory",
    .what = "Table t|plate|z1|z2|... of the beads' heights without their diameters, one row a sample.",
    .reference = "S3 Eq. 9",
    .create = create,
    .destroy = destroy,
    .sample = sample,
    .finish = finish,
};
