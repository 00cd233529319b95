/* How much of what the cases plan is in the store. */
#ifndef GRAVEL_REPORTS_PLANNED_H
#define GRAVEL_REPORTS_PLANNED_H

#include "reports/report.h"

/* Points of the case's plan that have no record: they have not been run.  0 where the plan cannot be made. */
size_t gravel_planned_missing(const struct gravel_report_case *rc);

/* "129 of 4816 points have not been run; 4 cases have none." as a paragraph; nothing where all have been. */
void gravel_html_missing(FILE *out, const struct gravel_report *report);

#endif
