/* The particles as points of the cell grid (engines/core/cell_grid.h). */
#ifndef GRAVEL_MD_POINTS_H
#define GRAVEL_MD_POINTS_H

#include "engines/core/cell_grid.h"
#include "engines/md/state.h"

/* Centres and radii of the particles of `md`, which is borrowed; absorbed ones are in no cell.  In a sheared box in
 * coordinates that move with the flow, see shear.h. */
struct gravel_cell_points gravel_md_points(const struct gravel_md *md);

#endif
