/* Pieces of the HTML page.  Every writer escapes what it is given; errors show up in ferror(out). */
#ifndef GRAVEL_REPORTS_HTML_H
#define GRAVEL_REPORTS_HTML_H

#include "reports/report.h"
#include "reports/tally.h"

/* <td> with text, with a number (right aligned), with a verdict's badge. */
void gravel_html_cell(FILE *out, const char *text);
void gravel_html_words_cell(FILE *out, const char *style, const char *name);
void gravel_html_number_cell(FILE *out, double value, int digits);
void gravel_html_measured_cell(FILE *out, double value, double err);
void gravel_html_count_cell(FILE *out, size_t n);
void gravel_html_verdict(FILE *out, enum gravel_verdict verdict);
/* The anchor of a case: "case-<name>" with anything but letters, digits and '-' replaced. */
void gravel_html_anchor(FILE *out, const char *name);
/* "12 PASS, 1 FAIL" */
void gravel_html_tally(FILE *out, const struct gravel_tally *tally);

/* Parts of the page. */
void gravel_html_head(FILE *out, const struct gravel_report *report, const char *css);
void gravel_html_verdict_tables(FILE *out, const struct gravel_report *report);
/* Every FAIL and INCONCLUSIVE of the report, with its explanation and a link to its case. */
void gravel_html_not_passed(FILE *out, const struct gravel_report *report);
void gravel_html_contents(FILE *out, const struct gravel_report *report);
void gravel_html_checks(FILE *out, const struct gravel_report *report, const struct gravel_report_case *rc);
void gravel_html_invariants(FILE *out, const struct gravel_report_case *rc);
void gravel_html_cost(FILE *out, const struct gravel_report_case *rc);
void gravel_html_points(FILE *out, const struct gravel_report_case *rc);
void gravel_html_parameters(FILE *out, const struct gravel_report_case *rc);

/* A figure that was drawn to <folder>/<name>.svg, with its caption and `notes` (lines); `id` is unique on the page. */
GRAVEL_MUST_USE enum gravel_status gravel_html_figure(FILE *out, const struct gravel_figure *figure, const char *folder,
                                                      const char *name, const char *id, bool drawn, const char *notes,
                                                      struct gravel_error *error);

#endif
