/* Fewer rows of long tables, so that a page stays small: what is left out would not be seen. */
#ifndef GRAVEL_REPORTS_THIN_H
#define GRAVEL_REPORTS_THIN_H

#include "reports/plot.h"

/* Points of all curves of one figure: more than the pixels of its width can tell apart. */
enum { GRAVEL_THIN_FIGURE = 2000, GRAVEL_THIN_CURVE = 60 };

/* Thin the curves of a figure that draws a table, so that together they have about GRAVEL_THIN_FIGURE points, a curve
 * at least GRAVEL_THIN_CURVE.  Of every interval of rows the one with the smallest and the one with the largest y stay,
 * so that every extreme is there; where several y stand at one x, as in a map of states, every k-th row stays.  Rows
 * outside of the range of the figure's x axis are left out first, but for those next to it.  Returns the number of rows
 * that were there, 0 when nothing was left out. */
size_t gravel_thin(struct gravel_plot *plot, const struct gravel_figure *figure);

/* Several y at one x, as in a map of states: a line would join unrelated points. */
bool gravel_curve_is_cloud(const struct gravel_plot_curve *curve);

#endif
