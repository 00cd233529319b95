/* Prefetch of the data of events that are due soon into the cache: the calendar calls `prefetch` for particle i with
 * stage 0, 1, ... GRAVEL_PREFETCH_STAGES - 1 as its event approaches; for some events it does not. */
#ifndef GRAVEL_ED_PREFETCH_H
#define GRAVEL_ED_PREFETCH_H

#include <stdint.h>

enum { GRAVEL_PREFETCH_STAGES = 3 };
struct gravel_prefetcher {
    void *self;
    void (*prefetch)(void *self, int32_t i, int stage);
};

#endif
