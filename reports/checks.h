/* Judgements in the HTML pages; failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_CHECKS_H
#define GRAVEL_REPORTS_CHECKS_H

#include "reports/site.h"

/* The checks of a case, folded: the worst verdict of each check with everything that is not PASS, and below it a table
 * of all verdicts. */
void gravel_html_checks(FILE *out, const struct gravel_site *site, const struct gravel_report_case *rc);

/* The section of all checks of the page's family, by kind, or of all families: one line a check and engine, with
 * choices that page.js filters by. */
void gravel_html_check_list(FILE *out, const struct gravel_site *site);

#endif
