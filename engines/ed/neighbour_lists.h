/* Neighbour search by lists, for systems of any density, with attached, absorbed and growing particles. */
#ifndef GRAVEL_ED_NEIGHBOUR_LISTS_H
#define GRAVEL_ED_NEIGHBOUR_LISTS_H

#include "engines/ed/neighbour_search.h"

extern const struct gravel_neighbour_ops gravel_neighbour_lists;

#endif
