/* Width of the calendar's buckets, and the entry of all events into empty ones. */
#include "engines/ed/calendar_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS_A_BUCKET = 5, /* mean; the speed is the same for 2 to 16 */
    SAMPLE = 512,        /* times from which the width is chosen, at most: sorting them is to cost little */
};

static int
compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The width for EVENTS_A_BUCKET events a bucket, estimated from the first quarter of the pending times: later ones are
 * mostly replaced before they are due. */
static double
choose_width(const struct gravel_calendar *c, double first)
{
    double sample[SAMPLE];
    size_t n = 0;
    const size_t most = c->n / 8 + 8, stride = c->n / (most < SAMPLE ? most : SAMPLE) + 1;
    for (size_t i = 0; i < c->n; i += stride)
        if (gravel_calendar_owns(c, (int32_t)i) && c->time[i] < INFINITY)
            sample[n++] = c->time[i] - first;
    if (n == 0)
        return 1.0;
    qsort(sample, n, sizeof sample[0], compare_times);
    size_t k = n / 4;
    while (k + 1 < n && sample[k] <= 0.0)
        k++;
    const double events = (double)(k + 1) * (double)stride;
    const double width = EVENTS_A_BUCKET * sample[k] / events;
    /* The width must exceed the rounding error of times. */
    const double least = 1e-14 * (fabs(first) + sample[n - 1]);
    return width > least ? width : least > 0.0 ? least : 1.0;
}

/* The earliest of all events, of equal ones that of the smaller particle number; its time is INFINITY when there is
 * none.  O(n). */
static struct gravel_event_time
find_earliest(const struct gravel_calendar *c)
{
    struct gravel_event_time first = {INFINITY, -1};
    for (size_t i = 0; i < c->n; i++)
        if (gravel_calendar_owns(c, (int32_t)i) && c->time[i] < first.t)
            first = (struct gravel_event_time){c->time[i], (int32_t)i};
    return first;
}

static void
clear(struct gravel_calendar *c)
{
    for (size_t k = 0; k < c->n_buckets; k++)
        c->bucket[k].head = 0;
    for (size_t k = 1; k < c->n_chunks; k++)
        c->chunk[k].head = k + 1 < c->n_chunks ? (uint32_t)(k + 1) : 0;
    c->free_chunk = 1;
    for (size_t k = 0; k < GRAVEL_CALENDAR_WAITING; k++)
        c->waiting[k].bucket = SIZE_MAX;
    c->heap.n = c->n_sorted = c->next_sorted = 0;
    for (int stage = 0; stage < GRAVEL_PREFETCH_STAGES; stage++)
        c->upcoming[stage].n = 0;
}

/* Enter all events; false when out of memory. */
static bool
enter_all(struct gravel_calendar *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (gravel_calendar_owns(c, (int32_t)i) && !gravel_calendar_add_entry(c, (int32_t)i, c->time[i]))
            return false;
    return true;
}

bool
gravel_calendar_reload(struct gravel_calendar *c)
{
    const struct gravel_event_time first = find_earliest(c);
    clear(c);
    c->present = c->n_buckets;
    if (isinf(first.t))
        return false;
    c->present = 0;
    c->base = first.t;
    c->width = choose_width(c, first.t);
    c->inverse_width = 1.0 / c->width;
    if (!enter_all(c)) {
        clear(c);
        c->present = c->n_buckets;
        c->sorted[c->n_sorted++] = first;
    }
    return true;
}
