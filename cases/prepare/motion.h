/* Mean velocity and rotation, which every generator takes beside its own keys. */
#ifndef GRAVEL_CASES_PREPARE_MOTION_H
#define GRAVEL_CASES_PREPARE_MOTION_H

#include "engines/core/option.h"
#include "engines/core/system.h"

/* The declared keys: mean_velocity, rotation, centre. */
extern const struct gravel_key gravel_motion_keys[];

/* Add the mean velocity u and the rotation w about the centre c to the free particles:
 *     v += u + w x (x - c), and omega += w where particles carry spin.
 * `path` is that of the options, for errors.  GRAVEL_INPUT for components that the dimension does not have, and for a
 * centre without rotation. */
GRAVEL_MUST_USE enum gravel_status gravel_motion_add(struct gravel_system *system, const struct gravel_options *options,
                                                     const char *path, struct gravel_error *error);

#endif
