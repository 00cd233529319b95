/* Taguchi's convection field: how many cells of size d the particles that leave or enter a cell move in a period of the
 * floor, from phase to phase, so that going up and down with the floor does not count.
 *
 * The first quarter of the run, its transient, is left out; the rest is divided into blocks.  Leaving out one block
 * after the other (the jackknife) gives the error of the strength.  Random steps have a strength, too, which falls only
 * with the length of the run; the coherent strength is what different blocks have in common, and random steps have
 * nothing in common. */
#include "cases/measure/box.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS = 45, PERIODS_MIN = 60 }; /* of which three quarters are one for every block */

struct convection {
    struct gravel_flat_box box;
    size_t columns, rows, n_cells;
    size_t stride;               /* samples to a period */
    size_t n_samples, n_skipped; /* the latter in samples */
    size_t periods_in_block;
    double *field;       /* [BLOCKS][rows][columns][2], sums of J_x and J_z; owned */
    long *cell;          /* [n][2], the particles' cells at the last whole period; owned */
    double displacement; /* sum of the particles' squared displacements, in cells */
};

/* Rows for three times the height of the resting heap; a particle above that is in no cell. */
enum { ROWS_PER_REST_HEIGHT = 6 };

static void
destroy(void *measure)
{
    struct convection *m = measure;
    free(m->field);
    free(m->cell);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)options;
    struct gravel_flat_box box;
    const enum gravel_status status = gravel_flat_box_of(system, "convection", &box, error);
    if (status != GRAVEL_OK)
        return status;
    const size_t stride = gravel_samples_to_a_period(parameters);
    if (stride == 0 || gravel_options_real(parameters, "run.periods") < PERIODS_MIN)
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.convection: needs run.periods of %d or more and whole numbers of "
                           "samples to a period",
                           PERIODS_MIN);
    struct convection *m = measure;
    const size_t n_periods = (size_t)gravel_options_int(parameters, "run.samples") / stride;
    m->box = box;
    m->stride = stride;
    m->periods_in_block = (n_periods - n_periods / 4) / BLOCKS;
    m->n_skipped = stride * (n_periods - BLOCKS * m->periods_in_block);
    m->columns =
        (size_t)ceil(box.width / box.diameter * (1.0 - 1.0e-12)); /* 13 d are 13 cells, whatever its last digit */
    m->rows = (size_t)ceil(ROWS_PER_REST_HEIGHT * box.rest_height / box.diameter);
    m->n_cells = m->rows * m->columns;
    m->field = calloc(2 * BLOCKS * m->n_cells, sizeof *m->field);
    m->cell = calloc(2 * box.n, sizeof *m->cell);
    if (m->field == NULL || m->cell == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static void
add(const struct convection *m, double *field, const long *cell, double x, double z)
{
    if (cell[0] < 0 || cell[1] < 0 || cell[0] >= (long)m->columns || cell[1] >= (long)m->rows)
        return;
    double *j = field + 2 * ((size_t)cell[1] * m->columns + (size_t)cell[0]);
    j[0] += 0.5 * x;
    j[1] += 0.5 * z;
}

/* The block to which the period that ends with the present sample belongs, or NULL in the transient. */
static double *
present_block(const struct convection *m)
{
    if (m->n_samples <= m->n_skipped)
        return NULL;
    const size_t period = (m->n_samples - m->n_skipped) / m->stride - 1, block = period / m->periods_in_block;
    return block < BLOCKS ? m->field + 2 * block * m->n_cells : NULL;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct convection *m = measure;
    const struct gravel_flat_box *b = &m->box;
    double *const field = present_block(m);
    const bool whole = m->n_samples++ % m->stride == 0;
    for (size_t k = 0; k < b->n && whole; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const long now[2] = {(long)floor((p->x.x - b->left) / b->diameter),
                             (long)floor((p->x.z - b->floor) / b->diameter)};
        long *last = m->cell + 2 * k;
        if (field != NULL && (now[0] != last[0] || now[1] != last[1])) {
            const double x = (double)(now[0] - last[0]), z = (double)(now[1] - last[1]);
            add(m, field, now, x, z);
            add(m, field, last, x, z);
            m->displacement += x * x + z * z;
        }
        last[0] = now[0];
        last[1] = now[1];
    }
}

/* Strength of the field, and its coherent part, of all blocks but one (`without` == BLOCKS: of all). */
struct strength {
    double all, coherent;
};
static struct strength
strength_of(const struct convection *m, size_t without)
{
    const size_t n_blocks = BLOCKS - (without < BLOCKS);
    const double n = (double)(n_blocks * m->periods_in_block);
    double square = 0.0, own = 0.0;
    for (size_t c = 0; c < 2 * m->n_cells; c++) {
        double sum = 0.0;
        for (size_t b = 0; b < BLOCKS; b++) {
            const double j = b == without ? 0.0 : m->field[2 * b * m->n_cells + c];
            sum += j;
            own += j * j;
        }
        square += sum * sum;
    }
    /* Of the products of blocks, n_blocks (n_blocks - 1) are between different ones. */
    const double common = (square - own) * (double)n_blocks / (double)(n_blocks - 1);
    return (struct strength){.all = sqrt(square) / n, .coherent = copysign(sqrt(fabs(common)), common) / n};
}

static enum gravel_status
report_field(const struct convection *m, const struct gravel_results *r, struct gravel_error *error)
{
    const double n = (double)(BLOCKS * m->periods_in_block);
    double *table = malloc(4 * m->n_cells * sizeof *table), *upward = calloc(2 * m->columns, sizeof *upward);
    if (table == NULL || upward == NULL) {
        free(table);
        free(upward);
        return gravel_no_memory(error);
    }
    for (size_t c = 0; c < m->n_cells; c++) {
        const size_t column = c % m->columns;
        double *const row = table + 4 * c;
        row[0] = (double)column + 0.5;
        row[1] = (double)(c / m->columns) + 0.5;
        row[2] = row[3] = 0.0;
        for (size_t b = 0; b < BLOCKS; b++) {
            row[2] += m->field[2 * (b * m->n_cells + c)] / n;
            row[3] += m->field[2 * (b * m->n_cells + c) + 1] / n;
        }
        upward[2 * column] = row[0];
        upward[2 * column + 1] += row[3];
    }
    r->table(r->self, "convection", "x|z|jx|jz", "d|d|1|1", m->n_cells, table);
    r->table(r->self, "upward_flow", "x|flow", "d|1", m->columns, upward);
    free(table);
    free(upward);
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct convection *m = measure;
    double all[BLOCKS], coherent[BLOCKS]; /* pseudo-values of the jackknife (Efron 1982) */
    const struct strength whole = strength_of(m, BLOCKS);
    for (size_t b = 0; b < BLOCKS; b++) {
        const struct strength part = strength_of(m, b);
        all[b] = whole.all + (BLOCKS - 1) * (whole.all - part.all);
        coherent[b] = whole.coherent + (BLOCKS - 1) * (whole.coherent - part.coherent);
    }
    const double n = (double)(BLOCKS * m->periods_in_block);
    r->estimate(r->self, "convection_strength", "1", whole.all, all, 1, BLOCKS);
    r->estimate(r->self, "coherent_strength", "1", whole.coherent, coherent, 1, BLOCKS);
    /* Random steps alone would give this: every step has half its length in two cells. */
    r->number(r->self, "convection_noise", "1", sqrt(0.5 * m->displacement) / n, -1.0);
    return report_field(m, r, error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct convection *m = measure;
    GRAVEL_ARCHIVE_SAME(archive, m->n_skipped);
    GRAVEL_ARCHIVE_SAME(archive, m->periods_in_block);
    GRAVEL_ARCHIVE(archive, m->n_samples);
    GRAVEL_ARCHIVE(archive, m->displacement);
    GRAVEL_ARCHIVE_ARRAY(archive, m->field, 2 * BLOCKS * m->n_cells);
    GRAVEL_ARCHIVE_ARRAY(archive, m->cell, 2 * m->box.n);
}

static const struct gravel_yield yields[] = {
    {"convection_strength", "1"},           {"coherent_strength", "1"},       {"convection_noise", "1"},
    {"convection", "d|d|1|1", "x|z|jx|jz"}, {"upward_flow", "d|1", "x|flow"}, {0},
};

const struct gravel_measure_ops gravel_measure_convection = {
    .name = "convection",
    .what = "J(r) = <sum_i |d(x_i(t) - r) - d(x_i(t - T) - r)| (x_i(t) - x_i(t - T))/2> in cells of size d, T a period "
            "of the "
            "floor, its strength J = sqrt(sum J(r)^2), the part of it that is the same in all parts of the run, the "
            "strength of "
            "random steps, and the upward flow of each column.",
    .reference = "S3 Eqs. 52 and 53; Taguchi 1992",
    .dimensions = GRAVEL_IN_2D,
    .needs = GRAVEL_NEEDS_VIBRATION | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct convection),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
