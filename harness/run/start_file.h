/* The start of a point in a file, from which other programs begin. */
#ifndef GRAVEL_HARNESS_RUN_START_FILE_H
#define GRAVEL_HARNESS_RUN_START_FILE_H

#include "engines/io/format.h"
#include "harness/run/plan.h"

/* Write the state at t = 0: id, species, position, velocity, radius, mass, the wall to which a particle is attached,
 * and with rotation the spin.  After a failure the file is removed.  GRAVEL_INPUT when the particles cannot be placed,
 * GRAVEL_IO, GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_start_write(const struct gravel_point *point,
                                                      const struct gravel_format_ops *format, const char *path,
                                                      struct gravel_error *error);

#endif
