#include "reports/map_points.h"

#include "harness/judge/sweep_point.h"
#include "harness/reference/expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double same_row = 1e-3; /* relative: y of one row may differ by the rounding of a case file */

void
gravel_map_free(struct gravel_map *map)
{
    free(map->points);
    free(map->buffer);
    map->points = NULL;
    map->buffer = NULL;
    map->n = 0;
}

static bool
same(double a, double b)
{
    return fabs(a - b) <= same_row * fmax(fabs(a), fabs(b));
}

static int
by_value(double a, double b)
{
    return (a > b) - (a < b);
}

static int
by_y(const void *a, const void *b)
{
    return by_value(((const struct gravel_map_point *)a)->y, ((const struct gravel_map_point *)b)->y);
}

static int
by_x(const void *a, const void *b)
{
    return by_value(((const struct gravel_map_point *)a)->x, ((const struct gravel_map_point *)b)->x);
}

static bool
is_done(const struct gravel_sweep_point *point)
{
    for (size_t k = 0; k < point->n; k++)
        if (point->records[k]->status != GRAVEL_POINT_DONE)
            return false;
    return true;
}

size_t
gravel_map_row_end(const struct gravel_map *map, size_t from)
{
    size_t to = from + 1;
    while (to < map->n && same(map->points[to].y, map->points[from].y))
        to++;
    return to;
}

double
gravel_map_largest(const struct gravel_map *map)
{
    double largest = 0;

    for (size_t k = 0; k < map->n; k++)
        largest = fmax(largest, fabs(map->points[k].difference.value));
    return largest;
}

size_t
gravel_map_count_rows(const struct gravel_map *map)
{
    size_t n = 0;

    for (size_t from = 0; from < map->n; from = gravel_map_row_end(map, from))
        n++;
    return n;
}

/* The map point of a sweep point of the first engine; false when the map has none there. */
static bool
read_point(const struct gravel_case *c, const struct gravel_figure *figure, const struct gravel_sweep_points *points,
           const struct gravel_sweep_point *a, struct gravel_map_point *point)
{
    const struct gravel_sweep_point *b = gravel_sweep_points_partner(points, c, a, figure->series[1]);
    bool found_x, found_y, found;
    if (!b || !is_done(a) || !is_done(b))
        return false;
    point->x = gravel_sweep_point_abscissa(b, figure->x.measure, &found_x).value;
    point->y = gravel_sweep_point_abscissa(b, figure->y.measure, &found_y).value;
    point->difference = gravel_sweep_point_difference(a, b, figure->colour, &found);
    return found_x && found_y && found && isfinite(point->x) && isfinite(point->y) && point->difference.err >= 0.0 &&
           !(figure->x.log && point->x <= 0.0);
}

enum gravel_status
gravel_map_collect(struct gravel_map *map, const struct gravel_report_case *rc, struct gravel_error *error)
{
    struct gravel_sweep_points points;
    enum gravel_status status = gravel_sweep_points_build(&points, rc->c, rc->records, error);
    if (status != GRAVEL_OK)
        return status;
    map->points = calloc(points.n + 1, sizeof *map->points);
    map->buffer = calloc(3 * (points.n + 1), sizeof *map->buffer);
    if (!map->points || !map->buffer)
        status = gravel_no_memory(error);
    for (size_t k = 0; k < points.n && status == GRAVEL_OK; k++) {
        const struct gravel_sweep_point *point = &points.items[k];
        if (strcmp(point->engine, map->figure->series[0]) != 0 ||
            !gravel_where_holds(&map->figure->where, point->records[0]))
            continue;
        if (read_point(rc->c, map->figure, &points, point, &map->points[map->n]))
            map->n++;
        else
            map->n_left_out++;
    }
    gravel_sweep_points_free(&points);
    if (status != GRAVEL_OK)
        return status;
    qsort(map->points, map->n, sizeof *map->points, by_y);
    for (size_t from = 0, to; from < map->n; from = to) {
        to = gravel_map_row_end(map, from);
        qsort(map->points + from, to - from, sizeof *map->points, by_x);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_map_find_crossing(const struct gravel_map *map, size_t from, size_t to, double level,
                         struct gravel_crossing *crossing)
{
    const size_t n = to - from;
    double *x = map->buffer, *y = x + n, *err = y + n;
    for (size_t k = 0; k < n; k++) {
        x[k] = map->points[from + k].x;
        y[k] = map->points[from + k].difference.value;
        err[k] = map->points[from + k].difference.err;
    }
    return gravel_find_crossing(n, x, y, err, true, level, NULL, crossing);
}

bool
gravel_map_is_open(const struct gravel_map_point *p)
{
    return fabs(p->difference.value) <= 2.0 * p->difference.err;
}
