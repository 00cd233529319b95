/* Events within a step of the adaptive integrator. */
#ifndef GRAVEL_MD_ADAPTIVE_EVENTS_H
#define GRAVEL_MD_ADAPTIVE_EVENTS_H

#include "engines/md/adaptive_state.h"

/* The switches of all listed pairs in the state y at the time t, into all[gravel_md_adaptive_pairs()].  Overwrites the
 * trial state. */
void gravel_md_adaptive_evaluate_switches(const struct gravel_md *md, double t, const double *y,
                                          struct gravel_md_switches *all);

/* An event that is due at the step's start, given the switches `before`; or GRAVEL_MD_NO_EVENT. */
struct gravel_md_located_event gravel_md_adaptive_event_at_start(const struct gravel_md *md);

/* The first event in the step of length h, given the switches before and after it; or GRAVEL_MD_NO_EVENT at its end. */
struct gravel_md_located_event gravel_md_adaptive_first_event(const struct gravel_md *md, double h);

/* With a step that ends at *event, and its switches: a change of friction before the event replaces it.  It can have
 * been missed, because the switches of a longer step belong to a motion without the event.  Returns whether *event was
 * replaced. */
bool gravel_md_adaptive_earlier_friction_change(const struct gravel_md *md, struct gravel_md_located_event *event);

/* Record the largest overlap of a pair's live contact in the pending step, and its fault when it is meaningless. */
void gravel_md_adaptive_record_overlap(struct gravel_md *md, size_t pair);

#endif
