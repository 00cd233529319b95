/* Pieces of the HTML page.  Every writer escapes its texts and writes to `out`; failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_HTML_H
#define GRAVEL_REPORTS_HTML_H

#include "reports/canvas.h"
#include "reports/report.h"
#include "reports/tally.h"

/* A cell of a table: prose; the name of a number or a check as words, with a CSS class; a number with `digits`
 * significant digits, right aligned; "value ± err" as gravel_text_measured has it; a count, pale where it is 0. */
void gravel_html_cell(FILE *out, const char *text);
void gravel_html_words_cell(FILE *out, const char *style, const char *name);
void gravel_html_number_cell(FILE *out, double value, int digits);
void gravel_html_measured_cell(FILE *out, double value, double err);
void gravel_html_count_cell(FILE *out, size_t n);

/* A verdict as a coloured word; "FAIL (expected)" is a contradiction on file. */
void gravel_html_verdict(FILE *out, const struct gravel_judgement *j);
/* Whether an invariant holds, as a coloured word. */
void gravel_html_held(FILE *out, bool held);
/* The verdicts on the checks of a case: "12 PASS, 1 FAIL", "no verdicts"; with "; no claim decided" where none was. */
void gravel_html_case_verdicts(FILE *out, const struct gravel_report *report, const struct gravel_case *c);

/* A figure with its caption: the declared one, what is drawn, and the notes; a picture is the file figures/<name>.svg
 * that the page loads when it comes into view (at once when `first`), a table is copied.  `id` is unique on the page.
 * GRAVEL_IO when the table cannot be read. */
GRAVEL_MUST_USE enum gravel_status gravel_html_figure(FILE *out, const struct gravel_case *c,
                                                      const struct gravel_figure *figure,
                                                      const struct gravel_plate *plate, const char *folder,
                                                      const char *id, bool first, struct gravel_error *error);

#endif
