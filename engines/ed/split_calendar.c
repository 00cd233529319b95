#include "engines/ed/split_calendar.h"

#include "engines/ed/memory.h"

#include <math.h>
#include <stdlib.h>

enum gravel_status
gravel_split_calendar_init(struct gravel_split_calendar *calendar, size_t n, const struct gravel_slabs *slabs,
                           const struct gravel_record *record, const struct gravel_prefetcher *prefetchers,
                           struct gravel_error *error)
{
    *calendar = (struct gravel_split_calendar){.n = n, .slabs = slabs, .record = record};
    calendar->time = gravel_ed_memory(n, sizeof *calendar->time);
    calendar->owner = calloc(n, sizeof *calendar->owner);
    if (calendar->time == NULL || calendar->owner == NULL)
        return gravel_no_memory(error);
    for (size_t i = 0; i < n; i++)
        calendar->time[i] = INFINITY;
    enum gravel_status status = GRAVEL_OK;
    for (int32_t s = 0; s < slabs->n && status == GRAVEL_OK; s++)
        status = gravel_calendar_part_create(&calendar->part[s], n, calendar->time, calendar->owner, (uint8_t)s,
                                             &prefetchers[s], error);
    return status;
}

static void
destroy(void *self)
{
    struct gravel_split_calendar *calendar = self;
    for (int32_t s = 0; s < calendar->slabs->n; s++)
        gravel_calendar_fast.destroy(calendar->part[s]);
    free(calendar->time);
    free(calendar->owner);
}

static void
schedule(void *self, int32_t i, double t)
{
    struct gravel_split_calendar *calendar = self;
    gravel_split_calendar_set(calendar, i, t);
    gravel_calendar_part_enter(calendar->part[calendar->owner[i]], i);
}

static bool
next(void *self, double limit, int32_t *i, double *t)
{
    struct gravel_split_calendar *calendar = self;
    struct gravel_event_time first = {INFINITY, INT32_MAX}, other;
    int32_t at = -1;
    for (int32_t s = 0; s < calendar->slabs->n; s++)
        if (gravel_calendar_part_first(calendar->part[s], &other) && gravel_event_before(other, first)) {
            first = other;
            at = s;
        }
    return at >= 0 && gravel_calendar_fast.next(calendar->part[at], limit, i, t);
}

static void
reload(struct gravel_split_calendar *calendar)
{
    for (int32_t s = 0; s < calendar->slabs->n; s++)
        gravel_calendar_part_reload(calendar->part[s]);
}

static void
rebase(void *self, double shift)
{
    struct gravel_split_calendar *calendar = self;
    for (size_t i = 0; i < calendar->n; i++)
        calendar->time[i] -= shift;
    reload(calendar);
}

/* As that of the calendar `fast`. */
static void
archive_times(void *self, struct gravel_archive *archive)
{
    struct gravel_split_calendar *calendar = self;
    GRAVEL_ARCHIVE_ARRAY(archive, calendar->time, calendar->n);
    if (!archive->loads)
        return;
    for (size_t i = 0; i < calendar->n; i++)
        calendar->owner[i] = gravel_slab_of(calendar->slabs, &calendar->record[i].cell);
    reload(calendar);
}

const struct gravel_calendar_ops gravel_calendar_split = {
    .name = "split",
    .method = "a bounded-increment calendar for each slab of cells",
    .reference = "Paul 2007, J. Comput. Phys. 221, 615",
    .destroy = destroy,
    .schedule = schedule,
    .next = next,
    .rebase = rebase,
    .archive = archive_times,
};
