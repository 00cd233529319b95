/* The states of a run at two successive instants, and the contacts that were told between them: whether they can be
 * those of one motion.  What is tested follows from mechanics alone, whatever bodies do when they meet:
 *
 *   free flight         a body that met nothing in between has x' = x + v t + g t^2/2, v' = v + g t and its spin
 *   displacement        a body moves by at most sqrt(M/m) (V t + g t^2/2), with M V^2/2 the energy of all bodies
 *   spins               do not change where no contact exerts a torque
 *   contacts            a collision that was told changes the velocities by what is told of it
 *
 * reports/manual/codes.md has the derivations.  Rounding is allowed for as a part of every number: that of steps, or,
 * of other programs, that of six digits. */
#ifndef GRAVEL_HARNESS_RUN_COURSE_H
#define GRAVEL_HARNESS_RUN_COURSE_H

#include "engines/core/archive.h"
#include "engines/engine.h"

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
    struct gravel_event *told; /* [n] the last of these, or of the first two; approach 0: none; owned */
    bool *met, *fixed;         /* [n] bodies that may have touched something, and that walls hold; owned */
    double *reach;             /* [n] how far a body can have been from its place [m]; owned */
    /* Since that instant, as parts of what is allowed. */
    double flight, displacement, spin, contact, repeated;
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

/* Begin with the states `start` at t = 0.  The caller frees with gravel_course_free(), after GRAVEL_MEMORY, too. */
GRAVEL_MUST_USE enum gravel_status gravel_course_start(struct gravel_course *course, const struct gravel_system *system,
                                                       const struct gravel_particle *start);
void gravel_course_free(struct gravel_course *course);
void gravel_course_archive(struct gravel_course *course, struct gravel_archive *archive);

/* Whether a contact that was told is worth gravel_course_hear(): not before the first instant, nor where more than one
 * were told of its bodies, so that neither stands alone. */
static inline bool
gravel_course_listens(const struct gravel_course *course, const struct gravel_event *event)
{
    return course->before != NULL && (course->n_told[event->i] < 2 || (event->j >= 0 && course->n_told[event->j] < 2));
}
void gravel_course_hear(struct gravel_course *course, const struct gravel_event *event);

/* Compare the states at the time t with those at the instant before, whose place they take.  GRAVEL_MEMORY is the only
 * failure. */
GRAVEL_MUST_USE enum gravel_status gravel_course_go_on(struct gravel_course *course, const struct gravel_particle *now,
                                                       double t, const struct gravel_course_limits *limits);

/* Take the states at the time t, which were not compared, as those of the instant before. */
void gravel_course_keep(struct gravel_course *course, const struct gravel_particle *now, double t);

/* A body at two times. */
struct gravel_leg {
    const struct gravel_particle *from, *to;
    double from_t, to_t; /* [s] */
};

/* Rounding of its place and velocity [m, m/s]. */
struct gravel_slack {
    double x, v;
};
struct gravel_slack gravel_course_slack(const struct gravel_course *course, const struct gravel_course_limits *limits,
                                        struct gravel_leg leg);

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
