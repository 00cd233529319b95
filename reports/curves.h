/* Panels of curves of points, as a figure shows them. */
#ifndef GRAVEL_REPORTS_CURVES_H
#define GRAVEL_REPORTS_CURVES_H

#include "reports/report.h"

struct gravel_plot_point {
    double x, x_err, y, y_err;          /* errors: one standard error, 0 exact, NaN unknown */
    const struct gravel_record *record; /* NULL for a row of a table */
};

struct gravel_plot_curve {
    char title[240];
    const struct gravel_record *record; /* the first; its parameters draw the laws */
    int colour, marker;                 /* indices of style.gp: settings and engine */
    bool of_engine;                     /* no setting tells it from others of the figure: the engine alone does */
    bool level;                         /* curves of one engine that are the same horizontal line, drawn as one */
    bool overlaid;                      /* another curve of the engine has the same points */
    size_t n, capacity;
    struct gravel_plot_point *points; /* sorted by x unless they come from a table */
};

struct gravel_plot_panel {
    char title[240];
    int engine; /* one block of panels an engine; 0 where engines share a panel */
    size_t n, capacity;
    struct gravel_plot_curve *curves;
};

struct gravel_plot {
    size_t n, capacity;
    struct gravel_plot_panel *panels;
    /* What is missing, for the caption. */
    size_t n_unfinished, n_broken, n_without_number, n_off_log_axis;
};

#endif
