/* The adaptive integrator's differential equations. */
#ifndef GRAVEL_MD_ADAPTIVE_EQUATIONS_H
#define GRAVEL_MD_ADAPTIVE_EQUATIONS_H

#include "engines/md/adaptive_state.h"

/* Allocate the arrays and the GSL objects for all slots of the contact pool, if they are too small; states y are lost.
 * Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_adaptive_resize(const struct gravel_md *md, struct gravel_error *error);

/* Start a step: set y0 to the engine's state, and slope0 to its time derivative.  Error: GRAVEL_PHYSICS when that is
 * not finite. */
GRAVEL_MUST_USE enum gravel_status gravel_md_adaptive_start(const struct gravel_md *md, struct gravel_error *error);

/* The state y [size] a time h [s] after the step's start, as one step of the method; false when it is not finite.
 * Overwrites the trial state and `error`. */
bool gravel_md_adaptive_trial(const struct gravel_md *md, double h, double *y);

/* Weight the estimated errors of the step of length h to y: directions of sliding count by their friction force. */
void gravel_md_adaptive_scale_errors(const struct gravel_md *md, double h);

/* Set the trial state x, v, omega and the records' trial springs from the state y at the time t. */
void gravel_md_adaptive_set_trial_state(const struct gravel_md *md, double t, const double *y);

/* Compute the rates of the trial state; false when they are not finite. */
bool gravel_md_adaptive_trial_rates(const struct gravel_md *md, double t);

/* Set the engine's state, integrals and contact records to those of the pending step's end y. */
void gravel_md_adaptive_accept_step(struct gravel_md *md);

#endif
