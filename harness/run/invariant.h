/* The always-on invariants: what must hold in every point of every case, whatever its observables say.
 * A registry like all others: invariant.c has one function an invariant and a table of them. */
#ifndef GRAVEL_HARNESS_RUN_INVARIANT_H
#define GRAVEL_HARNESS_RUN_INVARIANT_H

#include "engines/engine.h"
#include "harness/record/record.h"

enum { GRAVEL_INVARIANTS_MAX = 16 };

/* The state of an engine at one time. */
struct gravel_instant {
    double t; /* [s] */
    const struct gravel_particle *particles;
    const struct gravel_energy *energy;
    const struct gravel_counters *counters;
};

/* What is remembered between instants. */
struct gravel_watch {
    const struct gravel_system *system; /* the initial state; borrowed */
    enum gravel_method method;
    double soft_overlap;           /* largest of soft spheres, in diameters; at the start 0.2, the caller's to change */
    bool any_attached;             /* particles carried by walls: no momentum balance */
    struct gravel_energy first;    /* ledger at the start */
    struct vec3 momentum, angular; /* at the start [kg m/s, kg m^2/s] */
    double largest_kinetic, largest_work;                      /* [J] */
    double largest_momentum, largest_angular;                  /* sums of absolute values */
    double dissipated;                                         /* at the last instant [J] */
    double t;                                                  /* of the last instant [s] */
    double largest_speed, largest_coordinate, smallest_radius; /* of free particles [m/s, m, m] */
    signed char *sides;                  /* [wall][particle]: side at the start, 0: not watched; owned */
    double worst[GRAVEL_INVARIANTS_MAX]; /* largest violation so far, in the unit of its scale; NaN stays */
};

GRAVEL_MUST_USE enum gravel_status gravel_watch_start(struct gravel_watch *watch, const struct gravel_system *system,
                                                      enum gravel_method method, const struct gravel_instant *start);
void gravel_watch_look(struct gravel_watch *watch, const struct gravel_instant *instant);
/* Add the invariants to the record; one that is broken sets its status to GRAVEL_POINT_BROKEN. */
GRAVEL_MUST_USE enum gravel_status gravel_watch_finish(const struct gravel_watch *watch, struct gravel_record *record);
void gravel_watch_free(struct gravel_watch *watch);

#endif
