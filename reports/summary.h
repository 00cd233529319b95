/* The report for machines and for the page of a CI job. */
#ifndef GRAVEL_REPORTS_SUMMARY_H
#define GRAVEL_REPORTS_SUMMARY_H

#include "reports/report.h"

/* Counts of verdicts by kind and family and what did not pass, in Markdown.  False when `out` has failed. */
bool gravel_report_summary(FILE *out, const struct gravel_report *report);
/* Every judgement but the invariants that hold, which are counted, in JSON; what is empty, zero or false is left out, a
 * number that is NaN or infinite is null.  False when `out` has failed or memory is short. */
bool gravel_report_verdicts(FILE *out, const struct gravel_report *report);

#endif
