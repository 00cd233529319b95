/* Events that an engine passes to its listener: one structure for collisions (ED) and for finished contacts (MD). */
#ifndef GRAVEL_CORE_EVENT_H
#define GRAVEL_CORE_EVENT_H

#include "engines/core/vec.h"

#include <stdint.h>

struct gravel_event {
    double t;           /* when the collision happened, or when the contact ended [s] */
    double duration;    /* 0 for ED; t - duration is when the contact began [s] */
    int32_t i;          /* a particle */
    int32_t j;          /* the other particle, or -1 - w for wall w */
    struct vec3 normal; /* from j (or the wall) to i, at the start */
    double approach;    /* normal approach speed at the start, > 0 [m/s] */
    double rebound;     /* normal separation speed at the end [m/s]; e = rebound/approach */
    double impulse;     /* normal impulse on i [N s] */
    double dissipated;  /* energy lost [J] */
    double overlap;     /* largest overlap [m]; 0 for ED */
};

/* The engine calls `event` synchronously, in order of time t. NULL: no listener. */
struct gravel_sink {
    void *self;
    void (*event)(void *self, const struct gravel_event *event);
};

#endif
