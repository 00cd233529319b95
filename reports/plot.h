/* From records to what a figure shows: panels of curves of points.
 *
 * A point is one record, or the replicates of one point combined (gravel_combine).  A record that did not finish, has
 * a broken invariant or lacks a number is left out and counted, never guessed. */
#ifndef GRAVEL_REPORTS_PLOT_H
#define GRAVEL_REPORTS_PLOT_H

#include "reports/curves.h"

/* True when the figure may use the record: finished, sound and inside `where`; counts why not in *plot. */
bool gravel_plot_admits(struct gravel_plot *plot, const struct gravel_figure *figure,
                        const struct gravel_record *record);

/* Whether two abscissae are equal but for rounding. */
bool gravel_plot_is_same_place(double a, double b);

/* Whether a logarithmic axis of the figure cannot show the point. */
bool gravel_plot_is_off_log_axis(const struct gravel_figure *figure, double x, double y);

/* Panels and curves of a figure.  *plot is empty before; it owns its panels and curves and borrows the records.
 * GRAVEL_MEMORY leaves a plot that gravel_plot_free can free. */
GRAVEL_MUST_USE enum gravel_status gravel_plot_collect(struct gravel_plot *plot, const struct gravel_report_case *rc,
                                                       const struct gravel_figure *figure, struct gravel_error *error);
/* Free what the plot owns; *plot is empty afterwards. */
void gravel_plot_free(struct gravel_plot *plot);

#endif
