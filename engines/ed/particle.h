/* The present state of one of the engine's particles. */
#ifndef GRAVEL_ED_PARTICLE_H
#define GRAVEL_ED_PARTICLE_H

#include "engines/ed/state.h"

/* Position of particle i at ed->now [m]: free, attached or absorbed. */
struct vec3 gravel_ed_position(const struct gravel_ed *ed, int32_t i);

/* Advance position, velocity and clock of the free particle i to ed->now. */
void gravel_ed_advance_to_present(struct gravel_ed *ed, int32_t i);

/* Lower bound of the gap [m] between wall w and a sphere at any time, apart from the wall's steady velocity.
 * Negative when they may overlap. */
double gravel_ed_wall_gap(const struct gravel_ed *ed, size_t w, struct vec3 centre, double radius);

/* Collision count of i's partner in a predicted collision; of no partner (-1), a number that is not used. */
static inline uint32_t
gravel_ed_stamp(const struct gravel_ed *ed, int32_t i, int32_t partner)
{
    return ed->count[partner >= 0 ? partner : i];
}

/* Set the query to the present state of a free particle. */
static inline void
gravel_ed_set_query(struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    ed->query.x = gravel_body_position(body, ed->query.half_gravity, ed->now);
    ed->query.v = gravel_body_velocity(body, ed->query.half_gravity, ed->now);
    ed->query.radius = body->radius;
    ed->query.now = ed->now;
}

#endif
