/* What is kept of the states of a run at two successive instants (course.h). */
#ifndef GRAVEL_HARNESS_RUN_COURSE_STATE_H
#define GRAVEL_HARNESS_RUN_COURSE_STATE_H

#include "engines/engine.h"

#include <float.h>
#include <math.h>

/* The invariants of the states of a run, of which the worst faults are kept. */
enum gravel_course_invariant {
    GRAVEL_COURSE_FLIGHT,
    GRAVEL_COURSE_WAY,
    GRAVEL_COURSE_SPIN,
    GRAVEL_COURSE_CONTACT,
    GRAVEL_COURSE_INVARIANTS
};

enum gravel_course_quantity {
    GRAVEL_OFF_NOTHING,
    GRAVEL_OFF_PLACE, /* flight [m, m/s, rad/s] */
    GRAVEL_OFF_VELOCITY,
    GRAVEL_OFF_SPIN,
    GRAVEL_OFF_WAY,      /* [m] */
    GRAVEL_OFF_TURN,     /* [rad/s] */
    GRAVEL_OFF_APPROACH, /* contact [m/s, m/s, N s, J] */
    GRAVEL_OFF_REBOUND,
    GRAVEL_OFF_IMPULSE,
    GRAVEL_OFF_LOSS,
    GRAVEL_OFF_TWICE /* deviation 2, allowed 1 */
};

struct gravel_course_fault {
    int8_t quantity; /* enum gravel_course_quantity */
    bool untold;     /* the body flew freely as no contact of it was told, which its path alone does not show */
    int32_t i, j;    /* the body; of a contact the other one, or -1 - wall */
    double from, to; /* times of the states; of a contact `to` is its end [s] */
    double deviation, allowed, told; /* in the unit of the quantity; told: of a contact */
};

struct gravel_course {
    const struct gravel_system *system; /* borrowed */
    bool flies;                     /* between contacts nothing but gravity acts, and the places of walls are known */
    bool rough, turns;              /* contacts may exert tangential forces, and torques */
    bool listens;                   /* contacts are told */
    double t;                       /* of the instant before [s] */
    struct gravel_particle *before; /* [n] at that instant; owned */
    /* Each body at the last instant that was looked at at which it touched nothing, its time, negative: there was none,
     * and the contacts of it that were told since, counted up to 2; [n], owned. */
    struct gravel_particle *calm;
    double *calm_t;
    uint8_t *n_told;
    struct gravel_event *told; /* [n] the last of these, at most the second; owned */
    bool *met, *fixed;         /* [n] bodies that may have touched something, and that walls hold; owned */
    double *reach;             /* [n] how far a body can have been from its place [m]; owned */
    /* Since that instant, as parts of what is allowed. */
    double flight, displacement, spin, contact, repeated;
    struct gravel_course_fault faults[GRAVEL_COURSE_INVARIANTS]; /* the worst of the run */
};

/* What numbers of two instants are worth, and how far bodies can have moved in between. */
struct gravel_course_limits {
    double part;         /* rounding, as a part of a number */
    double step;         /* of a program whose integrator may be of first order [s]; 0: free paths are exact */
    double contact_step; /* of the integrator of contacts, at most [s]; 0: hard spheres, or controlled errors */
    double energy;       /* the largest that all bodies can have had at the instant before, kinetic and elastic [J];
                          * INFINITY: not known */
    double speed;        /* the largest of all bodies so far [m/s] */
    bool searches;       /* neighbours are looked for, whatever the number of bodies */
};

/* A body at two times. */
struct gravel_leg {
    const struct gravel_particle *from, *to;
    double from_t, to_t; /* [s] */
};

/* Rounding of its place and velocity [m, m/s].  The time counts as a whole, since every event of the run has its
 * rounding. */
struct gravel_slack {
    double x, v;
};
static inline struct gravel_slack
gravel_course_slack(const struct gravel_course *course, const struct gravel_course_limits *limits,
                    struct gravel_leg leg)
{
    const struct gravel_particle *a = leg.from, *b = leg.to;
    const double g = v3_norm(course->system->gravity), v = v3_norm(a->v) + v3_norm(b->v) + g * leg.to_t;
    const double dt = leg.to_t - leg.from_t, late = g * fmin(limits->step, dt) * dt;
    return (struct gravel_slack){limits->part * (v3_norm(a->x) + v3_norm(b->x) + v * leg.to_t) + late + DBL_MIN,
                                 limits->part * v + DBL_MIN};
}

/* From the last instant at which it touched nothing to the present one. */
static inline struct gravel_leg
gravel_course_calm(const struct gravel_course *course, const struct gravel_particle *now, double t, size_t i)
{
    return (struct gravel_leg){&course->calm[i], &now[i], course->calm_t[i], t};
}

static inline bool
gravel_course_is_free(const struct gravel_course *course, const struct gravel_particle *now, size_t i)
{
    return course->before[i].attached == GRAVEL_FREE && now[i].attached == GRAVEL_FREE;
}

#endif
