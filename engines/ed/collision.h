/* The collision rule: the only place where velocities change discontinuously. */
#ifndef GRAVEL_ED_COLLISION_H
#define GRAVEL_ED_COLLISION_H

#include "engines/core/vec.h"

#include <stdbool.h>

/* One body of a collision.  A wall, or a particle attached to a wall, has inverse_mass = inverse_inertia = 0, and v is
 * then the velocity of its surface at the contact point (omega = 0). */
struct gravel_collider {
    struct vec3 v, omega;   /* [m/s], [rad/s]; changed by the collision */
    double radius;          /* lever arm of the contact point [m] */
    double inverse_mass;    /* [1/kg] */
    double inverse_inertia; /* [1/(kg m^2)]; 0: the spin does not change */
};

struct gravel_impact {
    double approach;   /* normal speed before [m/s]; <= 0: the bodies separate and are unchanged */
    double impulse;    /* normal impulse on the first body [N s] */
    double dissipated; /* kinetic energy dissipated in the frame of the contact [J] */
    double work;       /* done on bodies of finite mass by those of infinite mass [J] */
    struct vec3 push;  /* normal and tangential impulse on the first body [N s] */
};

/* Normal approach speed of two bodies [m/s]; n is the unit vector from the second to the first. */
double gravel_collision_approach(const struct gravel_collider *a, const struct gravel_collider *b, struct vec3 n);

/* Push apart two bodies in contact whose approach speed has either sign depending on rounding: the smallest velocity
 * change that makes them separate, so that prediction does not find the same contact repeatedly. */
void gravel_collision_part(struct gravel_collider *a, struct gravel_collider *b, struct vec3 n);

/* Collide two bodies with restitutions e_n and e_t (e_t = 1: smooth) and Coulomb's limit on the tangential impulse
 * (friction 0: no limit; Walton).  PHYSICS.md 3; S1 Sec. 2, with 2/7 generalised to any inertia.
 * Changes v and omega of the bodies of finite mass, whose kinetic energy changes by (work - dissipated). */
struct gravel_impact gravel_collision(struct gravel_collider *a, struct gravel_collider *b, struct vec3 n,
                                      double restitution, double tangential, double friction);

#endif
