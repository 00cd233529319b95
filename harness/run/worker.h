/* One worker: a forked process that runs one point and sends its record, as JSON, through a pipe. */
#ifndef GRAVEL_HARNESS_RUN_WORKER_H
#define GRAVEL_HARNESS_RUN_WORKER_H

#include "harness/run/plan.h"

#include <sys/types.h>

/* What a process may use; 0: no limit. */
struct gravel_point_limits {
    double time;   /* of processors [s] */
    double memory; /* that it allocates [GB, 1e9 bytes] */
};

struct gravel_worker {
    pid_t pid;            /* 0: idle */
    int pipe;             /* to read from; -1: idle */
    _Atomic double *done; /* the part of the point that is simulated, in memory shared with the process; borrowed */
    const struct gravel_point *point; /* borrowed */
    char *text;                       /* what the process has sent so far; owned */
    size_t length, capacity;
};

/* Fork a process that runs the point within the limits.  `worker` is idle and has its `done`; `point` and `checkpoints`
 * must exist until the worker is idle again.  The process is killed when its parent
 * ends.  GRAVEL_IO when there is no pipe or no process. */
GRAVEL_MUST_USE enum gravel_status gravel_worker_start(struct gravel_worker *worker, const struct gravel_point *point,
                                                       const struct gravel_checkpoints *checkpoints,
                                                       const struct gravel_point_limits *limits,
                                                       struct gravel_error *error);

/* Read once from the pipe, which blocks when poll() has not reported it.  *ended: the process has closed its end. */
GRAVEL_MUST_USE enum gravel_status gravel_worker_read(struct gravel_worker *worker, bool *ended,
                                                      struct gravel_error *error);

/* Wait for the process, which has closed its end, and make its record; the worker is idle afterwards.  A process that
 * was killed or sent no record gives a record with status GRAVEL_POINT_FAILED and the reason.  GRAVEL_MEMORY is the
 * only failure. The caller frees the record with gravel_record_free().  *died: the process has
 * sent no record. */
GRAVEL_MUST_USE enum gravel_status gravel_worker_collect(struct gravel_worker *worker,
                                                         const struct gravel_point_limits *limits,
                                                         struct gravel_record *record, bool *died);

/* Kill the process and wait for its end; an idle worker is left as it is. */
void gravel_worker_stop(struct gravel_worker *worker);

#endif
