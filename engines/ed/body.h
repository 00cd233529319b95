/* The particle data that prediction needs, in one cache line.
 *
 * States are delayed: a body holds position and velocity at its own time t and is advanced only when it collides.
 * Between collisions a free body follows x + v h + g h^2/2, h = now - t; an attached one was at x at time t and moves
 * with its wall. */
#ifndef GRAVEL_ED_BODY_H
#define GRAVEL_ED_BODY_H

#include "engines/core/vec.h"

struct gravel_body {
    struct vec3 x; /* [m] */
    double t;      /* [s], relative to the engine's epoch */
    struct vec3 v; /* [m/s] */
    double radius; /* [m]; the full radius while bodies grow */
};
_Static_assert(sizeof(struct gravel_body) == 64, "a body is one cache line");

/* Position of a free body at time t [m]; `half_gravity` is g/2 [m/s^2]. */
static inline struct vec3
gravel_body_position(const struct gravel_body *body, struct vec3 half_gravity, double t)
{
    const double h = t - body->t;
    return v3_axpy(body->x, h, v3_axpy(body->v, h, half_gravity));
}

/* Velocity of a free body at time t [m/s]. */
static inline struct vec3
gravel_body_velocity(const struct gravel_body *body, struct vec3 half_gravity, double t)
{
    return v3_axpy(body->v, 2.0 * (t - body->t), half_gravity);
}

#endif
