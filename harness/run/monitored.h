/* What a monitor (monitor.h) keeps of a run, for the invariants. */
#ifndef GRAVEL_HARNESS_RUN_MONITORED_H
#define GRAVEL_HARNESS_RUN_MONITORED_H

#include "engines/engine.h"
#include "harness/run/contact_scale.h"
#include "harness/run/course_state.h"

/* Fewest time steps to the shortest binary contact. */
enum { GRAVEL_STEPS_MIN = 10 };

enum { GRAVEL_INVARIANTS_MAX = 20 };

/* The state of an engine at one time; all pointers are borrowed. */
struct gravel_instant {
    double t; /* [s] */
    const struct gravel_particle *particles;
    const struct gravel_energy *energy;
    const struct gravel_counters *counters;
};

/* The start, the extremes and the largest violations of one run. */
struct gravel_monitor {
    const struct gravel_system *system; /* the initial state; borrowed */
    const struct gravel_engine_ops *engine;
    unsigned lacks;                /* GRAVEL_LACKS_*: the engine's; the caller may set that of the system after
                                    * gravel_monitor_start() */
    double soft_overlap;           /* the largest that is allowed to soft spheres, in diameters: 0.2; the caller may
                                    * change it after gravel_monitor_start() */
    double tolerance;              /* of a step's error, of an engine under error control; INFINITY: not known; the
                                    * caller may set it after gravel_monitor_start() */
    bool multistep;                /* the engine's fixed steps use the forces of earlier ones; the caller may set it
                                    * after gravel_monitor_start() */
    bool elastic;                  /* by its material, no contact dissipates energy: the mechanical energy is kept */
    bool tells_overlap;            /* the last instant has the largest overlap */
    bool any_attached;             /* some particle moves with a wall: momentum is not conserved */
    struct gravel_energy first;    /* ledger at the start */
    struct vec3 momentum, angular; /* at the start [kg m/s, kg m^2/s] */
    double largest_kinetic, largest_work;     /* [J] */
    double largest_momentum, largest_angular; /* largest sums of absolute values [kg m/s, kg m^2/s] */
    double t;                                 /* of the last instant [s] */
    uint64_t n_instants, next_search; /* so far; the number of the next one in which overlaps are searched for */
    double seen_overlap;              /* in the last instant [diameters]; 0: not searched for */
    double time_step, contacts; /* at the last instant: of soft spheres, 0 under error control [s]; finished so far */
    double largest_speed, largest_coordinate, smallest_radius; /* of free particles [m/s, m, m] */
    double largest_contact_speed;                              /* of all particles, attached ones too [m/s] */
    struct gravel_contact_rates fastest; /* soft spheres: the fastest contacts at speeds up to speed_of_rates */
    double speed_of_rates, rest_energy;  /* [m/s]; soft spheres: the energy of overlaps that are rounding [J] */
    bool closed;                         /* all energy of the bodies is that of the start */
    double start_energy;                 /* kinetic, potential and elastic, at the start [J] */
    struct gravel_course course;         /* from the last instant but one to the last */
    signed char *sides;                  /* [wall][particle]: side of the wall at the start, 0: it may change; owned */
    /* Largest violation so far, in the unit of its scale, and its bound (1: none at single instants).  NaN: one was. */
    double worst[GRAVEL_INVARIANTS_MAX], bound[GRAVEL_INVARIANTS_MAX];
};

#endif
