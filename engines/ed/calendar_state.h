/* State of the calendar `fast`, shared by its files; the method is described in calendar.c:
 *
 *   calendar.c       schedules events, opens the buckets in the order of time and finds the earliest event
 *   calendar_load.c  chooses the width of the buckets and enters all events */
#ifndef GRAVEL_ED_CALENDAR_STATE_H
#define GRAVEL_ED_CALENDAR_STATE_H

#include "engines/core/array.h"
#include "engines/ed/event_heap.h"
#include "engines/ed/event_sort.h"
#include "engines/ed/prefetch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GRAVEL_CALENDAR_ENTRIES = 7, /* of a bucket or chunk, so that two are one cache line */
    GRAVEL_CALENDAR_WAITING = 4,
};

/* A bucket has the latest of its entries, and chunks the others, all of them full. */
struct gravel_calendar_chunk {
    int32_t i[GRAVEL_CALENDAR_ENTRIES];
    uint32_t
        head; /* of a bucket: 8 * older chunk + entries here; of a chunk: older chunk, or the next free one; 0: none */
};
_Static_assert(sizeof(struct gravel_calendar_chunk) == 32, "a chunk is half a cache line");

/* Valid entries of a bucket before it is opened, for the prefetch: at most two chunks. */
struct gravel_calendar_upcoming {
    int32_t i[2 * GRAVEL_CALENDAR_ENTRIES];
    int32_t n;
};

/* An entry on its way into a bucket, which is fetched into the cache meanwhile. */
struct gravel_calendar_waiting {
    size_t bucket; /* SIZE_MAX: no entry */
    int32_t i;
};

struct gravel_calendar {
    size_t n, n_buckets, n_chunks;
    double *time;
    const uint8_t *owner; /* of a part: the part that has each particle; NULL: all are here */
    uint8_t part;
    struct gravel_calendar_chunk *bucket, *chunk; /* chunk 0 is not used */
    /* Events of the opened bucket; those that exceed the array are in the heap. */
    struct gravel_event_time sorted[GRAVEL_SORT_MAX + 1];
    struct gravel_event_heap heap;
    size_t next_sorted, n_sorted, present;
    uint32_t free_chunk;                                             /* first of the free chunks; 0: none */
    struct gravel_calendar_waiting waiting[GRAVEL_CALENDAR_WAITING]; /* a ring */
    uint32_t longest;                                                /* the one that has waited longest */
    /* Of the buckets present + GRAVEL_PREFETCH_STAGES - 1 ... present. */
    struct gravel_calendar_upcoming upcoming[GRAVEL_PREFETCH_STAGES];
    double base, width, inverse_width;
    struct gravel_prefetcher prefetcher;
};

/* Whether particle i is in this calendar.  The times of others may be changed by another thread meanwhile. */
static inline bool
gravel_calendar_owns(const struct gravel_calendar *c, int32_t i)
{
    return c->owner == NULL || c->owner[i] == c->part;
}

/* Add an event to the heap; false when out of memory. */
static inline bool
gravel_calendar_push(struct gravel_calendar *c, struct gravel_event_time event)
{
    struct gravel_event_heap *const heap = &c->heap;
    if (heap->n == heap->capacity && !gravel_array_grow(&heap->item, &heap->capacity, heap->n + 1, sizeof *heap->item))
        return false;
    gravel_event_heap_push(heap, event);
    return true;
}

/* Move the entries of a full bucket into a chunk; false when there is no free one. */
static inline bool
gravel_calendar_empty_bucket(struct gravel_calendar *c, struct gravel_calendar_chunk *bucket)
{
    const uint32_t new = c->free_chunk;
    if (new == 0)
        return false;
    c->free_chunk = c->chunk[new].head;
    c->chunk[new] = *bucket;
    c->chunk[new].head = bucket->head >> 3;
    bucket->head = new << 3;
    return true;
}

/* Put a waiting entry, if it is one, into its bucket; false when there is no memory for it. */
static inline bool
gravel_calendar_put(struct gravel_calendar *c, struct gravel_calendar_waiting entry)
{
    if (entry.bucket == SIZE_MAX)
        return true;
    struct gravel_calendar_chunk *bucket = &c->bucket[entry.bucket];
    if ((bucket->head & 7u) == GRAVEL_CALENDAR_ENTRIES && !gravel_calendar_empty_bucket(c, bucket))
        return false;
    bucket->i[bucket->head & 7u] = entry.i;
    bucket->head++;
    return true;
}

/* Add the entry (t, i); false when there is no memory for it or for the one that has waited longest. */
static inline bool
gravel_calendar_add_entry(struct gravel_calendar *c, int32_t i, double t)
{
    const double place = (t - c->base) * c->inverse_width;
    if (!(place < (double)c->n_buckets))
        return true;
    if (place < (double)(c->present + 1))
        return gravel_calendar_push(c, (struct gravel_event_time){t, i});
    const struct gravel_calendar_waiting entry = {(size_t)place, i}, longest = c->waiting[c->longest];
    __builtin_prefetch(&c->bucket[entry.bucket], 1);
    c->waiting[c->longest] = entry;
    c->longest = (c->longest + 1) % GRAVEL_CALENDAR_WAITING;
    return gravel_calendar_put(c, longest);
}

#endif
