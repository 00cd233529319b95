/* The cell grid: which points are near one another.
 *
 * Cells are boxes in rows along x, rows along y, layers along z; their number is (z n_y + y) n_x + x.  A periodic axis
 * has a whole number of cells and wraps round; on an open axis a point outside the grid belongs to the outermost cell
 * or, where cells repeat, to the cell of its coordinate modulo n.  Points whose distance is at most the width that the
 * cells were fitted to are in the same cell or in adjacent ones, provided that the points that the grid was fitted to
 * include both or that cells repeat.
 *
 * struct gravel_cell_axes is the geometry alone, for users with their own storage (members that change one by one).
 * struct gravel_cell_grid sorts points by counting, with a level for every factor of two in size, so that small
 * particles are not searched for in the cells of large ones (Ogarko and Luding 2012, Comput. Phys. Commun. 183, 931).
 * Within a cell points are in the order of their numbers. */
#ifndef GRAVEL_CORE_CELL_GRID_H
#define GRAVEL_CORE_CELL_GRID_H

#include "engines/core/status.h"
#include "engines/core/system.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- geometry --- */

struct gravel_cell_axes {
    double low[3];     /* lower corner [m] */
    double edge[3];    /* of a cell [m] */
    double inverse[3]; /* cells per metre: 1/edge */
    int32_t n[3];      /* cells along the axis, at least 1 */
    bool wraps[3];     /* cell k holds the points whose cell coordinate is k modulo n */
};

/* Cells along an axis, and where points beyond its extent belong. */
enum gravel_cell_ends {
    GRAVEL_CELLS_CLAMPED,  /* cells fill the extent; points beyond belong to the outermost cell */
    GRAVEL_CELLS_PERIODIC, /* cells fill the extent, a period, and repeat */
    GRAVEL_CELLS_REPEATED, /* cells have the fitted width, whatever the extent, and repeat */
};

/* A region and the cells that it is divided into. */
struct gravel_cell_division {
    double low[3], extent[3]; /* lower corner and edges of the region [m] */
    enum gravel_cell_ends ends[3];
    double width;  /* least edge of a cell, > 0 [m] */
    double most;   /* number of cells, >= 1; INFINITY: any */
    double growth; /* > 1: `width` is multiplied by it until there are at most `most` cells */
};

/* Divide a region into cells; an axis without extent has one cell.  Returns the number of cells. */
size_t gravel_cell_axes_divide(struct gravel_cell_axes *axes, const struct gravel_cell_division *division);

/* Clamped cells at least `width` > 0 [m] wide that fill low..high, but on periodic axes periodic cells that fill the
 * box; wider ones, where more than `most` >= 1 cells would be needed.  Returns the number of cells. */
size_t gravel_cell_axes_fit(struct gravel_cell_axes *axes, const struct gravel_box *box, struct vec3 low,
                            struct vec3 high, double width, double most);

/* Set axis d to n >= 1 cells of this edge > 0 [m] from `low` [m] on. */
static inline void
gravel_cell_axis_set(struct gravel_cell_axes *axes, int d, double low, double edge, int32_t n, bool wraps)
{
    axes->low[d] = low;
    axes->edge[d] = edge;
    axes->inverse[d] = 1.0 / edge;
    axes->n[d] = n;
    axes->wraps[d] = wraps;
}

/* Whole number k, of any sign, modulo the n cells of an axis that repeats without end; an arbitrary cell for
 * |k| > 2^53. */
static inline int32_t
gravel_cell_wrap(double k, int32_t n)
{
    const double m = k - n * floor(k / n);
    return m >= 0.0 && m < n ? (int32_t)m : 0;
}

/* Cell coordinate along axis d of the coordinate x [m]: a whole number, neither wrapped nor clamped. */
static inline double
gravel_cell_coordinate(const struct gravel_cell_axes *axes, int d, double x)
{
    return floor((x - axes->low[d]) * axes->inverse[d]);
}

/* Cell along axis d of the coordinate x [m]. */
static inline int32_t
gravel_cell_along(const struct gravel_cell_axes *axes, int d, double x)
{
    const double k = gravel_cell_coordinate(axes, d, x);
    const int32_t n = axes->n[d];
    if (axes->wraps[d])
        return gravel_cell_wrap(k, n);
    return !(k > 0.0) ? 0 : k < n ? (int32_t)k : n - 1;
}

/* Number of the cell with these coordinates. */
static inline int32_t
gravel_cell_number(const struct gravel_cell_axes *axes, int32_t x, int32_t y, int32_t z)
{
    return (z * axes->n[1] + y) * axes->n[0] + x;
}

/* Number of the cell that x is in. */
static inline int32_t
gravel_cell_of(const struct gravel_cell_axes *axes, struct vec3 x)
{
    return gravel_cell_number(axes, gravel_cell_along(axes, 0, x.x), gravel_cell_along(axes, 1, x.y),
                              gravel_cell_along(axes, 2, x.z));
}

enum { GRAVEL_CELLS_AROUND = 27 };

/* Numbers of the cell that x is in and of those around it, each once; returns how many. */
int gravel_cell_around(const struct gravel_cell_axes *axes, struct vec3 x, int32_t near[GRAVEL_CELLS_AROUND]);

/* --- sorted points --- */

/* Points with a size.  `get` gives centre [m] and radius [m] of point i < n; false: it is in no cell, but its radius
 * counts where levels are chosen. */
struct gravel_cell_points {
    bool (*get)(const void *context, size_t i, struct vec3 *x, double *radius);
    const void *context; /* borrowed */
    size_t n;            /* less than 2^31 */
};

/* Centres and radii of all particles, attached and absorbed ones too. */
struct gravel_cell_points gravel_cell_points_of(const struct gravel_particle *particles, size_t n);

/* Cells of one level. */
struct gravel_cell_level {
    double largest; /* no radius of the level is larger [m] */
    size_t n;       /* points */
    struct gravel_cell_axes axes;
    const int32_t *first; /* points in cell c: first[c] .. first[c + 1] of gravel_cell_grid.member; borrowed */
};

enum { GRAVEL_CELL_LEVELS = 16 };

struct gravel_cell_grid {
    int n_levels; /* the largest points first; level l holds radii in (largest/2, largest], the last one all smaller */
    struct gravel_cell_level level[GRAVEL_CELL_LEVELS];
    int32_t *first;   /* of all levels' cells; owned */
    int32_t *cell_of; /* [n] a point's place in `first`, or -1; owned */
    int32_t *member;  /* [n_members] points in the order of the cells; owned */
    size_t n_members; /* points that are in cells */
};

/* Places first <= k < end of gravel_cell_grid.member. */
struct gravel_cell_range {
    int32_t first, end;
};
enum { GRAVEL_CELL_RANGES = 18 }; /* 9 rows, each at most in two parts where the box is periodic */

/* Sort the points into levels of cells as wide as two of the level's largest radii and `skin` >= 0 [m].  O(n).
 * GRAVEL_MEMORY; the grid must be freed, also after a failure. */
GRAVEL_MUST_USE enum gravel_status gravel_cell_grid_by_size(struct gravel_cell_grid *grid,
                                                            const struct gravel_cell_points *points,
                                                            const struct gravel_box *box, double skin,
                                                            struct gravel_error *error);

/* Sort them into one level of cells at least `width` [m] wide, whatever their radii. */
GRAVEL_MUST_USE enum gravel_status gravel_cell_grid_plain(struct gravel_cell_grid *grid,
                                                          const struct gravel_cell_points *points,
                                                          const struct gravel_box *box, double width,
                                                          struct gravel_error *error);

void gravel_cell_grid_free(struct gravel_cell_grid *grid);

/* The level of a radius [m]. */
int gravel_cell_grid_level(const struct gravel_cell_grid *grid, double radius);

/* The level's members in the cells in and around the one that x is in, each once; returns the number of ranges. */
int gravel_cell_grid_around(const struct gravel_cell_grid *grid, int level, struct vec3 x,
                            struct gravel_cell_range near[GRAVEL_CELL_RANGES]);

/* Call visit(context, i, j) once for every pair in adjacent cells of gravel_cell_grid_by_size: these are all pairs
 * nearer than the sum of their radii and `skin`, and others.  The smaller point, or of one level the one with the
 * smaller number, is i.  Stops when visit returns false. */
void gravel_cell_grid_pairs(const struct gravel_cell_grid *grid, const struct gravel_cell_points *points,
                            bool (*visit)(void *context, size_t i, size_t j), void *context);

#endif
