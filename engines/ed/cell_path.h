/* The path of a particle through the cells, for the neighbour search by cells. */
#ifndef GRAVEL_ED_CELL_PATH_H
#define GRAVEL_ED_CELL_PATH_H

#include "engines/core/plate.h"
#include "engines/ed/cells.h"

#include <math.h>

/* The query's path in the coordinates of the cells: x + v t + acceleration t^2/2. */
struct gravel_cell_path {
    struct vec3 x, v, acceleration;
};

/* Time until the particle leaves its cell by more than the slack, and by which face.  Rounding may place it outside of
 * where it has just come in; only the face ahead of it is used, and with gravity the one behind it when it returns
 * there.  Without branches on which face is ahead or the first one, because they would be mispredicted. */
static inline double
gravel_cell_exit_time(const struct gravel_cells *cells, struct gravel_cell_entry *entry,
                      const struct gravel_cell_path *path)
{
    double first = INFINITY;
    int face = entry->face;
    for (int d = 0; d < 3; d++) {
        const double speed = v3_component(path->v, d), g = v3_component(path->acceleration, d),
                     edge = cells->axes.edge[d], slack = cells->slack[d],
                     above = v3_component(path->x, d) - gravel_cells_coordinate(cells, entry, d) * edge,
                     ahead[2] = {-slack, edge + slack};
        int up = speed > 0.0;
        double tau = (ahead[up] - above) / speed;
        if (g != 0.0) {
            const double down_time = gravel_fall_time(above + slack, speed, g);
            const double up_time = gravel_fall_time(edge + slack - above, -speed, -g);
            up = up_time < down_time;
            tau = fmin(up_time, down_time);
        }
        const int sooner = (tau < first) & ((speed != 0.0) | (g != 0.0));
        face ^= (face ^ (2 * d + up)) & -sooner;
        first = sooner ? tau : first;
    }
    entry->face = (int8_t)face;
    return first > 0.0 ? first : 0.0;
}

/* Move the particle's coordinates of cells on: across the face that it leaves by, and across those ahead of it within
 * the slack.  Returns the shift, as in gravel_cells.search. */
static inline int
gravel_cell_move_on(const struct gravel_cells *cells, struct gravel_cell_entry *entry,
                    const struct gravel_cell_path *path)
{
    int shift = GRAVEL_CELL_AROUND;
    for (int d = 0, weight = 1; d < 3; d++, weight *= 3) {
        const double speed = v3_component(path->v, d), edge = cells->axes.edge[d], slack = cells->slack[d],
                     above = v3_component(path->x, d) - gravel_cells_coordinate(cells, entry, d) * edge;
        /* Without branches, because they would be mispredicted. */
        const int within = (speed > 0.0) & (edge - above < slack), behind = (speed < 0.0) & (above < slack),
                  by_face = (entry->face >> 1 == d) * (2 * (entry->face & 1) - 1),
                  step = by_face | ((within - behind) & -(by_face == 0));
        gravel_cells_step(cells, entry, d, step);
        shift += weight * step;
    }
    return shift;
}

#endif
