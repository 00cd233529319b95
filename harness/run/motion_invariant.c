#include "harness/run/motion_invariant.h"

#include "harness/run/course.h"
#include "harness/run/course_fault.h"
#include "harness/run/energy_error.h"
#include "harness/run/free_paths.h"
#include "harness/run/seen_overlap.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static const double six_digits = 5e-6;     /* as a part of a number that was written with six digits */
static const double start_overlap = 1e-12; /* diameters; the energy of overlaps that are rounding is allowed for */

enum { FIRST_INSTANTS = 256 };

static bool
is_own(const struct gravel_monitor *monitor)
{
    return monitor->engine->stands_for == NULL;
}

/* Walls that move or that a force pushes, kicks and a shear do work; of a body that is caught the potential is no more
 * in the sum; along a periodic axis there is none. */
static bool
has_no_source(const struct gravel_system *s)
{
    const double g[3] = {s->gravity.x, s->gravity.y, s->gravity.z};
    bool none = s->thermostat.strength == 0.0 && s->box.shear_rate == 0.0 && gravel_system_springs_keep_energy(s);
    for (int d = 0; d < 3; d++)
        none = none && !(s->box.periodic[d] && g[d] != 0.0);
    for (size_t w = 0; w < s->n_walls; w++) {
        const bool catches = s->walls[w].touch == GRAVEL_STICK || s->walls[w].touch == GRAVEL_ABSORB;
        none = none && !gravel_wall_moves(&s->walls[w]) && s->walls[w].servo.mass == 0.0 &&
               !(catches && v3_norm2(s->gravity) > 0.0);
    }
    return none;
}

/* Whether contacts hold energy at the start; of gravel's own engines the ledger has it. */
static enum gravel_status
starts_apart(const struct gravel_system *s, bool *apart)
{
    double overlap;
    const enum gravel_status status = gravel_seen_overlap(s, s->particles, &overlap);
    *apart = overlap <= start_overlap;
    for (size_t w = 0; w < s->n_walls; w++)
        for (size_t i = 0; i < s->n_particles && s->walls[w].touch != GRAVEL_CARRY && *apart; i++) {
            const struct gravel_particle *p = &s->particles[i];
            *apart = p->attached != GRAVEL_FREE ||
                     gravel_wall_distance(&s->walls[w], 0.0, p->x) >= (1.0 - 2.0 * start_overlap) * p->radius;
        }
    return status;
}

/* Bodies that grow begin with other radii than those of the system: they meet where their present ones do not, and push
 * each other. */
static bool
grows(const struct gravel_system *s, const struct gravel_particle *start)
{
    for (size_t i = 0; i < s->n_particles; i++)
        if (start[i].radius != s->particles[i].radius)
            return true;
    return false;
}

/* Kinetic and potential, of free bodies [J]. */
static double
energy_of(const struct gravel_monitor *monitor, const struct gravel_particle *p)
{
    const size_t n = monitor->system->n_particles;
    return gravel_kinetic_energy(p, n) + gravel_rotational_energy(p, n) +
           gravel_potential_energy(p, n, monitor->system->gravity);
}

enum gravel_status
gravel_motion_start(struct gravel_monitor *monitor, const struct gravel_particle *start)
{
    bool apart = true;
    enum gravel_status status = gravel_course_start(&monitor->course, monitor->system, start);
    if (status == GRAVEL_OK && !is_own(monitor))
        status = starts_apart(monitor->system, &apart);
    const bool grow = grows(monitor->system, start);
    monitor->closed = apart && !grow && has_no_source(monitor->system);
    monitor->course.flies = monitor->course.flies && !grow;
    monitor->start_energy = energy_of(monitor, start) + monitor->first.elastic;
    return status;
}

/* What energies are off by, beside the error of an integrator [J]. */
static double
rounding_of_energy(const struct gravel_monitor *monitor, const struct gravel_particle *p)
{
    const size_t n = monitor->system->n_particles;
    if (is_own(monitor))
        return 0.0;
    double sum = gravel_kinetic_energy(p, n) + gravel_rotational_energy(p, n);
    for (size_t i = 0; i < n; i++)
        if (p[i].attached == GRAVEL_FREE)
            sum += p[i].mass * fabs(v3_dot(monitor->system->gravity, p[i].x));
    return 2.0 * six_digits * sum;
}

double
gravel_motion_gain_bound(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    return gravel_energy_error(monitor, now) + rounding_of_energy(monitor, now->particles);
}

double
gravel_motion_gain(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const double gain =
        gravel_energy_mechanical(now->energy) - now->energy->elastic - gravel_energy_mechanical(&monitor->first);
    return gain > 0.0 ? gain : 0.0; /* of states that are not finite another invariant tells */
}

/* The largest time step that the invariant of that name allows, for programs that do not tell theirs [s]. */
static double
slowest_step(const struct gravel_monitor *monitor)
{
    return gravel_shortest_contact(monitor->system, monitor->largest_speed) / GRAVEL_STEPS_MIN;
}

static struct gravel_course_limits
limits_of(const struct gravel_monitor *monitor, const struct gravel_instant *now, bool searches)
{
    const struct gravel_system *s = monitor->system;
    const bool soft = monitor->engine->kind == GRAVEL_MD;
    const double told = monitor->time_step > 0.0 ? monitor->time_step : INFINITY;
    struct gravel_course_limits limits = {.part = six_digits,
                                          .step = soft ? told : 0.0,
                                          .energy = INFINITY,
                                          .speed = monitor->largest_speed,
                                          .searches = searches};
    if (!is_own(monitor) && soft)
        limits.contact_step = isfinite(told) ? told : slowest_step(monitor);
    if (is_own(monitor)) {
        limits.part = DBL_EPSILON * (100.0 + (double)now->counters->steps);
        limits.step = 0.0;
        limits.contact_step = monitor->time_step;
    }
    if (monitor->closed) {
        const struct gravel_particle *p = monitor->course.before;
        const double potential = gravel_potential_energy(p, s->n_particles, s->gravity);
        const double kinetic = energy_of(monitor, p) - potential;
        limits.energy = fmax(kinetic, monitor->start_energy - potential + gravel_motion_gain_bound(monitor, now));
    }
    return limits;
}

/* The first instants are compared with those before them, and later on those in which overlaps are searched for: a
 * comparison of a few bodies takes about as long as a sample. */
enum gravel_status
gravel_motion_update(struct gravel_monitor *monitor, const struct gravel_instant *now, uint64_t number, bool searches)
{
    struct gravel_course *course = &monitor->course;
    if (!(now->t > course->t))
        return GRAVEL_OK;
    if (number <= FIRST_INSTANTS || searches) {
        const struct gravel_course_limits limits = limits_of(monitor, now, searches);
        return gravel_course_go_on(course, now->particles, now->t, &limits);
    }
    if (number + 1 == monitor->next_search)
        gravel_course_keep(course, now->particles, now->t);
    return GRAVEL_OK;
}

bool
gravel_motion_is_closed(const struct gravel_monitor *monitor)
{
    return monitor->closed;
}

bool
gravel_motion_flies(const struct gravel_monitor *monitor)
{
    const struct gravel_course *course = &monitor->course;
    return course->flies && (course->system->n_particles <= GRAVEL_FEW || gravel_motion_tells_contacts(monitor));
}

bool
gravel_motion_is_torque_free(const struct gravel_monitor *monitor)
{
    return !monitor->course.turns;
}

bool
gravel_motion_tells_contacts(const struct gravel_monitor *monitor)
{
    return monitor->course.flies && monitor->course.listens && !(monitor->lacks & GRAVEL_LACKS_EVENTS);
}

double
gravel_motion_displacement(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)now;
    return monitor->course.displacement;
}

double
gravel_motion_flight(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)now;
    return monitor->course.flight;
}

double
gravel_motion_spin(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)now;
    return monitor->course.spin;
}

double
gravel_motion_contact(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)now;
    return monitor->course.contact;
}

void
gravel_motion_say_gain(const struct gravel_monitor *monitor, char *text, size_t size)
{
    (void)monitor;
    snprintf(text, size, "kinetic and potential energy exceed the energy of the start by this part of the largest one");
}

void
gravel_motion_say_displacement(const struct gravel_monitor *monitor, char *text, size_t size)
{
    gravel_course_say(&monitor->course, GRAVEL_COURSE_WAY, text, size);
}

void
gravel_motion_say_flight(const struct gravel_monitor *monitor, char *text, size_t size)
{
    gravel_course_say(&monitor->course, GRAVEL_COURSE_FLIGHT, text, size);
}

void
gravel_motion_say_spin(const struct gravel_monitor *monitor, char *text, size_t size)
{
    gravel_course_say(&monitor->course, GRAVEL_COURSE_SPIN, text, size);
}

void
gravel_motion_say_contact(const struct gravel_monitor *monitor, char *text, size_t size)
{
    gravel_course_say(&monitor->course, GRAVEL_COURSE_CONTACT, text, size);
}
