/* How well the soft contacts of some records are resolved. */
#ifndef GRAVEL_HARNESS_RUN_CONTACT_QUALITY_H
#define GRAVEL_HARNESS_RUN_CONTACT_QUALITY_H

#include "harness/case/case.h"
#include "harness/record/record.h"

/* Beyond these a soft-sphere result still holds, but not to much: contacts last a noticeable part of the way of a
 * diameter, or the time step shows in the restitution. */
extern const double gravel_overlap_to_warn_of; /* diameters */
extern const double gravel_steps_to_warn_of;   /* of a pair's contact */

/* Time steps in the shortest contact that two particles, or one and a wall, have alone at the speeds that were seen;
 * INFINITY where steps are none of an engine's or are no fixed ones.  The counter min_contact_steps says less: a third
 * body may end a contact as early as it likes. */
double gravel_pair_steps(const struct gravel_record *record);

/* Begin with {.fewest_steps = INFINITY}. */
struct gravel_contact_quality {
    size_t deep,
        coarse; /* records beyond the limits above; a case that sweeps its time step has none that are coarse */
    double largest_overlap, fewest_steps; /* the latter of coarse ones */
    char deepest[200], coarsest[200];     /* case, engine and coordinates of the worst */
};
void gravel_contact_quality_note(struct gravel_contact_quality *quality, const struct gravel_case *c,
                                 const struct gravel_record *record);

#endif
