/* The kinds of contact of a system, each tried out once. */
#ifndef GRAVEL_HARNESS_ADVISE_CONTACT_H
#define GRAVEL_HARNESS_ADVISE_CONTACT_H

#include "harness/advise/context.h"

/* Fill in the contacts and the errors of the shortest one at other numbers of steps.  Needs the typical speed and
 * MD's time step. */
GRAVEL_MUST_USE enum gravel_status gravel_advice_contacts(struct gravel_advice_context *a, struct gravel_error *error);

#endif
