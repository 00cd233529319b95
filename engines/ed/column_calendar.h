/* Prediction of the events of pairs, and the calendar of the column: a binary tree of the earliest times. */
#ifndef GRAVEL_ED_COLUMN_CALENDAR_H
#define GRAVEL_ED_COLUMN_CALENDAR_H

#include "engines/ed/column_state.h"

/* The earlier of two nodes; a when the times are equal. */
static inline struct gravel_column_node
gravel_column_earlier(struct gravel_column_node a, struct gravel_column_node b)
{
    return b.t < a.t ? b : a;
}

/* Predict at time t [s] the events of the pairs in `change` and update the calendar.  O(pairs + log n). */
void gravel_column_predict(struct gravel_column *column, double t, struct gravel_column_change change);

/* Predict again the contact of the lowest free bead k with the plate, not before time `from` [s], and update the
 * calendar.  O(log n). */
void gravel_column_predict_landing(struct gravel_column *column, size_t k, double from);

/* Subtract `shift` [s] from all times of the calendar.  O(n). */
void gravel_column_calendar_rebase(struct gravel_column *column, double shift);

#endif
