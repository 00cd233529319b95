/* The whole report as a folder: one HTML page with figures, a Markdown summary and a JSON list of verdicts. */
#ifndef GRAVEL_REPORTS_PAGE_H
#define GRAVEL_REPORTS_PAGE_H

#include "reports/report.h"

/* Write DIR/index.html, DIR/summary.md, DIR/verdicts.json and DIR/figures/ (scripts, data, SVG), making the folders.
 * GRAVEL_IO when a file cannot be written or gnuplot cannot be started. */
GRAVEL_MUST_USE enum gravel_status gravel_report_write(const struct gravel_report *report, const char *dir,
                                                       struct gravel_error *error);

#endif
