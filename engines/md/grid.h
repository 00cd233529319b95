/* Cells over the particles, for neighbours (a level for every factor of two in size, so that the search for small
 * particles never uses the cells of large ones; Ogarko and Luding 2012) and for the order in memory. */
#ifndef GRAVEL_MD_GRID_H
#define GRAVEL_MD_GRID_H

#include "engines/md/state.h"

/* Cells of one level, rows along x stored one after the other. */
struct gravel_md_level {
    double largest; /* no radius of the level is larger [m] */
    size_t n;       /* particles */
    double size[3]; /* edge of a cell */
    int32_t count[3];
    const int32_t *first; /* particles in cell c: first[c] .. first[c + 1] of gravel_md_grid.particles */
};

enum { GRAVEL_MD_LEVELS = 16 };

struct gravel_md_grid {
    double low[3], extent[3];
    bool periodic[3];
    int n_levels; /* the largest particles first */
    struct gravel_md_level level[GRAVEL_MD_LEVELS];
    int32_t *first;     /* of all levels' cells; owned */
    int32_t *cell_of;   /* a particle's cell, or -1; owned */
    int32_t *particles; /* particles in the order of the cells; owned */
};

/* A range of gravel_md_grid.particles. */
struct gravel_md_range {
    int32_t first, end;
};
enum { GRAVEL_MD_RANGES = 18 }; /* 9 rows, each at most in two parts where the box is periodic */

/* Sort the particles into levels whose cells are as wide as the diameter of the level's largest particles plus the skin
 * [m]; absorbed ones are excluded.  The grid must be freed, also after an error.  Error: GRAVEL_MEMORY.  O(n). */
GRAVEL_MUST_USE enum gravel_status gravel_md_grid_by_size(const struct gravel_md *md, double skin,
                                                          struct gravel_md_grid *grid, struct gravel_error *error);

/* The same with one level of cells at least `width` [m] wide. */
GRAVEL_MUST_USE enum gravel_status gravel_md_grid_plain(const struct gravel_md *md, double width,
                                                        struct gravel_md_grid *grid, struct gravel_error *error);

/* Free the grid's arrays. */
void gravel_md_grid_free(struct gravel_md_grid *grid);

/* The level of particles of this radius [m]. */
int gravel_md_grid_level(const struct gravel_md_grid *grid, double radius);

/* The level's particles in the cell that contains x and in the cells that touch it, each once; returns the number of
 * ranges. */
int gravel_md_grid_around(const struct gravel_md_grid *grid, int level, struct vec3 x,
                          struct gravel_md_range near[GRAVEL_MD_RANGES]);

#endif
