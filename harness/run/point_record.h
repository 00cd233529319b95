/* What the record of a point has besides measures and invariants: where it comes from, the engine's counters, and
 * remarks in its message.  All functions: GRAVEL_MEMORY. */
#ifndef GRAVEL_HARNESS_RUN_POINT_RECORD_H
#define GRAVEL_HARNESS_RUN_POINT_RECORD_H

#include "harness/run/running.h"

/* Fill an empty record with what is known before the point runs: key, case, engine, seed, parameters and bias, program,
 * machine and time. */
GRAVEL_MUST_USE enum gravel_status gravel_point_record_origin(const struct gravel_point *point,
                                                              struct gravel_record *record, struct gravel_error *error);

/* Append a sentence to the record's message. */
GRAVEL_MUST_USE enum gravel_status gravel_point_record_say(struct gravel_record *record, const char *sentence);

/* Add the engine's counters, which are valid after a failure, too. */
GRAVEL_MUST_USE enum gravel_status gravel_point_record_counters(struct gravel_running *run);

/* After the invariants: broken ones, which also set the record's status, warnings about the contacts, what the engine
 * did not tell, and whether the run is steady. */
GRAVEL_MUST_USE enum gravel_status gravel_point_record_remarks(struct gravel_running *run);

#endif
