/* Size and number of the cells for the neighbour search by cells. */
#ifndef GRAVEL_ED_CELL_SHAPE_H
#define GRAVEL_ED_CELL_SHAPE_H

#include "engines/core/cell_grid.h"
#include "engines/ed/state.h"

/* Choose cells for the engine's particles as they are at the start, with system.particles still set; *reach is how far
 * apart the centres of two of them in contact are at most, in the coordinates of the cells, with a margin [m].  False
 * where cells do not suit: sizes are too different, or there are fewer than five cells on an axis, or more than
 * INT16_MAX.  O(n). */
bool gravel_cell_shape(const struct gravel_ed *ed, struct gravel_cell_axes *axes, double *reach);

#endif
