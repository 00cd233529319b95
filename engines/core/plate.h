/* A body in free flight above an oscillating plate: where the plate is, when the body touches it, when it leaves a
 * plate on which it rests (engines/PHYSICS.md section 3).
 *
 * Heights are measured along the plate's normal, on the body's side.  Position of the plate at time t:
 * mean + velocity t + A sin(omega t + phase).  The gap to a body on the parabola z + v s - g s^2/2 has the second
 * derivative -g + A omega^2 sin(omega t + phase), which changes sign only at two known phases: `lift` = asin(g/(A
 * omega^2)) and pi - lift.  Between them the gap is convex (the plate falls away faster than g), elsewhere concave.  On
 * either kind of stretch Newton's iteration from the proper end approaches the contact from one side, so that no
 * contact is missed. */
#ifndef GRAVEL_CORE_PLATE_H
#define GRAVEL_CORE_PLATE_H

#include "engines/core/wall.h"

#include <stdbool.h>

struct gravel_plate {
    double mean, velocity;          /* [m], [m/s]: the centre of the oscillation and its drift */
    double amplitude, omega, phase; /* [m], [rad/s], [rad]; amplitude >= 0, omega > 0 where it oscillates */
    double gravity;                 /* g [m/s^2] towards the plate; negative: away from it */
    double lift, convex;            /* phase [rad] at which the gap becomes convex, and for how long, in [0, 2 pi] */
};

struct gravel_vertical {
    double z, v; /* [m], [m/s] */
};

/* A contact time: known, or a time before which there is no contact. */
struct gravel_plate_landing {
    double t;   /* [s]; INFINITY: never */
    bool exact; /* false: call again with `from` = t */
};

/* Set `lift` and `convex` from the other members. */
void gravel_plate_init(struct gravel_plate *plate);

/* The plane `wall` seen from the side to which `side` * axis points (side = +1 or -1), with time counted from t and
 * heights from the present mean position; `gravity` [m/s^2] is the acceleration of the body. */
struct gravel_plate gravel_plate_of_wall(const struct gravel_wall *wall, double t, double side, struct vec3 gravity);

/* Position [m] and velocity [m/s] at time t. */
struct gravel_vertical gravel_plate_motion(const struct gravel_plate *plate, double t);

/* Whether the plate accelerates downwards by more than g at time t, so that no body rests on it. */
bool gravel_plate_drops(const struct gravel_plate *plate, double t);

/* First time from t on at which a resting body leaves the plate [s]; INFINITY if never. */
double gravel_plate_liftoff(const struct gravel_plate *plate, double t);

/* End [s] of the convex stretch that t is in or that begins at t. */
double gravel_plate_drop_end(const struct gravel_plate *plate, double t);

/* Next contact, from time `from` on, of a body whose lowest point is at z [m] with velocity v [m/s] at time t <= from.
 * A body that touches the plate and approaches it is in contact now.  What is beyond the time `end` [s] need not be
 * found: the result may then be INFINITY. */
struct gravel_plate_landing gravel_plate_landing(const struct gravel_plate *plate, double t, double z, double v,
                                                 double from, double end);

/* First h >= 0 [s] at which f + df h + acc h^2/2 falls to zero; INFINITY if never.  A value below zero by rounding that
 * rises counts when it falls again.  The form does not cancel. */
double gravel_fall_time(double f, double df, double acc);

/* Time from now [s] to the first contact within `horizon` of a sphere on x + v h + gravity h^2/2 with the plane `wall`,
 * whose time is t now; INFINITY if there is none.  The sphere is on the side of the plane where its centre is; one that
 * overlaps the plane by rounding touches now if it approaches. */
double gravel_plate_contact_time(const struct gravel_wall *wall, double t, struct vec3 x, struct vec3 v,
                                 struct vec3 gravity, double radius, double horizon);

#endif
