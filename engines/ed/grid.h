/* Who is near: a cell grid for each class of sizes.
 *
 * Cells repeat: cell k of an axis with n cells holds the points whose integer coordinate is k modulo n, so a
 * grid covers the whole space, periodic or not, and whoever asks checks the distance anyway.  On a periodic
 * axis n cells span the period exactly.  Particles of widely different size live in different grids (levels),
 * each a factor of two finer than the last, so that a few large bodies do not make the cells of the
 * small ones large. */
#ifndef GRAVEL_ED_GRID_H
#define GRAVEL_ED_GRID_H

#include "engines/core/status.h"
#include "engines/core/system.h"
#include "engines/ed/body.h"

enum { GRAVEL_GRID_LEVELS = 16 };

struct gravel_grid_level {
    double radius; /* largest of the level [m] */
    int32_t n[3];
    double edge[3], inverse[3]; /* of a cell [m], and cells per metre */
    int32_t first_cell;
    int32_t n_members;
};

enum { GRAVEL_CELL_CAPACITY = 14 };

/* One cache line.  A cell that is full goes on in another one. */
struct gravel_cell {
    int32_t n;
    int32_t more; /* the cell it goes on in; 0: none */
    int32_t item[GRAVEL_CELL_CAPACITY];
};

struct gravel_grid {
    int n_levels;
    struct gravel_grid_level level[GRAVEL_GRID_LEVELS];
    struct gravel_cell *cells; /* cell 0 is not used; then those of the levels; then continuations */
    size_t n_cells, capacity;
    int32_t spare;     /* chain of continuations that are free; 0: none */
    int32_t *cell;     /* of each particle; 0: not in the grid */
    uint8_t *level_of; /* of each particle */
};

/* Cells for the bodies of a system; distances up to the sum of radii plus `reach` will be asked for.
 * The grid is empty at first. */
enum gravel_status gravel_grid_init(struct gravel_grid *grid, const struct gravel_system *system,
                                    const struct gravel_body *body, double reach, struct gravel_error *error);
void gravel_grid_free(struct gravel_grid *grid);

/* Put particle i, which need not be in the grid, at x. */
enum gravel_status gravel_grid_move(struct gravel_grid *grid, int32_t i, struct vec3 x, struct gravel_error *error);
void gravel_grid_remove(struct gravel_grid *grid, int32_t i);

/* Coordinate k, for any sign, modulo the n cells of an axis; some cell when |k| > 2^53. */
int32_t gravel_grid_wrap(double k, int32_t n);
/* The cell with wrapped coordinates k. */
static inline int32_t
gravel_grid_cell(const struct gravel_grid_level *level, const int32_t k[3])
{
    return level->first_cell + (k[2] * level->n[1] + k[1]) * level->n[0] + k[0];
}

/* All particles that may be within radius + margin of x, each once, into found[], which has room for every
 * particle and GRAVEL_CELL_CAPACITY more.  Returns how many. */
int32_t gravel_grid_gather(const struct gravel_grid *grid, struct vec3 x, double margin, int32_t *found);

/* Bring the cells around particle i into the cache; those across a periodic boundary are forgone. */
void gravel_grid_prefetch(const struct gravel_grid *grid, int32_t i);

/* A key by which points that are near in space are near in order (Morton), in cubes of edge `unit`. */
uint64_t gravel_grid_order(struct vec3 x, double unit);

#endif
