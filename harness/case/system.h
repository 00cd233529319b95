/* Description of a case -> the physical system without its particles: with harness/run/build.c, which adds those, the
 * only place where user units become the engines' (acceleration alpha or frequency -> amplitude and angular frequency,
 * Froude number -> spin, law -> exponents). */
#ifndef GRAVEL_HARNESS_CASE_SYSTEM_H
#define GRAVEL_HARNESS_CASE_SYSTEM_H

#include "engines/core/system.h"
#include "harness/case/description.h"

/* Fill *system with dimension, gravity, box, material, walls and names of species; it has no particles yet.  The caller
 * frees it with gravel_system_free, after a failure too.  GRAVEL_INPUT, at the path of the wall, when an acceleration
 * or a spin of a wall is not finite; GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_case_system(const struct gravel_description *description,
                                                      struct gravel_system *system, struct gravel_error *error);

#endif
