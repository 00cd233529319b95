/* Self check of the engine's state, for tests. */
#ifndef GRAVEL_ED_CHECK_H
#define GRAVEL_ED_CHECK_H

#include "engines/core/status.h"

/* GRAVEL_PHYSICS when two particles overlap by more than 1e-9 of the smaller radius, or when an invariant of the
 * neighbour search is violated.  `engine` is a struct gravel_ed.  O(n^2). */
enum gravel_status gravel_ed_check(const void *engine, struct gravel_error *error);

#endif
