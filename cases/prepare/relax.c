#include "cases/prepare/relax.h"

#include "cases/prepare/engine_run.h"
#include "cases/prepare/refuse.h"
#include "cases/prepare/stack.h"

#include <stdlib.h>
#include <string.h>

#define STEPS_PER_CONTACT "20" /* few, but enough where only the positions at rest count */

/* The simulation of soft, enlarged grains, and when they count as at rest. */
struct relaxation {
    const char *name;          /* of the generator, for errors */
    struct gravel_system soft; /* owned */
    double contact_time, time; /* of the contacts, and the limit [s] */
    double interval;           /* between tests for rest [s] */
    double now, started;       /* time simulated; its value when the present engine was created [s] */
    struct gravel_engine_run run;
    double speed, spin; /* tolerances [m/s]; [rad/s], or INFINITY: radius spin <= speed */
};

/* At rest, all of them reflecting; those with touch carry, which nothing touches, are left out. */
static void
soften_walls(struct gravel_system *soft, double restitution)
{
    size_t n = 0;
    for (size_t w = 0; w < soft->n_walls; w++) {
        struct gravel_wall wall = soft->walls[w];
        wall.origin = v3_add(wall.origin, gravel_wall_shift(&wall, 0.0));
        free(wall.motion.knots);
        wall.motion = (struct gravel_motion){0};
        wall.contact.rule = GRAVEL_OWN_RESTITUTION;
        wall.contact.restitution = restitution;
        if (wall.touch == GRAVEL_CARRY)
            continue;
        wall.touch = GRAVEL_BOUNCE;
        soft->walls[n++] = wall;
    }
    soft->n_walls = n;
}

/* Copy the case's system with larger grains, linear contacts of high damping and walls at rest that reflect what
 * touches them. */
static enum gravel_status
soften(struct relaxation *r, const struct gravel_system *system, const struct gravel_options *o,
       struct gravel_error *error)
{
    const enum gravel_status status = gravel_system_copy(&r->soft, system, error);
    if (status != GRAVEL_OK)
        return status;
    r->contact_time = gravel_options_real(o, "settling_contact_time");
    r->time = gravel_options_real(o, "time");
    const double g = v3_norm(system->gravity);
    r->interval = fmax(20.0 * r->contact_time, g > 0.0 ? 4.0 * gravel_options_real(o, "speed") / g : 0.0);
    r->speed = gravel_options_real(o, "speed");
    r->spin = gravel_options_has(o, "spin") ? gravel_options_real(o, "spin") : INFINITY;
    struct gravel_material *m = &r->soft.material;
    free(r->soft.contacts); /* all species settle with the default */
    r->soft.contacts = NULL;
    m->statement = GRAVEL_BY_RESTITUTION_AND_TIME;
    m->restitution_law = GRAVEL_CONSTANT_RESTITUTION;
    m->beta = m->gamma = 0.0;
    m->cohesionless = false;
    m->restitution = gravel_options_real(o, "settling_restitution");
    m->contact_time = r->contact_time;
    m->tangential_damping = 0.0; /* that of the tangential restitution fits the contact time */
    soften_walls(&r->soft, m->restitution);
    for (size_t k = 0; k < r->soft.n_particles; k++)
        r->soft.particles[k].radius *= 1.0 + gravel_options_real(o, "gap");
    return GRAVEL_OK;
}

static enum gravel_status
place(struct relaxation *r, const struct gravel_options *o, uint64_t seed, enum gravel_relax_start start,
      struct gravel_error *error)
{
    struct gravel_region region;
    enum gravel_status status = gravel_region_init(&region, &r->soft, o, r->name, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, r->name, 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    if (start == GRAVEL_RELAX_APART)
        status = gravel_region_insert(&region, &r->soft, rng, r->name, error);
    for (size_t k = 0; k < r->soft.n_particles && start == GRAVEL_RELAX_OVERLAPPING && status == GRAVEL_OK; k++)
        if (!gravel_region_draw(&region, rng, r->soft.particles[k].radius, &r->soft.particles[k].x))
            status = gravel_fail(error, GRAVEL_INPUT, "prepare.%s: found no place between the walls for particle %zu",
                                 r->name, k);
    gsl_rng_free(rng);
    return status;
}

/* The tolerance of a grain's spin [rad/s]. */
static double
spin_tolerance(const struct relaxation *r, const struct gravel_particle *p)
{
    return isfinite(r->spin) ? r->spin : r->speed / p->radius;
}

/* Speeds and spins in units of their tolerances: the largest, the root of the mean square, and the index of the fastest
 * particle. */
struct speeds {
    double largest, rms;
    size_t fastest;
};

static struct speeds
speeds(const struct relaxation *r)
{
    struct speeds u = {0};
    const size_t n = r->soft.n_particles;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &r->soft.particles[k];
        const double own = fmax(v3_norm(p->v) / r->speed, v3_norm(p->omega) / spin_tolerance(r, p));
        if (own > u.largest) {
            u.largest = own;
            u.fastest = k;
        }
        u.rms += own * own / (double)n;
    }
    u.rms = sqrt(u.rms);
    return u;
}

/* Simulate to time t; the result replaces the particles' state. */
static enum gravel_status
advance_to(struct relaxation *r, double t, struct gravel_error *error)
{
    static const char *const settings[] = {"steps_per_contact", STEPS_PER_CONTACT, NULL};
    struct gravel_engine_run *run = &r->run;
    struct gravel_error cause;
    enum gravel_status status =
        run->engine == NULL ? gravel_engine_run_start(run, "md", &r->soft, settings, &cause) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = run->ops->advance(run->engine, t - r->started, &cause);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "prepare.%s: while the grains settle: %s", r->name, cause.text);
    run->ops->snapshot(run->engine, r->soft.particles);
    r->now = t;
    return GRAVEL_OK;
}

static void
stop(struct relaxation *r)
{
    for (size_t k = 0; k < r->soft.n_particles; k++)
        r->soft.particles[k].v = r->soft.particles[k].omega = v3(0, 0, 0);
    gravel_engine_run_end(&r->run);
    r->started = r->now;
}

/* With the position of the particle that still moves: it may have left the region of the others. */
static enum gravel_status
refuse_time(const struct relaxation *r, const struct speeds *u, struct gravel_error *error)
{
    const struct vec3 x = r->soft.particles[u->fastest].x;
    return gravel_prepare_refuse(error, r->name, "time",
                                 "found %g s, after which particle %zu at (%.4g, %.4g, %.4g) moves with %.3g times the "
                                 "tolerance, allowed: until all are at rest",
                                 r->time, u->fastest, x.x, x.y, x.z, u->largest);
}

/* The largest part of the full size, at most 1, at which no two grains overlap by more than 0.01 smaller diameters, so
 * that none is thrown far.  O(n^2). */
static double
largest_scale(const struct relaxation *r, double enlarged, const struct gravel_system *system)
{
    const struct gravel_particle *p = r->soft.particles;
    double scale = 1.0;
    for (size_t i = 0; i < system->n_particles; i++)
        for (size_t j = 0; j < i; j++) {
            const double a = enlarged * system->particles[i].radius, b = enlarged * system->particles[j].radius;
            const double allowed = a + b - 0.02 * fmin(a, b), limit = scale * allowed;
            const double square = v3_norm2(gravel_box_separation(&system->box, p[i].x, p[j].x));
            if (square < limit * limit)
                scale = sqrt(square) / allowed;
        }
    return scale;
}

static enum gravel_status
refuse_overlaps(const struct relaxation *r, struct gravel_error *error)
{
    return gravel_prepare_refuse(
        error, r->name, "time",
        "found %g s, after which grains still overlap, allowed: until they have their full size", r->time);
}

/* Let grains with large overlaps grow to their full size, while the contact forces push them apart.  They are stopped
 * after every contact time, since what pushes a grain out of another one also throws it. */
static enum gravel_status
grow_apart(struct relaxation *r, const struct gravel_system *system, struct gravel_error *error)
{
    const double enlarged = r->soft.particles[0].radius / system->particles[0].radius;
    enum gravel_status status = GRAVEL_OK;
    for (double scale = 0.0; scale < 1.0 && status == GRAVEL_OK;) {
        scale = largest_scale(r, enlarged, system);
        for (size_t k = 0; k < system->n_particles; k++)
            r->soft.particles[k].radius = scale * enlarged * system->particles[k].radius;
        if (scale < 1.0)
            status = advance_to(r, r->now + r->contact_time, error);
        if (scale < 1.0)
            stop(r);
        if (status == GRAVEL_OK && r->now > r->time)
            status = refuse_overlaps(r, error);
    }
    return status;
}

/* The largest change of a velocity or spin since `before`, in units of the tolerances. */
static double
largest_change(const struct relaxation *r, const struct gravel_particle *before)
{
    double largest = 0.0;
    for (size_t k = 0; k < r->soft.n_particles; k++) {
        const struct gravel_particle *p = &r->soft.particles[k], *q = &before[k];
        largest = fmax(largest, v3_norm(v3_sub(p->v, q->v)) / r->speed);
        largest = fmax(largest, v3_norm(v3_sub(p->omega, q->omega)) / spin_tolerance(r, p));
    }
    return largest;
}

/* Run until two consecutive tests find all grains at rest.  Free fall between two tests changes a velocity by four
 * tolerances, so that no grain is at the top of its flight in both.  No force stops a grain that rolls alone below an
 * arch: when the root of the mean square is below the tolerance, all grains are stopped; and once at the limit of time,
 * which then begins anew, if no velocity has changed since the last test.  `before`: scratch for all particles. */
static enum gravel_status
run_to_rest(struct relaxation *r, struct gravel_particle *before, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    double limit = r->time;
    for (int n_at_rest = 0; n_at_rest < 2 && status == GRAVEL_OK;) {
        memcpy(before, r->soft.particles, r->soft.n_particles * sizeof *before);
        status = advance_to(r, r->now + r->interval, error);
        const struct speeds u = speeds(r);
        n_at_rest = u.largest <= 1.0 ? n_at_rest + 1 : 0;
        const bool late = status == GRAVEL_OK && n_at_rest < 2 && r->now > limit;
        const bool rolls = late && limit == r->time && largest_change(r, before) <= 1.0;
        if (late && !rolls)
            status = refuse_time(r, &u, error);
        if (rolls)
            limit = r->now + r->time;
        if (rolls || (n_at_rest == 0 && u.rms < 1.0))
            stop(r);
    }
    return status;
}

/* Every grain is still on the side of each wall where it was. */
static enum gravel_status
check_sides(const struct relaxation *r, const struct gravel_particle *before, struct gravel_error *error)
{
    for (size_t w = 0; w < r->soft.n_walls; w++)
        for (size_t k = 0; k < r->soft.n_particles; k++) {
            const struct vec3 now = r->soft.particles[k].x;
            if (gravel_system_side(&r->soft, w, 0.0, before[k].x) * gravel_system_side(&r->soft, w, 0.0, now) < 0.0)
                return gravel_fail(error, GRAVEL_PHYSICS,
                                   "prepare.%s: particle %zu went through wall %s; a shorter "
                                   "settling_contact_time makes it harder",
                                   r->name, k, r->soft.walls[w].name);
        }
    return GRAVEL_OK;
}

/* Positions, velocities and spins at rest for the grains of the case, in their own size. */
static enum gravel_status
copy_result(const struct relaxation *r, struct gravel_system *system, struct gravel_error *error)
{
    struct gravel_particle *now = r->soft.particles;
    struct gravel_error overlap;
    for (size_t k = 0; k < system->n_particles; k++) {
        system->particles[k].x = now[k].x;
        system->particles[k].v = now[k].v;
        system->particles[k].omega = now[k].omega;
    }
    if (system->dimension == 1)
        gravel_stack_sort(system);
    /* Without the walls that only carry particles, as those may be of another generator. */
    memcpy(now, system->particles, system->n_particles * sizeof *now);
    if (gravel_system_check(&r->soft, 0.0, &overlap) != GRAVEL_OK)
        return gravel_prepare_refuse(error, r->name, "gap",
                                     "at rest %.300s; allowed: a larger gap or a shorter "
                                     "settling_contact_time",
                                     overlap.text);
    return GRAVEL_OK;
}

static enum gravel_status
relax(struct relaxation *r, struct gravel_system *system, enum gravel_relax_start start, struct gravel_error *error)
{
    struct gravel_system before;
    enum gravel_status status = gravel_system_copy(&before, &r->soft, error);
    if (status != GRAVEL_OK)
        return status;
    if (start == GRAVEL_RELAX_OVERLAPPING)
        status = grow_apart(r, system, error);
    struct gravel_particle *const scratch = malloc(r->soft.n_particles * sizeof *scratch + 1);
    if (scratch == NULL && status == GRAVEL_OK)
        status = gravel_no_memory(error);
    if (status == GRAVEL_OK)
        status = run_to_rest(r, scratch, error);
    free(scratch);
    if (status == GRAVEL_OK)
        status = check_sides(r, before.particles, error);
    if (status == GRAVEL_OK)
        status = copy_result(r, system, error);
    gravel_system_free(&before);
    return status;
}

enum gravel_status
gravel_relax(struct gravel_system *system, const struct gravel_options *options, uint64_t seed, const char *name,
             enum gravel_relax_start start, struct gravel_error *error)
{
    struct relaxation r = {.name = name};
    enum gravel_status status = soften(&r, system, options, error);
    if (status == GRAVEL_OK)
        status = place(&r, options, seed, start, error);
    if (status == GRAVEL_OK)
        status = relax(&r, system, start, error);
    gravel_engine_run_end(&r.run);
    gravel_system_free(&r.soft);
    return status;
}
