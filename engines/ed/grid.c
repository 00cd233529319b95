#include "engines/ed/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CELLS_A_PARTICLE = 2.0; /* at most, in each level */

static double
component(struct vec3 a, int d)
{
    return d == 0 ? a.x : d == 1 ? a.y : a.z;
}

/* k modulo n for any sign. */
static int32_t
wrap(double k, int32_t n)
{
    const double m = k - n * floor(k / n);
    return m < n ? (int32_t)m : 0;
}

/* Shape of one level: cells no smaller than `size`, few enough for its members. */
static void
shape_level(struct gravel_grid_level *level, const struct gravel_box *box, const double extent[3], double size)
{
    for (;; size *= 1.2) {
        double n_cells = 1.0;
        for (int d = 0; d < 3; d++) {
            const double n = fmax(1.0, fmin(floor(extent[d] / size), 1e6));
            level->n[d] = (int32_t)n;
            level->inverse[d] = box->periodic[d] ? n / extent[d] : 1.0 / size;
            n_cells *= n;
        }
        if (n_cells <= CELLS_A_PARTICLE * level->n_members + 8.0)
            return;
    }
}

enum gravel_status
gravel_grid_init(struct gravel_grid *grid, const struct gravel_system *system,
                 const struct gravel_body *body, double reach, struct gravel_error *error)
{
    memset(grid, 0, sizeof *grid);
    const size_t n = system->n_particles;
    double largest = 0.0, extent[3] = {0, 0, 0};
    struct vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3(-INFINITY, -INFINITY, -INFINITY);
    for (size_t i = 0; i < n; i++) {
        const struct gravel_body *p = &body[i];
        largest = fmax(largest, p->radius);
        low = v3(fmin(low.x, p->x.x), fmin(low.y, p->x.y), fmin(low.z, p->x.z));
        high = v3(fmax(high.x, p->x.x), fmax(high.y, p->x.y), fmax(high.z, p->x.z));
    }
    for (int d = 0; d < 3 && n > 0; d++)
        extent[d] = system->box.periodic[d] ? component(system->box.high, d) - component(system->box.low, d)
                                            : component(high, d) - component(low, d);
    grid->next = malloc((n + 1) * sizeof *grid->next);
    grid->previous = malloc((n + 1) * sizeof *grid->previous);
    grid->cell = malloc((n + 1) * sizeof *grid->cell);
    grid->level_of = malloc(n + 1);
    if (grid->next == NULL || grid->previous == NULL || grid->cell == NULL || grid->level_of == NULL)
        goto fail;
    for (size_t i = 0; i < n; i++) {
        int k = (int)floor(log2(largest / body[i].radius));
        k = k < 0 ? 0 : k >= GRAVEL_GRID_LEVELS ? GRAVEL_GRID_LEVELS - 1 : k;
        struct gravel_grid_level *level = &grid->level[k];
        level->n_members++;
        level->radius = fmax(level->radius, body[i].radius);
        grid->level_of[i] = (uint8_t)k;
        grid->cell[i] = -1;
        grid->n_levels = k + 1 > grid->n_levels ? k + 1 : grid->n_levels;
    }
    for (int k = 0; k < grid->n_levels; k++) {
        struct gravel_grid_level *level = &grid->level[k];
        if (level->n_members == 0)
            continue;
        shape_level(level, &system->box, extent, 2.0 * level->radius + reach);
        level->first_cell = (int32_t)grid->n_cells;
        grid->n_cells += (size_t)level->n[0] * (size_t)level->n[1] * (size_t)level->n[2];
    }
    grid->head = malloc((grid->n_cells + 1) * sizeof *grid->head);
    if (grid->head == NULL)
        goto fail;
    for (size_t c = 0; c < grid->n_cells; c++)
        grid->head[c] = -1;
    return GRAVEL_OK;
fail:
    gravel_grid_free(grid);
    return gravel_fail(error, GRAVEL_MEMORY, "out of memory for the cells of %zu particles", n);
}

void
gravel_grid_free(struct gravel_grid *grid)
{
    free(grid->head);
    free(grid->next);
    free(grid->previous);
    free(grid->cell);
    free(grid->level_of);
    memset(grid, 0, sizeof *grid);
}

static int32_t
cell_index(const struct gravel_grid_level *level, int32_t kx, int32_t ky, int32_t kz)
{
    return level->first_cell + (kz * level->n[1] + ky) * level->n[0] + kx;
}

void
gravel_grid_remove(struct gravel_grid *grid, int32_t i)
{
    if (grid->cell[i] < 0)
        return;
    if (grid->previous[i] >= 0)
        grid->next[grid->previous[i]] = grid->next[i];
    else
        grid->head[grid->cell[i]] = grid->next[i];
    if (grid->next[i] >= 0)
        grid->previous[grid->next[i]] = grid->previous[i];
    grid->cell[i] = -1;
}

void
gravel_grid_move(struct gravel_grid *grid, int32_t i, struct vec3 x)
{
    const struct gravel_grid_level *level = &grid->level[grid->level_of[i]];
    int32_t k[3];
    for (int d = 0; d < 3; d++)
        k[d] = wrap(floor(component(x, d) * level->inverse[d]), level->n[d]);
    const int32_t cell = cell_index(level, k[0], k[1], k[2]);
    if (cell == grid->cell[i])
        return;
    gravel_grid_remove(grid, i);
    grid->cell[i] = cell;
    grid->previous[i] = -1;
    grid->next[i] = grid->head[cell];
    if (grid->next[i] >= 0)
        grid->previous[grid->next[i]] = i;
    grid->head[cell] = i;
}

static int32_t
walk_cell(const struct gravel_grid_walk *walk)
{
    int32_t k[3];
    for (int d = 0; d < 3; d++) {
        k[d] = walk->low[d] + walk->at[d];
        k[d] -= k[d] >= walk->level->n[d] ? walk->level->n[d] : 0;
    }
    return walk->grid->head[cell_index(walk->level, k[0], k[1], k[2])];
}

void
gravel_grid_walk_start(struct gravel_grid_walk *walk, const struct gravel_grid *grid, int level_index,
                       struct vec3 x, double range)
{
    const struct gravel_grid_level *level = &grid->level[level_index];
    *walk = (struct gravel_grid_walk){.grid = grid, .level = level, .particle = -1};
    for (int d = 0; d < 3; d++) {
        const double low = floor((component(x, d) - range) * level->inverse[d]);
        const double high = floor((component(x, d) + range) * level->inverse[d]);
        if (level->n_members == 0 || high - low + 1.0 >= level->n[d]) {
            walk->low[d] = 0;
            walk->count[d] = level->n_members == 0 ? 0 : level->n[d];
        } else {
            walk->low[d] = wrap(low, level->n[d]);
            walk->count[d] = (int32_t)(high - low) + 1;
        }
    }
    if (walk->count[0] > 0)
        walk->particle = walk_cell(walk);
}

int32_t
gravel_grid_walk_next(struct gravel_grid_walk *walk)
{
    while (walk->particle < 0) {
        int d = 0;
        while (d < 3 && ++walk->at[d] >= walk->count[d])
            walk->at[d++] = 0;
        if (d == 3) {
            walk->count[0] = 0;
            walk->at[0] = 0;
            return -1;
        }
        walk->particle = walk_cell(walk);
    }
    const int32_t found = walk->particle;
    walk->particle = walk->grid->next[found];
    return found;
}

uint64_t
gravel_grid_order(struct vec3 x, double unit)
{
    uint64_t key = 0;
    for (int d = 0; d < 3; d++) {
        const double k = floor(component(x, d) / unit) + 0x1p20;
        const uint64_t bits = (uint64_t)fmax(0.0, fmin(k, 0x1p21 - 1.0));
        for (int b = 0; b < 21; b++)
            key |= (bits >> b & 1u) << (3 * b + d);
    }
    return key;
}
