/* The cell grid: which points are near one another.
 *
 * Cells are boxes in rows along x, rows along y, layers along z; their number is (z n_y + y) n_x + x.  A periodic axis
 * has a whole number of cells and wraps round; on an open axis a point outside the grid belongs to the outermost cell.
 * Points whose distance is at most the width that the cells were fitted to are in the same cell or in adjacent ones,
 * provided that the points that the grid was fitted to include both.
 *
 * struct gravel_cell_axes is the geometry alone, for users with their own storage (lists that grow point by point).
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
    double low[3];  /* lower corner [m] */
    double edge[3]; /* of a cell [m] */
    int32_t n[3];   /* cells along the axis, at least 1 */
    bool periodic[3];
};

/* Cells at least `width` > 0 [m] wide that fill low..high, but on periodic axes the box; wider ones, where more than
 * about `most` >= 1 cells would be needed.  Returns the number of cells, at most `most`. */
size_t gravel_cell_axes_fit(struct gravel_cell_axes *axes, const struct gravel_box *box, struct vec3 low,
                            struct vec3 high, double width, double most);

/* Cell along axis d of the coordinate x [m]. */
static inline int32_t
gravel_cell_along(const struct gravel_cell_axes *axes, int d, double x)
{
    int32_t c = (int32_t)floor((x - axes->low[d]) / axes->edge[d]);
    if (axes->periodic[d])
        c = ((c % axes->n[d]) + axes->n[d]) % axes->n[d];
    return c < 0 ? 0 : c >= axes->n[d] ? axes->n[d] - 1 : c;
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

/* Whole number k, of any sign, modulo the n cells of an axis that repeats without end; an arbitrary cell for
 * |k| > 2^53. */
static inline int32_t
gravel_cell_wrap(double k, int32_t n)
{
    const double m = k - n * floor(k / n);
    return m >= 0.0 && m < n ? (int32_t)m : 0;
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
    int32_t *member;  /* [n] points in the order of the cells; owned */
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
