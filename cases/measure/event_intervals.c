/* Times between successive collisions, of particles and with walls alike (S3 Sec. 2.2, Fig. 2). In an inelastic
 * collapse they shrink by a constant factor from one collision to the next, without end. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

struct intervals {
    double last;                 /* time of the last event [s]; NAN before the first */
    struct gravel_series series; /* t, interval */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)system, (void)parameters, (void)options, (void)error;
    struct intervals *m = measure;
    m->last = NAN;
    m->series.width = 2;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct intervals *m = measure;
    gravel_series_free(&m->series);
}

/* Beginnings of contacts: for soft spheres t is the end. Events of one instant, the cascade of a cluster, count once.
 */
static void
event(void *measure, const struct gravel_event *e)
{
    struct intervals *m = measure;
    const double t = e->t - e->duration, interval = t - m->last;
    if (interval <= 0.0)
        return;
    m->last = t;
    if (isnan(interval))
        return;
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[0] = t;
        row[1] = interval;
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct intervals *m = measure;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK || m->series.n == 0)
        return status;
    double shortest = INFINITY;
    for (size_t k = 0; k < m->series.n; k++)
        shortest = fmin(shortest, gravel_series_row(&m->series, k)[1]);
    r->number(r->self, "shortest_interval", "s", shortest, -1.0);
    /* From start to start it is spread over decades. */
    r->number(r->self, "shortest_interval_exponent", "1", log10(shortest), -1.0);
    r->table(r->self, "intervals", "t|interval", "s|s", m->series.n, m->series.data);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct intervals *m = measure;
    GRAVEL_ARCHIVE(archive, m->last);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"shortest_interval", "s"},
    {"shortest_interval_exponent", "1"},
    {"intervals", "s|s", "t|interval"},
    {0},
};

const struct gravel_measure_ops gravel_measure_event_intervals = {
    .name = "event_intervals",
    .what = "Shortest time between two successive collisions, and the decimal logarithm of its seconds; table "
            "t|interval, one "
            "row a collision.",
    .reference = "S3 Sec. 2.2, Fig. 2",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct intervals),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .event = event,
    .finish = finish,
};
