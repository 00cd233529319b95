/* What an engine passes to its listener: events, one structure for collisions (ED) and for finished contacts (MD), and
 * pushes, the momentum that one body gives to another across a contact. */
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

/* Momentum that body j gives to particle i.  A collision (ED) passes its impulse when it happens.  A contact that lasts
 * (MD) is passed when the caller samples the contacts (`contacts` in struct gravel_engine_ops): its present force times
 * the interval between samples, which in a steady state has the mean of the time integral of the force.  The column
 * engine of one dimension passes none: its clusters have no forces. */
struct gravel_push {
    int32_t i, j;        /* as in struct gravel_event */
    struct vec3 x;       /* centre of i [m]; outside a periodic box by less than a diameter at most */
    struct vec3 branch;  /* from the centre of j, or from the point of contact on the wall, to x [m] */
    struct vec3 impulse; /* on i, normal and tangential part [N s] */
    struct vec3 twist;   /* moment of the impulse on i about the centre of i [N m s] */
    struct vec3 twist_j; /* that of the opposite impulse about the centre of j, of a wall 0 [N m s] */
};

/* The engine calls `event` synchronously, in order of time t. NULL: no listener. */
struct gravel_sink {
    void *self;
    void (*event)(void *self, const struct gravel_event *event);
    void (*push)(void *self, const struct gravel_push *push);
};

#endif
