/* The key of a figure: which curves it names, and how many rows it takes. */
#ifndef GRAVEL_REPORTS_KEY_H
#define GRAVEL_REPORTS_KEY_H

#include "reports/drawing.h"

/* A curve's place in the key of its panel. */
struct gravel_key_entry {
    bool named;   /* first of its name, and not left out as one of many that are numbered */
    bool ordered; /* a trajectory of a panel of many: its colour is its place in the ramp */
    size_t kind;  /* number of different names before it in the panel */
};
struct gravel_key_entry gravel_key_find(const struct gravel_drawing *d, const struct gravel_plot_panel *panel,
                                        size_t curve);

/* Rows that gnuplot's key will take in a panel of that width [px], so that the plot above keeps its height. */
size_t gravel_key_rows(const struct gravel_drawing *d, size_t panel_width);

#endif
