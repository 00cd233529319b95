#include "harness/run/course.h"

#include "harness/run/contact_scale.h"
#include "harness/run/course_fault.h"
#include "harness/run/free_paths.h"
#include "harness/run/particle_archive.h"
#include "harness/run/told_contact.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_course_start(struct gravel_course *course, const struct gravel_system *system,
                    const struct gravel_particle *start)
{
    const size_t n = system->n_particles;
    *course = (struct gravel_course){.system = system,
                                     .flies = system->thermostat.strength == 0.0 && system->box.shear_rate == 0.0,
                                     .turns = system->material.rotation && !gravel_system_is_smooth(system),
                                     .rough = !gravel_system_is_smooth(system),
                                     .before = calloc(n + 1, sizeof *course->before),
                                     .calm = calloc(n + 1, sizeof *course->calm),
                                     .calm_t = calloc(n + 1, sizeof *course->calm_t),
                                     .n_told = calloc(n + 1, sizeof *course->n_told),
                                     .told = calloc(n + 1, sizeof *course->told),
                                     .met = calloc(n + 1, sizeof *course->met),
                                     .fixed = calloc(n + 1, sizeof *course->fixed),
                                     .reach = calloc(n + 1, sizeof *course->reach)};
    for (size_t w = 0; w < system->n_walls; w++)
        course->flies = course->flies && system->walls[w].servo.mass == 0.0;
    if (course->before == NULL || course->calm == NULL || course->calm_t == NULL || course->n_told == NULL ||
        course->told == NULL || course->met == NULL || course->fixed == NULL || course->reach == NULL)
        return GRAVEL_MEMORY;
    memcpy(course->before, start, n * sizeof *start);
    memcpy(course->calm, start, n * sizeof *start);
    for (size_t i = 0; i < n; i++)
        course->met[i] = start[i].attached != GRAVEL_FREE;
    const enum gravel_status status = gravel_touching(system, start, 0.0, 0.0, course->met);
    for (size_t i = 0; i < n; i++)
        course->calm_t[i] = course->met[i] ? -1.0 : 0.0;
    return status;
}

void
gravel_course_free(struct gravel_course *course)
{
    free(course->before);
    free(course->calm);
    free(course->calm_t);
    free(course->n_told);
    free(course->told);
    free(course->met);
    free(course->fixed);
    free(course->reach);
    *course = (struct gravel_course){0};
}

void
gravel_course_archive(struct gravel_course *course, struct gravel_archive *archive)
{
    const size_t n = course->system->n_particles;
    gravel_archive_part(archive, "course", 2);
    gravel_course_faults_archive(course, archive);
    GRAVEL_ARCHIVE(archive, course->t);
    GRAVEL_ARCHIVE(archive, course->repeated);
    GRAVEL_ARCHIVE_ARRAY(archive, course->n_told, n);
    GRAVEL_ARCHIVE_ARRAY(archive, course->calm_t, n);
    gravel_particles_archive(course->before, n, archive);
    gravel_particles_archive(course->calm, n, archive);
    if (n == 0)
        return;
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, t);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, duration);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, i);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, j);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, normal);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, approach);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, rebound);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, impulse);
    GRAVEL_ARCHIVE_COLUMN(archive, course->told, n, dissipated);
}

static struct gravel_leg
last_leg(const struct gravel_course *course, const struct gravel_particle *now, double t, size_t i)
{
    return (struct gravel_leg){&course->before[i], &now[i], course->t, t};
}

static double
mass_of_free(const struct gravel_course *course)
{
    double mass = 0.0;
    for (size_t i = 0; i < course->system->n_particles; i++)
        mass += course->before[i].attached == GRAVEL_FREE ? course->before[i].mass : 0.0;
    return mass;
}

/* The power of gravity is at most M g times the speed V of the centre of mass, and M V^2/2 is at most the energy of all
 * bodies: sqrt(2 E/M) grows by at most g t, and a body of mass m has at most the speed sqrt(2 E/m). */
static double
furthest(const struct gravel_course *course, const struct gravel_course_limits *limits, double mass, double dt,
         size_t i)
{
    const double g = v3_norm(course->system->gravity);
    return sqrt(mass / course->before[i].mass) * (sqrt(2.0 * limits->energy / mass) + 0.5 * g * dt) * dt;
}

static void
compare_displacements(struct gravel_course *course, const struct gravel_particle *now, double t,
                      const struct gravel_course_limits *limits)
{
    const double mass = mass_of_free(course);
    course->displacement = 0.0;
    if (!isfinite(limits->energy) || mass == 0.0)
        return;
    for (size_t i = 0; i < course->system->n_particles; i++) {
        if (!gravel_course_is_free(course, now, i))
            continue;
        const double way = v3_norm(gravel_box_separation(&course->system->box, course->before[i].x, now[i].x));
        const double allowed = furthest(course, limits, mass, t - course->t, i) +
                               gravel_course_slack(course, limits, last_leg(course, now, t, i)).x;
        const struct gravel_course_fault seen = {GRAVEL_OFF_WAY, false, (int32_t)i, 0, course->t, t, way, allowed, 0.0};
        gravel_course_see(course, GRAVEL_COURSE_WAY, &seen, &course->displacement);
    }
}

/* What rounding allows a spin to change by.  An arm of a normal force that is off its line by a part p of the radius r
 * turns a body that this force brings to the speed v by about p v/r. */
static double
slack_of_spin(const struct gravel_course_limits *limits, const struct gravel_particle *a,
              const struct gravel_particle *b)
{
    return limits->part * (v3_norm(a->omega) + v3_norm(b->omega) + limits->speed / a->radius) + DBL_MIN;
}

/* By how much the state of a body is off its free path.  `untold`: that it has one follows from what was told. */
static void
compare_with_free_path(struct gravel_course *course, const struct gravel_course_limits *limits, struct gravel_leg leg,
                       size_t i, bool untold)
{
    const struct gravel_particle *a = leg.from, *b = leg.to;
    const double dt = leg.to_t - leg.from_t;
    const struct vec3 g = course->system->gravity;
    const struct gravel_slack slack = gravel_course_slack(course, limits, leg);
    const struct vec3 x = v3_axpy(v3_axpy(a->x, dt, a->v), 0.5 * dt * dt, g), v = v3_axpy(a->v, dt, g);
    const struct {
        enum gravel_course_quantity quantity;
        double off, allowed;
    } numbers[] = {{GRAVEL_OFF_PLACE, v3_norm(gravel_box_separation(&course->system->box, x, b->x)), slack.x},
                   {GRAVEL_OFF_VELOCITY, v3_norm(v3_sub(b->v, v)), slack.v},
                   {GRAVEL_OFF_SPIN, v3_norm(v3_sub(b->omega, a->omega)), slack_of_spin(limits, a, b)}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        const struct gravel_course_fault seen = {
            (int8_t)numbers[k].quantity, untold, (int32_t)i, 0, leg.from_t, leg.to_t, numbers[k].off,
            numbers[k].allowed,          0.0};
        gravel_course_see(course, GRAVEL_COURSE_FLIGHT, &seen, &course->flight);
    }
}

/* How far a body can be, at any time between the two instants, from its place at one of them. */
static double
reach_of(const struct gravel_course *course, const struct gravel_course_limits *limits, double mass, double dt,
         size_t i)
{
    const struct gravel_particle *p = &course->before[i];
    const double g = v3_norm(course->system->gravity);
    if (p->attached == GRAVEL_ABSORBED)
        return -1.0;
    if (p->attached != GRAVEL_FREE)
        return gravel_wall_moves(&course->system->walls[p->attached]) ? INFINITY : 0.0;
    return furthest(course, limits, mass, dt, i) + 0.5 * sqrt(mass / p->mass) * g * dt * dt;
}

/* Where the few bodies can have met nothing, forward from the instant before or backward from the present one. */
static void
follow_paths(struct gravel_course *course, const struct gravel_particle *now, double t, double slack,
             const struct gravel_course_limits *limits)
{
    const size_t n = course->system->n_particles;
    const double dt = t - course->t, mass = mass_of_free(course);
    for (size_t i = 0; i < n; i++) {
        course->fixed[i] = !gravel_course_is_free(course, now, i);
        course->reach[i] = reach_of(course, limits, mass, dt, i);
    }
    for (int k = 0; k < 2; k++) {
        const struct gravel_free_paths paths = {.system = course->system,
                                                .from = k == 0 ? course->before : now,
                                                .t = k == 0 ? course->t : t,
                                                .dt = dt,
                                                .sense = k == 0 ? 1.0 : -1.0,
                                                .slack = slack,
                                                .fixed = course->fixed,
                                                .reach = course->reach};
        memset(course->met, 0, n * sizeof *course->met);
        gravel_free_paths_meet(&paths, course->met);
        for (size_t i = 0; i < n; i++)
            if (!course->met[i])
                compare_with_free_path(course, limits, last_leg(course, now, t, i), i, false);
    }
}

/* The bodies that touch nothing at this instant, from the last one at which they did not: a contact that went on in
 * between has ended, and is told.  Without one the body has its free path. */
static enum gravel_status
compare_with_told(struct gravel_course *course, const struct gravel_particle *now, double t, double slack,
                  const struct gravel_course_limits *limits)
{
    const size_t n = course->system->n_particles;
    for (size_t i = 0; i < n; i++)
        course->met[i] = now[i].attached != GRAVEL_FREE;
    const enum gravel_status status = gravel_touching(course->system, now, t, slack, course->met);
    if (status != GRAVEL_OK)
        return status;
    gravel_told_contacts(course, now, t, limits);
    for (size_t i = 0; i < n; i++) {
        if (course->met[i])
            continue;
        if (course->calm_t[i] >= 0.0 && course->n_told[i] == 0)
            compare_with_free_path(course, limits, gravel_course_calm(course, now, t, i), i, true);
        course->calm[i] = now[i];
        course->calm_t[i] = t;
        course->n_told[i] = 0;
    }
    return GRAVEL_OK;
}

/* Of bodies that do not rotate the spins are 0. */
static void
compare_spins(struct gravel_course *course, const struct gravel_particle *now, double t,
              const struct gravel_course_limits *limits)
{
    course->spin = 0.0;
    for (size_t i = 0; i < course->system->n_particles && !course->turns; i++) {
        const struct gravel_particle *a = &course->before[i], *b = &now[i];
        const double off = v3_norm(v3_sub(b->omega, a->omega)), allowed = slack_of_spin(limits, a, b);
        const struct gravel_course_fault seen = {GRAVEL_OFF_TURN, false, (int32_t)i, 0, course->t, t, off,
                                                 allowed,         0.0};
        if (gravel_course_is_free(course, now, i))
            gravel_course_see(course, GRAVEL_COURSE_SPIN, &seen, &course->spin);
    }
}

/* By how much nearer than they seem two bodies, or a body and a wall, may be: rounding, and, of soft bodies, the way of
 * both in two steps, as an integrator sees a contact that begins or ends inside a step at the end of it, and states
 * between its steps are extrapolated. */
static double
slack_of_contacts(const struct gravel_course *course, const struct gravel_particle *now, double t,
                  const struct gravel_course_limits *limits)
{
    double rounding = 0.0, speed = 0.0, walls = 0.0;
    for (size_t i = 0; i < course->system->n_particles; i++) {
        const double v = fmax(v3_norm(course->before[i].v), v3_norm(now[i].v));
        rounding = fmax(rounding, gravel_course_slack(course, limits, last_leg(course, now, t, i)).x);
        speed = fmax(speed, v + v3_norm(course->system->gravity) * (t - course->t));
    }
    for (size_t w = 0; w < course->system->n_walls; w++)
        walls = fmax(walls, gravel_wall_speed_bound(&course->system->walls[w], 0.0));
    return rounding + 2.0 * limits->contact_step * (2.0 * speed + walls);
}

void
gravel_course_keep(struct gravel_course *course, const struct gravel_particle *now, double t)
{
    memcpy(course->before, now, course->system->n_particles * sizeof *now);
    course->t = t;
}

enum gravel_status
gravel_course_go_on(struct gravel_course *course, const struct gravel_particle *now, double t,
                    const struct gravel_course_limits *limits)
{
    const size_t n = course->system->n_particles;
    const bool few = n <= GRAVEL_FEW;
    enum gravel_status status = GRAVEL_OK;
    const double slack = slack_of_contacts(course, now, t, limits);
    course->flight = 0.0;
    course->contact = course->repeated;
    compare_spins(course, now, t, limits);
    compare_displacements(course, now, t, limits);
    if (course->flies && few)
        follow_paths(course, now, t, slack, limits);
    if (status == GRAVEL_OK && course->flies && course->listens && (few || limits->searches))
        status = compare_with_told(course, now, t, slack, limits);
    gravel_course_keep(course, now, t);
    return status;
}

void
gravel_course_hear(struct gravel_course *course, const struct gravel_event *event)
{
    const struct gravel_course_fault twice = {GRAVEL_OFF_TWICE, false, event->i, event->j, 0.0,
                                              event->t,         2.0,   1.0,      0.0};
    if (gravel_told_twice(course, event))
        gravel_course_see(course, GRAVEL_COURSE_CONTACT, &twice, &course->repeated);
    for (int k = 0; k < (event->j >= 0 ? 2 : 1); k++) {
        const int32_t body = k == 0 ? event->i : event->j;
        course->n_told[body] = (uint8_t)(course->n_told[body] < 2 ? course->n_told[body] + 1 : 2);
        course->told[body] = *event;
    }
}
