/* gnuplot's SVG files, made smaller without a change of the picture, and legible on a dark screen. */
#ifndef GRAVEL_REPORTS_SVG_H
#define GRAVEL_REPORTS_SVG_H

#include "engines/core/status.h"

#include <stdbool.h>

/* Drop groups that hold nothing, which gnuplot writes at every change of a line's width, and definitions that nothing
 * refers to; write colours as #rrggbb; leave defaults unsaid; add the style of a dark screen.
 * `rims`: filled circles get a dark rim inside of their radius, so that spheres before others can be told apart.
 * GRAVEL_IO when the file cannot be read or replaced. */
GRAVEL_MUST_USE enum gravel_status gravel_svg_compact(const char *path, bool rims, struct gravel_error *error);

#endif
