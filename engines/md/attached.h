/* Particles that are attached to walls and move with them.
 *
 * An attached particle keeps the arm from its wall's origin in the wall's frame at t = 0; its position at time t is
 * origin(t) + R(angle(t)) arm. */
#ifndef GRAVEL_MD_ATTACHED_H
#define GRAVEL_MD_ATTACHED_H

#include "engines/md/state.h"

/* Attach particle i to the wall, at its present position and the time md->t; md->arm and md->attached exist. */
void gravel_md_attach(struct gravel_md *md, size_t i, int32_t wall);

/* Positions [m], velocities [m/s] and spins [1/s] at the time t of the span's attached particles, into
 * x, v, omega [of.end - of.begin]; other particles are left as they are. */
void gravel_md_attached_move(const struct gravel_md *md, double t, struct gravel_md_span of, struct vec3 *x,
                             struct vec3 *v, struct vec3 *omega);

#endif
