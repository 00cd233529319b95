/* The colour map of every figure that shows a number by colour. */
#ifndef GRAVEL_REPORTS_COLOUR_H
#define GRAVEL_REPORTS_COLOUR_H

#include <stddef.h>
#include <stdio.h>

/* Viridis at f in [0, 1] as 0xRRGGBB: even in lightness, safe for colour-blind readers. */
unsigned gravel_colour_map(double f);

/* The part of the map between `from` and `to`, either of which may be the larger, as gnuplot's palette of n >= 2
 * stops. */
void gravel_colour_palette(FILE *out, double from, double to, int n);

/* Colour of the k-th species or other kind, 0xrrggbb: eight of them, safe for colour-blind readers. */
unsigned gravel_colour_kind(size_t k);

#endif
