/* What a report is made from: records, judgements, cases and references.  It reads records and trajectories
 * only and never an engine, so any store can be reported anywhere; without trajectories it has no animations. */
#ifndef GRAVEL_REPORTS_REPORT_H
#define GRAVEL_REPORTS_REPORT_H

#include "harness/judge/verdicts.h"

#include <stdio.h>

struct gravel_codes;

struct gravel_report_case {
    const struct gravel_case *c;
    const struct gravel_records *records; /* of this case and tier */
};

/* What is reported; nothing is owned. */
struct gravel_report {
    const char *home; /* folder that holds reports/style.css and reports/style.gp */
    const char *tier;
    const char *trajectories; /* folder of those that runs have written, for animations */
    const char *created;      /* ISO 8601, UTC */
    size_t n_cases;
    const struct gravel_report_case *cases;
    const struct gravel_references *references;
    const struct gravel_judgements *judgements;
    const struct gravel_codes *codes;         /* of somebody else (codes.h); NULL: none */
    const struct gravel_judgements *before;   /* of an older report or store; NULL: none to compare with */
    const struct gravel_coverages *coverages; /* the claims on file: all, or those that the cases' checks name */
};

#endif
