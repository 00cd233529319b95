/* The frame of a rotating drum: the system's first cylinder. */
#ifndef GRAVEL_CASES_MEASURE_DRUM_H
#define GRAVEL_CASES_MEASURE_DRUM_H

#include "cases/measure/measure.h"

struct gravel_drum {
    size_t wall;
    struct vec3 origin, axis;
    struct vec3 up;     /* against gravity, normal to the axis */
    struct vec3 uphill; /* normal to both, on the side that the wall carries upwards */
    double radius;      /* inside the spheres that line the wall [m] */
};

/* GRAVEL_INPUT when there is no cylinder, or gravity is along its axis. */
GRAVEL_MUST_USE enum gravel_status gravel_drum_of(const struct gravel_system *system, const char *name,
                                                  struct gravel_drum *drum, struct gravel_error *error);

/* Coordinates of a point: along uphill and up. */
static inline double
gravel_drum_side(const struct gravel_drum *drum, struct vec3 x)
{
    return v3_dot(v3_sub(x, drum->origin), drum->uphill);
}

static inline double
gravel_drum_height(const struct gravel_drum *drum, struct vec3 x)
{
    return v3_dot(v3_sub(x, drum->origin), drum->up);
}

#endif
