/* Creation and destruction of the 1D column engine. */
#ifndef GRAVEL_ED_COLUMN_CREATE_H
#define GRAVEL_ED_COLUMN_CREATE_H

#include "engines/engine.h"

/* Create a column from a one-dimensional system of free beads with at most one plate below them, sort the beads by
 * height, link those that touch at rest and predict all events.  See create in struct gravel_engine_ops.
 * GRAVEL_UNSUPPORTED or GRAVEL_INPUT for a system that the engine cannot run, GRAVEL_MEMORY.  O(n) for beads in order.
 */
enum gravel_status gravel_column_create(void **engine, const struct gravel_system *system,
                                        const struct gravel_options *options, const struct gravel_sink *sink,
                                        struct gravel_error *error);

/* The operation `check`: GRAVEL_INPUT when no restitution of a pair follows from its material. */
GRAVEL_MUST_USE enum gravel_status gravel_column_check_material(const struct gravel_system *system,
                                                                struct gravel_error *error);

/* Free a column; NULL is allowed. */
void gravel_column_destroy(void *engine);

#endif
