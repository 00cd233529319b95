/* Sorting of a few events. */
#ifndef GRAVEL_ED_EVENT_SORT_H
#define GRAVEL_ED_EVENT_SORT_H

#include "engines/ed/event_heap.h"

#include <math.h>

enum { GRAVEL_SORT_MAX = 8 };

/* Sort n entries: the rank of each is the number of earlier ones.  `size` >= n is a constant. */
static inline __attribute__((always_inline)) void
gravel_sort_events(struct gravel_event_time *entries, size_t n, size_t size)
{
    struct gravel_event_time copy[GRAVEL_SORT_MAX];
    size_t rank[GRAVEL_SORT_MAX] = {0};
    for (size_t a = 0; a < size; a++)
        copy[a] = a < n ? entries[a] : (struct gravel_event_time){INFINITY, INT32_MAX};
    for (size_t a = 1; a < size; a++)
        for (size_t b = 0; b < a; b++) {
            const bool first = gravel_event_before(copy[a], copy[b]);
            rank[b] += first;
            rank[a] += !first;
        }
    for (size_t a = 0; a < size; a++)
        entries[rank[a]] = copy[a];
}

#endif
