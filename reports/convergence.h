/* The figure of `gravel converge`: a number against the refinement, with the power law and its limit. */
#ifndef GRAVEL_REPORTS_CONVERGENCE_H
#define GRAVEL_REPORTS_CONVERGENCE_H

#include "harness/stats/extrapolate.h"
#include "reports/canvas.h"

/* One observable of a refinement; everything is borrowed. */
struct gravel_convergence {
    const char *observable, *unit;
    const char *refined; /* "time step and contact time" */
    size_t n;
    const double *h;                 /* [n], 1 at the coarsest level */
    const struct gravel_estimate *y; /* [n] */
    const struct gravel_extrapolation *found;
};

/* Write <plate>.dat and <plate>.gp and draw <plate>.svg: levels with errors, and where there is an order the power law
 * and its limit at h = 0.  GRAVEL_IO when a file cannot be written; a picture that gnuplot does not make is told in
 * the plate's notes. */
GRAVEL_MUST_USE enum gravel_status gravel_convergence_draw(const struct gravel_convergence *convergence,
                                                           struct gravel_canvas *canvas, struct gravel_plate *plate,
                                                           struct gravel_error *error);

#endif
