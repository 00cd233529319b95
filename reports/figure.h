/* One figure of a case: data file, gnuplot script and SVG in a folder, and notes for its caption on what is not drawn.
 */
#ifndef GRAVEL_REPORTS_FIGURE_H
#define GRAVEL_REPORTS_FIGURE_H

#include "reports/canvas.h"
#include "reports/report.h"

/* Write the files of an open plate.  Its has_data is false when no record has anything to show; its notes receive one
 * line for everything that is left out, `seen` what is drawn. */
GRAVEL_MUST_USE enum gravel_status gravel_figure_draw(const struct gravel_report_case *rc,
                                                      const struct gravel_figure *figure,
                                                      const struct gravel_references *references,
                                                      struct gravel_canvas *canvas, struct gravel_plate *plate,
                                                      struct gravel_error *error);

#endif
