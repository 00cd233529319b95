/* Verdicts of the tiers full and long, on file in reference/golden/tiers.json (tests/long/tiers/tiers.py), for a report
 * of the quick tier.  Failures are left in ferror(out). */
#ifndef GRAVEL_REPORTS_LONGER_TIERS_H
#define GRAVEL_REPORTS_LONGER_TIERS_H

#include "reports/report.h"

#include <jansson.h>

/* The rows below `home`; *rows NULL where there are none.  GRAVEL_INPUT when the file is no such table.  The caller
 * frees with json_decref. */
GRAVEL_MUST_USE enum gravel_status gravel_longer_tiers_load(json_t **rows, const char *home,
                                                            struct gravel_error *error);

/* A paragraph for each of the longer tiers that the case has been run in, and one of the sums over the cases of the
 * report; nothing where `rows` is NULL. */
void gravel_html_longer_tiers_of(FILE *out, const json_t *rows, const char *case_name);
void gravel_html_longer_tiers(FILE *out, const json_t *rows, const struct gravel_report *report);

#endif
