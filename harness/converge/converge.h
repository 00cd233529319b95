/* Refinement of one point of a case: its sweep is replaced by levels at which time step, contact time and number of
 * particles are refined by one ratio, so that the runner, the store and the sweep points do the rest. */
#ifndef GRAVEL_HARNESS_CONVERGE_CONVERGE_H
#define GRAVEL_HARNESS_CONVERGE_CONVERGE_H

#include "harness/case/case.h"
#include "harness/stats/extrapolate.h"

enum { GRAVEL_REFINED_KEYS_MAX = 12 };

/* What can be refined; each bit. */
enum gravel_refinement { GRAVEL_REFINE_STEP = 1, GRAVEL_REFINE_CONTACT = 2, GRAVEL_REFINE_COUNT = 4 };
enum { GRAVEL_REFINEMENTS = 3 };

/* "dt", "contact-time" or "count" of the k-th bit. */
const char *gravel_refinement_name(int k);

struct gravel_refined {
    unsigned wanted;                    /* bits that are to be refined; 0: all that can be */
    unsigned taken;                     /* bits that are */
    char moot[GRAVEL_REFINEMENTS][240]; /* why a bit is not taken; "" where it is */
    size_t n_levels;
    double ratio;                                         /* of neighbouring levels */
    double h[GRAVEL_LEVELS_MAX];                          /* 1, 1/ratio, 1/ratio^2, ... */
    double values[GRAVEL_REFINEMENTS][GRAVEL_LEVELS_MAX]; /* steps per contact, contact time [s], particles */
};

/* Replace the sweep of the case at one combination by the levels of a refinement for `engine`, and its engines by that
 * one.  `engine` may point into the case.  refined->wanted and n_levels are set by the caller, the rest is filled in.
 * What cannot be refined has its reason in `moot`; GRAVEL_INPUT when that is all, when something wanted cannot be, or
 * when a level breaks a rule of the case. */
GRAVEL_MUST_USE enum gravel_status gravel_converge_refine(struct gravel_case *c, size_t combination, const char *engine,
                                                          struct gravel_refined *refined, struct gravel_error *error);

#endif
