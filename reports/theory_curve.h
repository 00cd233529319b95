/* The references of a figure as something to draw: a value as a line, a law as a sampled curve, a small table as
 * points, each with its uncertainty; the exponent of a slope as a power law through the points that it is to describe.
 */
#ifndef GRAVEL_REPORTS_THEORY_CURVE_H
#define GRAVEL_REPORTS_THEORY_CURVE_H

#include "reports/plot.h"

enum { GRAVEL_DRAWN_MAX = 16 };

struct gravel_drawn {
    char title[256];
    const struct gravel_reference *reference;
    const struct gravel_plot_curve *curve; /* whose numbers the law was given */
    bool as_points;                        /* rows of a reference; otherwise a line */
    bool has_band;
    size_t n, capacity;
    struct gravel_plot_point *points; /* y_err: the reference's uncertainty, 0 where none was printed */
};

struct gravel_drawn_list {
    size_t n;
    struct gravel_drawn items[GRAVEL_DRAWN_MAX];
};

/* References that `figure` names, and those of the case's slopes between its axes, for one panel between x_low and
 * x_high. A named one that cannot be drawn here (no such id, a statement in words, or numbers that the records lack) is
 * told in `notes`. */
GRAVEL_MUST_USE enum gravel_status gravel_drawn_collect(struct gravel_drawn_list *list,
                                                        const struct gravel_plot_panel *panel,
                                                        const struct gravel_case *c, const struct gravel_figure *figure,
                                                        const struct gravel_references *references, double x_low,
                                                        double x_high, FILE *notes);
/* Free the points; *list is empty afterwards. */
void gravel_drawn_free(struct gravel_drawn_list *list);

#endif
