/* Planes that a constant force pushes along their axis, and contacts push back (struct gravel_servo): M u' = F + f - c
 * u with the velocity u along the axis and the force f of the particles, by the semi-implicit Euler method after every
 * step.  Within a step the plane has a constant velocity, so that its work on the particles is that of any moving wall;
 * with forces in the middle of a step it turns there.
 *
 * Between forces without loss the method is of second order with every integrator (tests/unit/test_md_servo.c).  Of
 * first order are the damping c, the dashpots at the plane, which see its velocity of half a step before, and the first
 * step from a start out of balance, except with position Verlet. */
#ifndef GRAVEL_MD_SERVO_H
#define GRAVEL_MD_SERVO_H

#include "engines/md/state.h"

/* Allocate md->servo_force if a wall has a servo.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_servo_create(struct gravel_md *md, struct gravel_error *error);

/* Set the planes' velocities for the step after md->t from the forces of the last one.  Error: GRAVEL_PHYSICS, a plane
 * is so light that the step does not resolve its own oscillation on the contacts that it has now.  O(pairs at walls).
 */
GRAVEL_MUST_USE enum gravel_status gravel_md_servo_step(struct gravel_md *md, struct gravel_error *error);

#endif
