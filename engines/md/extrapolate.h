/* The state between two points of the step grid, and on free flights. */
#ifndef GRAVEL_MD_EXTRAPOLATE_H
#define GRAVEL_MD_EXTRAPOLATE_H

#include "engines/md/state.h"

/* The state at md->t + h, h < dt or a time on a free flight [s], into x, v, omega [of.end - of.begin]: free particles
 * by the integrator, attached ones with their walls.  x, v, omega may be the engine's own arrays (of = all). */
void gravel_md_extrapolate(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x,
                           struct vec3 *v, struct vec3 *omega);

/* The operations `extrapolate` and `integrals` of methods without higher derivatives: constant accelerations, and
 * powers by the trapezoidal rule. */
void gravel_md_extrapolate_parabola(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x,
                                    struct vec3 *v, struct vec3 *omega);
void gravel_md_integrals_trapezoidal(const struct gravel_md *md, double h, const double power[GRAVEL_MD_POWERS],
                                     double integral[GRAVEL_MD_POWERS]);

#endif
