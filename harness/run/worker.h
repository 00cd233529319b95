/* One worker: a forked process that runs one point after the other and sends their records, as JSON, through a socket.
 */
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
    pid_t pid;            /* 0: no process */
    int channel;          /* a socket: points are sent to the process, records received from it; -1: no process */
    _Atomic double *done; /* the part of the point that is simulated, in memory shared with the process; borrowed */
    const struct gravel_point *point; /* that it runs, NULL: idle; borrowed */
    char *text;                       /* what the process has sent of the record so far; owned */
    size_t length, capacity;
};

/* A worker without process. */
#define GRAVEL_WORKER(shared_done) ((struct gravel_worker){.channel = -1, .done = (shared_done)})

/* Run the point within the limits, in the worker's process, or in one that is forked; with limits a process runs one
 * point only.  `worker` is idle.  `point` and `checkpoints` have been as they are since the worker's first start, and
 * remain so until gravel_worker_stop(): a process has them as they were when it was forked.  It is killed when its
 * parent ends.  GRAVEL_IO when there is no socket or no process. */
GRAVEL_MUST_USE enum gravel_status gravel_worker_start(struct gravel_worker *worker, const struct gravel_point *point,
                                                       const struct gravel_checkpoints *checkpoints,
                                                       const struct gravel_point_limits *limits,
                                                       struct gravel_error *error);

/* Read once from the socket, which blocks when poll() has not reported it.  *ended: the record is whole, or the process
 * has ended. */
GRAVEL_MUST_USE enum gravel_status gravel_worker_read(struct gravel_worker *worker, bool *ended,
                                                      struct gravel_error *error);

/* The record of the point, which has ended; the worker is idle afterwards.  A process that was killed or sent no record
 * gives a record with status GRAVEL_POINT_FAILED and the reason.  GRAVEL_MEMORY is the only failure.  The caller frees
 * the record with gravel_record_free().  *died: the process has sent no record. */
GRAVEL_MUST_USE enum gravel_status gravel_worker_collect(struct gravel_worker *worker,
                                                         const struct gravel_point_limits *limits,
                                                         struct gravel_record *record, bool *died);

/* Kill the process, if there is one, and wait for its end. */
void gravel_worker_stop(struct gravel_worker *worker);

#endif
