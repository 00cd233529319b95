/* Taguchi's convection field: how many cells of size d the particles that leave or enter a cell move between two
 * samples.  The transient (first quarter of the samples) is left out. */
#include "cases/measure/box.h"

#include <stdlib.h>

struct convection {
    struct gravel_flat_box box;
    size_t columns, rows, n_samples, skip;
    double *field; /* [rows][columns][2], sums of J_x and J_z; owned */
    long *cell;    /* [n][2], the particles' cells at the last sample; owned */
    double displacement; /* sum of the particles' squared displacements, in cells */
};

/* Rows for three times the height of the resting heap; who flies higher is counted in no cell. */
enum { ROWS_PER_REST_HEIGHT = 6 };

static void
destroy(void *measure)
{
    struct convection *m = measure;
    free(m->field);
    free(m->cell);
    free(m);
}

static enum gravel_status
create(void **measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)options;
    struct gravel_flat_box box;
    const enum gravel_status status = gravel_flat_box_of(system, "convection", &box, error);
    if (status != GRAVEL_OK)
        return status;
    struct convection *m = calloc(1, sizeof *m);
    if (m == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.convection: out of memory");
    m->box = box;
    m->skip = (size_t)gravel_options_int(parameters, "run.samples") / 4;
    m->columns = (size_t)ceil(box.width / box.diameter * (1.0 - 1.0e-12)); /* 13 d are 13 cells, whatever its last digit */
    m->rows = (size_t)ceil(ROWS_PER_REST_HEIGHT * box.rest_height / box.diameter);
    m->field = calloc(2 * m->rows * m->columns, sizeof *m->field);
    m->cell = calloc(2 * box.n, sizeof *m->cell);
    if (m->field == NULL || m->cell == NULL) {
        destroy(m);
        return gravel_fail(error, GRAVEL_MEMORY, "measure.convection: out of memory");
    }
    *measure = m;
    return GRAVEL_OK;
}

static void
add(struct convection *m, const long *cell, double x, double z)
{
    if (cell[0] < 0 || cell[1] < 0 || cell[0] >= (long)m->columns || cell[1] >= (long)m->rows)
        return;
    double *j = m->field + 2 * ((size_t)cell[1] * m->columns + (size_t)cell[0]);
    j[0] += 0.5 * x;
    j[1] += 0.5 * z;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct convection *m = measure;
    const struct gravel_flat_box *b = &m->box;
    for (size_t k = 0; k < b->n; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const long now[2] = {(long)floor((p->x.x - b->left) / b->diameter),
                             (long)floor((p->x.z - b->floor) / b->diameter)};
        long *last = m->cell + 2 * k;
        if (m->n_samples > m->skip && (now[0] != last[0] || now[1] != last[1])) {
            const double x = (double)(now[0] - last[0]), z = (double)(now[1] - last[1]);
            add(m, now, x, z);
            add(m, last, x, z);
            m->displacement += x * x + z * z;
        }
        last[0] = now[0];
        last[1] = now[1];
    }
    m->n_samples++;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct convection *m = measure;
    const size_t n_cells = m->rows * m->columns;
    if (m->n_samples <= m->skip + 1)
        return gravel_fail(error, GRAVEL_INPUT, "measure.convection: found %zu samples, allowed 5 or more", m->n_samples);
    const double n = (double)(m->n_samples - m->skip - 1);
    double *table = malloc(4 * n_cells * sizeof *table), *upward = calloc(2 * m->columns, sizeof *upward);
    if (table == NULL || upward == NULL) {
        free(table);
        free(upward);
        return gravel_fail(error, GRAVEL_MEMORY, "measure.convection: out of memory");
    }
    double square = 0.0;
    for (size_t c = 0; c < n_cells; c++) {
        const double jx = m->field[2 * c] / n, jz = m->field[2 * c + 1] / n;
        const size_t column = c % m->columns;
        square += jx * jx + jz * jz;
        table[4 * c] = (double)column + 0.5;
        table[4 * c + 1] = (double)(c / m->columns) + 0.5;
        table[4 * c + 2] = jx;
        table[4 * c + 3] = jz;
        upward[2 * column] = (double)column + 0.5;
        upward[2 * column + 1] += jz;
    }
    r->number(r->self, "convection_strength", "1", sqrt(square), -1.0);
    /* Random steps alone would give this: every step has half its length in two cells. */
    r->number(r->self, "convection_noise", "1", sqrt(0.5 * m->displacement) / n, -1.0);
    r->table(r->self, "convection", "x|z|jx|jz", "d|d|1|1", n_cells, table);
    r->table(r->self, "upward_flow", "x|flow", "d|1", m->columns, upward);
    free(table);
    free(upward);
    return GRAVEL_OK;
}

const struct gravel_measure_ops gravel_measure_convection = {
    .name = "convection",
    .what = "J(r) = <sum_i |d(x_i(t) - r) - d(x_i(t - dt) - r)| (x_i(t) - x_i(t - dt))/2> in cells of size d, dt the sampling "
            "interval, its strength J = sqrt(sum J(r)^2), the strength of random steps, and the upward flow of each column.",
    .reference = "S3 Eqs. 52 and 53; Taguchi 1992",
    .create = create,
    .destroy = destroy,
    .sample = sample,
    .finish = finish,
};
