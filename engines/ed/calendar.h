/* Calendars: event queues that hold the time of the pending event of every particle.
 *
 * A particle has one pending event or none (time INFINITY).  Every calendar returns events of equal time in the order
 * of particle numbers, so that runs do not depend on the calendar. */
#ifndef GRAVEL_ED_CALENDAR_H
#define GRAVEL_ED_CALENDAR_H

#include "engines/core/archive.h"
#include "engines/core/status.h"
#include "engines/ed/event_heap.h"
#include "engines/ed/prefetch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gravel_calendar_ops {
    const char *name;
    const char *method;
    const char *reference;
    /* Create a calendar for n particles without events, with all memory that it needs; the caller destroys it.
     * `prefetcher` is copied and may be NULL.  GRAVEL_MEMORY. */
    enum gravel_status (*create)(void **calendar, size_t n, const struct gravel_prefetcher *prefetcher,
                                 struct gravel_error *error);
    /* Free the calendar; NULL is allowed. */
    void (*destroy)(void *calendar);
    /* Set the time of particle i's event, replacing the previous one; INFINITY: no event. */
    void (*schedule)(void *calendar, int32_t i, double t);
    /* Remove the earliest event and return its particle and time, if it is not after `limit`; false otherwise. */
    bool (*next)(void *calendar, double limit, int32_t *i, double *t);
    /* Subtract `shift` from all times.  O(n). */
    void (*rebase)(void *calendar, double shift);
    /* Save or load the times of all events, on which alone the order of events depends. */
    void (*archive)(void *calendar, struct gravel_archive *archive);
};

/* A part of the calendar `fast`, with the operations schedule and next of that one, destroyed as that one, for a thread
 * of several: it has the events of the particles i with owner[i] == part.  time[n] and owner[n] belong to the caller;
 * all parts share them, and each reads and writes the times of its own particles only.  GRAVEL_MEMORY. */
enum gravel_status gravel_calendar_part_create(void **calendar, size_t n, double *time, const uint8_t *owner,
                                               uint8_t part, const struct gravel_prefetcher *prefetcher,
                                               struct gravel_error *error);
/* Take account of time[i] or of owner[i], which the caller has set. */
void gravel_calendar_part_enter(void *part, int32_t i);
/* Find the earliest event of the part, without removing it; false when there is none. */
bool gravel_calendar_part_first(void *part, struct gravel_event_time *first);
/* Take account of all times and owners.  O(n). */
void gravel_calendar_part_reload(void *part);

extern const struct gravel_calendar_ops gravel_calendar_fast;   /* O(1) an event */
extern const struct gravel_calendar_ops gravel_calendar_oracle; /* O(n) an event: a plain scan */

#endif
