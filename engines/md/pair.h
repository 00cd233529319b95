/* The forces of one listed pair at one instant, for every law, wall and mode. */
#ifndef GRAVEL_MD_PAIR_H
#define GRAVEL_MD_PAIR_H

#include "engines/md/state.h"

/* Modes GRAVEL_MD_STEP and GRAVEL_MD_LANDING: pair k of the list begins, updates or ends its contact.  Adds its forces
 * to at->rates, stores slip and record, counts particles at sticky and absorbing walls (md->n_captured) and notes a
 * meaningless overlap (md->fault_i).  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_process_pair(struct gravel_md *md, const struct gravel_md_instant *at,
                                                          struct gravel_md_list *list, size_t k,
                                                          struct gravel_error *error);

/* The same for pair k of md->pairs, two beads on a line that is not periodic. */
GRAVEL_MUST_USE enum gravel_status gravel_md_process_beads(struct gravel_md *md, const struct gravel_md_instant *at,
                                                           size_t k, struct gravel_error *error);

/* A live contact at a point of the step grid with particle j, or with wall -1 - j: its overlap in diameters of the
 * smaller body, and its force [N] on the other one, for counters, captured particles and servos. */
static inline void
gravel_md_note_contact(struct gravel_md *md, const struct gravel_md_instant *at, int32_t j, double relative,
                       struct vec3 force)
{
    if (relative > md->counters.max_overlap)
        md->counters.max_overlap = relative;
    at->rates->contacts++;
    if (j < 0 && md->servo_force != NULL)
        md->servo_force[-1 - j] = v3_sub(md->servo_force[-1 - j], force);
    if (j < 0 && md->system.walls[-1 - j].touch != GRAVEL_BOUNCE)
        md->n_captured++;
}

/* Modes GRAVEL_MD_EXTRAPOLATED and GRAVEL_MD_TRIAL: add the forces of pair k, which has a live contact, to at->rates.
 * No contact changes; in trial states the record's scratch (normal_force, power_lost) is written. */
void gravel_md_evaluate_pair(const struct gravel_md *md, const struct gravel_md_instant *at,
                             const struct gravel_md_list *list, size_t k);

/* Mode GRAVEL_MD_EXTRAPOLATED: as gravel_md_evaluate_pair, and fill *push with the force of the contact [N] in place of
 * an impulse; false, and *push is not filled, when the pair has no contact. */
bool gravel_md_evaluate_push(const struct gravel_md *md, const struct gravel_md_instant *at,
                             const struct gravel_md_list *list, size_t k, struct gravel_push *push);

/* Report the meaningless overlap of md->fault_i and fault_j: always GRAVEL_PHYSICS. */
GRAVEL_MUST_USE enum gravel_status gravel_md_overlap_fault(const struct gravel_md *md, struct gravel_error *error);

#endif
