/* Creation and destruction of an event-driven hard-sphere engine. */
#ifndef GRAVEL_ED_CREATE_H
#define GRAVEL_ED_CREATE_H

#include "engines/ed/state.h"

/* The operation `check` of gravel_engine_ops: contacts and options that the method cannot run.  Errors: GRAVEL_INPUT,
 * with the path of the key. */
GRAVEL_MUST_USE enum gravel_status gravel_ed_check_system(const struct gravel_system *system,
                                                          const struct gravel_options *options,
                                                          struct gravel_error *error);

/* Operations of gravel_engine_ops: *engine is a struct gravel_ed at t = 0, owned by the caller until
 * gravel_ed_destroy(), or as it was after an error.  The system, which needs no capability that the engine lacks, is
 * copied.  Errors: GRAVEL_INPUT (the system or the options do not fit the method, particles overlap), GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_ed_create(void **engine, const struct gravel_system *system,
                                                    const struct gravel_options *options,
                                                    const struct gravel_sink *sink, struct gravel_error *error);
void gravel_ed_destroy(void *engine);

#endif
