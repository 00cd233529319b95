#include "engines/ed/cell_shape.h"

#include "engines/ed/spacing.h"

#include <math.h>

enum { LEAST_CELLS = 5 }; /* on each axis: members of adjacent cells then have one nearest image */

static const double CELLS_A_PARTICLE = 8.0; /* at most: 32 bytes */

/* Fitted to the speed with spheres: the best edge of cells is the least one, in largest diameters, where the packing
 * fraction is above 0.2, and else this fraction of the spacing of neighbours.  The edge must be above 1 diameter. */
static const double CELL_EDGE = 1.01, EDGE_OF_SPACING = 0.8;

/* The period of axis d, or the extent of the particles' centres on an open axis [m]. */
static double
extent_of(const struct gravel_ed *ed, int d)
{
    double low = INFINITY, high = -INFINITY;
    if (v3_component(ed->query.length, d) > 0.0)
        return v3_component(ed->query.length, d);
    for (int32_t i = 0; i < ed->n; i++) {
        low = fmin(low, v3_component(ed->body[i].x, d));
        high = fmax(high, v3_component(ed->body[i].x, d));
    }
    return high - low;
}

static void
radius_range(const struct gravel_ed *ed, double *smallest, double *largest)
{
    *smallest = INFINITY;
    *largest = 0.0;
    for (int32_t i = 0; i < ed->n; i++) {
        *largest = fmax(*largest, ed->body[i].radius);
        *smallest = fmin(*smallest, ed->body[i].radius);
    }
}

/* How far apart particles in contact are at most, in the coordinates of the cells, and a margin for rounding.  In
 * coordinates that move with a shear flow distances are up to hypot(1, tilt) times as large. */
static double
reach_of(const struct gravel_ed *ed, double largest)
{
    const double tilt = ed->query.shear_rate != 0.0 ? 0.5 * ed->query.length.x / ed->query.length.z : 0.0;
    return CELL_EDGE * 2.0 * largest * hypot(1.0, tilt);
}

/* Cells for a sheared box.  A plane has cells beside it too; a few particles have no fewer cells than any search
 * needs. */
static void
divide_sheared(const struct gravel_ed *ed, struct gravel_cell_division *division)
{
    division->most = fmax(CELLS_A_PARTICLE * ed->n, 1000.0);
    division->growth = 1.05;
    if (ed->system.dimension == 2)
        division->extent[1] = (1.0 + 1e-9) * LEAST_CELLS * division->width;
}

/* Wide cells are for particles that spread beyond the extent of their start: as many on each open axis as a cube of all
 * cells has, so that few of those that repeat hold anything. */
static void
widen_open_axes(const struct gravel_ed *ed, struct gravel_cell_division *division)
{
    const double side = division->width * cbrt(CELLS_A_PARTICLE * ed->n);
    for (int d = 0; d < 3; d++)
        if (!(v3_component(ed->query.length, d) > 0.0) && division->extent[d] > 0.0)
            division->extent[d] = fmax(division->extent[d], side);
}

/* Least edge of the cells [m], unless collisions reach farther: as stated, or the best one for particles that are apart
 * as they are now and fill these extents, of which there is room for enough cells. */
static double
least_edge(const struct gravel_ed *ed, double largest, const double extent[3])
{
    double edge = 2.0 * ed->cell_edge * largest;
    if (!(edge > 0.0)) {
        edge = EDGE_OF_SPACING * 2.0 * gravel_mean_radius(&ed->system) * gravel_mean_spacing(&ed->system, true);
        for (int d = 0; d < 3; d++)
            if (extent[d] > 0.0)
                edge = fmin(edge, (1.0 - 1e-9) * extent[d] / LEAST_CELLS);
    }
    return edge;
}

/* Cells fill the extent on each axis and repeat from the origin on.  Radii may differ by a factor of two: cells of the
 * size of the largest particles would have too many small members. */
bool
gravel_cell_shape(const struct gravel_ed *ed, struct gravel_cell_axes *axes, double *reach)
{
    double smallest, largest;
    radius_range(ed, &smallest, &largest);
    *reach = reach_of(ed, largest);
    struct gravel_cell_division division = {.most = INFINITY};
    double volume = 1.0;
    for (int d = 0; d < 3; d++) {
        division.extent[d] = extent_of(ed, d);
        division.ends[d] = GRAVEL_CELLS_PERIODIC;
        volume *= division.extent[d];
    }
    division.width = fmax(*reach, least_edge(ed, largest, division.extent));
    if (ed->query.shear_rate != 0.0)
        divide_sheared(ed, &division);
    else
        division.width = fmax(division.width, cbrt(volume / fmin(CELLS_A_PARTICLE * ed->n, 1e9)));
    if (ed->cell_edge > 0.0)
        widen_open_axes(ed, &division);
    (void)gravel_cell_axes_divide(axes, &division);
    bool suits = largest <= 2.0 * smallest;
    for (int d = 0; d < 3; d++)
        suits = suits && axes->n[d] >= LEAST_CELLS && axes->n[d] <= INT16_MAX;
    return suits;
}
