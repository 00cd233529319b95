/* Self-diffusion by Einstein's relation: D = d<r^2>/dt/(2 d), the slope of the mean square displacement between one
 * and two lags after a start, averaged over all particles; the next start follows when two lags are over, so that the
 * starts are nearly independent and their scatter gives the error.  Displacements are summed up from sample to
 * sample over the shortest image in the periodic box. */
#include "cases/measure/gas_box.h"
#include "cases/measure/measure.h"
#include "cases/measure/series.h"
#include "cases/measure/way.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_key keys[] = {
    {"lag", GRAVEL_TYPE_INT, GRAVEL_REQUIRED, "1", 2, 1e6, NULL, NULL, "lag in samples, of many collisions a particle"},
    {"skip", GRAVEL_TYPE_INT, 0, "1", 0, 1e6, "0", NULL, "samples before the first start"},
    {0},
};

struct diffusion {
    int dimension;
    size_t n, lag, skip, n_samples, step; /* step: samples since the start */
    double start;                         /* of this stretch [s] */
    struct vec3 *last, *moved;            /* [n]; owned */
    double *sum;                          /* [2 lag + 1] of <r^2> over the starts [m^2]; owned */
    double interval, longest_way;         /* [s]; of a periodic length */
    size_t n_species;
    const struct gravel_system *system; /* borrowed: the harness keeps it */
    double squares[GRAVEL_SPECIES_MAX]; /* <r^2> of each species since the start [m^2] */
    double starts[GRAVEL_SPECIES_MAX];  /* the same at the lag [m^2] */
    double numbers[GRAVEL_SPECIES_MAX]; /* of particles */
    struct gravel_series series;        /* of every start: D, then for each species D and <r^2> at the lag */
};

static void
destroy(void *measure)
{
    struct diffusion *m = measure;
    gravel_series_free(&m->series);
    free(m->last);
    free(m->moved);
    free(m->sum);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct diffusion *m = measure;
    m->dimension = system->dimension;
    m->n = system->n_particles;
    m->lag = (size_t)gravel_options_int(options, "lag");
    m->skip = (size_t)gravel_options_int(options, "skip");
    m->system = system;
    m->n_species = system->n_species;
    m->series.width = 1 + 2 * m->n_species;
    for (size_t k = 0; k < m->n; k++)
        m->numbers[system->particles[k].species]++;
    m->last = calloc(m->n, sizeof *m->last);
    m->moved = calloc(m->n, sizeof *m->moved);
    m->sum = calloc(2 * m->lag + 1, sizeof *m->sum);
    if (m->last == NULL || m->moved == NULL || m->sum == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static double
move_on(struct diffusion *m, const struct gravel_state *state)
{
    double sum = 0.0;
    memset(m->squares, 0, sizeof m->squares);
    for (size_t k = 0; k < m->n; k++) {
        const struct vec3 x = state->particles[k].x;
        m->moved[k] = v3_add(m->moved[k], gravel_way(&state->system->box, m->last[k], x, &m->longest_way));
        m->last[k] = x;
        sum += v3_norm2(m->moved[k]);
        m->squares[state->particles[k].species] += v3_norm2(m->moved[k]) / m->numbers[state->particles[k].species];
    }
    return sum / (double)m->n;
}

static void
start_again(struct diffusion *m, const struct gravel_state *state)
{
    for (size_t k = 0; k < m->n; k++)
        m->last[k] = state->particles[k].x;
    memset(m->moved, 0, m->n * sizeof *m->moved);
    m->step = 0;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct diffusion *m = measure;
    m->interval = state->since > 0.0 ? state->since : m->interval;
    if (m->n_samples++ <= m->skip) {
        start_again(m, state);
        return;
    }
    m->step++;
    const double square = move_on(m, state);
    m->sum[m->step] += square;
    if (m->step == m->lag) {
        m->start = square;
        memcpy(m->starts, m->squares, sizeof m->starts);
    }
    if (m->step < 2 * m->lag)
        return;
    double *row = gravel_series_next(&m->series);
    const double norm = 2.0 * m->dimension * (double)m->lag * m->interval;
    if (row != NULL)
        *row = (square - m->start) / norm;
    for (size_t s = 0; s < m->n_species && row != NULL; s++) {
        row[1 + 2 * s] = (m->squares[s] - m->starts[s]) / norm;
        row[2 + 2 * s] = m->starts[s];
    }
    start_again(m, state);
}

static void
report_species(const struct diffusion *m, const struct gravel_results *r)
{
    for (size_t s = 0; s < m->n_species; s++) {
        char name[64];
        snprintf(name, sizeof name, "diffusion.%s", m->system->species_name[s]);
        gravel_series_report(&m->series, 1 + 2 * s, 0, name, "m2/s", r);
        snprintf(name, sizeof name, "square_displacement.%s", m->system->species_name[s]);
        gravel_series_report(&m->series, 2 + 2 * s, 0, name, "m2", r);
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    struct diffusion *m = measure;
    enum gravel_status status = gravel_series_check(&m->series, error);
    if (status == GRAVEL_OK)
        status = gravel_way_check(m->longest_way, "diffusion", "more run.samples", error);
    if (status != GRAVEL_OK)
        return status;
    if (m->series.n < 2)
        return gravel_fail(error, GRAVEL_INPUT, "measure.diffusion.lag: %zu samples are too few for two starts of %zu",
                           m->n_samples, 2 * m->lag);
    gravel_series_report(&m->series, 0, 0, "diffusion", "m2/s", r);
    r->number(r->self, "lag_time", "s", (double)m->lag * m->interval, 0.0);
    report_species(m, r);
    double *table = malloc((2 * m->lag + 1) * 2 * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    /* A last stretch that was cut short has added to the early lags only. */
    for (size_t k = 0; k <= 2 * m->lag; k++) {
        table[2 * k] = (double)k * m->interval;
        table[2 * k + 1] = m->sum[k] / (double)(m->series.n + (k > 0 && k <= m->step));
    }
    r->table(r->self, "displacement", "t|square_displacement", "s|m2", 2 * m->lag + 1, table);
    free(table);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct diffusion *m = measure;
    GRAVEL_ARCHIVE(archive, m->n_samples);
    GRAVEL_ARCHIVE(archive, m->step);
    GRAVEL_ARCHIVE(archive, m->start);
    GRAVEL_ARCHIVE_ARRAY(archive, m->starts, m->n_species);
    GRAVEL_ARCHIVE(archive, m->interval);
    GRAVEL_ARCHIVE(archive, m->longest_way);
    GRAVEL_ARCHIVE_ARRAY(archive, m->last, m->n);
    GRAVEL_ARCHIVE_ARRAY(archive, m->moved, m->n);
    GRAVEL_ARCHIVE_ARRAY(archive, m->sum, 2 * m->lag + 1);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"diffusion", "m2/s"},
    {"lag_time", "s"},
    {"diffusion.*", "m2/s"},
    {"square_displacement.*", "m2"},
    {"displacement", "s|m2", "t|square_displacement"},
    {0},
};

const struct gravel_measure_ops gravel_measure_diffusion = {
    .name = "diffusion",
    .what =
        "Self-diffusion D = d<r^2>/dt/(2 d) between one and two lags, of all particles and of every species; <r^2> of "
        "every species at the lag; table t|square_displacement.  Between two samples no particle may move by 0.4 of "
        "the box.",
    .reference = "Einstein 1905; Chapman and Cowling",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PERIODIC,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct diffusion),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
