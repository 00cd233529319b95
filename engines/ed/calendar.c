/* Bounded-increment calendar (Paul 2007, J. Comput. Phys. 221, 615), O(1) an event.
 *
 * time[i] is the time of the event of particle i.  Buckets of equal width after `base` hold the numbers of particles
 * whose event may be due in them: an entry is valid only while time[i] lies in the bucket, so that rescheduling is one
 * append and no entry is ever deleted.  The last few entries wait until their buckets are in the cache.  When a bucket
 * is opened, its entries (t, i) are sorted into an array; entries that exceed the array, and later ones for this
 * bucket, go into a binary heap.  Both are valid only while time[i] == t.  Events beyond the last bucket have no entry;
 * when all buckets or the memory for entries are used up, the calendar is loaded again from time[] in O(n), which
 * happens once in several n events.  When the heap cannot grow, the earliest event alone is in the array, and every
 * event costs such a search.
 *
 * The data of a bucket is small, because most of it is read from distant caches: an entry has four bytes, and the
 * memory of an opened bucket is used again at once.
 *
 * Which entries are valid and which bucket is empty is random, so branches on it would be mispredicted: the code that
 * runs for every entry has none.
 *
 * Invariant: every i with time[i] inside the window has an entry in its bucket, or in the sorted array or the heap if
 * its bucket is the present one or a past one; or the entry is waiting. */
#include "engines/ed/calendar.h"

#include "engines/ed/calendar_load.h"
#include "engines/ed/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
destroy(void *calendar)
{
    struct gravel_calendar *c = calendar;
    if (c == NULL)
        return;
    if (c->owner == NULL)
        free(c->time);
    free(c->bucket);
    free(c->chunk);
    free(c->heap.item);
    free(c);
}

/* The calendar without its times; NULL when out of memory. */
static struct gravel_calendar *
create_buckets(size_t n, const struct gravel_prefetcher *prefetcher)
{
    struct gravel_calendar *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->n = n;
    if (prefetcher != NULL)
        c->prefetcher = *prefetcher;
    c->n_buckets = n / 4 + 16;
    c->n_chunks = 2 + n / GRAVEL_CALENDAR_ENTRIES + n / 16 + 16;
    c->bucket = gravel_ed_memory(c->n_buckets, sizeof *c->bucket);
    c->chunk = gravel_ed_memory(c->n_chunks, sizeof *c->chunk);
    c->present = c->n_buckets;
    if (c->bucket != NULL && c->chunk != NULL) {
        memset(c->bucket, 0, c->n_buckets * sizeof *c->bucket);
        return c;
    }
    destroy(c);
    return NULL;
}

static enum gravel_status
create(void **calendar, size_t n, const struct gravel_prefetcher *prefetcher, struct gravel_error *error)
{
    struct gravel_calendar *c = create_buckets(n, prefetcher);
    if (c == NULL)
        return gravel_no_memory(error);
    c->time = gravel_ed_memory(n, sizeof *c->time);
    if (c->time == NULL) {
        destroy(c);
        return gravel_no_memory(error);
    }
    for (size_t i = 0; i < n; i++)
        c->time[i] = INFINITY;
    *calendar = c;
    return GRAVEL_OK;
}

enum gravel_status
gravel_calendar_part_create(void **calendar, size_t n, double *time, const uint8_t *owner, uint8_t part,
                            const struct gravel_prefetcher *prefetcher, struct gravel_error *error)
{
    struct gravel_calendar *c = create_buckets(n, prefetcher);
    if (c == NULL)
        return gravel_no_memory(error);
    c->time = time;
    c->owner = owner;
    c->part = part;
    *calendar = c;
    return GRAVEL_OK;
}

static void
enter(struct gravel_calendar *c, int32_t i, double t)
{
    if (c->present == c->n_buckets)
        c->n_sorted = c->next_sorted = 0; /* what a reload without memory has left there may not be the first now */
    else if (!gravel_calendar_add_entry(c, i, t))
        gravel_calendar_reload(c);
}

static void
schedule(void *calendar, int32_t i, double t)
{
    struct gravel_calendar *c = calendar;
    c->time[i] = t;
    enter(c, i, t);
}

void
gravel_calendar_part_enter(void *part, int32_t i)
{
    struct gravel_calendar *c = part;
    enter(c, i, c->time[i]);
}

/* Whether an entry i of bucket k is valid. */
static bool
due(const struct gravel_calendar *c, int32_t i, size_t k)
{
    return gravel_calendar_owns(c, i) && (c->time[i] - c->base) * c->inverse_width < (double)(k + 1);
}

/* Prefetch the entries of bucket k, and later their times. */
static void
prefetch_entries(const struct gravel_calendar *c, size_t k)
{
    if (k < c->n_buckets)
        __builtin_prefetch(&c->bucket[k]);
}

static void
prefetch_times(const struct gravel_calendar *c, size_t k)
{
    const uint32_t n = k < c->n_buckets ? c->bucket[k].head & 7u : 0;
    for (uint32_t m = 0; m < n; m++)
        __builtin_prefetch(&c->time[c->bucket[k].i[m]]);
}

/* Collect the valid entries of bucket k. */
static void
collect_upcoming(const struct gravel_calendar *c, size_t k, struct gravel_calendar_upcoming *upcoming)
{
    int32_t n = 0;
    if (k < c->n_buckets) {
        const struct gravel_calendar_chunk *chunk = &c->bucket[k];
        uint32_t older = chunk->head >> 3, n_entries = chunk->head & 7u;
        for (;;) {
            for (uint32_t m = 0; m < n_entries; m++) {
                upcoming->i[n] = chunk->i[m];
                n += due(c, chunk->i[m], k);
            }
            if (older == 0 || n > GRAVEL_CALENDAR_ENTRIES)
                break;
            chunk = &c->chunk[older];
            older = chunk->head;
            n_entries = GRAVEL_CALENDAR_ENTRIES;
        }
    }
    upcoming->n = n;
}

/* Prefetch the data of the present bucket, which is opened next, and of those after it. */
static void
prefetch_ahead(struct gravel_calendar *c)
{
    prefetch_entries(c, c->present + GRAVEL_PREFETCH_STAGES + 1);
    prefetch_times(c, c->present + GRAVEL_PREFETCH_STAGES);
    for (int stage = GRAVEL_PREFETCH_STAGES - 1; stage > 0; stage--)
        c->upcoming[stage] = c->upcoming[stage - 1];
    collect_upcoming(c, c->present + GRAVEL_PREFETCH_STAGES - 1, &c->upcoming[0]);
    for (int stage = 0; stage < GRAVEL_PREFETCH_STAGES; stage++)
        for (int32_t m = 0; m < c->upcoming[stage].n; m++)
            c->prefetcher.prefetch(c->prefetcher.self, c->upcoming[stage].i[m], stage);
}

static void
sort_entries(struct gravel_calendar *c)
{
    if (c->n_sorted <= GRAVEL_SORT_MAX / 2)
        gravel_sort_events(c->sorted, c->n_sorted, GRAVEL_SORT_MAX / 2);
    else
        gravel_sort_events(c->sorted, c->n_sorted, GRAVEL_SORT_MAX);
}

/* Move the last entry of the full sorted array into the heap; false when out of memory. */
static bool
spill(struct gravel_calendar *c)
{
    return gravel_calendar_push(c, c->sorted[--c->n_sorted]);
}

/* Put the valid ones of n entries of the present bucket into the array; false when there is no room for them. */
static inline bool
take_entries(struct gravel_calendar *c, const int32_t *i, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        if (!gravel_calendar_owns(c, i[k]))
            continue;
        c->sorted[c->n_sorted] = (struct gravel_event_time){c->time[i[k]], i[k]};
        c->n_sorted += due(c, i[k], c->present);
        if (c->n_sorted > GRAVEL_SORT_MAX && !spill(c))
            return false;
    }
    return true;
}

/* Put the waiting entries of the present bucket into it. */
static bool
take_waiting(struct gravel_calendar *c)
{
    bool room = true;
    for (uint32_t k = 0; k < GRAVEL_CALENDAR_WAITING; k++)
        if (c->waiting[k].bucket == c->present) {
            room = room && gravel_calendar_put(c, c->waiting[k]);
            c->waiting[k].bucket = SIZE_MAX;
        }
    return room;
}

/* Sort the valid entries of the next bucket into the array. */
static void
open_bucket(struct gravel_calendar *c)
{
    c->present++;
    if (c->present == c->n_buckets)
        return;
    if (c->prefetcher.prefetch != NULL)
        prefetch_ahead(c);
    bool room = take_waiting(c);
    struct gravel_calendar_chunk *const bucket = &c->bucket[c->present];
    uint32_t older = bucket->head >> 3;
    c->next_sorted = c->n_sorted = 0;
    room = room && take_entries(c, bucket->i, bucket->head & 7u);
    bucket->head = 0;
    while (room && older != 0) {
        struct gravel_calendar_chunk *const chunk = &c->chunk[older];
        const uint32_t next = chunk->head;
        room = take_entries(c, chunk->i, GRAVEL_CALENDAR_ENTRIES);
        chunk->head = c->free_chunk;
        c->free_chunk = older;
        older = next;
    }
    if (room)
        sort_entries(c);
    else
        gravel_calendar_reload(c);
}

/* Whether the next entry is in the heap rather than in the sorted array; at least one of them is not empty. */
static bool
heap_is_first(const struct gravel_calendar *c)
{
    return c->heap.n > 0 &&
           (c->next_sorted == c->n_sorted || gravel_event_before(c->heap.item[0], c->sorted[c->next_sorted]));
}

static void
drop_first(struct gravel_calendar *c, bool from_heap)
{
    if (from_heap)
        gravel_event_heap_pop(&c->heap);
    else
        c->next_sorted++;
}

/* Find the earliest event, which stays where it is: at the head of the heap or of the sorted array.  False when there
 * is none. */
static bool
find_first(struct gravel_calendar *c, struct gravel_event_time *first, bool *from_heap)
{
    for (;;) {
        while (c->next_sorted < c->n_sorted || c->heap.n > 0) {
            *from_heap = heap_is_first(c);
            *first = *from_heap ? c->heap.item[0] : c->sorted[c->next_sorted];
            if (gravel_calendar_owns(c, first->i) && c->time[first->i] == first->t)
                return true;
            drop_first(c, *from_heap);
        }
        if (c->present == c->n_buckets) {
            if (!gravel_calendar_reload(c))
                return false;
        } else {
            open_bucket(c);
        }
    }
}

static bool
next(void *calendar, double limit, int32_t *i, double *t)
{
    struct gravel_calendar *c = calendar;
    struct gravel_event_time first;
    bool from_heap;
    if (!find_first(c, &first, &from_heap) || first.t > limit)
        return false;
    drop_first(c, from_heap);
    *i = first.i;
    *t = first.t;
    c->time[first.i] = INFINITY;
    return true;
}

bool
gravel_calendar_part_first(void *part, struct gravel_event_time *first)
{
    bool from_heap;
    return find_first(part, first, &from_heap);
}

void
gravel_calendar_part_reload(void *part)
{
    gravel_calendar_reload(part);
}

static void
rebase(void *calendar, double shift)
{
    struct gravel_calendar *c = calendar;
    for (size_t i = 0; i < c->n; i++)
        c->time[i] -= shift;
    gravel_calendar_reload(c);
}

static void
archive_times(void *calendar, struct gravel_archive *archive)
{
    struct gravel_calendar *c = calendar;
    GRAVEL_ARCHIVE_ARRAY(archive, c->time, c->n);
    if (archive->loads)
        gravel_calendar_reload(c);
}

const struct gravel_calendar_ops gravel_calendar_fast = {
    .name = "fast",
    .method = "bounded-increment calendar with a binary heap for the present bucket",
    .reference = "Paul 2007, J. Comput. Phys. 221, 615",
    .create = create,
    .destroy = destroy,
    .schedule = schedule,
    .next = next,
    .rebase = rebase,
    .archive = archive_times,
};
