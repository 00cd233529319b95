/* The runner: every point of a plan that the store lacks, in `workers` processes (worker.h).
 * Only the parent writes the store, so that a crash of one point does not affect another. */
#ifndef GRAVEL_HARNESS_RUN_RUNNER_H
#define GRAVEL_HARNESS_RUN_RUNNER_H

#include "harness/record/store.h"
#include "harness/run/contact_quality.h"
#include "harness/run/plan.h"
#include "harness/run/worker.h"

struct gravel_run_options {
    int workers;                       /* 0: all cores */
    bool again;                        /* run points that the store has already */
    bool quiet;                        /* only bad points on stderr */
    struct gravel_point_limits limits; /* of each point */
    double checkpoint_interval;        /* elapsed time between two checkpoints of a point [s]; 0: 120, INFINITY: none */
    bool keep_state;                   /* keep the final states of points, for `continued` */
    const char *continued; /* key of a finished point, run with keep_state: run only points that are longer runs
                            * of it, from its end on; NULL: none */
};
struct gravel_run_summary {
    size_t planned, reused, done, broken, failed, not_applicable; /* the last four count this run's points */
    size_t reused_bad;                                            /* of those reused, how many are broken */
    size_t reused_older; /* of those reused, how many another commit of gravel has run, or one with local changes */
    size_t damaged;      /* stored records that were no longer whole */
    struct gravel_contact_quality contacts; /* of this run's points */
    size_t without_effect;                  /* of this run's points, those with options that have no effect there */
    char which[400];                        /* what the first of them says */
    bool interrupted;                       /* by SIGINT or SIGTERM */
    double seconds;                         /* elapsed [s] */
};

/* Run the points and put their records into the store, which is open for writing, each as soon as its point is done.
 * Points that the store has are reused, unless they failed, their record is damaged or options->again is set;
 * those of another build of gravel, too, and counted.
 * Points that a run before this one has left unfinished go on from their checkpoints, in the folder FILE.states beside
 * the store FILE; a checkpoint is removed when the point's record is stored.
 *
 * Effects: one child process a point; progress and bad points on stderr; SIGINT and SIGTERM are blocked while points
 * run, and either of them stops the run: its workers are killed, finished points are in the store, summary->interrupted
 * is set and the return value is GRAVEL_OK.  Everything is borrowed; *summary is overwritten, and complete after
 * failures, too. GRAVEL_INPUT when no point is a longer run of options->continued, or not one with the same samples.
 * GRAVEL_IO and GRAVEL_MEMORY when the store, a pipe or a process fails; a point that fails is only counted. */
GRAVEL_MUST_USE enum gravel_status gravel_run(const struct gravel_plan *plan, struct gravel_store *store,
                                              const struct gravel_run_options *options,
                                              struct gravel_run_summary *summary, struct gravel_error *error);

#endif
