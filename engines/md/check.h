/* What the soft-sphere engine refuses of a system. */
#ifndef GRAVEL_MD_CHECK_H
#define GRAVEL_MD_CHECK_H

#include "engines/core/option.h"
#include "engines/core/status.h"
#include "engines/core/system.h"

/* The operation `check` of the engine: GRAVEL_INPUT, at the path of the option at fault, when no force constants follow
 * from the material at a pair or at a wall, or when the integrator does not apply to the system.  Of the particles
 * only their number counts. */
GRAVEL_MUST_USE enum gravel_status gravel_md_check(const struct gravel_system *system,
                                                   const struct gravel_options *options, struct gravel_error *error);

#endif
