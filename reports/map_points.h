/* The points of a map: relative differences of two engines in the plane of two numbers, row by row. */
#ifndef GRAVEL_REPORTS_MAP_POINTS_H
#define GRAVEL_REPORTS_MAP_POINTS_H

#include "harness/stats/crossing.h"
#include "harness/stats/stats.h"
#include "reports/report.h"

struct gravel_map_point {
    double x, y;
    struct gravel_estimate difference;
};
struct gravel_map {
    const struct gravel_figure *figure;
    size_t n, n_left_out;
    struct gravel_map_point *points; /* sorted by y, then x; owned */
    double *buffer;                  /* [3 n] */
};

/* The points of the figure's two engines at equal coordinates.  GRAVEL_MEMORY: the error is filled; the caller frees
 * the map after a failure, too. */
GRAVEL_MUST_USE enum gravel_status gravel_map_collect(struct gravel_map *map, const struct gravel_report_case *rc,
                                                      struct gravel_error *error);
void gravel_map_free(struct gravel_map *map);

/* Points of one y, one after the other: the first that is not of the row of `from`; the number of rows. */
size_t gravel_map_row_end(const struct gravel_map *map, size_t from);
size_t gravel_map_count_rows(const struct gravel_map *map);

/* The largest difference, without its sign. */
double gravel_map_largest(const struct gravel_map *map);

/* Whether the difference is within two standard errors of zero. */
bool gravel_map_is_open(const struct gravel_map_point *p);

/* Where points from .. to - 1, sorted by x, cross a level: the status of gravel_find_crossing. */
GRAVEL_MUST_USE enum gravel_status gravel_map_find_crossing(const struct gravel_map *map, size_t from, size_t to,
                                                            double level, struct gravel_crossing *crossing);

#endif
