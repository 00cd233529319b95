/* What of two instants is furthest from one motion (course.h), for messages. */
#ifndef GRAVEL_HARNESS_RUN_COURSE_FAULT_H
#define GRAVEL_HARNESS_RUN_COURSE_FAULT_H

#include "harness/run/course_state.h"

/* Count a deviation for the invariant: *part is set to the largest so far of deviations as a part of what is allowed,
 * and the worst beyond what is allowed is kept.  A deviation that is NaN, of what was not told, counts as none. */
void gravel_course_see(struct gravel_course *course, enum gravel_course_invariant invariant,
                       const struct gravel_course_fault *seen, double *part);

/* A sentence on the worst fault that was seen, with body, times, quantity, found and allowed; "": there was none. */
void gravel_course_say(const struct gravel_course *course, enum gravel_course_invariant invariant, char *text,
                       size_t size);

void gravel_course_faults_archive(struct gravel_course *course, struct gravel_archive *archive);

#endif
