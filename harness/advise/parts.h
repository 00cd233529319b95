/* What the files of the advice share. */
#ifndef GRAVEL_HARNESS_ADVISE_PARTS_H
#define GRAVEL_HARNESS_ADVISE_PARTS_H

#include "cases/measure/box.h"
#include "cases/measure/column.h"
#include "harness/advise/advise.h"
#include "harness/advise/trial.h"

/* One advice in the making. */
struct gravel_advising {
    struct gravel_advice *advice;
    const struct gravel_options *parameters;
    const struct gravel_system *system;
    const struct gravel_references *references;
    double speed;                     /* that the user states; 0: none */
    double pilot;                     /* CPU seconds of a pilot run on each engine; 0: none */
    double g;                         /* [m/s^2] */
    bool is_column, is_box;           /* which of these are set */
    struct gravel_column column;      /* beads on a line */
    struct gravel_flat_box box;       /* disks over a vibrating floor */
    bool vibrates, turns, translates; /* what walls do */
    bool impact;                      /* the typical speed is that of all grains onto a wall */
    struct gravel_trial shortest;     /* the soft contact that takes the least time, */
    double shortest_time, shortest_restitution;
};

/* state.c: the facts of the prepared state, and its speeds. */
GRAVEL_MUST_USE enum gravel_status gravel_advise_state(struct gravel_advising *a, struct gravel_error *error);
void gravel_advise_speeds(struct gravel_advising *a);
/* h_cm - h_cm0 of a fluidised column or box [m] by the laws of reference/, or NaN; *source says which. */
double gravel_advise_height(const struct gravel_advising *a, const char **source);

/* contact.c: the kinds of contact, tried out; needs the typical speed and the time step. */
GRAVEL_MUST_USE enum gravel_status gravel_advise_contacts(struct gravel_advising *a, struct gravel_error *error);

/* engine.c: which engines take the system, MD's time step, and pilot runs; verdicts once the regime is known. */
GRAVEL_MUST_USE enum gravel_status gravel_advise_engines(struct gravel_advising *a, struct gravel_error *error);
void gravel_advise_verdicts(struct gravel_advising *a);

/* warn.c */
void gravel_advise_warn(struct gravel_advising *a);

/* A value of the references that the advice rests on. */
double gravel_advise_reference(const struct gravel_advising *a, const char *id);

#endif
