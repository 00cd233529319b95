/* A cell grid for each class of particle sizes, for the neighbour search by lists.
 *
 * Cells repeat: cell k of an axis with n cells holds the points whose integer coordinate is k modulo n, so a grid
 * covers the whole space, periodic or not; a search checks distances anyway.  On a periodic axis n cells span the
 * period exactly.  Particles of very different size are in different grids (levels), each a factor of two finer than
 * the one before, so that a few large particles do not enlarge the cells of the small ones. */
#ifndef GRAVEL_ED_GRID_H
#define GRAVEL_ED_GRID_H

#include "engines/core/archive.h"
#include "engines/core/cell_grid.h"
#include "engines/core/status.h"
#include "engines/core/system.h"
#include "engines/ed/body.h"

enum { GRAVEL_GRID_LEVELS = 16 };

struct gravel_grid_level {
    double radius; /* largest of the level [m] */
    struct gravel_cell_axes axes;
    int32_t first_cell;
    int32_t n_members;
};

enum { GRAVEL_CELL_CAPACITY = 14 };

/* One cache line.  A full cell continues in another one. */
struct gravel_cell {
    int32_t n;
    int32_t more; /* the cell in which it continues; 0: none */
    int32_t item[GRAVEL_CELL_CAPACITY];
};

struct gravel_grid {
    int n_levels;
    struct gravel_grid_level level[GRAVEL_GRID_LEVELS];
    struct gravel_cell *cells; /* cell 0 is not used; then those of the levels; then continuations */
    size_t n_cells, capacity;
    int32_t free_cell; /* first of the free continuations; 0: none */
    int32_t *cell;     /* of each particle; 0: not in the grid */
    uint8_t *level_of; /* of each particle */
};

/* Create the cells for the bodies of a system, without members; the smallest edge of a level is the largest diameter
 * plus `margin` [m].  GRAVEL_MEMORY. */
enum gravel_status gravel_grid_init(struct gravel_grid *grid, const struct gravel_system *system,
                                    const struct gravel_body *body, double margin, struct gravel_error *error);
/* Free the grid; a zeroed one is allowed. */
void gravel_grid_free(struct gravel_grid *grid);

/* Save or load the members of all cells. */
void gravel_grid_archive(struct gravel_grid *grid, size_t n_particles, struct gravel_archive *archive);

/* Move particle i to the cell of x, or enter it there.  GRAVEL_MEMORY. */
enum gravel_status gravel_grid_move(struct gravel_grid *grid, int32_t i, struct vec3 x, struct gravel_error *error);
/* Remove particle i, if it is in the grid. */
void gravel_grid_remove(struct gravel_grid *grid, int32_t i);

/* Write all particles whose distance from x may be below their radius + margin, each once, to candidates[], which has
 * GRAVEL_CELL_CAPACITY elements more than there are particles.  Returns their number. */
int32_t gravel_grid_gather(const struct gravel_grid *grid, struct vec3 x, double margin, int32_t *candidates);

/* Prefetch the cells around particle i, except those across a periodic boundary. */
void gravel_grid_prefetch(const struct gravel_grid *grid, int32_t i);

/* Position of x on a space-filling curve (Morton order) of cubes of edge `unit` [m]. */
uint64_t gravel_grid_order(struct vec3 x, double unit);

#endif
