/* Calendars: the pending event of every particle, in the order of time.
 *
 * A particle has one pending event or none (time INFINITY).  Equal times come in the order of the
 * particles' numbers, in every calendar, so that runs do not depend on which one is used. */
#ifndef GRAVEL_ED_CALENDAR_H
#define GRAVEL_ED_CALENDAR_H

#include "engines/core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whoever wants to be told which events come near, so as to bring their data into the cache: `soon` is called
 * with stage 0, 1, ... GRAVEL_STAGES - 1 while the event comes nearer.  Some events come without notice. */
enum { GRAVEL_STAGES = 3 };
struct gravel_foresight {
    void *self;
    void (*soon)(void *self, int32_t i, int stage);
};

struct gravel_calendar_ops {
    const char *name;
    const char *method;
    const char *reference;
    /* For n particles without events. All memory is taken here.  `foresight` may be NULL. */
    enum gravel_status (*create)(void **calendar, size_t n, const struct gravel_foresight *foresight,
                                 struct gravel_error *error);
    void (*destroy)(void *calendar);
    /* Particle i's event is now at time t, whatever it was; INFINITY: none. */
    void (*schedule)(void *calendar, int32_t i, double t);
    /* Take out the earliest event if it is not after `limit`. */
    bool (*next)(void *calendar, double limit, int32_t *i, double *t);
    /* Subtract `shift` from all times. */
    void (*rebase)(void *calendar, double shift);
};

extern const struct gravel_calendar_ops gravel_calendar_fast;   /* O(1) an event */
extern const struct gravel_calendar_ops gravel_calendar_oracle; /* O(n) an event: a plain scan */

#endif
