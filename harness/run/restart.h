/* Saving a running point, and going on from a saved one. */
#ifndef GRAVEL_HARNESS_RUN_RESTART_H
#define GRAVEL_HARNESS_RUN_RESTART_H

#include "harness/run/running.h"

/* Read the state from which the point goes on, if there is one, into run->saved.  GRAVEL_IO when a file cannot be read,
 * or when there is none and run->checkpoints->continued states one. */
GRAVEL_MUST_USE enum gravel_status gravel_restart_find(struct gravel_running *run, struct gravel_error *error);

/* The key of the point whose state is in run->saved: the run's own, or that of the shorter run. */
const char *gravel_restart_key(const struct gravel_running *run);

/* Load the first part of run->saved: how far the run is, and the initial particles into run->system, which has none
 * yet; and how much it has written into run->saved.output.  GRAVEL_IO when it is damaged or belongs to another point.
 */
GRAVEL_MUST_USE enum gravel_status gravel_restart_load_start(struct gravel_running *run, struct gravel_error *error);

/* Load the rest: measures, monitor and engine, all just created.  GRAVEL_IO as above, and where a run of this length
 * would have had other samples. */
GRAVEL_MUST_USE enum gravel_status gravel_restart_load(struct gravel_running *run, struct gravel_error *error);

/* Write a checkpoint if one is due.  One that cannot be written is told on stderr, once, and changes nothing. */
void gravel_restart_checkpoint(struct gravel_running *run);

/* Write the final state of a run that has just ended, if it is wanted.  One that cannot be written is told on stderr.
 */
void gravel_restart_keep(struct gravel_running *run);

/* Free what is owned; allowed in any state. */
void gravel_restart_free(struct gravel_saved *saved);

#endif
