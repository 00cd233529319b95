#ifndef GRAVEL_ED_CALENDAR_LOAD_H
#define GRAVEL_ED_CALENDAR_LOAD_H

#include "engines/ed/calendar_state.h"

/* Choose the width of the buckets and enter all events of time[] again; out of memory, only the earliest, as the next
 * one.  False when there is none.  O(n). */
bool gravel_calendar_reload(struct gravel_calendar *calendar);

#endif
