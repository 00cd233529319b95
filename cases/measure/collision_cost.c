/* What a collision costs in processor time.  A point runs in a process of its own, so the process' time is the
 * engine's and the measures'.  The number belongs to the machine; ratios of it are what a case may judge.  Its error,
 * by other work on the machine, is unknown in a single run. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#include "cases/measure/measure.h"

#include <time.h>

struct cost {
    double collisions; /* since the last sample */
    double since;      /* processor time then [s] */
    double last;       /* the last cost: an interval without collisions repeats it */
    double taken;      /* since the start [s] */
    double least;      /* cost of the interval in which a collision cost least [s]; 0: none yet */
};

static double
processor_time(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : NAN;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "time_per_collision", .unit = "s", .n = 1}};
    (void)measure;
    *count = 1;
    return list;
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct cost *m = measure;
    (void)e;
    m->collisions++;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct cost *m = measure;
    const double now = processor_time();
    if (m->collisions > 0.0 && state->since > 0.0) {
        m->last = (now - m->since) / m->collisions;
        m->least = m->least > 0.0 ? fmin(m->least, m->last) : m->last;
    }
    values[0] = m->last;
    m->taken += state->since > 0.0 ? now - m->since : 0.0;
    m->collisions = 0.0;
    m->since = now;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct cost *m = measure;
    r->number(r->self, "processor_time", "s", m->taken, -1.0);
    if (m->least > 0.0)
        r->number(r->self, "least_time_per_collision", "s", m->least, -1.0);
    return GRAVEL_OK;
}

/* The processor time of another process is of no use: the interval goes on with the time that it has taken so far. */
static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct cost *m = measure;
    double interval = processor_time() - m->since;
    GRAVEL_ARCHIVE(archive, m->collisions);
    GRAVEL_ARCHIVE(archive, interval);
    GRAVEL_ARCHIVE(archive, m->last);
    GRAVEL_ARCHIVE(archive, m->taken);
    GRAVEL_ARCHIVE(archive, m->least);
    m->since = processor_time() - interval;
}

static const struct gravel_yield yields[] = {
    {"time_per_collision", "s"},
    {"processor_time", "s"},
    {"least_time_per_collision", "s"},
    {0},
};

const struct gravel_measure_ops gravel_measure_collision_cost = {
    .name = "collision_cost",
    .what = "Processor time of a collision, pairs and walls, its mean and that of the interval between samples in "
            "which it is "
            "least, which other work on the machine adds least to; that of the whole run.",
    .reference = "S4 Fig. 4",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct cost),
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .event = event,
    .finish = finish,
};
