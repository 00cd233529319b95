/* Contacts that were told, against the states before and after them. */
#ifndef GRAVEL_HARNESS_RUN_TOLD_CONTACT_H
#define GRAVEL_HARNESS_RUN_TOLD_CONTACT_H

#include "harness/run/course_state.h"

/* Compare the contacts that stand alone, the only ones that were told of bodies between two instants at which these
 * touch nothing.  course->met has which do at the present one. */
void gravel_told_contacts(struct gravel_course *course, const struct gravel_particle *now, double t,
                          const struct gravel_course_limits *limits);

/* Whether the only contact that was told before of either of these bodies, since they touched nothing or the run began,
 * is one of these two and had not ended as this one began. */
bool gravel_told_twice(const struct gravel_course *course, const struct gravel_event *event);

#endif
