#include "engines/md/grid.h"

#include <stdlib.h>

/* The lowest corner and the extent of the particles, or of the box where it is periodic. */
static void
set_extent(const struct gravel_md *md, struct gravel_md_grid *g)
{
    for (int d = 0; d < 3; d++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < md->n; i++)
            if (gravel_md_attachment(md, i) != GRAVEL_ABSORBED) {
                low = fmin(low, v3_component(md->x[i], d));
                high = fmax(high, v3_component(md->x[i], d));
            }
        g->periodic[d] = md->system.box.periodic[d];
        g->low[d] = g->periodic[d] ? v3_component(md->system.box.low, d) : low < INFINITY ? low : 0.0;
        g->extent[d] = g->periodic[d] ? v3_component(md->system.box.high, d) - g->low[d]
                       : high > low   ? high - low
                                      : 0.0;
    }
}

/* Cells at least `width` wide over the particles' extent, at most about two a particle; returns how many. */
static size_t
set_cells(const struct gravel_md_grid *g, double width, struct gravel_md_level *level)
{
    double cells = INFINITY;
    for (double w = width; cells > 2.0 * (double)level->n + 64.0; w *= 1.3) {
        cells = 1.0;
        for (int d = 0; d < 3; d++) {
            const double count = fmax(1.0, floor(g->extent[d] / w));
            cells *= count;
            level->count[d] = (int32_t)fmin(count, 1e9);
            level->size[d] = g->extent[d] > 0.0 ? g->extent[d] / count : w;
        }
    }
    return (size_t)cells;
}

static int32_t
along(const struct gravel_md_grid *g, const struct gravel_md_level *level, int d, double x)
{
    int32_t c = (int32_t)floor((x - g->low[d]) / level->size[d]);
    if (g->periodic[d])
        c = ((c % level->count[d]) + level->count[d]) % level->count[d];
    return c < 0 ? 0 : c >= level->count[d] ? level->count[d] - 1 : c;
}

static int32_t
cell_at(const struct gravel_md_level *level, int32_t x, int32_t y, int32_t z)
{
    return (z * level->count[1] + y) * level->count[0] + x;
}

int
gravel_md_grid_level(const struct gravel_md_grid *grid, double radius)
{
    int l = 0;
    while (l + 1 < grid->n_levels && radius <= grid->level[l + 1].largest)
        l++;
    return l;
}

/* Allocate all cells and divide them among the levels, whose numbers of particles are known. */
static enum gravel_status
open_levels(const struct gravel_md *md, const double width[GRAVEL_MD_LEVELS], struct gravel_md_grid *grid,
            size_t *cells, struct gravel_error *error)
{
    size_t begin[GRAVEL_MD_LEVELS];
    *cells = 0;
    for (int l = 0; l < grid->n_levels; l++) {
        begin[l] = *cells;
        *cells += set_cells(grid, width[l], &grid->level[l]);
    }
    grid->first = calloc(*cells + 1, sizeof *grid->first);
    grid->cell_of = malloc((md->n + 1) * sizeof *grid->cell_of);
    grid->particles = malloc((md->n + 1) * sizeof *grid->particles);
    if (grid->first == NULL || grid->cell_of == NULL || grid->particles == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu particles in %zu cells", md->n, *cells);
    for (int l = 0; l < grid->n_levels; l++)
        grid->level[l].first = grid->first + begin[l];
    return GRAVEL_OK;
}

/* Sort by counting. */
static enum gravel_status
fill(const struct gravel_md *md, const double width[GRAVEL_MD_LEVELS], struct gravel_md_grid *grid,
     struct gravel_error *error)
{
    size_t cells;
    set_extent(md, grid);
    for (size_t i = 0; i < md->n; i++)
        grid->level[gravel_md_grid_level(grid, gravel_md_radius(md, i))].n++;
    const enum gravel_status status = open_levels(md, width, grid, &cells, error);
    if (status != GRAVEL_OK)
        return status;
    int32_t *const first = grid->first, *const cell_of = grid->cell_of;
    for (size_t i = 0; i < md->n; i++) {
        cell_of[i] = -1;
        if (gravel_md_attachment(md, i) == GRAVEL_ABSORBED)
            continue;
        const struct gravel_md_level *level = &grid->level[gravel_md_grid_level(grid, gravel_md_radius(md, i))];
        cell_of[i] = (int32_t)(level->first - first) + cell_at(level, along(grid, level, 0, md->x[i].x),
                                                               along(grid, level, 1, md->x[i].y),
                                                               along(grid, level, 2, md->x[i].z));
        first[cell_of[i]]++;
    }
    for (size_t c = 1; c <= cells; c++)
        first[c] += first[c - 1];
    for (size_t i = md->n; i-- > 0;)
        if (cell_of[i] >= 0)
            grid->particles[--first[cell_of[i]]] = (int32_t)i;
    return GRAVEL_OK;
}

enum gravel_status
gravel_md_grid_by_size(const struct gravel_md *md, double skin, struct gravel_md_grid *grid, struct gravel_error *error)
{
    double smallest = INFINITY, largest = 0.0, width[GRAVEL_MD_LEVELS];
    *grid = (struct gravel_md_grid){0};
    for (size_t i = 0; i < md->n; i++) {
        smallest = fmin(smallest, gravel_md_radius(md, i));
        largest = fmax(largest, gravel_md_radius(md, i));
    }
    for (double r = largest; grid->n_levels < GRAVEL_MD_LEVELS && r >= smallest; r *= 0.5) {
        width[grid->n_levels] = 2.0 * r + skin;
        grid->level[grid->n_levels++].largest = r;
    }
    return fill(md, width, grid, error);
}

enum gravel_status
gravel_md_grid_plain(const struct gravel_md *md, double width, struct gravel_md_grid *grid, struct gravel_error *error)
{
    const double widths[GRAVEL_MD_LEVELS] = {width};
    *grid = (struct gravel_md_grid){.n_levels = 1};
    return fill(md, widths, grid, error);
}

void
gravel_md_grid_free(struct gravel_md_grid *grid)
{
    free(grid->first);
    free(grid->cell_of);
    free(grid->particles);
}

/* The up to three cells along an axis that touch cell c, each once. */
static int
around(const struct gravel_md_grid *g, const struct gravel_md_level *level, int d, int32_t c, int32_t near[3])
{
    int n = 0;
    for (int32_t s = -1; s <= 1; s++) {
        int32_t k = c + s;
        if (g->periodic[d])
            k = (k + level->count[d]) % level->count[d];
        bool known = k < 0 || k >= level->count[d];
        for (int m = 0; m < n; m++)
            known = known || near[m] == k;
        if (!known)
            near[n++] = k;
    }
    return n;
}

int
gravel_md_grid_around(const struct gravel_md_grid *grid, int level, struct vec3 x,
                      struct gravel_md_range near[GRAVEL_MD_RANGES])
{
    const struct gravel_md_level *l = &grid->level[level];
    int32_t ys[3], zs[3];
    const int32_t cx = along(grid, l, 0, x.x), last = l->count[0] - 1;
    const int ny = around(grid, l, 1, along(grid, l, 1, x.y), ys), nz = around(grid, l, 2, along(grid, l, 2, x.z), zs);
    const bool wraps = grid->periodic[0] && last > 1;
    int n = 0;
    for (int b = 0; b < nz; b++)
        for (int a = 0; a < ny; a++) {
            const int32_t row = cell_at(l, 0, ys[a], zs[b]);
            const int32_t low = cx > 0 ? cx - 1 : 0, high = cx < last ? cx + 1 : last;
            near[n++] = (struct gravel_md_range){l->first[row + low], l->first[row + high + 1]};
            if (wraps && cx == 0)
                near[n++] = (struct gravel_md_range){l->first[row + last], l->first[row + last + 1]};
            if (wraps && cx == last)
                near[n++] = (struct gravel_md_range){l->first[row], l->first[row + 1]};
        }
    return n;
}
