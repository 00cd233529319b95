/* The whole report as a folder: HTML pages with figures, a Markdown summary and a JSON list of verdicts. */
#ifndef GRAVEL_REPORTS_PAGE_H
#define GRAVEL_REPORTS_PAGE_H

#include "reports/report.h"

/* Pictures that gnuplot did not make, and why the first of them is missing. */
struct gravel_undrawn {
    size_t n;
    char reason[400];
};

/* Write DIR/index.html, DIR/family-<name>.html, DIR/evidence.html, DIR/codes.html (where there are other codes),
 * DIR/summary.md, DIR/verdicts.json and DIR/figures/
 * (scripts, data, SVG), making the folders.  gnuplot may take `seconds` for one picture; where it is missing, fails or
 * takes longer, the pages say so in place of the picture.  GRAVEL_IO when a file cannot be written. */
GRAVEL_MUST_USE enum gravel_status gravel_report_write(const struct gravel_report *report, const char *dir,
                                                       double seconds, struct gravel_undrawn *undrawn,
                                                       struct gravel_error *error);

#endif
