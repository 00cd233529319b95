/* Rules between parameters, which no single declared key can state: one statement of a material, either diameter or
 * radius, one length of the run, ...  They work on parameters, so that they hold for a file, for every point of its
 * sweep and for --set alike.  What an engine cannot run is the engine's own rule (check of struct gravel_engine_ops).
 */
#ifndef GRAVEL_HARNESS_CASE_CHECK_H
#define GRAVEL_HARNESS_CASE_CHECK_H

#include "engines/core/option.h"
#include "harness/case/description.h"

/* GRAVEL_INPUT, at the path of the parameter or section at fault, when a rule is broken.  `description` is that of the
 * parameters (describe.h). */
GRAVEL_MUST_USE enum gravel_status gravel_case_check(const struct gravel_options *parameters,
                                                     const struct gravel_description *description,
                                                     struct gravel_error *error);

#endif
