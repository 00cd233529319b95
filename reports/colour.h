/* The colour map of every figure that shows a number by colour. */
#ifndef GRAVEL_REPORTS_COLOUR_H
#define GRAVEL_REPORTS_COLOUR_H

/* Viridis at f in [0, 1] as 0xRRGGBB: even in lightness, safe for colour-blind readers. */
unsigned gravel_colour_map(double f);

#endif
