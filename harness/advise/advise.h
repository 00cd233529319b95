/* Advice on the parameters of one system before it is run: what its contacts do at a typical speed, how often they
 * happen, whether soft spheres (MD) and hard ones (ED) then mean the same, and what to change where they do not.
 *
 * Contacts are tried out on the soft-sphere engine (trial.h), rates are estimated from the prepared state and from the
 * theories of reference/, and the differences between the methods are those that the catalogue measured
 * (reference/golden/agreement.yaml). */
#ifndef GRAVEL_HARNESS_ADVISE_ADVISE_H
#define GRAVEL_HARNESS_ADVISE_ADVISE_H

#include "engines/core/option.h"
#include "harness/advise/advice.h"
#include "harness/reference/reference.h"

/* Advice on `system`, which was built from `parameters`.  `speed` > 0 [m/s] replaces the typical speed.  `pilot` > 0: a
 * run of so many CPU seconds on each engine, in a process of its own, replaces estimates.  GRAVEL_INPUT when a number
 * of the references is missing or no speed follows from the system.  *advice is overwritten; it points into `system`
 * and the engines' tables, and the caller frees it with gravel_advice_free(), after failures too. */
GRAVEL_MUST_USE enum gravel_status gravel_advise(struct gravel_advice *advice, const struct gravel_options *parameters,
                                                 const struct gravel_system *system,
                                                 const struct gravel_references *references, double speed, double pilot,
                                                 struct gravel_error *error);

#endif
