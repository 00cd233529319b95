/* The column's state, shared by its files:
 *   column.c        the engine: calendar, loop, what it reports
 *   column_create.c its beginning
 *   column_lrv.c    contacts: single collisions, clusters, the largest-relative-velocity procedure
 *   column_plate.c  the oscillating plate
 *
 * Beads move on a line and never change their order, so their diameters drop out: z is the height of a bead's
 * centre less that of the stack of diameters below it, and touching beads have equal z (S3 Eq. 9). Pair k is
 * bead k with bead k - 1, pair 0 is bead 0 with the plate.  A linked pair touches and moves as one; a maximal
 * run of linked pairs is a cluster, and the run that begins at pair 0 rests on the plate.
 *
 * Invariants between events: beads of a cluster have the same t, z and v; beads 0 .. n_resting - 1 are those
 * of the linked run from pair 0, and their t, z, v are not kept, the plate's motion is theirs; the calendar
 * holds for every pair the time of its next event, INFINITY for linked pairs and for pairs that separate.
 * Times are counted from `origin`, which moves on by whole periods of the plate so that phases stay sharp. */
#ifndef GRAVEL_ED_COLUMN_H
#define GRAVEL_ED_COLUMN_H

#include "engines/ed/column_plate.h"
#include "engines/engine.h"

#include <stdbool.h>
#include <stddef.h>

struct column_bead {
    double t, z, v; /* at time t: reduced height and velocity; free flight from then on */
    double mass;
};

struct column_pair {
    double m_red, low_share, high_share; /* m_red/m of the lower and the upper body */
    double restitution;                  /* if it does not depend on the velocity, else NAN */
    double diameter;                     /* mean diameter [m] */
    bool linked;
};

/* A running sum with its rounding error carried along (Kahan). */
struct column_sum {
    double value, carry;
};

static inline void
column_sum_add(struct column_sum *sum, double x)
{
    const double y = x - sum->carry, t = sum->value + y;
    sum->carry = (t - sum->value) - y;
    sum->value = t;
}

/* A node of the calendar: the earlier of its two children. */
struct column_due {
    double t;
    size_t pair;
};

struct column {
    struct gravel_system system; /* the initial state, for all that does not change */
    struct gravel_sink sink;
    size_t n;
    size_t *particle; /* of every bead, its index in the system */
    double *offset;   /* of every bead, particle height less reduced height */
    struct column_bead *beads;
    struct column_pair *pairs;
    struct column_due *calendar; /* a binary tree: root at 1, leaf of pair k at n_leaves + k */
    size_t n_leaves;

    bool has_plate;
    size_t wall; /* index of the plate */
    struct column_plate plate;
    double gravity, cutoff;
    double now, horizon; /* present time and largest useful time, both from the origin */
    double laps, origin; /* the origin is that many horizons after t = 0 */

    bool landing_exact; /* whether the lowest free bead's landing time is a contact time or only a bound */
    size_t n_resting;
    double resting_since; /* up to when the plate's work on the resting beads is in the books */
    struct column_sum work, dissipated;
    struct gravel_counters counters;
};

/* State of bead i, which is not resting, at time t. */
static inline struct column_motion
column_flight(const struct column *column, size_t i, double t)
{
    const struct column_bead *bead = &column->beads[i];
    const double s = t - bead->t, gs = column->gravity * s;
    return (struct column_motion){bead->z + s * (bead->v - 0.5 * gs), bead->v - gs};
}

static inline struct column_motion
column_motion(const struct column *column, size_t i, double t)
{
    return i < column->n_resting ? column_plate_motion(&column->plate, t) : column_flight(column, i, t);
}

/* See struct gravel_engine_ops. */
enum gravel_status column_create(void **engine, const struct gravel_system *system,
                                 const struct gravel_options *options, const struct gravel_sink *sink,
                                 struct gravel_error *error);
void column_destroy(void *engine);

/* Normal restitution of pair k at approach speed u. */
double column_restitution(const struct column *column, size_t k, double u);

/* Enter the plate's work on the resting beads up to time t. */
void column_settle_work(struct column *column, double t);
/* The work not yet entered at time t. */
double column_pending_work(const struct column *column, double t);

/* What an event leaves to do: predict pairs first .. last anew, the plate's not before landing_from. */
struct column_change {
    size_t first, last;
    double landing_from;
};

/* Predict the events of the pairs that changed at time t, and set the calendar right. */
void column_predict(struct column *column, double t, struct column_change change);

/* Pair k comes into contact at time t: collide, and regroup what touches it. */
struct column_change column_contact(struct column *column, size_t k, double t);

/* The plate falls away from the beads resting on it. */
struct column_change column_lift_off(struct column *column, double t);

#endif
