/* What a run will show and cost: its deepest contact, time steps and events. */
#ifndef GRAVEL_HARNESS_ADVISE_COST_H
#define GRAVEL_HARNESS_ADVISE_COST_H

#include "harness/advise/context.h"

/* Fill in the largest overlap, the steps of MD and the collisions of ED.  Needs contacts, event time and regime. */
void gravel_advice_cost(struct gravel_advice_context *a);

#endif
