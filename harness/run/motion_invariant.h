/* The invariants of states that need no ledger and no counters: that they are those of one motion (course.h), and that
 * bodies have no more energy than they had at the start. */
#ifndef GRAVEL_HARNESS_RUN_MOTION_INVARIANT_H
#define GRAVEL_HARNESS_RUN_MOTION_INVARIANT_H

#include "harness/run/monitored.h"

/* Set monitor->closed and the energy of the start.  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_motion_start(struct gravel_monitor *monitor,
                                                       const struct gravel_particle *start);

/* Follow the states to this instant, the one with this number; `searches`: overlaps are searched for.  GRAVEL_MEMORY is
 * the only failure. */
GRAVEL_MUST_USE enum gravel_status
gravel_motion_update(struct gravel_monitor *monitor, const struct gravel_instant *now, uint64_t number, bool searches);

/* As in struct gravel_invariant_ops. */
bool gravel_motion_is_closed(const struct gravel_monitor *monitor);
bool gravel_motion_flies(const struct gravel_monitor *monitor);
bool gravel_motion_is_torque_free(const struct gravel_monitor *monitor);
bool gravel_motion_tells_contacts(const struct gravel_monitor *monitor);
double gravel_motion_gain(const struct gravel_monitor *monitor, const struct gravel_instant *now);
double gravel_motion_gain_bound(const struct gravel_monitor *monitor, const struct gravel_instant *now);
double gravel_motion_displacement(const struct gravel_monitor *monitor, const struct gravel_instant *now);
double gravel_motion_flight(const struct gravel_monitor *monitor, const struct gravel_instant *now);
double gravel_motion_spin(const struct gravel_monitor *monitor, const struct gravel_instant *now);
double gravel_motion_contact(const struct gravel_monitor *monitor, const struct gravel_instant *now);
void gravel_motion_say_gain(const struct gravel_monitor *monitor, char *text, size_t size);
void gravel_motion_say_displacement(const struct gravel_monitor *monitor, char *text, size_t size);
void gravel_motion_say_flight(const struct gravel_monitor *monitor, char *text, size_t size);
void gravel_motion_say_spin(const struct gravel_monitor *monitor, char *text, size_t size);
void gravel_motion_say_contact(const struct gravel_monitor *monitor, char *text, size_t size);

#endif
