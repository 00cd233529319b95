/* The beginning of the HTML page, as pieces; failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_HEAD_H
#define GRAVEL_REPORTS_HEAD_H

#include "reports/report.h"

/* <!DOCTYPE>, <head> with the style sheet `css`, and what was run: tier, compilers, hosts, dates. */
void gravel_html_head(FILE *out, const struct gravel_report *report, const char *css);
/* Verdicts by kind, by family, and what became of the claims on file. */
void gravel_html_verdict_tables(FILE *out, const struct gravel_report *report);
/* Links to the sections of the cases. */
void gravel_html_contents(FILE *out, const struct gravel_report *report);

#endif
