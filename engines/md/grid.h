/* A grid of cells over the particles, rows along x stored one after the other. */
#ifndef GRAVEL_MD_GRID_H
#define GRAVEL_MD_GRID_H

#include "engines/md/state.h"

/* A particle in the order of the cells, with what a search for neighbours wants to know of it. */
struct gravel_md_mate {
    struct vec3 x;
    double radius;
    int32_t i;
};

struct gravel_md_grid {
    double low[3], size[3]; /* edge of a cell */
    int32_t count[3];
    bool periodic[3];
    const int32_t *first; /* mates in cell c: first[c] .. first[c + 1] of gravel_md.mates */
};

/* Mates in neighbouring cells. */
struct gravel_md_range {
    int32_t first, end;
};
enum { GRAVEL_MD_RANGES = 18 }; /* 9 rows, each at most in two parts where the box is periodic */

/* Sort the particles into cells at least `width` wide; absorbed ones are left out. */
GRAVEL_MUST_USE enum gravel_status gravel_md_grid_fill(struct gravel_md *md, double width,
                                                       struct gravel_md_grid *grid,
                                                       struct gravel_error *error);

/* Mates in the cells in and around the one that x is in, each once; returns the number of ranges. */
int gravel_md_grid_around(const struct gravel_md_grid *grid, struct vec3 x,
                          struct gravel_md_range near[GRAVEL_MD_RANGES]);

#endif
