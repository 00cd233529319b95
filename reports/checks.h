/* Judgements in the HTML page; failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_CHECKS_H
#define GRAVEL_REPORTS_CHECKS_H

#include "reports/report.h"

/* A short table, the worst verdict of each check with everything that is not PASS, and below it a table of all
 * verdicts. Failures are left in ferror(out). */
void gravel_html_checks(FILE *out, const struct gravel_report *report, const struct gravel_report_case *rc);

/* Every FAIL and INCONCLUSIVE of the report, with its explanation and a link to its case. */
void gravel_html_not_passed(FILE *out, const struct gravel_report *report);

#endif
