/* Pieces of the HTML page.  Every writer escapes its texts and writes to `out`; failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_HTML_H
#define GRAVEL_REPORTS_HTML_H

#include "reports/report.h"
#include "reports/tally.h"

/* A cell of a table: prose; the name of a number or a check as words, with a CSS class; a number with `digits`
 * significant digits, right aligned; "value ± err" as gravel_text_measured has it; a count, pale where it is 0. */
void gravel_html_cell(FILE *out, const char *text);
void gravel_html_words_cell(FILE *out, const char *style, const char *name);
void gravel_html_number_cell(FILE *out, double value, int digits);
void gravel_html_measured_cell(FILE *out, double value, double err);
void gravel_html_count_cell(FILE *out, size_t n);

/* A verdict as a coloured word. */
void gravel_html_verdict(FILE *out, enum gravel_verdict verdict);
/* The id of a case's section: "case-<name>" with anything but letters and digits replaced by '-'. */
void gravel_html_anchor(FILE *out, const char *name);
/* The verdicts on the checks of a case: "12 PASS, 1 FAIL", "no verdicts"; with "; no claim decided" where none was. */
void gravel_html_case_verdicts(FILE *out, const struct gravel_report *report, const struct gravel_case *c);

/* A figure with its caption and `notes` (lines).  Where it was `drawn` it is copied from <folder>/<name>.svg, a table
 * from <name>.html; `id` is unique on the page.  GRAVEL_IO when the drawing cannot be read. */
GRAVEL_MUST_USE enum gravel_status gravel_html_figure(FILE *out, const struct gravel_figure *figure, const char *folder,
                                                      const char *name, const char *id, bool drawn, const char *notes,
                                                      struct gravel_error *error);

#endif
