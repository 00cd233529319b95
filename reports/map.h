/* Style `map` of a figure: the relative difference of two engines over a plane, with the lines where it is 1, 5 and 20
 * %. */
#ifndef GRAVEL_REPORTS_MAP_H
#define GRAVEL_REPORTS_MAP_H

#include "reports/canvas.h"
#include "reports/report.h"

/* As gravel_figure_draw.  Points stand where the second engine of the figure's series puts them, coloured by
 * |a/b - 1| in the observable `colour`; a point whose difference is within two standard errors is an open ring.  At
 * every y the difference as a function of x crosses the levels at the marks of the lines, with 95 % intervals
 * (harness/stats/crossing.h). The notes receive the smallest and the largest crossing. */
GRAVEL_MUST_USE enum gravel_status gravel_map_draw(const struct gravel_report_case *rc,
                                                   const struct gravel_figure *figure, struct gravel_canvas *canvas,
                                                   struct gravel_plate *plate, struct gravel_error *error);

#endif
