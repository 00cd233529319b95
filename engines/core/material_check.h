/* Which statements of a material an engine can use.  Messages carry the path of the option at fault, as a case file
 * calls it: "material.restitution", "walls.<name>.contact.restitution", "contacts.<one>+<other>.restitution". */
#ifndef GRAVEL_CORE_MATERIAL_CHECK_H
#define GRAVEL_CORE_MATERIAL_CHECK_H

#include "engines/core/material.h"
#include "engines/core/status.h"
#include "engines/core/wall.h"

/* `section` is that of the contact (gravel_system_contact_section).
 *
 * GRAVEL_INPUT when no soft-sphere force constants of a pair (wall NULL) or of the contact with `wall` follow from the
 * statement (e = 0, e_t <= 0, a velocity-dependent restitution without its velocity, ...), or when the contact has
 * friction but no tangential force, neither spring nor dashpot. */
GRAVEL_MUST_USE enum gravel_status gravel_material_check(const struct gravel_material *material,
                                                         const struct gravel_wall_contact *wall, const char *section,
                                                         struct gravel_error *error);

/* GRAVEL_INPUT when no restitution of hard spheres follows from the statement, or when the contact of a pair (wall
 * NULL) or with `wall` has friction but e_t = 1, hence no tangential impulse; `engine` is for the message. */
GRAVEL_MUST_USE enum gravel_status gravel_material_check_hard(const struct gravel_material *material,
                                                              const struct gravel_wall_contact *wall,
                                                              const char *section, const char *engine,
                                                              struct gravel_error *error);

#endif
