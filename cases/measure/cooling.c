/* A freely cooling gas against Haff's law, T = T0/(1 + t/tau)^2 (Haff 1983).
 *
 * The run is cut into intervals of equally many collisions a particle, after the first `skip` of them, in which the
 * gas no longer depends on its start.  Intervals are nearly independent, so each number has the error of its scatter:
 * - cooling_per_collision = -d ln T/ds, s = collisions a particle; (1 - e^2)/d for Maxwellian velocities;
 * - haff_rate = 1/tau at T0, from the steps of sqrt(T0/T), which Haff's law makes straight;
 * - initial_collision_rate = collisions a particle and second, brought to T0 by sqrt(T0/T);
 * - haff_exponent = -2 for Haff: ln(-d ln T/dt) has slope -1/exponent in ln T; no rate is assumed. */
#include "cases/measure/gas_box.h"
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"skip", GRAVEL_TYPE_REAL, 0, "1", 0, INFINITY, "3", NULL, "collisions a particle before the first interval"},
    {"intervals", GRAVEL_TYPE_INT, 0, "1", 4, 64, "32", NULL, "number of intervals"},
    {0},
};

enum { TIME, TEMPERATURE, COLLISIONS, THERMAL, WIDTH, INTERVALS_MAX = 64 };
enum { PER_COLLISION, HAFF_RATE, COLLISION_RATE, RATES };

struct cooling {
    int dimension;
    double mean_mass, packing, skip;
    size_t n_particles, n_intervals;
    double collisions;           /* of pairs, so far */
    struct gravel_series series; /* t, T, collisions a particle, integral of sqrt(T/T0) dt */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)error;
    struct cooling *m = measure;
    m->dimension = system->dimension;
    m->mean_mass = gravel_gas_mean_mass(system);
    m->packing = gravel_gas_packing(system);
    m->skip = gravel_options_real(options, "skip");
    m->n_intervals = (size_t)gravel_options_int(options, "intervals");
    m->n_particles = system->n_particles;
    m->series.width = WIDTH;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct cooling *m = measure;
    gravel_series_free(&m->series);
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct cooling *m = measure;
    m->collisions += e->j >= 0;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct cooling *m = measure;
    double *row = gravel_series_next(&m->series);
    if (row == NULL)
        return;
    row[TIME] = state->t;
    row[TEMPERATURE] = gravel_gas_temperature(state->particles, m->n_particles, m->dimension);
    row[COLLISIONS] = 2.0 * m->collisions / (double)m->n_particles;
    row[THERMAL] = 0.0;
    if (m->series.n > 1) {
        const double *last = gravel_series_row(&m->series, m->series.n - 2);
        const double t0 = gravel_series_row(&m->series, 0)[TEMPERATURE];
        /* sqrt(T) falls as 1/(1 + t/tau): its integral over the step is the geometric mean's, to second order. */
        row[THERMAL] = last[THERMAL] + sqrt(sqrt(last[TEMPERATURE] * row[TEMPERATURE]) / t0) * (row[TIME] - last[TIME]);
    }
}

/* The rows that bound the intervals, one more than there are intervals; 0: the run is too short. */
static size_t
cut(const struct cooling *m, const double *bounds[INTERVALS_MAX + 1])
{
    const struct gravel_series *s = &m->series;
    const double end = gravel_series_row(s, s->n - 1)[COLLISIONS];
    size_t n = 0;
    for (size_t k = 0; k < s->n && n <= m->n_intervals; k++) {
        const double *row = gravel_series_row(s, k);
        if (row[COLLISIONS] < m->skip + (double)n * (end - m->skip) / (double)m->n_intervals)
            continue;
        if (n > 0 && row[COLLISIONS] <= bounds[n - 1][COLLISIONS])
            return 0;
        bounds[n++] = row;
    }
    return n == m->n_intervals + 1 && end > m->skip ? n : 0;
}

/* -1/s of the line y = a + s x through n points; s is a function of the averages of x, y, x^2 and x y. */
static enum gravel_status
report_exponent(const double *x, const double *y, size_t n, const struct gravel_results *r, struct gravel_error *error)
{
    double a, slope, caa, cas, css, chi2;
    gsl_fit_linear(x, 1, y, 1, n, &a, &slope, &caa, &cas, &css, &chi2);
    const double value = -1.0 / slope, mean = gsl_stats_mean(x, 1, n);
    const double variance = gsl_stats_variance_with_fixed_mean(x, 1, n, mean);
    struct gravel_series influence = {.width = 1};
    for (size_t k = 0; k < n; k++)
        gravel_series_add(&influence, value + (x[k] - mean) * (y[k] - a - slope * x[k]) / variance / (slope * slope));
    return gravel_series_report_function(&influence, value, "haff_exponent", "1", r, error);
}

static enum gravel_status
report_rates(const double *const *bounds, size_t n, double t0, const struct gravel_results *r,
             struct gravel_error *error)
{
    static const char *const names[RATES] = {"cooling_per_collision", "haff_rate", "initial_collision_rate"};
    static const char *const units[RATES] = {"1", "1/s", "1/s"};
    struct gravel_series steps = {.width = RATES};
    double x[INTERVALS_MAX], y[INTERVALS_MAX];
    for (size_t k = 0; k < n; k++) {
        const double *a = bounds[k], *b = bounds[k + 1];
        const double dt = b[TIME] - a[TIME], ds = b[COLLISIONS] - a[COLLISIONS];
        const double loss = log(a[TEMPERATURE] / b[TEMPERATURE]);
        double *row = gravel_series_next(&steps);
        if (row == NULL)
            break;
        row[PER_COLLISION] = loss / ds;
        row[HAFF_RATE] = (sqrt(t0 / b[TEMPERATURE]) - sqrt(t0 / a[TEMPERATURE])) / dt;
        row[COLLISION_RATE] = ds / (b[THERMAL] - a[THERMAL]);
        x[k] = 0.5 * log(a[TEMPERATURE] * b[TEMPERATURE]);
        y[k] = log(loss / dt);
    }
    const enum gravel_status status = gravel_series_check(&steps, error);
    for (size_t c = 0; c < RATES && status == GRAVEL_OK; c++)
        gravel_series_report(&steps, c, 0, names[c], units[c], r);
    gravel_series_free(&steps);
    return status == GRAVEL_OK ? report_exponent(x, y, n, r, error) : status;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct cooling *m = measure;
    const double *bounds[INTERVALS_MAX + 1];
    enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    const double t0 = gravel_series_row(&m->series, 0)[TEMPERATURE];
    const double *last = gravel_series_row(&m->series, m->series.n - 1);
    if (!(t0 > 0.0 && last[TEMPERATURE] < t0) || cut(m, bounds) == 0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.cooling: the gas does not cool, or too few collisions or samples "
                           "for %zu intervals: %g collisions a particle",
                           m->n_intervals, last[COLLISIONS]);
    r->number(r->self, "packing_fraction", "1", m->packing, 0.0);
    r->number(r->self, "initial_temperature", "J", t0, 0.0);
    r->number(r->self, "temperature_over_mass", "m2/s2", t0 / m->mean_mass, 0.0);
    r->number(r->self, "time", "s", state->t, 0.0);
    r->number(r->self, "final_temperature", "J", last[TEMPERATURE], -1.0);
    r->number(r->self, "collisions", "1", last[COLLISIONS], -1.0);
    status = report_rates(bounds, m->n_intervals, t0, r, error);
    if (status != GRAVEL_OK)
        return status;
    double *table = malloc(m->series.n * 3 * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < m->series.n; k++) {
        const double *row = gravel_series_row(&m->series, k);
        table[3 * k] = row[TIME];
        table[3 * k + 1] = row[TEMPERATURE] / t0;
        table[3 * k + 2] = row[COLLISIONS];
    }
    r->table(r->self, "cooling", "t|temperature_ratio|collisions", "s|1|1", m->series.n, table);
    free(table);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct cooling *m = measure;
    GRAVEL_ARCHIVE(archive, m->collisions);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"cooling_per_collision", "1"},
    {"haff_rate", "1/s"},
    {"initial_collision_rate", "1/s"},
    {"haff_exponent", "1"},
    {"packing_fraction", "1", .is_determined = true},
    {"initial_temperature", "J"},
    {"temperature_over_mass", "m2/s2"},
    {"time", "s"},
    {"final_temperature", "J"},
    {"collisions", "1"},
    {"cooling", "s|1|1", "t|temperature_ratio|collisions"},
    {0},
};

const struct gravel_measure_ops gravel_measure_cooling = {
    .name = "cooling",
    .what = "Free cooling: -d ln T/ds a collision, 1/tau, collision rate at T0, exponent of T in time; table "
            "t|temperature_ratio|collisions.",
    .reference = "Haff 1983",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PERIODIC,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct cooling),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .event = event,
    .finish = finish,
};
