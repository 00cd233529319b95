/* A calendar in parts, one for each slab of cells, which threads may use at the same time.
 *
 * As a whole it is an ordinary calendar: the order of its events does not depend on the parts. */
#ifndef GRAVEL_ED_SPLIT_CALENDAR_H
#define GRAVEL_ED_SPLIT_CALENDAR_H

#include "engines/ed/calendar.h"
#include "engines/ed/slabs.h"

struct gravel_split_calendar {
    size_t n;
    const struct gravel_slabs *slabs;
    const struct gravel_record *record; /* of the particles; their cells say which slab a particle is in */
    double *time;                       /* n: of the events */
    uint8_t *owner;                     /* n: slab, and part, that has the particle's event */
    void *part[GRAVEL_SLABS_MAX];       /* for the operations of gravel_calendar_fast */
};

/* Create a calendar without events; prefetchers[s] is for the part of slab s.  GRAVEL_MEMORY; then it may be
 * incomplete, and gravel_calendar_split.destroy is still due. */
enum gravel_status gravel_split_calendar_init(struct gravel_split_calendar *calendar, size_t n,
                                              const struct gravel_slabs *slabs, const struct gravel_record *record,
                                              const struct gravel_prefetcher *prefetchers, struct gravel_error *error);

/* Set the time of particle i's event without an entry in a part. */
static inline void
gravel_split_calendar_set(struct gravel_split_calendar *calendar, int32_t i, double t)
{
    calendar->time[i] = t;
    calendar->owner[i] = gravel_slab_of(calendar->slabs, &calendar->record[i].cell);
}

/* The operations of a struct gravel_split_calendar; without `create`. */
extern const struct gravel_calendar_ops gravel_calendar_split;

#endif
