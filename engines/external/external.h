/* An engine that is a program of somebody else, in a process of its own (README.md).  A run of gravel has one at most.
 */
#ifndef GRAVEL_EXTERNAL_EXTERNAL_H
#define GRAVEL_EXTERNAL_EXTERNAL_H

#include "engines/engine.h"

/* Start the adapter `command` (as for gravel_process_start()) once, to hear what it is, and return its operations,
 * which gravel_engine_find() finds by its name from then on.  Every engine that they create is a process of its own. An
 * answer may take `limit` seconds.  Called once.  GRAVEL_INPUT: no such program, other than a hello of this protocol,
 * or the name of an engine that gravel has. */
GRAVEL_MUST_USE enum gravel_status gravel_external_open(const struct gravel_engine_ops **ops, const char *command,
                                                        double limit, struct gravel_error *error);

#endif
