/* gnuplot as a child process (posix_spawn, no shell), and its SVG inside an HTML page. */
#ifndef GRAVEL_REPORTS_GNUPLOT_H
#define GRAVEL_REPORTS_GNUPLOT_H

#include "engines/core/status.h"

#include <stdio.h>

/* Run `gnuplot <script>` in `folder`, messages to <script>.log there, which is removed when it stays empty.
 * GRAVEL_IO when gnuplot is missing or fails; the text then holds its message. */
GRAVEL_MUST_USE enum gravel_status gravel_gnuplot_run(const char *folder, const char *script,
                                                      struct gravel_error *error);

/* Copy the <svg> element of a file to `out`: prolog dropped, every id made unique with `prefix`, `label` as its
 * accessible name. */
GRAVEL_MUST_USE enum gravel_status gravel_svg_inline(FILE *out, const char *path, const char *prefix, const char *label,
                                                     struct gravel_error *error);

/* The whole file, NUL-terminated; the caller frees. */
GRAVEL_MUST_USE enum gravel_status gravel_file_read(char **text, const char *path, struct gravel_error *error);

#endif
