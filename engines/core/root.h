/* Roots: first contact times with guaranteed isolation, and the root of a falling function.
 *
 * For a gap function f(t) >= 0 before contact whose second derivative is bounded below, f'' >= -bound on
 * the interval, the parabola f + f' h - bound h^2/2 lies below f, so its first root is a safe step: no
 * contact is jumped over.  Near a simple root the steps converge quadratically.  Every contact that has no
 * closed form (oscillating or rotating walls, attached particles on curved paths, rings and cylinders under
 * gravity) is found in this one way. */
#ifndef GRAVEL_CORE_ROOT_H
#define GRAVEL_CORE_ROOT_H

#include <stdbool.h>

struct gravel_gap {
    double f, df; /* value and first derivative at t */
};

/* The gap at time t, and in *bound (when not NULL) an upper bound of -f'' on [t, t_end]; a tighter bound on a
 * shorter interval makes fewer steps. */
typedef struct gravel_gap gravel_gap_function(const void *context, double t, double t_end, double *bound);

/* Smallest t in [t0, t_end] with f(t) <= 0 and f'(t) < 0, or INFINITY.  A start with f <= 0 and f' < 0 is a
 * contact now (approach is the criterion, not overlap); a start with f <= 0 and f' >= 0 is a body that
 * is leaving: contacts are looked for after it has left.  `f_scale` > 0 is the size of f below which it counts as zero
 * (for example 1e-14 times a length squared). */
double gravel_first_contact(gravel_gap_function *gap, const void *context, double t0, double t_end, double f_scale);

/* Stable first contact of r(t) = r + v t with |r| = s (r.r >= s^2 up to rounding): INFINITY if they miss.
 * tau = c / (-b + sqrt(b^2 - v^2 c)), b = r.v < 0, c = r.r - s^2; overlapping and approaching: 0. */
double gravel_pair_contact(double b, double c, double v2);

/* Root of a continuous falling function with f(0) >= 0 on [0, infinity), by doubling and Brent's method, to a few units
 * in the last place; 1e15 if there is none below, NAN when out of memory or where f is not a number. */
double gravel_falling_root(double (*f)(double x, void *context), void *context);

#endif
