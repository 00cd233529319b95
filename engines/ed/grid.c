#include "engines/ed/grid.h"

#include "engines/ed/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double CELLS_A_PARTICLE = 1.0; /* at most, in each level */

/* Cells of one level, at least `width` [m] wide, few enough for its members.  Returns their number. */
static size_t
shape_level(struct gravel_grid_level *level, const struct gravel_box *box, const double extent[3], double width)
{
    struct gravel_cell_division division = {
        .width = width, .most = CELLS_A_PARTICLE * level->n_members + 8.0, .growth = 1.2};
    for (int d = 0; d < 3; d++) {
        division.extent[d] = extent[d];
        division.ends[d] = box->periodic[d] ? GRAVEL_CELLS_PERIODIC : GRAVEL_CELLS_REPEATED;
    }
    return gravel_cell_axes_divide(&level->axes, &division);
}

enum gravel_status
gravel_grid_init(struct gravel_grid *grid, const struct gravel_system *system, const struct gravel_body *body,
                 double margin, struct gravel_error *error)
{
    memset(grid, 0, sizeof *grid);
    const size_t n = system->n_particles;
    double largest = 0.0, extent[3] = {0, 0, 0};
    struct vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3(-INFINITY, -INFINITY, -INFINITY);
    for (size_t i = 0; i < n; i++) {
        const struct gravel_body *p = &body[i];
        largest = fmax(largest, p->radius);
        low = v3_min(low, p->x);
        high = v3_max(high, p->x);
    }
    for (int d = 0; d < 3 && n > 0; d++)
        extent[d] = system->box.periodic[d] ? v3_component(system->box.high, d) - v3_component(system->box.low, d)
                                            : v3_component(high, d) - v3_component(low, d);
    grid->cell = calloc(n + 1, sizeof *grid->cell);
    grid->level_of = malloc(n + 1);
    if (grid->cell == NULL || grid->level_of == NULL)
        goto fail;
    for (size_t i = 0; i < n; i++) {
        int k = (int)floor(log2(largest / body[i].radius));
        k = k < 0 ? 0 : k >= GRAVEL_GRID_LEVELS ? GRAVEL_GRID_LEVELS - 1 : k;
        struct gravel_grid_level *level = &grid->level[k];
        level->n_members++;
        level->radius = fmax(level->radius, body[i].radius);
        grid->level_of[i] = (uint8_t)k;
        grid->n_levels = k + 1 > grid->n_levels ? k + 1 : grid->n_levels;
    }
    grid->n_cells = 1;
    for (int k = 0; k < grid->n_levels; k++) {
        struct gravel_grid_level *level = &grid->level[k];
        if (level->n_members == 0)
            continue;
        level->first_cell = (int32_t)grid->n_cells;
        grid->n_cells += shape_level(level, &system->box, extent, 2.0 * level->radius + margin);
    }
    grid->capacity = grid->n_cells;
    grid->cells = gravel_ed_memory(grid->capacity, sizeof *grid->cells);
    if (grid->cells != NULL) {
        memset(grid->cells, 0, grid->capacity * sizeof *grid->cells);
        return GRAVEL_OK;
    }
fail:
    gravel_grid_free(grid);
    return gravel_no_memory(error);
}

void
gravel_grid_free(struct gravel_grid *grid)
{
    free(grid->cells);
    free(grid->cell);
    free(grid->level_of);
    memset(grid, 0, sizeof *grid);
}

/* Ensure memory for n cells. */
static bool
reserve(struct gravel_grid *grid, size_t n)
{
    if (n <= grid->capacity)
        return true;
    const size_t capacity = n + n / 8 + 16;
    if (!gravel_ed_memory_resize(&grid->cells, grid->n_cells, capacity, sizeof *grid->cells))
        return false;
    grid->capacity = capacity;
    return true;
}

void
gravel_grid_archive(struct gravel_grid *grid, size_t n_particles, struct gravel_archive *archive)
{
    size_t n_cells = grid->n_cells;
    GRAVEL_ARCHIVE(archive, n_cells);
    if (archive->loads && gravel_archive_ok(archive)) {
        if (reserve(grid, n_cells))
            grid->n_cells = n_cells;
        else
            gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    }
    GRAVEL_ARCHIVE_COLUMN(archive, grid->cells, n_cells, n);
    GRAVEL_ARCHIVE_COLUMN(archive, grid->cells, n_cells, more);
    for (int k = 0; k < GRAVEL_CELL_CAPACITY; k++)
        GRAVEL_ARCHIVE_COLUMN(archive, grid->cells, n_cells, item[k]);
    GRAVEL_ARCHIVE(archive, grid->free_cell);
    GRAVEL_ARCHIVE_ARRAY(archive, grid->cell, n_particles);
}

/* An empty continuation cell; 0 when out of memory. */
static int32_t
take_cell(struct gravel_grid *grid)
{
    int32_t new = grid->free_cell;
    if (new != 0) {
        grid->free_cell = grid->cells[new].more;
    } else {
        if (!reserve(grid, grid->n_cells + 1))
            return 0;
        new = (int32_t)grid->n_cells++;
    }
    grid->cells[new] = (struct gravel_cell){0};
    return new;
}

/* The last member of the cell replaces the removed one. */
void
gravel_grid_remove(struct gravel_grid *grid, int32_t i)
{
    if (grid->cell[i] == 0)
        return;
    struct gravel_cell *last = &grid->cells[grid->cell[i]], *place = last, *before = NULL;
    int32_t k_place = 0;
    for (;;) {
        for (int32_t k = 0; k < last->n; k++)
            if (last->item[k] == i) {
                place = last;
                k_place = k;
            }
        if (last->more == 0)
            break;
        before = last;
        last = &grid->cells[last->more];
    }
    grid->cell[i] = 0;
    place->item[k_place] = last->item[--last->n];
    if (last->n == 0 && before != NULL) {
        last->more = grid->free_cell;
        grid->free_cell = before->more;
        before->more = 0;
    }
}

static enum gravel_status
put(struct gravel_grid *grid, int32_t i, int32_t cell, struct gravel_error *error)
{
    if (cell == grid->cell[i])
        return GRAVEL_OK;
    gravel_grid_remove(grid, i);
    int32_t c = cell;
    while (grid->cells[c].more != 0)
        c = grid->cells[c].more;
    if (grid->cells[c].n == GRAVEL_CELL_CAPACITY) {
        const int32_t new = take_cell(grid);
        if (new == 0)
            return gravel_no_memory(error);
        grid->cells[c].more = new;
        c = new;
    }
    grid->cells[c].item[grid->cells[c].n++] = i;
    grid->cell[i] = cell;
    return GRAVEL_OK;
}

enum gravel_status
gravel_grid_move(struct gravel_grid *grid, int32_t i, struct vec3 x, struct gravel_error *error)
{
    const struct gravel_grid_level *level = &grid->level[grid->level_of[i]];
    return put(grid, i, level->first_cell + gravel_cell_of(&level->axes, x), error);
}

/* The cells of one axis that the interval x +- range overlaps: the first one and their number. */
static void
cells_between(const struct gravel_cell_axes *axes, int d, double x, double range, int32_t *low, int32_t *count)
{
    const double first = gravel_cell_coordinate(axes, d, x - range), last = gravel_cell_coordinate(axes, d, x + range);
    const int32_t n = axes->n[d];
    const bool all = last - first + 1.0 >= n;
    *low = all ? 0 : gravel_cell_wrap(first, n);
    *count = all ? n : (int32_t)(last - first) + 1;
}

static int32_t
gather_level(const struct gravel_grid *grid, const struct gravel_grid_level *level, struct vec3 x, double range,
             int32_t *candidates)
{
    const struct gravel_cell_axes *axes = &level->axes;
    int32_t low[3], count[3], at[3], k[3], n_candidates = 0;
    for (int d = 0; d < 3; d++)
        cells_between(axes, d, v3_component(x, d), range, &low[d], &count[d]);
    for (at[2] = 0; at[2] < count[2]; at[2]++)
        for (at[1] = 0; at[1] < count[1]; at[1]++) {
            for (int d = 1; d < 3; d++) {
                k[d] = low[d] + at[d];
                k[d] -= k[d] >= axes->n[d] ? axes->n[d] : 0;
            }
            const struct gravel_cell *row = &grid->cells[level->first_cell + gravel_cell_number(axes, 0, k[1], k[2])];
            for (at[0] = low[0]; at[0] < low[0] + count[0]; at[0]++) {
                /* Copying the whole cache line is faster than copying n items. */
                const struct gravel_cell *cell = row + (at[0] >= axes->n[0] ? at[0] - axes->n[0] : at[0]);
                for (; cell != grid->cells; cell = &grid->cells[cell->more]) {
                    memcpy(candidates + n_candidates, cell->item, sizeof cell->item);
                    n_candidates += cell->n;
                }
            }
        }
    return n_candidates;
}

void
gravel_grid_prefetch(const struct gravel_grid *grid, int32_t i)
{
    const struct gravel_cell_axes axes = grid->level[grid->level_of[i]].axes;
    const int64_t n_cells = (int64_t)grid->n_cells;
    for (int32_t z = -1; z <= 1; z++)
        for (int32_t y = -1; y <= 1; y++) {
            const int64_t middle = grid->cell[i] + gravel_cell_number(&axes, 0, y, z);
            for (int64_t at = middle - 1; at <= middle + 1; at++)
                if (at >= 0 && at < n_cells)
                    __builtin_prefetch(&grid->cells[at]);
        }
}

int32_t
gravel_grid_gather(const struct gravel_grid *grid, struct vec3 x, double margin, int32_t *candidates)
{
    int32_t n = 0;
    for (int k = 0; k < grid->n_levels; k++)
        if (grid->level[k].n_members > 0)
            n += gather_level(grid, &grid->level[k], x, margin + grid->level[k].radius, candidates + n);
    return n;
}

uint64_t
gravel_grid_order(struct vec3 x, double unit)
{
    uint64_t key = 0;
    for (int d = 0; d < 3; d++) {
        const double k = floor(v3_component(x, d) / unit) + 0x1p20;
        const uint64_t bits = (uint64_t)fmax(0.0, fmin(k, 0x1p21 - 1.0));
        for (int b = 0; b < 21; b++)
            key |= (bits >> b & 1u) << (3 * b + d);
    }
    return key;
}
