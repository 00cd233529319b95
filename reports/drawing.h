/* What a figure's data file, its key and its gnuplot script are written from. */
#ifndef GRAVEL_REPORTS_DRAWING_H
#define GRAVEL_REPORTS_DRAWING_H

#include "reports/plot.h"
#include "reports/theory_curve.h"

enum { GRAVEL_PANELS_MAX = 24 };

/* Data range of a panel, errors of y included. */
struct gravel_extent {
    double x_low, x_high, y_low, y_high;
};

struct gravel_drawing {
    const struct gravel_figure *figure;
    const struct gravel_plot *plot;
    const char *name;
    size_t n_panels;
    const struct gravel_plot_panel *panels[GRAVEL_PANELS_MAX]; /* those of the plot with something to show */
    struct gravel_extent extent[GRAVEL_PANELS_MAX];
    struct gravel_drawn_list references[GRAVEL_PANELS_MAX];
};

#endif
