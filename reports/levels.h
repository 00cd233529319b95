/* Curves of a panel that lie on each other: a part of plot.h. */
#ifndef GRAVEL_REPORTS_LEVELS_H
#define GRAVEL_REPORTS_LEVELS_H

#include "reports/plot.h"

/* Curves of one engine with the same points: horizontal lines become one, others are marked to be told apart.
 * `constant` tells of every series of the figure whether it has one value, so that no name needs it. */
void gravel_plot_join_levels(struct gravel_plot_panel *panel, const struct gravel_figure *figure, const bool *constant);

#endif
