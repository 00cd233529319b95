/* How well the soft contacts of some records are resolved. */
#ifndef GRAVEL_HARNESS_RUN_CONTACT_QUALITY_H
#define GRAVEL_HARNESS_RUN_CONTACT_QUALITY_H

#include "harness/case/case.h"
#include "harness/record/record.h"

/* Beyond these limits a soft-sphere result is less accurate: an overlap is no longer small against a diameter, or the
 * error of the time step appears in the restitution. */
extern const double gravel_overlap_to_warn_of; /* diameters */
extern const double gravel_steps_to_warn_of;   /* of a pair's contact */

/* Time steps in the shortest contact that two particles, or one and a wall, have alone at the speeds of the run;
 * INFINITY for an engine without fixed time steps.  The counter min_contact_steps is no measure of the resolution: a
 * third body can end a contact at any time. */
double gravel_pair_steps(const struct gravel_record *record);

/* The contact quality of the records added so far.  Begin with {.fewest_steps = INFINITY}. */
struct gravel_contact_quality {
    /* Records beyond the limits above; those of a case that sweeps its time step are never coarse. */
    size_t deep, coarse;
    double largest_overlap, fewest_steps; /* the latter of coarse ones */
    char deepest[200], coarsest[200];     /* case, engine and coordinates of the worst */
};

/* Count the record, and keep its name when it is the worst so far.  `c` is the case of the record. */
void gravel_contact_quality_add(struct gravel_contact_quality *quality, const struct gravel_case *c,
                                const struct gravel_record *record);

#endif
