/* Bodies and courses for the tests of states and contacts that are, or are not, those of one motion. */
#ifndef GRAVEL_TESTS_UNIT_COURSE_WORLD_H
#define GRAVEL_TESTS_UNIT_COURSE_WORLD_H

#include "harness/run/course.h"

#include <math.h>

static inline struct gravel_material
smooth(void)
{
    return (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                    .restitution = 0.5,
                                    .contact_time = 1e-3,
                                    .rotation = true,
                                    .tangential_restitution = 1.0};
}

static inline struct gravel_particle
ball(double z, double v)
{
    return (struct gravel_particle){
        .x = {0, 0, z}, .v = {0, 0, v}, .radius = 0.5, .mass = 1.0, .inertia = 0.1, .attached = GRAVEL_FREE};
}

static inline struct gravel_system
system_of(struct gravel_particle *p, size_t n, double g)
{
    return (struct gravel_system){
        .dimension = 3, .n_particles = n, .particles = p, .gravity = {0, 0, -g}, .material = smooth()};
}

/* Two bodies that meet at t = 1 with 2 m/s and part with 1 m/s. */
static const struct gravel_event hit = {
    .t = 1.0, .i = 1, .j = 0, .normal = {0, 0, 1}, .approach = 2.0, .rebound = 1.0, .impulse = 1.5, .dissipated = 0.75};

#endif
