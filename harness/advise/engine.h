/* The engines: which of them accept the system, MD's time step, and pilot runs. */
#ifndef GRAVEL_HARNESS_ADVISE_ENGINE_H
#define GRAVEL_HARNESS_ADVISE_ENGINE_H

#include "harness/advise/context.h"

/* Fill in the engines, the length of the run and the pilot runs.  A pilot is a child process with a limit of CPU time;
 * an engine that refuses the system or fails in its pilot is no failure of this function, but has a remark. */
GRAVEL_MUST_USE enum gravel_status gravel_advice_engines(struct gravel_advice_context *a, struct gravel_error *error);

#endif
