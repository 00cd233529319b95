/* A monitor follows one run and finds the largest violation of each of the always-on invariants (invariant.h). */
#ifndef GRAVEL_HARNESS_RUN_MONITOR_H
#define GRAVEL_HARNESS_RUN_MONITOR_H

#include "harness/record/record.h"
#include "harness/run/invariant.h"

/* Begin at the initial state, which counts as the first instant.  `system` is borrowed until gravel_monitor_free().
 * GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_monitor_start(struct gravel_monitor *monitor,
                                                        const struct gravel_system *system,
                                                        const struct gravel_engine_ops *engine,
                                                        const struct gravel_instant *start);

/* Evaluate every invariant at a later instant.  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_monitor_update(struct gravel_monitor *monitor,
                                                         const struct gravel_instant *now);

/* Fails where a program of somebody else has a state, at the last instant, in which bodies overlap by more than they
 * may: the point is broken whatever follows, and the rest of its run is not worth its time.  The error says how much.
 */
GRAVEL_MUST_USE enum gravel_status gravel_monitor_overlap(const struct gravel_monitor *monitor,
                                                          struct gravel_error *error);

/* Add the invariants to the record; one that is broken sets its status to GRAVEL_POINT_BROKEN.  GRAVEL_MEMORY is the
 * only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_monitor_finish(const struct gravel_monitor *monitor,
                                                         struct gravel_record *record);

/* The events of an engine on their way through the monitor. */
struct gravel_listener {
    struct gravel_monitor *monitor;
    struct gravel_sink next;
    bool no_impulse, no_loss, no_overlap; /* NaN, not known, of some contact */
};

/* A sink that shows the events to the monitor and passes all on to `next`; `next` itself where it does not use events.
 * `listener`, which is set, and `monitor` are borrowed until the engine is destroyed. */
struct gravel_sink gravel_monitor_sink(struct gravel_listener *listener, struct gravel_monitor *monitor,
                                       struct gravel_sink next);

/* Free what the monitor owns; allowed in any state. */
void gravel_monitor_free(struct gravel_monitor *monitor);

#endif
