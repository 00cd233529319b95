/* The plate below a column: its motion, the contact time of a bead, and the lift-off time of resting beads.
 *
 * Position of the plate at time t:  mean + velocity t + A sin(omega t + phase).  The gap to a bead on the
 * parabola z + v s - g s^2/2 has the second derivative -g + A omega^2 sin(omega t + phase), which changes
 * sign only at two known phases: `lift`, and pi - lift.  Between them the gap is convex (the plate accelerates
 * downwards faster than g), elsewhere concave, and a Newton iteration from the right end of an interval converges to
 * the contact time from one side and never passes it. */
#ifndef GRAVEL_ED_COLUMN_PLATE_H
#define GRAVEL_ED_COLUMN_PLATE_H

#include <stdbool.h>

struct gravel_column_plate {
    double mean, velocity;          /* [m], [m/s]: centre of the oscillation at t = 0 and its velocity */
    double amplitude, omega, phase; /* [m], [rad/s], [rad] */
    double gravity;                 /* [m/s^2], >= 0, downwards */
    double lift;                    /* asin(g / (A omega^2)) [rad]; NAN: the plate never accelerates faster than g */
};

/* Height [m] and velocity [m/s] of a body on the line. */
struct gravel_column_motion {
    double z, v;
};

/* Predicted contact of a bead with the plate. */
struct gravel_column_landing {
    double t;   /* [s]; INFINITY: no contact */
    bool exact; /* true: t is the contact time; false: there is no contact before t, predict again at t */
};

/* Set plate->lift from the other fields.  Amplitude and gravity must not be negative. */
void gravel_column_plate_init(struct gravel_column_plate *plate);

/* Position and velocity of the plate at time t [s]. */
struct gravel_column_motion gravel_column_plate_motion(const struct gravel_column_plate *plate, double t);

/* Whether the plate accelerates downwards faster than g at time t [s], so that no bead can rest on it. */
bool gravel_column_plate_drops(const struct gravel_column_plate *plate, double t);

/* First time >= t [s] at which the plate's downward acceleration exceeds g and resting beads lift off; INFINITY if
 * never. */
double gravel_column_plate_liftoff(const struct gravel_column_plate *plate, double t);

/* End [s] of the interval of downward acceleration above g that contains t or begins at t. */
double gravel_column_plate_drop_end(const struct gravel_column_plate *plate, double t);

/* Next contact, at a time >= `from` [s], of a bead at height z [m] with velocity v [m/s] at time t <= from.  A bead
 * that touches the plate at `from` and approaches it is in contact then.  Cost: a few Newton iterations. */
struct gravel_column_landing gravel_column_plate_landing(const struct gravel_column_plate *plate, double t, double z,
                                                         double v, double from);

#endif
