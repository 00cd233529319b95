#include "harness/run/invariant.h"

#include "harness/run/angular_bound.h"
#include "harness/run/contact_scale.h"
#include "harness/run/energy_error.h"
#include "harness/run/motion_invariant.h"

#include "engines/core/shear.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Limits, relative unless said otherwise. */
static const double momentum_limit = 1e-9;               /* both methods apply equal and opposite impulses */
static const double hard_overlap_limit = 1e-9;           /* radii */
static const double read_overlap_limit = 1e-5;           /* radii; positions in a file may have single precision */
static const double step_limit = 1.0 / GRAVEL_STEPS_MIN; /* of the shortest binary contact */

/* What applies to which engine */

static bool
is_hard(const struct gravel_monitor *monitor)
{
    return monitor->engine->kind == GRAVEL_ED;
}

static bool
is_soft(const struct gravel_monitor *monitor)
{
    return monitor->engine->kind == GRAVEL_MD;
}

static bool
has_ledger(const struct gravel_monitor *monitor)
{
    return !(monitor->lacks & GRAVEL_LACKS_LEDGER);
}

static bool
is_hard_with_ledger(const struct gravel_monitor *monitor)
{
    return is_hard(monitor) && has_ledger(monitor);
}

static bool
is_soft_with_ledger(const struct gravel_monitor *monitor)
{
    return is_soft(monitor) && has_ledger(monitor);
}

static bool
is_own(const struct gravel_monitor *monitor)
{
    return monitor->engine->stands_for == NULL;
}

/* A program of somebody else may not tell its largest overlap, which is NaN then, or its time step. */
static bool
tells_overlap(const struct gravel_monitor *monitor)
{
    return is_own(monitor) || monitor->tells_overlap;
}

static bool
tells_time_step(const struct gravel_monitor *monitor)
{
    return is_soft(monitor) && (is_own(monitor) || monitor->time_step > 0.0);
}

/* Energy [J] */

/* The ledger counts what was lost; an elastic system must lose nothing. */
static double
energy_drift(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const double drift = gravel_energy_ledger(now->energy) - gravel_energy_ledger(&monitor->first);
    return monitor->elastic ? drift - (now->energy->dissipated - monitor->first.dissipated) : drift;
}

/* Momentum [kg m/s] and angular momentum about the origin [kg m^2/s] */

struct vec3
gravel_momentum(const struct gravel_system *system, const struct gravel_particle *p, double *size)
{
    const bool sheared = gravel_box_is_sheared(&system->box);
    struct vec3 sum = v3(0.0, 0.0, 0.0);
    *size = 0.0;
    for (size_t i = 0; i < system->n_particles; i++) {
        sum = v3_axpy(sum, p[i].mass, p[i].v);
        if (sheared)
            sum = v3_axpy(sum, -p[i].mass, gravel_shear_flow(&system->box, p[i].x));
        *size += p[i].mass * v3_norm(p[i].v);
    }
    return sum;
}

struct vec3
gravel_angular_momentum(const struct gravel_particle *p, size_t n, double *size)
{
    struct vec3 sum = v3(0.0, 0.0, 0.0);
    *size = 0.0;
    for (size_t i = 0; i < n; i++) {
        const struct vec3 orbit = v3_scale(p[i].mass, v3_cross(p[i].x, p[i].v));
        const struct vec3 spin = v3_scale(p[i].inertia, p[i].omega);
        sum = v3_add(sum, v3_add(orbit, spin));
        *size += v3_norm(orbit) + v3_norm(spin);
    }
    return sum;
}

static bool
no_walls(const struct gravel_monitor *monitor)
{
    return monitor->system->n_walls == 0 && !monitor->any_attached;
}

/* Without walls gravity is the only force on the whole: P(t) = P(0) + M g t.  In a sheared box the mass that goes up
 * goes to where the flow is faster: P_x(t) = P_x(0) - rate P_z t. */
static double
momentum_drift(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    double size, mass = 0.0;
    const size_t n = monitor->system->n_particles;
    for (size_t i = 0; i < n; i++)
        mass += now->particles[i].mass;
    struct vec3 expected = v3_axpy(monitor->momentum, mass * now->t, monitor->system->gravity);
    expected.x -= monitor->system->box.shear_rate * monitor->momentum.z * now->t;
    return v3_norm(v3_sub(gravel_momentum(monitor->system, now->particles, &size), expected));
}

static double
momentum_scale(const struct gravel_monitor *monitor)
{
    return monitor->largest_momentum;
}

static bool
rotates_freely(const struct gravel_monitor *monitor)
{
    const bool *periodic = monitor->system->box.periodic;
    return no_walls(monitor) && v3_norm2(monitor->system->gravity) == 0.0 &&
           monitor->system->thermostat.strength == 0.0 && monitor->system->material.rotation && !periodic[0] &&
           !periodic[1] && !periodic[2];
}

static double
angular_drift(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    double size;
    return v3_norm(
        v3_sub(gravel_angular_momentum(now->particles, monitor->system->n_particles, &size), monitor->angular));
}

static double
angular_scale(const struct gravel_monitor *monitor)
{
    return monitor->largest_angular;
}

/* Equal and opposite forces along the line between two bodies keep it, but for the integrator's errors in space. */
static double
angular_bound(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const double rounding = momentum_limit * angular_scale(monitor);
    if (!gravel_has_known_steps(monitor))
        return rounding;
    const double error = gravel_angular_error(monitor->system, &monitor->fastest, now->energy, now->counters,
                                              monitor->multistep, monitor->largest_kinetic);
    return rounding + gravel_explained_error(error, angular_scale(monitor));
}

static double
limit_of_momentum(const struct gravel_monitor *monitor)
{
    (void)monitor;
    return momentum_limit;
}

/* Contacts */

static double
overlap(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)monitor;
    return now->counters->max_overlap;
}

/* Rounding: the time t of a contact has the error eps t, in which a particle moves by eps t v. A few such errors add up
 * in a pair. */
static double
overlap_limit(const struct gravel_monitor *monitor)
{
    if (monitor->engine->kind == GRAVEL_MD)
        return monitor->soft_overlap;
    const double rounding = DBL_EPSILON * (monitor->t * monitor->largest_speed + monitor->largest_coordinate);
    return fmax(hard_overlap_limit, 4.0 * rounding / monitor->smallest_radius);
}

static double
seen_overlap(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)now;
    return is_hard(monitor) ? 2.0 * monitor->seen_overlap : monitor->seen_overlap;
}

static double
limit_of_seen_overlap(const struct gravel_monitor *monitor)
{
    return is_own(monitor) ? overlap_limit(monitor) : fmax(overlap_limit(monitor), read_overlap_limit);
}

bool
gravel_invariant_seen_overlap(const struct gravel_monitor *monitor, double *found, double *allowed)
{
    *found = seen_overlap(monitor, NULL);
    *allowed = limit_of_seen_overlap(monitor);
    return *found > *allowed;
}

static double
step_back(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)monitor;
    return now->counters->backward;
}

/* The shortest contact at the largest speed of the run.  The counter min_contact_steps is no test of the time step: a
 * third body can end a contact at any time. */
static double
shortest_contact(const struct gravel_monitor *monitor)
{
    return gravel_shortest_contact(monitor->system, monitor->largest_speed);
}

static double
time_step(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)monitor;
    return now->counters->time_step;
}

static double
limit_of_time_step(const struct gravel_monitor *monitor)
{
    (void)monitor;
    return step_limit;
}

static double
displacement(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    (void)monitor;
    return now->counters->max_displacement;
}

static double
limit_of_displacement(const struct gravel_monitor *monitor)
{
    (void)monitor;
    return GRAVEL_DISPLACEMENT_LIMIT;
}

/* States */

static double
count_not_finite(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    double bad = 0.0;
    for (size_t i = 0; i < monitor->system->n_particles; i++) {
        const struct gravel_particle *p = &now->particles[i];
        bad += !(v3_finite(p->x) && v3_finite(p->v) && v3_finite(p->omega));
    }
    return bad;
}

static bool
has_walls(const struct gravel_monitor *monitor)
{
    return monitor->system->n_walls > 0;
}

/* Largest distance of a centre behind a wall, in radii. */
static double
outside_walls(const struct gravel_monitor *monitor, const struct gravel_instant *now)
{
    const size_t n = monitor->system->n_particles;
    double worst = 0.0;
    for (size_t w = 0; w < monitor->system->n_walls; w++)
        for (size_t i = 0; i < n; i++) {
            const struct gravel_particle *p = &now->particles[i];
            const int side = monitor->sides[w * n + i];
            if (side != 0 && p->attached == GRAVEL_FREE)
                worst = fmax(worst, -side * gravel_system_side(monitor->system, w, now->t, p->x) / p->radius);
        }
    return worst;
}

static double
limit_one(const struct gravel_monitor *monitor)
{
    (void)monitor;
    return 1.0;
}

static double
limit_zero(const struct gravel_monitor *monitor)
{
    (void)monitor;
    return 0.0;
}

const struct gravel_invariant_ops gravel_invariants[] = {
    {"energy", is_hard_with_ledger, energy_drift, gravel_energy_scale, gravel_energy_limit, NULL, NULL},
    {"energy", is_soft_with_ledger, energy_drift, gravel_energy_scale, NULL, gravel_energy_bound, NULL},
    {"momentum", no_walls, momentum_drift, momentum_scale, limit_of_momentum, NULL, NULL},
    {"angular momentum", rotates_freely, angular_drift, angular_scale, NULL, angular_bound, NULL},
    {"overlap", tells_overlap, overlap, NULL, overlap_limit, NULL, NULL},
    {"overlap at samples", NULL, seen_overlap, NULL, limit_of_seen_overlap, NULL, NULL},
    {"step back in time", is_hard, step_back, NULL, limit_zero, NULL, NULL},
    {"time step", tells_time_step, time_step, shortest_contact, limit_of_time_step, NULL, NULL},
    {"displacement in a step", gravel_has_known_steps, displacement, NULL, limit_of_displacement, NULL, NULL},
    {"finite", NULL, count_not_finite, NULL, limit_zero, NULL, NULL},
    {"inside walls", has_walls, outside_walls, NULL, limit_zero, NULL, NULL},
    {"energy at samples", gravel_motion_is_closed, gravel_motion_gain, gravel_energy_scale, NULL,
     gravel_motion_gain_bound, gravel_motion_say_gain},
    {"displacement at samples", gravel_motion_is_closed, gravel_motion_displacement, NULL, limit_one, NULL,
     gravel_motion_say_displacement},
    {"free flight", gravel_motion_flies, gravel_motion_flight, NULL, limit_one, NULL, gravel_motion_say_flight},
    {"spins without torque", gravel_motion_is_torque_free, gravel_motion_spin, NULL, limit_one, NULL,
     gravel_motion_say_spin},
    {"contacts and states", gravel_motion_tells_contacts, gravel_motion_contact, NULL, limit_one, NULL,
     gravel_motion_say_contact},
    {0},
};
_Static_assert(sizeof gravel_invariants / sizeof *gravel_invariants <= GRAVEL_INVARIANTS_MAX + 1,
               "gravel_monitor.worst is too short");

void
gravel_invariant_say(const struct gravel_monitor *monitor, const char *name, char *text, size_t size)
{
    text[0] = '\0';
    for (const struct gravel_invariant_ops *i = gravel_invariants; i->name != NULL; i++)
        if (strcmp(i->name, name) == 0 && i->say != NULL)
            i->say(monitor, text, size);
}

bool
gravel_invariant_is_untold(const struct gravel_monitor *monitor, const struct gravel_invariant_ops *invariant)
{
    struct gravel_monitor own = *monitor;
    if (is_own(monitor) || invariant->applies == NULL || invariant->applies(monitor))
        return false;
    own.engine = gravel_engine_find(monitor->engine->stands_for);
    own.lacks = own.engine->lacks;
    own.tells_overlap = true;
    own.time_step = 1.0; /* any */
    return invariant->applies(&own);
}
