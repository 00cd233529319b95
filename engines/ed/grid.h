/* Who is near: a cell grid for each class of sizes.
 *
 * Cells repeat: cell k of an axis with n cells holds the points whose integer coordinate is k modulo n, so a
 * grid covers the whole space, periodic or not, and whoever asks checks the distance anyway.  On a periodic
 * axis n cells span the period exactly.  Particles of widely different size live in different grids (levels),
 * each a factor of two coarser than the last, so that a few large bodies do not make the cells of
 * the small ones large. */
#ifndef GRAVEL_ED_GRID_H
#define GRAVEL_ED_GRID_H

#include "engines/core/status.h"
#include "engines/core/system.h"
#include "engines/ed/body.h"

enum { GRAVEL_GRID_LEVELS = 16 };

struct gravel_grid_level {
    double radius;  /* largest of the level [m] */
    int32_t n[3];
    double inverse[3]; /* cells per metre */
    int32_t first_cell; /* offset of its cells in `head` */
    int32_t n_members;
};

struct gravel_grid {
    int n_levels;
    struct gravel_grid_level level[GRAVEL_GRID_LEVELS];
    size_t n_cells;
    int32_t *head;           /* n_cells: a particle or -1 */
    int32_t *next, *previous; /* n particles */
    int32_t *cell;           /* of each particle, -1: not in the grid */
    uint8_t *level_of;       /* of each particle */
};

/* Cells for the bodies of a system; distances up to the sum of radii plus `reach` will be asked for.
 * The grid is empty at first. */
enum gravel_status gravel_grid_init(struct gravel_grid *grid, const struct gravel_system *system,
                                    const struct gravel_body *body, double reach,
                                    struct gravel_error *error);
void gravel_grid_free(struct gravel_grid *grid);

/* Put particle i, which need not be in the grid, at x. */
void gravel_grid_move(struct gravel_grid *grid, int32_t i, struct vec3 x);
void gravel_grid_remove(struct gravel_grid *grid, int32_t i);

/* Visit the particles of level `level` whose cells overlap the cube x +- range. */
struct gravel_grid_walk {
    const struct gravel_grid *grid;
    const struct gravel_grid_level *level;
    int32_t low[3], count[3], at[3]; /* cells of the cube: first, number, present offset */
    int32_t particle;                /* next one to hand out */
};
void gravel_grid_walk_start(struct gravel_grid_walk *walk, const struct gravel_grid *grid, int level,
                            struct vec3 x, double range);
/* The next particle, or -1. */
int32_t gravel_grid_walk_next(struct gravel_grid_walk *walk);

/* A key by which points that are near in space are near in order (Morton), in cubes of edge `unit`. */
uint64_t gravel_grid_order(struct vec3 x, double unit);

#endif
