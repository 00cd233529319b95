/* The gnuplot script of a figure. */
#ifndef GRAVEL_REPORTS_SCRIPT_H
#define GRAVEL_REPORTS_SCRIPT_H

#include "reports/drawing.h"

enum { GRAVEL_SCRIPT_FONT = 15 }; /* size of the text [px] */

/* Beginning of every script: a comment, the text of style.gp, the SVG terminal [px] and the output <name>.svg. */
void gravel_script_head(FILE *out, const char *name, const char *style, size_t width, size_t height);

/* Label, range and tics of a linear axis ("x", "y", "cb"), with at most `most` steps of tics between the ends; without
 * a label (NULL) the tics have no numbers.  Where the numbers are very small or large the tics are in units of a power
 * of ten, which the label then states. */
void gravel_script_axis(FILE *out, const char *name, const char *label, double low, double high, double most);

/* Columns of panels when each block of `n` fills whole rows: one row up to four, else even rows. */
size_t gravel_script_columns(size_t n);

/* Draw <name>.svg from <name>.dat, whose blocks are, panel by panel, the curves with points and the references. */
void gravel_script_write(FILE *out, const struct gravel_drawing *d, const char *style);

#endif
