/* The catalogue table of the README. */
#ifndef GRAVEL_REPORTS_README_H
#define GRAVEL_REPORTS_README_H

#include "reports/report.h"

/* Results of chaotic systems repeat digit for digit only with one compiler and one set of vector instructions. */
enum gravel_freshness { GRAVEL_FRESH, GRAVEL_STALE, GRAVEL_FROM_ELSEWHERE };

/* Replace what stands between the catalogue markers of a README by the present catalogue.  With `check` the file is
 * left alone and *freshness says how it compares.  GRAVEL_INPUT when the markers are missing or out of order. */
GRAVEL_MUST_USE enum gravel_status gravel_report_readme(const struct gravel_report *report, const char *path,
                                                        bool check, enum gravel_freshness *freshness,
                                                        struct gravel_error *error);

/* The table alone.  False when `out` has failed. */
bool gravel_report_catalogue(FILE *out, const struct gravel_report *report);

#endif
