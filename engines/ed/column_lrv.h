/* Contacts of a column: single collisions and the largest-relative-velocity procedure (S3 App. A).
 *
 * When a body hits a cluster, all pairs that touch collide at the same time, in the order of decreasing approach
 * speed, until no pair approaches faster than the cutoff velocity.  Pairs that then separate faster than the cutoff
 * are unlinked; the others stay linked and take their common velocity, momentum conserved.  If the run contains
 * the plate, the plate is a body of infinite mass. */
#ifndef GRAVEL_ED_COLUMN_LRV_H
#define GRAVEL_ED_COLUMN_LRV_H

#include "engines/ed/column_state.h"

/* Pair k comes into contact at time t [s]: collide it and all pairs that touch it, update links, energy and
 * counters.  Returns which pairs must be predicted again.  O(run length) for each pass of the procedure. */
struct gravel_column_change gravel_column_contact(struct gravel_column *column, size_t k, double t);

/* The plate begins to fall faster than g at time t [s]: the resting beads start their free flight.  Returns which pairs
 * must be predicted again. */
struct gravel_column_change gravel_column_lift_off(struct gravel_column *column, double t);

/* The plate's work on the resting beads between `resting_since` and time t [J]; nothing is changed.  O(n_resting). */
double gravel_column_pending_work(const struct gravel_column *column, double t);

#endif
