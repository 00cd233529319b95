/* The reference calendar for tests: a scan over all times. */
#include "engines/ed/calendar.h"

#include <math.h>
#include <stdlib.h>

struct oracle {
    size_t n;
    double time[];
};

static enum gravel_status
create(void **calendar, size_t n, const struct gravel_prefetcher *prefetcher, struct gravel_error *error)
{
    (void)prefetcher;
    struct oracle *self = malloc(sizeof *self + n * sizeof self->time[0]);
    if (self == NULL)
        return gravel_no_memory(error);
    self->n = n;
    for (size_t i = 0; i < n; i++)
        self->time[i] = INFINITY;
    *calendar = self;
    return GRAVEL_OK;
}

static void
schedule(void *calendar, int32_t i, double t)
{
    struct oracle *self = calendar;
    self->time[i] = t;
}

static bool
next(void *calendar, double limit, int32_t *i, double *t)
{
    struct oracle *self = calendar;
    size_t first = 0;
    for (size_t k = 1; k < self->n; k++)
        if (self->time[k] < self->time[first])
            first = k;
    if (self->n == 0 || !(self->time[first] <= limit) || isinf(self->time[first]))
        return false;
    *i = (int32_t)first;
    *t = self->time[first];
    self->time[first] = INFINITY;
    return true;
}

static void
rebase(void *calendar, double shift)
{
    struct oracle *self = calendar;
    for (size_t k = 0; k < self->n; k++)
        self->time[k] -= shift;
}

static void
archive_times(void *calendar, struct gravel_archive *archive)
{
    struct oracle *self = calendar;
    GRAVEL_ARCHIVE_ARRAY(archive, self->time, self->n);
}

const struct gravel_calendar_ops gravel_calendar_oracle = {
    .name = "oracle",
    .method = "scan of all particles for the earliest event",
    .reference = "none needed",
    .create = create,
    .destroy = free,
    .schedule = schedule,
    .next = next,
    .rebase = rebase,
    .archive = archive_times,
};
