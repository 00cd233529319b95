#include "harness/run/monitor.h"

#include "harness/run/course.h"
#include "harness/run/energy_bound.h"
#include "harness/run/invariant.h"
#include "harness/run/motion_invariant.h"
#include "harness/run/seen_overlap.h"

#include <math.h>
#include <stdlib.h>

/* In diameters: beyond, contacts are no perturbation of hard spheres. */
static const double soft_overlap_limit = 0.2;

/* A particle that starts deeper in a wall than half its radius belongs to the wall and is not tested, nor is one at a
 * plane whose place the engine alone has. */
static signed char
side_at_start(const struct gravel_system *system, size_t wall, const struct gravel_particle *p)
{
    const double d = gravel_system_side(system, wall, 0.0, p->x);
    if (p->attached != GRAVEL_FREE || fabs(d) < 0.5 * p->radius || system->walls[wall].servo.mass > 0.0)
        return 0;
    return d > 0.0 ? 1 : -1;
}

/* The extremes from which limits and scales follow. */
static void
update_extremes(struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    double size;
    const size_t n = monitor->system->n_particles;
    monitor->largest_kinetic = fmax(monitor->largest_kinetic, now->energy->kinetic + now->energy->rotational);
    monitor->largest_work = fmax(monitor->largest_work, fabs(now->energy->work));
    (void)gravel_momentum(monitor->system, now->particles, &size);
    monitor->largest_momentum = fmax(monitor->largest_momentum, size);
    (void)gravel_angular_momentum(now->particles, n, &size);
    monitor->largest_angular = fmax(monitor->largest_angular, size);
    monitor->t = now->t;
    monitor->time_step = now->counters->time_step;
    monitor->tells_overlap = !isnan(now->counters->max_overlap);
    monitor->contacts = (double)(now->counters->pair_collisions + now->counters->wall_collisions);
    for (size_t i = 0; i < n; i++) {
        const struct gravel_particle *p = &now->particles[i];
        monitor->largest_contact_speed = fmax(monitor->largest_contact_speed, v3_norm(p->v));
        if (p->attached != GRAVEL_FREE)
            continue;
        monitor->largest_speed = fmax(monitor->largest_speed, v3_norm(p->v));
        monitor->largest_coordinate = fmax(monitor->largest_coordinate, v3_norm(p->x));
        monitor->smallest_radius = fmin(monitor->smallest_radius, p->radius);
    }
}

/* The rates of contacts at the largest speed of the run; those of power laws change with it by less than its power
 * 1/5 [Hertz], and are not computed anew for every sample. */
static void
update_rates(struct gravel_monitor *monitor)
{
    if (monitor->engine->kind != GRAVEL_MD || monitor->largest_contact_speed <= monitor->speed_of_rates)
        return;
    monitor->speed_of_rates = 1.1 * monitor->largest_contact_speed;
    monitor->fastest = gravel_fastest_contact(monitor->system, monitor->speed_of_rates);
}

enum gravel_status
gravel_monitor_start(struct gravel_monitor *monitor, const struct gravel_system *system,
                     const struct gravel_engine_ops *engine, const struct gravel_instant *start)
{
    const size_t n = system->n_particles;
    *monitor = (struct gravel_monitor){.system = system,
                                       .engine = engine,
                                       .lacks = engine->lacks,
                                       .elastic = gravel_system_is_elastic(system),
                                       .first = *start->energy,
                                       .soft_overlap = soft_overlap_limit,
                                       .tolerance = INFINITY,
                                       .speed_of_rates = -1.0,
                                       .smallest_radius = INFINITY};
    if (engine->kind == GRAVEL_MD)
        monitor->rest_energy = gravel_rest_energy(system);
    monitor->sides = calloc(system->n_walls * n + 1, sizeof *monitor->sides);
    if (monitor->sides == NULL)
        return GRAVEL_MEMORY;
    for (size_t w = 0; w < system->n_walls; w++)
        for (size_t i = 0; i < n; i++)
            monitor->sides[w * n + i] = side_at_start(system, w, &start->particles[i]);
    for (size_t i = 0; i < n; i++)
        monitor->any_attached = monitor->any_attached || start->particles[i].attached != GRAVEL_FREE;
    monitor->momentum = gravel_momentum(monitor->system, start->particles, &monitor->largest_momentum);
    monitor->angular = gravel_angular_momentum(start->particles, n, &monitor->largest_angular);
    return gravel_motion_start(monitor, start->particles) == GRAVEL_OK ? gravel_monitor_update(monitor, start)
                                                                       : GRAVEL_MEMORY;
}

/* A violation that is NaN stays. */
static void
update_worst(struct gravel_monitor *monitor, size_t k, double violation, double bound)
{
    const bool first = monitor->bound[k] == 0.0;
    if (isnan(monitor->worst[k]) || (!first && violation * monitor->bound[k] <= monitor->worst[k] * bound))
        return;
    monitor->worst[k] = violation;
    monitor->bound[k] = bound;
}

/* A search takes about as long as a step of soft spheres: at the first instants, then at ever fewer, 54 of 3000. */
static enum gravel_status
search_overlaps(struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    monitor->seen_overlap = 0.0;
    if (monitor->n_instants++ != monitor->next_search)
        return GRAVEL_OK;
    monitor->next_search += 1 + monitor->next_search / 8;
    return gravel_seen_overlap(monitor->system, now->particles, &monitor->seen_overlap);
}

enum gravel_status
gravel_monitor_update(struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const uint64_t number = monitor->n_instants;
    const bool searches = number == monitor->next_search;
    enum gravel_status status = search_overlaps(monitor, now);
    if (status != GRAVEL_OK)
        return status;
    update_extremes(monitor, now);
    update_rates(monitor);
    status = gravel_motion_update(monitor, now, number, searches);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; gravel_invariants[k].name != NULL; k++) {
        const struct gravel_invariant_ops *i = &gravel_invariants[k];
        if (i->applies == NULL || i->applies(monitor))
            update_worst(monitor, k, fabs(i->violation(monitor, now)), i->bound != NULL ? i->bound(monitor, now) : 1.0);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_monitor_overlap(const struct gravel_monitor *monitor, struct gravel_error *error)
{
    double largest, allowed;
    if (monitor->engine->stands_for == NULL || !gravel_invariant_seen_overlap(monitor, &largest, &allowed))
        return GRAVEL_OK;
    return gravel_fail(
        error, GRAVEL_PHYSICS,
        "the invariant of overlaps is broken at t = %g s: found %.3g, allowed %.3g %s; the run ends here", monitor->t,
        largest, allowed, monitor->engine->kind == GRAVEL_ED ? "radii" : "diameters");
}

enum gravel_status
gravel_monitor_finish(const struct gravel_monitor *monitor, struct gravel_record *record)
{
    for (size_t k = 0; gravel_invariants[k].name != NULL; k++) {
        const struct gravel_invariant_ops *i = &gravel_invariants[k];
        if (i->applies != NULL && !i->applies(monitor))
            continue;
        /* Where the scale is 0, as in a system at rest: no violation is 0, any violation is infinite. */
        const double worst = monitor->worst[k], scale = i->scale != NULL ? i->scale(monitor) : 1.0;
        const double value = worst == 0.0 ? 0.0 : worst / scale;
        const double limit = i->bound == NULL ? i->limit(monitor) : scale > 0.0 ? monitor->bound[k] / scale : 0.0;
        if (gravel_record_add_invariant(record, i->name, value, limit) != GRAVEL_OK)
            return GRAVEL_MEMORY;
        if (!record->invariants[record->n_invariants - 1].ok)
            record->status = GRAVEL_POINT_BROKEN;
    }
    return GRAVEL_OK;
}

static void
hear(void *self, const struct gravel_event *event)
{
    struct gravel_listener *listener = self;
    struct gravel_course *course = &listener->monitor->course;
    if (gravel_course_listens(course, event))
        gravel_course_hear(course, event);
    listener->no_impulse = listener->no_impulse || isnan(event->impulse);
    listener->no_loss = listener->no_loss || isnan(event->dissipated);
    listener->no_overlap = listener->no_overlap || isnan(event->overlap);
    listener->next.event(listener->next.self, event);
}

static void
pass_push(void *self, const struct gravel_push *push)
{
    struct gravel_listener *listener = self;
    listener->next.push(listener->next.self, push);
}

struct gravel_sink
gravel_monitor_sink(struct gravel_listener *listener, struct gravel_monitor *monitor, struct gravel_sink next)
{
    *listener = (struct gravel_listener){.monitor = monitor, .next = next};
    return next.event == NULL ? next : (struct gravel_sink){listener, hear, next.push != NULL ? pass_push : NULL};
}

void
gravel_monitor_free(struct gravel_monitor *monitor)
{
    free(monitor->sides);
    gravel_course_free(&monitor->course);
    *monitor = (struct gravel_monitor){0};
}
