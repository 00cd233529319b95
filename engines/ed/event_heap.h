/* Binary heap of the times of events; of equal times the event of the smaller particle number is first. */
#ifndef GRAVEL_ED_EVENT_HEAP_H
#define GRAVEL_ED_EVENT_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Time [s] of the event of particle i. */
struct gravel_event_time {
    double t;
    int32_t i;
};

struct gravel_event_heap {
    struct gravel_event_time *item; /* item[0] is the earliest; owned by the user of the heap */
    size_t n, capacity;
};

/* Without branches, because the result is random and branches on it would be mispredicted. */
static inline bool
gravel_event_before(struct gravel_event_time a, struct gravel_event_time b)
{
    return (a.t < b.t) | ((a.t == b.t) & (a.i < b.i));
}

/* Add an event; n < capacity. */
static inline void
gravel_event_heap_push(struct gravel_event_heap *heap, struct gravel_event_time new)
{
    size_t k = heap->n++;
    while (k > 0 && gravel_event_before(new, heap->item[(k - 1) / 2])) {
        heap->item[k] = heap->item[(k - 1) / 2];
        k = (k - 1) / 2;
    }
    heap->item[k] = new;
}

/* Remove the earliest event; n > 0. */
static inline void
gravel_event_heap_pop(struct gravel_event_heap *heap)
{
    const struct gravel_event_time last = heap->item[--heap->n];
    size_t k = 0, child;
    while ((child = 2 * k + 1) < heap->n) {
        if (child + 1 < heap->n && gravel_event_before(heap->item[child + 1], heap->item[child]))
            child++;
        if (!gravel_event_before(heap->item[child], last))
            break;
        heap->item[k] = heap->item[child];
        k = child;
    }
    heap->item[k] = last;
}

#endif
