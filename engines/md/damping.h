/* Dashpots that are too strong for a contact or for a method. */
#ifndef GRAVEL_MD_DAMPING_H
#define GRAVEL_MD_DAMPING_H

#include "engines/md/state.h"

/* Whether contact k is so overdamped that it does not end, for the lightest two bodies that can be in it. */
bool gravel_md_never_ends(const struct gravel_md *md, size_t k);

/* GRAVEL_INPUT where velocities relax in fewer of the steps md->dt than the integrator allows; `steps_per_contact` is
 * told in the message. */
enum gravel_status gravel_md_damping_check(const struct gravel_md *md, double steps_per_contact,
                                           struct gravel_error *error);

#endif
