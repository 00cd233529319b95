/* A block of beads on a vibrating plate: when it lifts off, when and how fast it lands (S3 Sec. 4.2 and Fig. 27).
 *
 * A landing is the first plate contact after `quiet` of a period without one; its time and approach speed are the
 * event's own.  The lift-off is seen by the samples: between the last one with the lowest bead on the plate and
 * the next, so its error is that of the sampling interval.  Phases are in periods; the landing's is counted
 * from the start of the period in which the block left, so it may exceed 1.  The first half is discarded. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <gsl/gsl_statistics_double.h>

static const struct gravel_key options_list[] = {
    {"quiet", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 10, "0.1", NULL,
     "periods without plate contact that separate one landing from the next"},
    {0},
};

struct landing {
    struct gravel_column column;
    double period;     /* [s] */
    double quiet;      /* [s] */
    double last_touch; /* time of the last plate contact [s] */
    double on_plate;   /* time of the last sample on the plate [s]; -INFINITY: none since the last landing */
    double off_plate;  /* time of the first sample after it [s] */
    struct gravel_series landings; /* t, phase, interval, approach/(A0 w), alpha */
    struct gravel_series flights;  /* lift phase, its error, landing phase */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "landing", &column, error);
    if (status != GRAVEL_OK)
        return status;
    struct landing *m = measure;
    m->column = column;
    m->period = 2.0 * M_PI / column.angular_frequency;
    m->quiet = gravel_options_real(options, "quiet") * m->period;
    m->last_touch = m->on_plate = m->off_plate = -INFINITY;
    m->landings.width = 5;
    m->flights.width = 3;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct landing *m = measure;
    gravel_series_free(&m->landings);
    gravel_series_free(&m->flights);
}

/* Periods of the plate since its phase was 0. */
static double
phase_at(const struct landing *m, double t)
{
    return t / m->period + m->column.phase / (2.0 * M_PI);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct landing *m = measure;
    const struct gravel_particle *p = &state->particles[0];
    const double plate = m->column.floor + gravel_wall_shift(&state->system->walls[m->column.plate], state->t).z;
    const bool rests = p->x.z - p->radius - plate < 1e-9 * m->column.amplitude;
    if (rests) {
        m->last_touch = state->t;
        m->on_plate = state->t;
        m->off_plate = -INFINITY;
    } else if (!isfinite(m->off_plate)) {
        m->off_plate = state->t;
    }
}

static void
add_flight(struct landing *m, double t)
{
    double *flight = gravel_series_next(&m->flights);
    if (flight == NULL)
        return;
    const double lift = phase_at(m, 0.5 * (m->on_plate + m->off_plate));
    flight[0] = lift - floor(lift);
    flight[1] = (m->off_plate - m->on_plate) / m->period / sqrt(12.0); /* of a uniform distribution */
    flight[2] = phase_at(m, t) - floor(lift);
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct landing *m = measure;
    if (e->j != -1 - m->column.plate)
        return;
    const double t = e->t - e->duration;
    const bool landed = t - m->last_touch > m->quiet;
    m->last_touch = e->t;
    if (!landed)
        return;
    if (isfinite(m->on_plate) && isfinite(m->off_plate))
        add_flight(m, t);
    m->on_plate = m->off_plate = -INFINITY;
    const double last = m->landings.n > 0 ? gravel_series_row(&m->landings, m->landings.n - 1)[0] : NAN;
    double *row = gravel_series_next(&m->landings);
    if (row != NULL) {
        row[0] = t;
        row[1] = phase_at(m, t) - floor(phase_at(m, t));
        row[2] = (t - last) / m->period;
        row[3] = e->approach / m->column.peak_velocity;
        row[4] = m->column.acceleration;
    }
}

/* The intervals add up to one length, so the error of their mean falls with their number.  Their scatter is 0 for a
 * motion that repeats with every landing. */
static enum gravel_status
report_interval(const struct gravel_series *s, const struct gravel_results *r, struct gravel_error *error)
{
    const size_t first = (s->n + 1) / 2, n = s->n - first;
    const double mean = gravel_series_mean(s, 2, first);
    const double scatter = gsl_stats_sd_m(gravel_series_row(s, first) + 2, s->width, n, mean);
    struct gravel_series influence = {.width = 1};
    for (size_t k = first; k < s->n; k++)
        gravel_series_add(&influence, mean + (gravel_series_row(s, k)[2] - mean) / sqrt((double)n));
    r->number(r->self, "landing_scatter", "1", scatter, 0.0);
    return gravel_series_report_function(&influence, mean, "landing_interval", "1", r, error);
}

/* The sampling interval is known beforehand: the larger one of its error and of the flights' scatter counts. */
static void
report_lift(const struct gravel_series *s, const struct gravel_results *r)
{
    const size_t first = (s->n + 1) / 2, n = s->n - first;
    const double mean = gravel_series_mean(s, 0, first), resolution = gravel_series_mean(s, 1, first);
    const double scatter = gsl_stats_sd_m(gravel_series_row(s, first), s->width, n, mean);
    if (scatter > sqrt((double)n) * resolution)
        gravel_series_report(s, 0, first, "lift_phase", "1", r);
    else
        r->number(r->self, "lift_phase", "1", mean, resolution);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct landing *m = measure;
    enum gravel_status status = gravel_series_check(&m->landings, error);
    if (status == GRAVEL_OK)
        status = gravel_series_check(&m->flights, error);
    if (status != GRAVEL_OK)
        return status;
    r->number(r->self, "landings", "1", (double)m->landings.n, 0.0);
    if (m->landings.n >= 4) {
        const size_t half = (m->landings.n + 1) / 2;
        status = report_interval(&m->landings, r, error);
        gravel_series_report(&m->landings, 3, half, "landing_speed", "1", r);
        r->table(r->self, "landings", "t|phase|interval|approach|acceleration", "s|1|1|1|1", m->landings.n - half,
                 gravel_series_row(&m->landings, half));
    }
    if (m->flights.n >= 4) {
        report_lift(&m->flights, r);
        gravel_series_report(&m->flights, 2, (m->flights.n + 1) / 2, "landing_phase", "1", r);
    }
    return status;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct landing *m = measure;
    GRAVEL_ARCHIVE(archive, m->last_touch);
    GRAVEL_ARCHIVE(archive, m->on_plate);
    GRAVEL_ARCHIVE(archive, m->off_plate);
    gravel_series_archive(&m->landings, archive);
    gravel_series_archive(&m->flights, archive);
}

static const struct gravel_yield yields[] = {
    {"landings", "1"},
    {"landing_interval", "1"},
    {"landing_scatter", "1"},
    {"landing_speed", "1"},
    {"landing_phase", "1"},
    {"lift_phase", "1"},
    {"landings", "s|1|1|1|1", "t|phase|interval|approach|acceleration"},
    {0},
};

const struct gravel_measure_ops gravel_measure_landing = {
    .name = "landing",
    .what = "Lift-off phase p1, landing phase p2, T_coll f, its scatter, and the approach speed v_c/(A0 w) of a block "
            "on a vibrating plate; table t|phase|interval|approach|acceleration.",
    .reference = "S3 Eqs. 28 to 31, Fig. 27",
    .dimensions = GRAVEL_IN_1D,
    .needs = GRAVEL_NEEDS_VIBRATION,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct landing),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .event = event,
    .finish = finish,
};
