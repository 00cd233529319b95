#include "cases/prepare/settle.h"

#include "cases/prepare/refuse.h"
#include "cases/prepare/rehearsal.h"
#include "cases/prepare/stack.h"

#define STEPS_PER_CONTACT "20" /* few, but enough where only the place of rest counts */

/* A rehearsed pile, and when it is at rest. */
struct pile {
    const char *who;           /* the generator */
    struct gravel_system soft; /* owned */
    double contact_time, time; /* of the contacts, and the limit [s] */
    double interval;           /* between looks at the grains [s] */
    double now, past;          /* simulated so far; and before the present engine's start [s] */
    struct gravel_rehearsal run;
    double speed, spin; /* tolerances [m/s]; [rad/s], or INFINITY: radius spin <= speed */
};

/* The case's system with larger grains, linear contacts of high damping and walls that rest and bounce. */
static enum gravel_status
soften(struct pile *pile, const struct gravel_system *system, const struct gravel_options *o,
       struct gravel_error *error)
{
    const enum gravel_status status = gravel_system_copy(&pile->soft, system, error);
    if (status != GRAVEL_OK)
        return status;
    pile->contact_time = gravel_options_real(o, "settling_contact_time");
    pile->time = gravel_options_real(o, "time");
    const double g = v3_norm(system->gravity);
    pile->interval = fmax(20.0 * pile->contact_time, g > 0.0 ? 4.0 * gravel_options_real(o, "speed") / g : 0.0);
    pile->speed = gravel_options_real(o, "speed");
    pile->spin = gravel_options_has(o, "spin") ? gravel_options_real(o, "spin") : INFINITY;
    struct gravel_material *m = &pile->soft.material;
    m->statement = GRAVEL_BY_RESTITUTION_AND_TIME;
    m->restitution_law = GRAVEL_CONSTANT_RESTITUTION;
    m->beta = m->gamma = 0.0;
    m->cohesionless = false;
    m->restitution = gravel_options_real(o, "settling_restitution");
    m->contact_time = pile->contact_time;
    for (size_t w = 0; w < pile->soft.n_walls; w++) {
        struct gravel_wall *wall = &pile->soft.walls[w];
        wall->origin = v3_add(wall->origin, gravel_wall_shift(wall, 0.0));
        wall->motion = (struct gravel_motion){0};
        wall->touch = GRAVEL_BOUNCE;
        wall->contact = GRAVEL_OWN_RESTITUTION;
        wall->restitution = m->restitution;
    }
    for (size_t k = 0; k < pile->soft.n_particles; k++)
        pile->soft.particles[k].radius *= 1.0 + gravel_options_real(o, "gap");
    return GRAVEL_OK;
}

static enum gravel_status
place(struct pile *pile, const struct gravel_options *o, uint64_t seed, enum gravel_settle_start start,
      struct gravel_error *error)
{
    struct gravel_region region;
    enum gravel_status status = gravel_region_init(&region, &pile->soft, o, pile->who, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, pile->who, 0);
    if (rng == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "prepare.%s: out of memory", pile->who);
    if (start == GRAVEL_SETTLE_APART)
        status = gravel_region_insert(&region, &pile->soft, rng, pile->who, error);
    for (size_t k = 0; k < pile->soft.n_particles && start == GRAVEL_SETTLE_OVERLAPPING && status == GRAVEL_OK; k++)
        if (!gravel_region_draw(&region, rng, pile->soft.particles[k].radius, &pile->soft.particles[k].x))
            status = gravel_fail(error, GRAVEL_INPUT, "prepare.%s: found no place between the walls for particle %zu",
                                 pile->who, k);
    gsl_rng_free(rng);
    return status;
}

/* How far a pile is from rest, in units of the tolerances: the worst grain and the root of the mean square. */
struct unrest {
    double worst, typical;
};

static struct unrest
unrest(const struct pile *pile)
{
    struct unrest u = {0.0, 0.0};
    const size_t n = pile->soft.n_particles;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &pile->soft.particles[k];
        const double spin = isfinite(pile->spin) ? pile->spin : pile->speed / p->radius;
        const double own = fmax(v3_norm(p->v) / pile->speed, v3_norm(p->omega) / spin);
        u.worst = fmax(u.worst, own);
        u.typical += own * own / (double)n;
    }
    u.typical = sqrt(u.typical);
    return u;
}

/* Simulate to time t, into the same particles. */
static enum gravel_status
go_on(struct pile *pile, double t, struct gravel_error *error)
{
    static const char *const settings[] = {"steps_per_contact", STEPS_PER_CONTACT, NULL};
    struct gravel_rehearsal *run = &pile->run;
    struct gravel_error cause;
    enum gravel_status status =
        run->engine == NULL ? gravel_rehearsal_start(run, "md", &pile->soft, settings, &cause) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = run->ops->advance(run->engine, t - pile->past, &cause);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "prepare.%s: while the grains settle: %s", pile->who, cause.text);
    run->ops->snapshot(run->engine, pile->soft.particles);
    pile->now = t;
    return GRAVEL_OK;
}

static void
stop(struct pile *pile)
{
    for (size_t k = 0; k < pile->soft.n_particles; k++)
        pile->soft.particles[k].v = pile->soft.particles[k].omega = v3(0, 0, 0);
    gravel_rehearsal_end(&pile->run);
    pile->past = pile->now;
}

static enum gravel_status
refuse_time(const struct pile *pile, double worst, struct gravel_error *error)
{
    return gravel_prepare_refuse(error, pile->who, "time",
                                 "found %g s, after which a grain moves with %.3g times the "
                                 "tolerance, allowed: until all are at rest",
                                 pile->time, worst);
}

/* The part of their full size, at most 1, at which no two grains overlap by more than 0.3 smaller diameters: the
 * engine takes more than half a diameter for a fault.  O(n^2), a few times; the simulation costs more. */
static double
bearable_part(const struct pile *pile, double blown, const struct gravel_system *system)
{
    const struct gravel_particle *p = pile->soft.particles;
    double part = 1.0;
    for (size_t i = 0; i < system->n_particles; i++)
        for (size_t j = 0; j < i; j++) {
            const double a = blown * system->particles[i].radius, b = blown * system->particles[j].radius;
            const double bearable = a + b - 0.6 * fmin(a, b), limit = part * bearable;
            const double square = v3_norm2(gravel_box_separation(&system->box, p[i].x, p[j].x));
            if (square < limit * limit)
                part = sqrt(square) / bearable;
        }
    return part;
}

/* Grains that overlap by much grow from the size that is bearable to their full one, pushing each other apart. */
static enum gravel_status
push_apart(struct pile *pile, const struct gravel_system *system, struct gravel_error *error)
{
    const double blown = pile->soft.particles[0].radius / system->particles[0].radius;
    enum gravel_status status = GRAVEL_OK;
    for (double part = 0.0; part < 1.0 && status == GRAVEL_OK;) {
        part = bearable_part(pile, blown, system);
        for (size_t k = 0; k < system->n_particles; k++)
            pile->soft.particles[k].radius = part * blown * system->particles[k].radius;
        if (part < 1.0)
            status = go_on(pile, pile->now + pile->interval, error);
        if (part < 1.0)
            stop(pile);
        if (status == GRAVEL_OK && pile->now > pile->time)
            status = refuse_time(pile, INFINITY, error);
    }
    return status;
}

/* Until two looks in a row find all at rest.  Between them a free fall changes a velocity by four tolerances, so that
 * no grain can be at the height of its flight in both.  Nothing brakes a grain that rolls alone below an arch: when the
 * others rest, all are stopped. */
static enum gravel_status
run_to_rest(struct pile *pile, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (int calm = 0; calm < 2 && status == GRAVEL_OK;) {
        status = go_on(pile, pile->now + pile->interval, error);
        const struct unrest u = unrest(pile);
        calm = u.worst <= 1.0 ? calm + 1 : 0;
        if (status == GRAVEL_OK && calm < 2 && pile->now > pile->time)
            status = refuse_time(pile, u.worst, error);
        if (calm == 0 && u.typical < 1.0)
            stop(pile);
    }
    return status;
}

/* Which side of each wall the grains are on must not change. */
static enum gravel_status
check_sides(const struct pile *pile, const struct gravel_particle *before, struct gravel_error *error)
{
    for (size_t w = 0; w < pile->soft.n_walls; w++)
        for (size_t k = 0; k < pile->soft.n_particles; k++) {
            const struct vec3 now = pile->soft.particles[k].x;
            if (gravel_system_side(&pile->soft, w, 0.0, before[k].x) * gravel_system_side(&pile->soft, w, 0.0, now) <
                0.0)
                return gravel_fail(error, GRAVEL_PHYSICS,
                                   "prepare.%s: particle %zu went through wall %s; a shorter "
                                   "settling_contact_time makes it harder",
                                   pile->who, k, pile->soft.walls[w].name);
        }
    return GRAVEL_OK;
}

/* The places of rest for grains of their own size. */
static enum gravel_status
take_over(const struct pile *pile, struct gravel_system *system, struct gravel_error *error)
{
    const struct gravel_particle *now = pile->soft.particles;
    struct gravel_error overlap;
    for (size_t k = 0; k < system->n_particles; k++) {
        system->particles[k].x = now[k].x;
        system->particles[k].v = now[k].v;
        system->particles[k].omega = now[k].omega;
    }
    if (system->dimension == 1)
        gravel_stack_sort(system);
    if (gravel_system_check(system, 0.0, &overlap) != GRAVEL_OK)
        return gravel_prepare_refuse(error, pile->who, "gap",
                                     "at rest %.300s; allowed: a larger gap or a shorter "
                                     "settling_contact_time",
                                     overlap.text);
    return GRAVEL_OK;
}

static enum gravel_status
rehearse(struct pile *pile, struct gravel_system *system, enum gravel_settle_start start, struct gravel_error *error)
{
    struct gravel_system before;
    enum gravel_status status = gravel_system_copy(&before, &pile->soft, error);
    if (status != GRAVEL_OK)
        return status;
    if (start == GRAVEL_SETTLE_OVERLAPPING)
        status = push_apart(pile, system, error);
    if (status == GRAVEL_OK)
        status = run_to_rest(pile, error);
    if (status == GRAVEL_OK)
        status = check_sides(pile, before.particles, error);
    if (status == GRAVEL_OK)
        status = take_over(pile, system, error);
    gravel_system_free(&before);
    return status;
}

enum gravel_status
gravel_settle(struct gravel_system *system, const struct gravel_options *options, uint64_t seed, const char *who,
              enum gravel_settle_start start, struct gravel_error *error)
{
    struct pile pile = {.who = who};
    enum gravel_status status = soften(&pile, system, options, error);
    if (status == GRAVEL_OK)
        status = place(&pile, options, seed, start, error);
    if (status == GRAVEL_OK)
        status = rehearse(&pile, system, start, error);
    gravel_rehearsal_end(&pile.run);
    gravel_system_free(&pile.soft);
    return status;
}
