/* How a column comes apart after a collision: the final velocities, and how orderly neighbours separate (S3 Sec. 3.2).
 * A column that opens like a fan has relative velocities v_k - v_{k-1} that change steadily with k: their rank
 * correlation with k is -1 or 1 and their scatter about the mean is small.  A detached one throws a bead off here and
 * there. */
#include "cases/measure/column.h"

#include <stdio.h>
#include <stdlib.h>

struct separations {
    size_t n_pairs;
    double scale;   /* speed of the fastest bead at the start [m/s] */
    double *parted; /* end of the first contact of pair k, k + 1 [s]; INFINITY: none yet */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "separations", &column, error);
    if (status != GRAVEL_OK)
        return status;
    double speed = 0.0;
    for (size_t k = 0; k < column.n; k++)
        speed = fmax(speed, fabs(system->particles[k].v.z));
    if (column.n < 3 || !(speed > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "measure.separations: needs three beads or more, and one that moves");
    struct separations *m = measure;
    m->n_pairs = column.n - 1;
    m->scale = speed;
    m->parted = malloc(m->n_pairs * sizeof *m->parted);
    if (m->parted == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < m->n_pairs; k++)
        m->parted[k] = INFINITY;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct separations *m = measure;
    free(m->parted);
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct separations *m = measure;
    const int32_t low = e->i < e->j ? e->i : e->j;
    if (e->j >= 0 && abs(e->i - e->j) == 1)
        m->parted[low] = fmin(m->parted[low], e->t);
}

/* Kendall's rank correlation of y[k] with k: (concordant - discordant)/all pairs; ties count as neither. */
static double
rank_correlation(size_t n, const double *y)
{
    double sum = 0.0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            sum += (y[b] > y[a]) - (y[b] < y[a]);
    return sum / (0.5 * (double)n * (double)(n - 1));
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct separations *m = measure;
    const struct gravel_particle *p = state->particles;
    double mean = 0.0, square = 0.0, *gaining = malloc(m->n_pairs * sizeof *gaining);
    if (gaining == NULL)
        return gravel_no_memory(error);
    bool met = true;
    for (size_t k = 0; k <= m->n_pairs; k++) {
        char name[32];
        snprintf(name, sizeof name, "final_velocity.%zu", k + 1);
        r->number(r->self, name, "1", p[k].v.z / m->scale, 0.0);
    }
    for (size_t k = 0; k < m->n_pairs; k++) {
        gaining[k] = p[k + 1].v.z - p[k].v.z;
        mean += gaining[k] / (double)m->n_pairs;
        met = met && isfinite(m->parted[k]);
    }
    for (size_t k = 0; k < m->n_pairs; k++)
        square += (gaining[k] - mean) * (gaining[k] - mean) / (double)m->n_pairs;
    r->number(r->self, "separation_order", "1", fabs(rank_correlation(m->n_pairs, gaining)), 0.0);
    if (mean > 0.0)
        r->number(r->self, "separation_spread", "1", sqrt(square) / mean, 0.0);
    if (met)
        r->number(r->self, "detachment_order", "1", rank_correlation(m->n_pairs, m->parted), 0.0);
    free(gaining);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct separations *m = measure;
    GRAVEL_ARCHIVE_ARRAY(archive, m->parted, m->n_pairs);
}

static const struct gravel_yield yields[] = {
    {"final_velocity.*", "1"}, {"separation_order", "1"}, {"separation_spread", "1"}, {"detachment_order", "1"}, {0},
};

const struct gravel_measure_ops gravel_measure_separations = {
    .name = "separations",
    .what =
        "Final velocities over the largest initial speed; of the final relative velocities of neighbours the rank "
        "correlation with the position (its absolute value, 1: a fan) and the standard deviation over the mean; rank "
        "correlation with the position of the time at which the first contact of a pair ends (-1: from the top down).",
    .reference = "S3 Sec. 3.2, Figs. 3 to 8; App. A.1",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct separations),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .event = event,
    .finish = finish,
};
