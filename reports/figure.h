/* One figure of a case: data file, gnuplot script and SVG in a folder, and notes for its caption on what is not drawn.
 */
#ifndef GRAVEL_REPORTS_FIGURE_H
#define GRAVEL_REPORTS_FIGURE_H

#include "reports/report.h"

/* Write <name>.dat, <name>.gp and <name>.svg into `folder`.  `style` is the text of
 * style.gp.  *drawn is false when no record has anything to show; `notes` receives one line for everything that is left
 * out. */
GRAVEL_MUST_USE enum gravel_status gravel_figure_draw(const struct gravel_report_case *rc,
                                                      const struct gravel_figure *figure,
                                                      const struct gravel_references *references, const char *folder,
                                                      const char *name, const char *style, bool *drawn, FILE *notes,
                                                      struct gravel_error *error);

#endif
