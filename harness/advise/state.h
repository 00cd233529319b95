/* Scales of the prepared state: number of grains, density, gaps, and expected speeds. */
#ifndef GRAVEL_HARNESS_ADVISE_STATE_H
#define GRAVEL_HARNESS_ADVISE_STATE_H

#include "harness/advise/context.h"

/* Fill in counts, means, gap, packing and layers of the prepared state, the largest A0 w^2/g of a wall, and what kind
 * of system it is.  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_advice_state(struct gravel_advice_context *a, struct gravel_error *error);

/* Fill in the speeds that the state and the walls lead to, and which of them is the typical one. */
void gravel_advice_speeds(struct gravel_advice_context *a);

/* h_cm - h_cm0 of a fluidised column (S3 Eq. 40a) or box (S3 Fig. 39) [m]; NaN for other systems and for a condensed
 * column.  *source is set where there is such a law. */
double gravel_advice_height(const struct gravel_advice_context *a, const char **source);

#endif
