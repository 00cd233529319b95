/* The states of a run at two successive instants, and the contacts that were told between them: whether they can be
 * those of one motion.  What is tested follows from mechanics alone, whatever bodies do when they meet:
 *
 *   free flight         a body that met nothing in between has x' = x + v t + g t^2/2, v' = v + g t and its spin
 *   displacement        a body moves by at most sqrt(M/m) (V t + g t^2/2), with M V^2/2 the energy of all bodies
 *   spins               do not change where no contact exerts a torque
 *   contacts            a collision that was told changes the velocities by what is told of it
 *
 * reports/manual/codes.md has the derivations.  Rounding is allowed for as a part of every number: that of steps, or,
 * of other programs, that of six digits. */
#ifndef GRAVEL_HARNESS_RUN_COURSE_H
#define GRAVEL_HARNESS_RUN_COURSE_H

#include "engines/core/archive.h"
#include "harness/run/course_state.h"

/* Begin with the states `start` at t = 0.  The caller frees with gravel_course_free(), after GRAVEL_MEMORY, too. */
GRAVEL_MUST_USE enum gravel_status gravel_course_start(struct gravel_course *course, const struct gravel_system *system,
                                                       const struct gravel_particle *start);
void gravel_course_free(struct gravel_course *course);
void gravel_course_archive(struct gravel_course *course, struct gravel_archive *archive);

/* Whether a contact that was told is worth gravel_course_hear(): not before the first instant, nor where more than one
 * were told of its bodies, so that neither stands alone. */
static inline bool
gravel_course_listens(const struct gravel_course *course, const struct gravel_event *event)
{
    return course->before != NULL && (course->n_told[event->i] < 2 || (event->j >= 0 && course->n_told[event->j] < 2));
}
void gravel_course_hear(struct gravel_course *course, const struct gravel_event *event);

/* Compare the states at the time t with those of the previous instant, and keep them as the previous ones.
 * GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_course_go_on(struct gravel_course *course, const struct gravel_particle *now,
                                                       double t, const struct gravel_course_limits *limits);

/* Keep the states at the time t, which were not compared, as those of the previous instant. */
void gravel_course_keep(struct gravel_course *course, const struct gravel_particle *now, double t);

#endif
