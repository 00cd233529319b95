/* tau_D = <E>/<P>: the time in which a driven column would lose its energy (S3 Sec. 4.3.2).
 * E is counted from the column at rest on the plate's mean height; P is the dissipated power. The second
 * half of the run counts. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

enum { SAMPLES_MIN = 64 }; /* of a run, for a number */

struct dissipation {
    struct gravel_column column;
    struct gravel_mean means[2];
    struct gravel_series series; /* t, E, dissipated so far */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "dissipation_time", &column, error);
    if (status != GRAVEL_OK)
        return status;
    struct dissipation *m = measure;
    m->column = column;
    m->series.width = 3;
    m->means[0] = (struct gravel_mean){.name = "energy", .unit = "J", .n = 1};
    m->means[1] = (struct gravel_mean){.name = "power", .unit = "W", .n = 1};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct dissipation *m = measure;
    gravel_series_free(&m->series);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = 2;
    return ((const struct dissipation *)measure)->means;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct dissipation *m = measure;
    const struct gravel_column *c = &m->column;
    const struct gravel_energy *e = state->energy;
    const double potential = c->mass * c->gravity * gravel_column_height(c, state->particles);
    const double last = m->series.n > 0 ? gravel_series_row(&m->series, m->series.n - 1)[2] : e->dissipated;
    values[0] = e->kinetic + e->elastic + potential;
    values[1] = state->since > 0.0 ? (e->dissipated - last) / state->since : 0.0;
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[0] = state->t;
        row[1] = values[0];
        row[2] = e->dissipated;
    }
}

/* Of the interval that begins with sample k: the integral of E [J s], the energy dissipated [J]. */
struct interval {
    double energy, loss;
};
static struct interval
interval(const struct gravel_series *s, size_t k)
{
    const double *a = gravel_series_row(s, k), *b = gravel_series_row(s, k + 1);
    return (struct interval){0.5 * (a[1] + b[1]) * (b[0] - a[0]), b[2] - a[2]};
}

/* factor tau_D^power of the second half. */
static enum gravel_status
report(const struct dissipation *m, double factor, double power, const char *name, const char *unit,
       const struct gravel_results *r, struct gravel_error *error)
{
    const struct gravel_series *s = &m->series;
    const size_t first = s->n / 2, last = s->n - 1;
    double energy = 0.0, loss = 0.0;
    for (size_t k = first; k < last; k++) {
        energy += interval(s, k).energy / (double)(last - first);
        loss += interval(s, k).loss / (double)(last - first);
    }
    const double value = factor * pow(energy / loss, power);
    if (!isfinite(value))
        return GRAVEL_OK; /* nothing was dissipated: there is no such time */
    struct gravel_series influence = {.width = 1};
    for (size_t k = first; k < last; k++)
        gravel_series_add(&influence,
                          value * (1.0 + power * (interval(s, k).energy / energy - interval(s, k).loss / loss)));
    return gravel_series_report_function(&influence, value, name, unit, r, error);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct dissipation *m = measure;
    const struct gravel_column *c = &m->column;
    const bool scales = c->peak_velocity > 0.0 && c->dissipation > 0.0;
    const double frequency = c->angular_frequency / (2.0 * M_PI);
    const struct {
        const char *name, *unit;
        double factor, power;
    } numbers[] = {
        {"dissipation_time", "s", 1.0, 1.0},
        {"scaled_dissipation_time", "1", c->gravity * pow(c->dissipation, 1.5) / (M_PI * c->peak_velocity), 1.0},
        {"dissipation_periods", "1", frequency, 1.0},
        {"critical_acceleration", "1", c->acceleration / frequency, -1.0}};
    enum gravel_status status = gravel_series_check(&m->series, error);
    if (m->series.n < SAMPLES_MIN)
        return status;
    for (size_t k = 0; k < (scales ? sizeof numbers / sizeof *numbers : 1) && status == GRAVEL_OK; k++)
        status = report(m, numbers[k].factor, numbers[k].power, numbers[k].name, numbers[k].unit, r, error);
    return status;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct dissipation *m = measure;
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"energy", "J"},
    {"power", "W"},
    {"dissipation_time", "s"},
    {"scaled_dissipation_time", "1"},
    {"dissipation_periods", "1"},
    {"critical_acceleration", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_dissipation_time = {
    .name = "dissipation_time",
    .what =
        "tau_D = <E>/<P> of a driven column, also as tau_D g X^1.5/(pi A0 w) and tau_D f; alpha_c = alpha/(tau_D f).",
    .reference = "S3 Eqs. 33, 41 and 42",
    .dimensions = GRAVEL_IN_1D,
    .needs = GRAVEL_NEEDS_VIBRATION,
    .yields = yields,
    .size = sizeof(struct dissipation),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .finish = finish,
};
