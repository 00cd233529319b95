/* Shorter forms of what gnuplot writes most of in an SVG file: points and paths.  Coordinates are rounded to a tenth of
 * a pixel. */
#ifndef GRAVEL_REPORTS_SVG_SHORT_H
#define GRAVEL_REPORTS_SVG_SHORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GRAVEL_SVG_SYMBOLS = 16 };

/* A point type at one scale, which has a definition of its own. */
struct gravel_svg_symbol {
    int type;
    char scale[12];
};

struct gravel_svg_symbols {
    struct gravel_svg_symbol known[GRAVEL_SVG_SYMBOLS];
    size_t n;
};

/* Write the points at the beginning of `text`, all of one type, scale and colour, each by its place alone, and before
 * them the definition of their symbol where `symbols` lacks it.  Returns the length of what was replaced; 0: none. */
size_t gravel_svg_put_points(FILE *out, const char *text, struct gravel_svg_symbols *symbols);

/* Write the vertices of the path "  d='...'" at `text`.  Returns the length of what was replaced; 0: it is none. */
size_t gravel_svg_put_path(FILE *out, const char *text);

/* Write a colour "rgb( 69,  17,  98)" as #451162.  Returns its length; 0: it is none. */
size_t gravel_svg_put_colour(FILE *out, const char *text);

#endif
