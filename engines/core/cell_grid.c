#include "engines/core/cell_grid.h"

#include <stdlib.h>

size_t
gravel_cell_axes_divide(struct gravel_cell_axes *axes, const struct gravel_cell_division *division)
{
    for (double width = division->width;; width *= division->growth) {
        double cells = 1.0;
        for (int d = 0; d < 3; d++) {
            const double extent = division->extent[d], count = fmax(1.0, floor(extent / width));
            const enum gravel_cell_ends ends = division->ends[d];
            const bool fill = ends != GRAVEL_CELLS_REPEATED && extent > 0.0;
            gravel_cell_axis_set(axes, d, division->low[d], fill ? extent / count : width, (int32_t)fmin(count, 1e9),
                                 ends != GRAVEL_CELLS_CLAMPED);
            cells *= count;
        }
        if (cells <= division->most)
            return (size_t)fmin(cells, 1e18);
    }
}

size_t
gravel_cell_axes_fit(struct gravel_cell_axes *axes, const struct gravel_box *box, struct vec3 low, struct vec3 high,
                     double width, double most)
{
    struct gravel_cell_division division = {.width = width, .most = most, .growth = 1.3};
    for (int d = 0; d < 3; d++) {
        const bool periodic = box->periodic[d];
        division.ends[d] = periodic ? GRAVEL_CELLS_PERIODIC : GRAVEL_CELLS_CLAMPED;
        division.low[d] = v3_component(periodic ? box->low : low, d);
        division.extent[d] = v3_component(periodic ? box->high : high, d) - division.low[d];
    }
    return gravel_cell_axes_divide(axes, &division);
}

/* The up to three cells along an axis that touch cell c, each once. */
static int
around_on_axis(const struct gravel_cell_axes *axes, int d, int32_t c, int32_t near[3])
{
    int n = 0;
    for (int32_t s = -1; s <= 1; s++) {
        int32_t k = c + s;
        if (axes->wraps[d])
            k = (k + axes->n[d]) % axes->n[d];
        bool skip = k < 0 || k >= axes->n[d];
        for (int m = 0; m < n; m++)
            skip = skip || near[m] == k;
        if (!skip)
            near[n++] = k;
    }
    return n;
}

int
gravel_cell_around(const struct gravel_cell_axes *axes, struct vec3 x, int32_t near[GRAVEL_CELLS_AROUND])
{
    int32_t at[3][3];
    int count[3], n = 0;
    for (int d = 0; d < 3; d++)
        count[d] = around_on_axis(axes, d, gravel_cell_along(axes, d, v3_component(x, d)), at[d]);
    for (int c = 0; c < count[2]; c++)
        for (int b = 0; b < count[1]; b++)
            for (int a = 0; a < count[0]; a++)
                near[n++] = gravel_cell_number(axes, at[0][a], at[1][b], at[2][c]);
    return n;
}

static bool
get_particle(const void *context, size_t i, struct vec3 *x, double *radius)
{
    const struct gravel_particle *p = (const struct gravel_particle *)context + i;
    *x = p->x;
    *radius = p->radius;
    return true;
}

struct gravel_cell_points
gravel_cell_points_of(const struct gravel_particle *particles, size_t n)
{
    return (struct gravel_cell_points){get_particle, particles, n};
}

/* Corners of the smallest box around the points that are in cells; a point at the origin if there is none. */
static void
span(const struct gravel_cell_points *points, struct vec3 *low, struct vec3 *high)
{
    *low = v3(INFINITY, INFINITY, INFINITY);
    *high = v3(-INFINITY, -INFINITY, -INFINITY);
    struct vec3 x;
    double radius;
    for (size_t i = 0; i < points->n; i++)
        if (points->get(points->context, i, &x, &radius)) {
            *low = v3_min(*low, x);
            *high = v3_max(*high, x);
        }
    if (low->x > high->x)
        *low = *high = v3(0, 0, 0);
}

int
gravel_cell_grid_level(const struct gravel_cell_grid *grid, double radius)
{
    int l = 0;
    while (l + 1 < grid->n_levels && radius <= grid->level[l + 1].largest)
        l++;
    return l;
}

/* Memory for the cells of all levels, and where those of each level begin; the levels' numbers of points are set. */
static enum gravel_status
allocate(struct gravel_cell_grid *grid, const struct gravel_cell_points *points, const struct gravel_box *box,
         const double width[GRAVEL_CELL_LEVELS], size_t *cells, struct gravel_error *error)
{
    size_t begin[GRAVEL_CELL_LEVELS] = {0};
    struct vec3 low, high;
    span(points, &low, &high);
    *cells = 0;
    for (int l = 0; l < grid->n_levels; l++) {
        struct gravel_cell_level *level = &grid->level[l];
        begin[l] = *cells;
        *cells += gravel_cell_axes_fit(&level->axes, box, low, high, width[l], 2.0 * (double)level->n + 64.0);
    }
    grid->first = calloc(*cells + 1, sizeof *grid->first);
    grid->cell_of = malloc((points->n + 1) * sizeof *grid->cell_of);
    grid->member = malloc((points->n + 1) * sizeof *grid->member);
    if (grid->first == NULL || grid->cell_of == NULL || grid->member == NULL)
        return gravel_no_memory(error);
    for (int l = 0; l < grid->n_levels; l++)
        grid->level[l].first = grid->first + begin[l];
    return GRAVEL_OK;
}

/* Sort by counting. */
static enum gravel_status
fill(struct gravel_cell_grid *grid, const struct gravel_cell_points *points, const struct gravel_box *box,
     const double width[GRAVEL_CELL_LEVELS], struct gravel_error *error)
{
    size_t cells;
    struct vec3 x;
    double radius;
    for (size_t i = 0; i < points->n; i++) {
        points->get(points->context, i, &x, &radius);
        grid->level[gravel_cell_grid_level(grid, radius)].n++;
    }
    const enum gravel_status status = allocate(grid, points, box, width, &cells, error);
    if (status != GRAVEL_OK)
        return status;
    int32_t *const first = grid->first, *const cell_of = grid->cell_of;
    for (size_t i = 0; i < points->n; i++) {
        cell_of[i] = -1;
        if (!points->get(points->context, i, &x, &radius))
            continue;
        const struct gravel_cell_level *level = &grid->level[gravel_cell_grid_level(grid, radius)];
        cell_of[i] = (int32_t)(level->first - first) + gravel_cell_of(&level->axes, x);
        first[cell_of[i]]++;
    }
    for (size_t c = 1; c <= cells; c++)
        first[c] += first[c - 1];
    grid->n_members = (size_t)first[cells];
    for (size_t i = points->n; i-- > 0;)
        if (cell_of[i] >= 0)
            grid->member[--first[cell_of[i]]] = (int32_t)i;
    return GRAVEL_OK;
}

enum gravel_status
gravel_cell_grid_by_size(struct gravel_cell_grid *grid, const struct gravel_cell_points *points,
                         const struct gravel_box *box, double skin, struct gravel_error *error)
{
    double smallest = INFINITY, largest = 0.0, radius, width[GRAVEL_CELL_LEVELS];
    struct vec3 x;
    *grid = (struct gravel_cell_grid){0};
    for (size_t i = 0; i < points->n; i++) {
        points->get(points->context, i, &x, &radius);
        smallest = fmin(smallest, radius);
        largest = fmax(largest, radius);
    }
    for (double r = largest; grid->n_levels < GRAVEL_CELL_LEVELS && r >= smallest; r *= 0.5) {
        width[grid->n_levels] = 2.0 * r + skin;
        grid->level[grid->n_levels++].largest = r;
    }
    return fill(grid, points, box, width, error);
}

enum gravel_status
gravel_cell_grid_plain(struct gravel_cell_grid *grid, const struct gravel_cell_points *points,
                       const struct gravel_box *box, double width, struct gravel_error *error)
{
    const double widths[GRAVEL_CELL_LEVELS] = {width};
    *grid = (struct gravel_cell_grid){.n_levels = 1};
    return fill(grid, points, box, widths, error);
}

void
gravel_cell_grid_free(struct gravel_cell_grid *grid)
{
    free(grid->first);
    free(grid->cell_of);
    free(grid->member);
    *grid = (struct gravel_cell_grid){0};
}

int
gravel_cell_grid_around(const struct gravel_cell_grid *grid, int level, struct vec3 x,
                        struct gravel_cell_range near[GRAVEL_CELL_RANGES])
{
    const struct gravel_cell_axes *axes = &grid->level[level].axes;
    const int32_t *first = grid->level[level].first;
    int32_t ys[3], zs[3];
    const int32_t cx = gravel_cell_along(axes, 0, x.x), last = axes->n[0] - 1;
    const int ny = around_on_axis(axes, 1, gravel_cell_along(axes, 1, x.y), ys);
    const int nz = around_on_axis(axes, 2, gravel_cell_along(axes, 2, x.z), zs);
    const bool wraps = axes->wraps[0] && last > 1;
    int n = 0;
    for (int b = 0; b < nz; b++)
        for (int a = 0; a < ny; a++) {
            const int32_t row = gravel_cell_number(axes, 0, ys[a], zs[b]);
            const int32_t low = cx > 0 ? cx - 1 : 0, high = cx < last ? cx + 1 : last;
            near[n++] = (struct gravel_cell_range){first[row + low], first[row + high + 1]};
            if (wraps && cx == 0)
                near[n++] = (struct gravel_cell_range){first[row + last], first[row + last + 1]};
            if (wraps && cx == last)
                near[n++] = (struct gravel_cell_range){first[row], first[row + 1]};
        }
    return n;
}

/* The pairs of point i with the members of a level; with those that come after it if the level is its own. */
static bool
visit_level(const struct gravel_cell_grid *grid, size_t i, struct vec3 x, int level, bool own,
            bool (*visit)(void *context, size_t i, size_t j), void *context)
{
    struct gravel_cell_range near[GRAVEL_CELL_RANGES];
    const int n = gravel_cell_grid_around(grid, level, x, near);
    for (int r = 0; r < n; r++)
        for (int32_t k = near[r].first; k < near[r].end; k++) {
            const size_t j = (size_t)grid->member[k];
            if ((!own || j > i) && !visit(context, i, j))
                return false;
        }
    return true;
}

void
gravel_cell_grid_pairs(const struct gravel_cell_grid *grid, const struct gravel_cell_points *points,
                       bool (*visit)(void *context, size_t i, size_t j), void *context)
{
    struct vec3 x;
    double radius;
    for (size_t i = 0; i < points->n; i++) {
        if (!points->get(points->context, i, &x, &radius))
            continue;
        const int own = gravel_cell_grid_level(grid, radius);
        for (int l = own; l >= 0; l--)
            if (grid->level[l].n > 0 && !visit_level(grid, i, x, l, l == own, visit, context))
                return;
    }
}
