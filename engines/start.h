/* An engine with the options that a program states, the others at their defaults. */
#ifndef GRAVEL_ENGINE_START_H
#define GRAVEL_ENGINE_START_H

#include "engines/engine.h"

/* Add settings to `options`: key, value, key, value, ..., NULL, each value as a user writes it; then the defaults of
 * the `keys` that are still absent.  `settings` NULL: defaults only; `keys` NULL: no keys.  GRAVEL_INPUT for a key that
 * is not declared or a value that it does not allow.  The caller frees with gravel_options_free(), after failures too.
 */
GRAVEL_MUST_USE enum gravel_status gravel_options_add_settings(struct gravel_options *options,
                                                               const struct gravel_key *keys,
                                                               const char *const *settings, struct gravel_error *error);

/* Create an engine in the state of `system`, which is copied, with the options that gravel_options_add_settings() makes
 * of `settings`.  `sink` (NULL: no events are reported) as for ops->create.  The caller frees with ops->destroy; after
 * a failure *engine is NULL. */
GRAVEL_MUST_USE enum gravel_status gravel_engine_start(void **engine, const struct gravel_engine_ops *ops,
                                                       const struct gravel_system *system, const char *const *settings,
                                                       const struct gravel_sink *sink, struct gravel_error *error);

#endif
