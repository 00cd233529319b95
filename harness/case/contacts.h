/* `contacts` of a case file: what one pair of species, or one species at one wall, has instead of `material` and of the
 * wall's own contact.  The two names become a section "contacts.<one>+<other>": two species in the order of the
 * alphabet, a species before a wall. */
#ifndef GRAVEL_HARNESS_CASE_CONTACTS_H
#define GRAVEL_HARNESS_CASE_CONTACTS_H

#include "harness/case/description.h"
#include "harness/case/read.h"

/* Read the list into reader->c.  Needs particles and walls.  GRAVEL_INPUT when a name is of no species or wall, two
 * walls are named, a pair is stated twice in either order, or nothing is stated of it. */
GRAVEL_MUST_USE enum gravel_status gravel_read_contacts(struct gravel_reader *reader, const struct gravel_yaml *list);

/* Fill description->contacts, each with all that holds for it.  Needs the material, the species and the walls of
 * *description. */
void gravel_describe_contacts(struct gravel_description *description, const struct gravel_options *parameters);

/* Position in description->contacts of what is stated of a species and its partner, a species or -1 - wall, in either
 * order; n_contacts when nothing is. */
size_t gravel_description_contact(const struct gravel_description *description, int32_t species, int32_t partner);

#endif
