/* The report: records, judgements, cases and references as one HTML page with figures, a Markdown summary and a
 * JSON list of verdicts.  It reads records only and never an engine, so any store can be reported anywhere. */
#ifndef GRAVEL_REPORTS_REPORT_H
#define GRAVEL_REPORTS_REPORT_H

#include "harness/judge/judge.h"

#include <stdio.h>

struct gravel_report_case {
    const struct gravel_case *c;
    const struct gravel_records *records; /* of this case and tier */
};

/* What is reported; nothing is owned. */
struct gravel_report {
    const char *home; /* folder that holds reports/style.css and reports/style.gp */
    const char *tier;
    const char *created; /* ISO 8601, UTC */
    size_t n_cases;
    const struct gravel_report_case *cases;
    const struct gravel_references *references;
    const struct gravel_judgements *judgements;
    struct gravel_case *const *catalogue; /* every case on file: tells which claims have no check at all */
    size_t n_catalogue;
};

/* Write DIR/index.html, DIR/summary.md, DIR/verdicts.json and DIR/figures/ (scripts, data, SVG), making the folders.
 * GRAVEL_IO when a file cannot be written or gnuplot cannot be started. */
GRAVEL_MUST_USE enum gravel_status gravel_report_write(const struct gravel_report *report, const char *dir,
                                                       struct gravel_error *error);

/* Results of chaotic systems repeat digit for digit only with one compiler and one set of vector instructions. */
enum gravel_freshness { GRAVEL_FRESH, GRAVEL_STALE, GRAVEL_FROM_ELSEWHERE };

/* Replace what stands between the catalogue markers of a README by the present catalogue.  With `check` the file is
 * left alone and *freshness says how it compares.  GRAVEL_INPUT when the markers are missing or out of order. */
GRAVEL_MUST_USE enum gravel_status gravel_report_readme(const struct gravel_report *report, const char *path,
                                                        bool check, enum gravel_freshness *freshness,
                                                        struct gravel_error *error);

/* The single writers, each of a whole document.  False only when `out` has failed. */
bool gravel_report_summary(FILE *out, const struct gravel_report *report);
bool gravel_report_verdicts(FILE *out, const struct gravel_report *report);
bool gravel_report_catalogue(FILE *out, const struct gravel_report *report);

#endif
