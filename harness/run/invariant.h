/* The always-on invariants: what must hold in every point of every case, whatever its observables are.  One function
 * for each and a table of them, over the state of a run that monitor.h keeps. */
#ifndef GRAVEL_HARNESS_RUN_INVARIANT_H
#define GRAVEL_HARNESS_RUN_INVARIANT_H

#include "engines/engine.h"
#include "harness/run/contact_scale.h"
#include "harness/run/course.h"

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

struct gravel_invariant_ops {
    const char *name;
    bool (*applies)(const struct gravel_monitor *monitor); /* NULL: always */
    double (*violation)(const struct gravel_monitor *monitor, const struct gravel_instant *now);
    double (*scale)(const struct gravel_monitor *monitor); /* NULL: 1 */
    double (*limit)(const struct gravel_monitor *monitor); /* NULL: there is a bound */
    /* Of the violation at one instant, in its unit; the instant that is nearest to it counts.  NULL: the limit. */
    double (*bound)(const struct gravel_monitor *monitor, const struct gravel_instant *now);
};

extern const struct gravel_invariant_ops gravel_invariants[]; /* the name after the last is NULL */

/* Whether the invariant would apply to gravel's own engine, but not to the program in its place, which does not tell
 * what it needs. */
bool gravel_invariant_is_untold(const struct gravel_monitor *monitor, const struct gravel_invariant_ops *invariant);

/* Of the invariant "time step", as a part of the shortest binary contact: at least 10 steps to one. */
extern const double gravel_step_limit;

/* Bound of the error of the energies of an instant [J]. */
double gravel_invariant_energy_error(const struct gravel_monitor *monitor, const struct gravel_instant *now);

/* Whether bodies overlap at the last instant, in which it was searched for, by more than they may; then both numbers,
 * in radii of hard spheres and diameters of soft ones. */
bool gravel_invariant_seen_overlap(const struct gravel_monitor *monitor, double *found, double *allowed);

/* Momentum [kg m/s], in a sheared box of the velocities relative to the flow, which do not change from image to image;
 * and angular momentum about the origin [kg m^2/s] of n particles.  *size is set to the sum of the absolute values. */
struct vec3 gravel_momentum(const struct gravel_system *system, const struct gravel_particle *p, double *size);
struct vec3 gravel_angular_momentum(const struct gravel_particle *p, size_t n, double *size);

#endif
