/* The contacts of a system as a table on stdout. */
#ifndef GRAVEL_HARNESS_CLI_SHOW_CONTACTS_H
#define GRAVEL_HARNESS_CLI_SHOW_CONTACTS_H

#include "engines/core/system.h"

/* One line for every two species and every species at every wall: what their lightest particles have, whether a default
 * or stated by `contacts`; restitution and contact time where they depend on the speed at the reference velocity. Pairs
 * of which only one particle exists, and walls from which nothing bounces, have no contact. */
void gravel_show_contacts(const struct gravel_system *system);

#endif
