/* Curves that lie on each other. */
#ifndef GRAVEL_REPORTS_LEVELS_H
#define GRAVEL_REPORTS_LEVELS_H

#include "reports/curves.h"

/* Curves of one engine with the same points: horizontal lines become one, named after what they do not depend on;
 * others are marked to be told apart.  constant[s]: series s of the figure has one value in all records. */
void gravel_plot_join_levels(struct gravel_plot_panel *panel, const struct gravel_figure *figure, const bool *constant);

#endif
