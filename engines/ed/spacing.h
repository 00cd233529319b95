/* Mean size and spacing of the particles of a system, from which the engine chooses its neighbour search. */
#ifndef GRAVEL_ED_SPACING_H
#define GRAVEL_ED_SPACING_H

#include "engines/core/system.h"

/* Mean radius of the particles [m].  O(n). */
double gravel_mean_radius(const struct gravel_system *system);

/* Mean distance of neighbours in mean diameters, from the volume that the particles occupy or, if `settled`, the
 * smaller one that they occupy as an atmosphere of their present temperature.  O(n). */
double gravel_mean_spacing(const struct gravel_system *system, bool settled);

#endif
