/* The points of a case in the HTML page; failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_POINTS_H
#define GRAVEL_REPORTS_POINTS_H

#include "reports/report.h"

/* How many points ended how, with the messages of those that failed, and warnings on how well contacts are resolved. */
void gravel_html_points(FILE *out, const struct gravel_report_case *rc);
/* The worst value of each invariant, and all that are broken; folded. */
void gravel_html_invariants(FILE *out, const struct gravel_report_case *rc);
/* Per engine: processor time, simulated time, events, steps, rates, largest overlap, fewest steps a contact. */
void gravel_html_cost(FILE *out, const struct gravel_report_case *rc);
/* The command that repeats the case, and its parameters before the sweep. */
void gravel_html_parameters(FILE *out, const struct gravel_report_case *rc);

#endif
