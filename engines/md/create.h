/* Creation and destruction of a soft-sphere engine. */
#ifndef GRAVEL_MD_CREATE_H
#define GRAVEL_MD_CREATE_H

#include "engines/md/state.h"

/* Operations of gravel_engine_ops: *engine is a struct gravel_md at t = 0, owned by the caller until
 * gravel_md_destroy(), or NULL after an error.  The system is copied.  Errors: GRAVEL_INPUT (the system or the options
 * do not fit the method), GRAVEL_PHYSICS (bodies overlap by half a diameter), GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_create(void **engine, const struct gravel_system *system,
                                                    const struct gravel_options *options,
                                                    const struct gravel_sink *sink, struct gravel_error *error);
void gravel_md_destroy(void *engine);

#endif
