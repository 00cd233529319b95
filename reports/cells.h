/* Style `table` of a figure: the numbers themselves. */
#ifndef GRAVEL_REPORTS_CELLS_H
#define GRAVEL_REPORTS_CELLS_H

#include "reports/theory_curve.h"

#include <stdio.h>

/* An HTML table of a panel: one row an abscissa, one column a curve, "y ± err" or y where it is exact, and one column a
 * reference.  False without memory; errors of writing show up in ferror(out). */
bool gravel_cells_write(FILE *out, const struct gravel_figure *figure, const struct gravel_plot_panel *panel,
                        const struct gravel_drawn_list *references);

#endif
