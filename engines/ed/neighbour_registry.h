/* The methods of the neighbour search, and the choice of one. */
#ifndef GRAVEL_ED_NEIGHBOUR_REGISTRY_H
#define GRAVEL_ED_NEIGHBOUR_REGISTRY_H

#include "engines/ed/neighbour_search.h"

/* All methods in the order of preference; ends with NULL. */
extern const struct gravel_neighbour_ops *const gravel_neighbour_searches[];

/* Set *ops to the method named `requested`, or for "auto" to the first one that is preferred for the system and
 * supports it.  GRAVEL_UNSUPPORTED, with the method's reason, when there is none. */
enum gravel_status gravel_neighbour_search_choose(const struct gravel_ed *ed, const char *requested,
                                                  const struct gravel_neighbour_ops **ops, struct gravel_error *error);

#endif
