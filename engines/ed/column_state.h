/* The state of the 1D column engine, shared by its files:
 *   column.c           the engine: loop, snapshot, energy, self check
 *   column_create.c    initial state and memory
 *   column_calendar.c  prediction of pair events, event calendar
 *   column_lrv.c       contacts: single collisions, clusters, largest-relative-velocity procedure
 * The oscillating plate is engines/core/plate.h.
 *
 * Beads move on a line and keep their order, so their diameters cancel: z is the height of a bead's centre less
 * the height of that centre in a stack of touching beads, and touching beads have equal z (S3 Eq. 9).  Pair k is bead k
 * with bead k - 1; pair 0 is bead 0 with the plate.  A linked pair is in lasting contact and moves as one body; a
 * maximal run of linked pairs is a cluster, and the cluster that contains pair 0 rests on the plate.
 *
 * Invariants between events: the beads of a cluster have equal t, z and v; beads 0 .. n_resting - 1 belong to the
 * cluster of pair 0, their t, z and v are not updated because they follow the plate; the calendar holds the time of
 * the next event of every pair, INFINITY for linked pairs and for pairs that separate.  Times are relative to `origin`,
 * which is advanced by whole periods of the plate so that phases keep their precision. */
#ifndef GRAVEL_ED_COLUMN_STATE_H
#define GRAVEL_ED_COLUMN_STATE_H

#include "engines/core/plate.h"
#include "engines/engine.h"

#include <stdbool.h>
#include <stddef.h>

struct gravel_column_bead {
    double t, z, v; /* reduced height [m] and velocity [m/s] at time t [s]; free flight from then on */
    double mass;    /* [kg] */
};

struct gravel_column_pair {
    double m_red;                 /* reduced mass [kg] */
    double low_share, high_share; /* m_red/m of the lower and the upper body */
    double restitution;           /* NAN when it depends on the velocity */
    double diameter;              /* distance of the centres in contact [m] */
    bool linked;                  /* in lasting contact */
};

/* A running sum with compensation of its rounding error (Kahan). */
struct gravel_column_sum {
    double value, carry;
};

static inline void
gravel_column_sum_add(struct gravel_column_sum *sum, double x)
{
    const double y = x - sum->carry, t = sum->value + y;
    sum->carry = (t - sum->value) - y;
    sum->value = t;
}

/* A node of the calendar: the earlier of its two children. */
struct gravel_column_node {
    double t; /* [s] */
    size_t pair;
};

/* Which predictions an event has made invalid. */
struct gravel_column_change {
    size_t first, last;  /* pairs to predict again */
    double landing_from; /* earliest time of the lowest free bead's next contact with the plate [s] */
};

struct gravel_column {
    struct gravel_system system; /* the initial state; everything in it that does not change remains valid */
    struct gravel_sink sink;
    size_t n;
    size_t *particle; /* n: index of each bead in the system */
    double *offset;   /* n: particle height less reduced height [m] */
    struct gravel_column_bead *beads;
    struct gravel_column_pair *pairs;
    struct gravel_column_node *calendar; /* binary tree: root at 1, leaf of pair k at n_leaves + k */
    size_t n_leaves;

    bool has_plate;
    size_t wall; /* index of the plate in system.walls */
    struct gravel_plate plate;
    double gravity, cutoff;    /* [m/s^2], [m/s] */
    double now, horizon;       /* present time and largest allowed time, both relative to the origin [s] */
    double n_horizons, origin; /* origin = n_horizons * horizon [s] */

    bool landing_exact; /* the calendar's time for the lowest free bead is a contact time; false: a lower bound */
    size_t n_resting;
    double resting_since; /* the plate's work on the resting beads is recorded up to this time [s] */
    struct gravel_column_sum work, dissipated; /* [J] */
    struct gravel_counters counters;
};

/* State at time t of bead i, which is in free flight. */
static inline struct gravel_vertical
gravel_column_flight(const struct gravel_column *column, size_t i, double t)
{
    const struct gravel_column_bead *bead = &column->beads[i];
    const double s = t - bead->t, gs = column->gravity * s;
    return (struct gravel_vertical){bead->z + s * (bead->v - 0.5 * gs), bead->v - gs};
}

/* State at time t of bead i, resting or in free flight. */
static inline struct gravel_vertical
gravel_column_motion(const struct gravel_column *column, size_t i, double t)
{
    return i < column->n_resting ? gravel_plate_motion(&column->plate, t) : gravel_column_flight(column, i, t);
}

/* The contact of pair k; pair 0 needs a plate. */
static inline struct gravel_contact
gravel_column_pair_contact(const struct gravel_column *column, size_t k)
{
    const struct gravel_particle *p = column->system.particles;
    return gravel_system_contact(&column->system, p[column->particle[k]].species,
                                 k > 0 ? p[column->particle[k - 1]].species : -1 - (int32_t)column->wall);
}

#endif
