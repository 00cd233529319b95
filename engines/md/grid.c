#include "engines/md/grid.h"

#include <stdlib.h>
#include <string.h>

static double
component(struct vec3 v, int d)
{
    return d == 0 ? v.x : d == 1 ? v.y : v.z;
}

/* Cells at least `width` wide over the particles' extent, at most about two a particle. */
static void
lay(const struct gravel_md *md, double width, struct gravel_md_grid *g)
{
    double extent[3];
    for (int d = 0; d < 3; d++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < md->n; i++)
            if (md->system.particles[i].held != GRAVEL_ABSORBED) {
                low = fmin(low, component(md->x[i], d));
                high = fmax(high, component(md->x[i], d));
            }
        g->periodic[d] = md->system.box.periodic[d];
        g->low[d] = g->periodic[d] ? component(md->system.box.low, d) : low < INFINITY ? low : 0.0;
        extent[d] = g->periodic[d] ? component(md->system.box.high, d) - g->low[d] : high > low ? high - low : 0.0;
    }
    double cells = INFINITY;
    for (double w = width; cells > 2.0 * (double)md->n + 64.0; w *= 1.3) {
        cells = 1.0;
        for (int d = 0; d < 3; d++) {
            const double count = fmax(1.0, floor(extent[d] / w));
            cells *= count;
            g->count[d] = (int32_t)fmin(count, 1e9);
            g->size[d] = extent[d] > 0.0 ? extent[d] / count : w;
        }
    }
}

static int32_t
along(const struct gravel_md_grid *g, int d, double x)
{
    int32_t c = (int32_t)floor((x - g->low[d]) / g->size[d]);
    if (g->periodic[d])
        c = ((c % g->count[d]) + g->count[d]) % g->count[d];
    return c < 0 ? 0 : c >= g->count[d] ? g->count[d] - 1 : c;
}

static int32_t
cell_at(const struct gravel_md_grid *g, int32_t x, int32_t y, int32_t z)
{
    return (z * g->count[1] + y) * g->count[0] + x;
}

enum gravel_status
gravel_md_grid_fill(struct gravel_md *md, double width, struct gravel_md_grid *grid, struct gravel_error *error)
{
    lay(md, width, grid);
    const size_t cells = (size_t)grid->count[0] * (size_t)grid->count[1] * (size_t)grid->count[2];
    if (cells + 1 > md->cell_capacity) {
        int32_t *first = realloc(md->cell_first, (cells + 1) * sizeof *first);
        if (first == NULL)
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu cells", cells);
        md->cell_first = first;
        md->cell_capacity = cells + 1;
    }
    int32_t *const first = md->cell_first;
    grid->first = first;
    memset(first, 0, (cells + 1) * sizeof *first);
    for (size_t i = 0; i < md->n; i++) {
        md->cell_of[i] = -1;
        if (md->system.particles[i].held == GRAVEL_ABSORBED)
            continue;
        md->cell_of[i] = cell_at(grid, along(grid, 0, md->x[i].x), along(grid, 1, md->x[i].y),
                                 along(grid, 2, md->x[i].z));
        first[md->cell_of[i]]++;
    }
    for (size_t c = 1; c <= cells; c++)
        first[c] += first[c - 1];
    for (size_t i = md->n; i-- > 0;)
        if (md->cell_of[i] >= 0)
            md->mates[--first[md->cell_of[i]]] =
                (struct gravel_md_mate){.x = md->x[i], .radius = md->radius[i], .i = (int32_t)i};
    return GRAVEL_OK;
}

/* The up to three cells along an axis that touch cell c, each once. */
static int
around(const struct gravel_md_grid *g, int d, int32_t c, int32_t near[3])
{
    int n = 0;
    for (int32_t s = -1; s <= 1; s++) {
        int32_t k = c + s;
        if (g->periodic[d])
            k = (k + g->count[d]) % g->count[d];
        bool known = k < 0 || k >= g->count[d];
        for (int m = 0; m < n; m++)
            known = known || near[m] == k;
        if (!known)
            near[n++] = k;
    }
    return n;
}

int
gravel_md_grid_around(const struct gravel_md_grid *grid, struct vec3 x, struct gravel_md_range near[GRAVEL_MD_RANGES])
{
    int32_t ys[3], zs[3];
    const int32_t cx = along(grid, 0, x.x), last = grid->count[0] - 1;
    const int ny = around(grid, 1, along(grid, 1, x.y), ys), nz = around(grid, 2, along(grid, 2, x.z), zs);
    const bool wraps = grid->periodic[0] && last > 1;
    int n = 0;
    for (int b = 0; b < nz; b++)
        for (int a = 0; a < ny; a++) {
            const int32_t row = cell_at(grid, 0, ys[a], zs[b]);
            const int32_t low = cx > 0 ? cx - 1 : 0, high = cx < last ? cx + 1 : last;
            near[n++] = (struct gravel_md_range){grid->first[row + low], grid->first[row + high + 1]};
            if (wraps && cx == 0)
                near[n++] = (struct gravel_md_range){grid->first[row + last], grid->first[row + last + 1]};
            if (wraps && cx == last)
                near[n++] = (struct gravel_md_range){grid->first[row], grid->first[row + 1]};
        }
    return n;
}
