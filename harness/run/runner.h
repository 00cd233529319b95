/* The runner: every point of a plan that the store lacks, one forked process a point, `workers` at a time.  A worker
 * sends its record through a pipe and the parent alone writes the store, so a crash of one point cannot hurt another.
 * Failed points are run again, all others that the store has are reused.  SIGINT and SIGTERM stop the run; what
 * is finished is in the store. */
#ifndef GRAVEL_HARNESS_RUN_RUNNER_H
#define GRAVEL_HARNESS_RUN_RUNNER_H

#include "harness/record/store.h"
#include "harness/run/contact_quality.h"
#include "harness/run/plan.h"

struct gravel_run_options {
    int workers; /* 0: all cores */
    bool again;  /* run points that the store has already */
    bool quiet;
    double time_limit; /* CPU seconds a point; 0: none */
};
struct gravel_run_summary {
    size_t planned, reused, done, broken, failed, not_applicable; /* the last four count this run's points */
    size_t reused_bad;                                            /* of those reused, how many are broken */
    struct gravel_contact_quality contacts;                       /* of this run's points */
    bool interrupted;
    double seconds;
};
GRAVEL_MUST_USE enum gravel_status gravel_run(const struct gravel_plan *plan, struct gravel_store *store,
                                              const struct gravel_run_options *options,
                                              struct gravel_run_summary *summary, struct gravel_error *error);

#endif
