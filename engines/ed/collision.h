/* The collision rule: the one place where velocities jump. */
#ifndef GRAVEL_ED_COLLISION_H
#define GRAVEL_ED_COLLISION_H

#include "engines/core/vec.h"

#include <stdbool.h>

/* One side of a contact.  A wall, or a particle that a wall holds, has inverse_mass = inverse_inertia = 0,
 * and v is then the velocity of its surface at the contact point (omega = 0). */
struct gravel_collider {
    struct vec3 v, omega;   /* changed by the collision */
    double radius;          /* lever arm of the contact point [m] */
    double inverse_mass;    /* [1/kg] */
    double inverse_inertia; /* [1/(kg m^2)]; 0: the spin does not change */
};

struct gravel_impact {
    double approach;   /* normal speed before [m/s]; <= 0: the bodies separate and nothing was done */
    double impulse;    /* normal impulse on the first body [N s] */
    double dissipated; /* kinetic energy lost in the frame of the contact [J] */
    double work;       /* done on the moving bodies by those of infinite mass [J] */
};

/* Normal approach speed of two bodies; n is the unit vector from the second to the first. */
double gravel_collision_approach(const struct gravel_collider *a, const struct gravel_collider *b, struct vec3 n);

/* Part two bodies that touch at a speed which rounding sees as approach in one form and as separation in
 * another: the smallest push that decides it, so that prediction does not find the same contact again and
 * again. */
void gravel_collision_part(struct gravel_collider *a, struct gravel_collider *b, struct vec3 n);

/* Collide with restitutions e_n and e_t (e_t = 1: smooth) and Coulomb's limit on the tangential impulse
 * (friction 0: no limit; Walton).  PHYSICS.md 3; S1 Sec. 2, with 2/7 generalised to any inertia.
 * After it, (work - dissipated) is the change of kinetic energy of the bodies of finite mass. */
struct gravel_impact gravel_collision(struct gravel_collider *a, struct gravel_collider *b, struct vec3 n,
                                      double restitution, double tangential, double friction);

#endif
