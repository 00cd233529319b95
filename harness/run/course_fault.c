#include "harness/run/course_fault.h"

#include "engines/core/archive.h"

#include <stdio.h>

void
gravel_course_see(struct gravel_course *course, enum gravel_course_invariant invariant,
                  const struct gravel_course_fault *seen, double *part)
{
    struct gravel_course_fault *worst = &course->faults[invariant];
    const double ratio = seen->deviation / seen->allowed;
    *part = fmax(*part, ratio);
    if (ratio > 1.0 && !(worst->allowed > 0.0 && worst->deviation / worst->allowed >= ratio))
        *worst = *seen;
}

/* Bodies have the numbers of rows, from 1 on, as in measures and files. */
static void
say_contact(const struct gravel_course *course, const struct gravel_course_fault *f, char *text, size_t size)
{
    static const struct {
        const char *name, *unit;
    } told[] = {[GRAVEL_OFF_APPROACH] = {"approach", "m/s"},
                [GRAVEL_OFF_REBOUND] = {"rebound", "m/s"},
                [GRAVEL_OFF_IMPULSE] = {"impulse", "N s"},
                [GRAVEL_OFF_LOSS] = {"energy dissipated", "J"}};
    char with[64];
    if (f->j >= 0)
        snprintf(with, sizeof with, "particle %d", (int)f->j + 1);
    else
        snprintf(with, sizeof with, "wall %s", course->system->walls[-1 - f->j].name);
    if (f->quantity == GRAVEL_OFF_TWICE)
        snprintf(text, size, "that of particle %d with %s until t = %.6g s is told again", (int)f->i + 1, with, f->to);
    else
        snprintf(text, size,
                 "of particle %d with %s until t = %.6g s the %s told is %.4g %s, which the velocities before and "
                 "after contradict by %.3g, allowed %.3g %s",
                 (int)f->i + 1, with, f->to, told[f->quantity].name, f->told, told[f->quantity].unit, f->deviation,
                 f->allowed, told[f->quantity].unit);
}

static void
say_body(const struct gravel_course_fault *f, char *text, size_t size)
{
    static const struct {
        const char *what, *unit;
    } off[] = {[GRAVEL_OFF_PLACE] = {"meets nothing, but its place is off x + v dt + g dt^2/2 by", "m"},
               [GRAVEL_OFF_VELOCITY] = {"meets nothing, but its velocity is off v + g dt by", "m/s"},
               [GRAVEL_OFF_SPIN] = {"meets nothing, but its spin changes by", "rad/s"},
               [GRAVEL_OFF_WAY] = {"moves further than the energy of all bodies carries it, by", "m"},
               [GRAVEL_OFF_TURN] = {"can have no torque, but its spin changes by", "rad/s"}};
    snprintf(text, size, "particle %d %s %.3g %s, allowed %.3g %s, from t = %.6g to %.6g s%s", (int)f->i + 1,
             off[f->quantity].what, f->deviation, off[f->quantity].unit, f->allowed, off[f->quantity].unit, f->from,
             f->to, f->untold ? ", between which no contact of it is told" : "");
}

void
gravel_course_say(const struct gravel_course *course, enum gravel_course_invariant invariant, char *text, size_t size)
{
    const struct gravel_course_fault *f = &course->faults[invariant];
    text[0] = '\0';
    if (f->quantity == GRAVEL_OFF_NOTHING)
        return;
    if (invariant == GRAVEL_COURSE_CONTACT)
        say_contact(course, f, text, size);
    else
        say_body(f, text, size);
}

void
gravel_course_faults_archive(struct gravel_course *course, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, quantity);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, untold);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, i);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, j);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, from);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, to);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, deviation);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, allowed);
    GRAVEL_ARCHIVE_COLUMN(archive, course->faults, GRAVEL_COURSE_INVARIANTS, told);
}
