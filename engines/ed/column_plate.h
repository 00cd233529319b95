/* The plate below a column: where it is, when a bead meets it, when it lets a resting stack go.
 *
 * Position of the plate at time t:  mean + velocity t + A sin(omega t + phase).  The gap to a bead on the
 * parabola z + v s - g s^2/2 has the second derivative -g + A omega^2 sin(omega t + phase), which changes
 * sign only at two known phases: `lift`, and pi - lift.  Between them the gap is convex (the plate falls away
 * faster than g), elsewhere concave, and a Newton iteration from the right end approaches the contact from
 * one side without ever jumping over it. */
#ifndef GRAVEL_ED_COLUMN_PLATE_H
#define GRAVEL_ED_COLUMN_PLATE_H

#include <stdbool.h>

struct column_plate {
    double mean, velocity;          /* [m], [m/s]: the centre of the oscillation and its drift */
    double amplitude, omega, phase; /* [m], [rad/s], [rad] */
    double gravity;                 /* [m/s^2], >= 0, downwards */
    double lift;                    /* asin(g / (A omega^2)) [rad]; NAN: the plate never falls faster than g */
};

struct column_motion {
    double z, v; /* [m], [m/s] */
};

/* A contact time: known, or a time before which there is no contact. */
struct column_landing {
    double t;   /* [s]; INFINITY: the bead never comes back */
    bool exact; /* false: look again at t */
};

/* Amplitude and gravity must not be negative. */
void column_plate_init(struct column_plate *plate);

struct column_motion column_plate_motion(const struct column_plate *plate, double t);

/* Whether the plate falls faster than g at time t, so that nothing can rest on it. */
bool column_plate_drops(const struct column_plate *plate, double t);

/* First time from t on at which the plate lets a resting body go; INFINITY if never. */
double column_plate_liftoff(const struct column_plate *plate, double t);

/* End of the fast fall that t lies in or that begins at t. */
double column_plate_drop_end(const struct column_plate *plate, double t);

/* Next contact, from time `from` on, of a bead that is at z with velocity v at time t <= from.  A bead that
 * touches the plate and approaches it is in contact now. */
struct column_landing column_plate_landing(const struct column_plate *plate, double t, double z, double v, double from);

#endif
