/* The always-on invariants: what must hold in every point of every case, whatever its observables are.  One function
 * for each and a table of them, over the state of a run that monitor.h keeps. */
#ifndef GRAVEL_HARNESS_RUN_INVARIANT_H
#define GRAVEL_HARNESS_RUN_INVARIANT_H

#include "harness/run/monitored.h"

struct gravel_invariant_ops {
    const char *name;
    bool (*applies)(const struct gravel_monitor *monitor); /* NULL: always */
    double (*violation)(const struct gravel_monitor *monitor, const struct gravel_instant *now);
    double (*scale)(const struct gravel_monitor *monitor); /* NULL: 1 */
    double (*limit)(const struct gravel_monitor *monitor); /* NULL: there is a bound */
    /* Of the violation at one instant, in its unit; the instant that is nearest to it counts.  NULL: the limit. */
    double (*bound)(const struct gravel_monitor *monitor, const struct gravel_instant *now);
    /* What of the run broke it: bodies, times, numbers with their units.  NULL: the name and the numbers say all. */
    void (*say)(const struct gravel_monitor *monitor, char *text, size_t size);
};

extern const struct gravel_invariant_ops gravel_invariants[]; /* the name after the last is NULL */

/* What of the run broke the invariant of this name; "": nothing is known. */
void gravel_invariant_say(const struct gravel_monitor *monitor, const char *name, char *text, size_t size);

/* Whether the invariant would apply to gravel's own engine, but not to the program in its place, which does not tell
 * what it needs. */
bool gravel_invariant_is_untold(const struct gravel_monitor *monitor, const struct gravel_invariant_ops *invariant);

/* Whether bodies overlap at the last instant, in which it was searched for, by more than they may; then both numbers,
 * in radii of hard spheres and diameters of soft ones. */
bool gravel_invariant_seen_overlap(const struct gravel_monitor *monitor, double *found, double *allowed);

/* Momentum [kg m/s], in a sheared box of the velocities relative to the flow, which do not change from image to image;
 * and angular momentum about the origin [kg m^2/s] of n particles.  *size is set to the sum of the absolute values. */
struct vec3 gravel_momentum(const struct gravel_system *system, const struct gravel_particle *p, double *size);
struct vec3 gravel_angular_momentum(const struct gravel_particle *p, size_t n, double *size);

#endif
