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

struct gravel_calendar_ops {
    const char *name;
    const char *method;
    const char *reference;
    /* For n particles without events. All memory is taken here. */
    enum gravel_status (*create)(void **calendar, size_t n, struct gravel_error *error);
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
