/* Statements that have no effect on the particles as they are placed: only the built system tells which of them are
 * attached to walls. */
#ifndef GRAVEL_HARNESS_RUN_EFFECT_H
#define GRAVEL_HARNESS_RUN_EFFECT_H

#include "engines/core/system.h"
#include "harness/case/description.h"

/* GRAVEL_INPUT with the section: a contact of two species, or of a species and a wall, that never touch because all
 * their particles are attached; a thermostat without a free particle.  O(n). */
GRAVEL_MUST_USE enum gravel_status gravel_check_effects(const struct gravel_description *description,
                                                        const struct gravel_system *system, struct gravel_error *error);

#endif
