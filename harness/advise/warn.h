/* Remarks on the engines, and warnings with the change that removes their cause. */
#ifndef GRAVEL_HARNESS_ADVISE_WARN_H
#define GRAVEL_HARNESS_ADVISE_WARN_H

#include "harness/advise/context.h"

/* Fill in the remarks on the engines that run.  Needs the regime. */
void gravel_advice_remarks(struct gravel_advice_context *a);

/* Fill in the warnings.  Needs everything else. */
void gravel_advice_warnings(struct gravel_advice_context *a);

#endif
