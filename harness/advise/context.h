/* What the steps of one advice share. */
#ifndef GRAVEL_HARNESS_ADVISE_CONTEXT_H
#define GRAVEL_HARNESS_ADVISE_CONTEXT_H

#include "cases/measure/box.h"
#include "cases/measure/column.h"
#include "harness/advise/advice.h"
#include "harness/advise/trial.h"
#include "harness/reference/reference.h"

/* What the steps of one advice read and fill in, in the order of gravel_advise(). */
struct gravel_advice_context {
    struct gravel_advice *advice; /* borrowed, as the next three */
    const struct gravel_options *parameters;
    const struct gravel_system *system;
    const struct gravel_references *references;
    double speed;                     /* that the user states [m/s]; 0: none */
    double pilot;                     /* CPU time of a pilot run on each engine [s]; 0: none */
    double g;                         /* [m/s^2] */
    bool is_column, is_box;           /* which of the next two are set */
    struct gravel_column column;      /* beads on a line */
    struct gravel_flat_box box;       /* disks over a vibrating floor */
    bool vibrates, turns, translates; /* some wall does */
    double filled; /* volume of the free grains over the width of their region: the height of solid grain [m] */
    bool impact;   /* the typical speed is that of all grains onto a wall */
    struct gravel_trial shortest; /* the soft contact of the shortest duration, */
    double shortest_time;         /* that duration [s]; INFINITY: there is no soft contact */
    double shortest_restitution;
};

/* The value of a reference, which gravel_advise() has found in the set. */
double gravel_advice_reference(const struct gravel_advice_context *a, const char *id);

/* Its rows at x, linear between them and constant beyond; a reference of one value is constant. */
double gravel_advice_row(const struct gravel_advice_context *a, const char *id, double x);

/* The TC model's contact time that the case states for the engine ed [s]; 0: none. */
double gravel_advice_tc(const struct gravel_advice_context *a);

/* A closed form of reference/theory by name at these arguments; NaN when there is none of this name. */
double gravel_advice_law(const char *name, const double *args);

#endif
