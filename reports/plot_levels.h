/* Curves of a figure that coincide. */
#ifndef GRAVEL_REPORTS_PLOT_LEVELS_H
#define GRAVEL_REPORTS_PLOT_LEVELS_H

#include "reports/plot.h"

/* Of a panel's curves of one engine with the same points, horizontal lines become one, which is named after the
 * figure's series that are not `constant` [figure->n_series]; all are marked as overlaid. */
void gravel_plot_join_levels(struct gravel_plot_panel *panel, const struct gravel_figure *figure, const bool *constant);

#endif
