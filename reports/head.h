/* Sections of the index: what was run, counts, cases.  Failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_HEAD_H
#define GRAVEL_REPORTS_HEAD_H

#include "reports/site.h"

/* Engines, commits, compilers, hosts, dates, and the false-alarm budget. */
void gravel_html_facts(FILE *out, const struct gravel_report *report);
/* Verdicts by subject, by kind, by family, and what became of the claims on file; folded. */
void gravel_html_verdict_tables(FILE *out, const struct gravel_site *site);
/* Links to all cases, with their verdicts. */
void gravel_html_families(FILE *out, const struct gravel_site *site);

#endif
