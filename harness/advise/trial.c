#include "harness/advise/trial.h"

#include "engines/start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LANES: collisions side by side.  With so many bodies the engine takes fixed steps, so that contacts begin inside
 * steps; it integrates small systems from contact to contact.  STEPS_BEFORE: time steps before the first contact
 * begins. CONTACT_TIMES_MAX: contact times after which a contact that has not ended is a failure. */
enum { LANES = 40, STEPS_BEFORE = 3, CONTACT_TIMES_MAX = 50 };

struct lanes {
    size_t n, per_lane, n_ended;
    bool ended[LANES];
    struct gravel_trial_result sum;
};

static void
add_collision(void *self, const struct gravel_event *event)
{
    struct lanes *lanes = self;
    const size_t lane = (size_t)event->i / lanes->per_lane;
    if (lanes->ended[lane])
        return;
    const double e = event->rebound / event->approach, part = 1.0 / (double)lanes->n;
    lanes->ended[lane] = true;
    lanes->n_ended++;
    lanes->sum.restitution += part * e;
    lanes->sum.contact_time += part * event->duration;
    lanes->sum.overlap += part * event->overlap;
    lanes->sum.lowest = fmin(lanes->sum.lowest, e);
    lanes->sum.highest = fmax(lanes->sum.highest, e);
}

static struct gravel_particle
body(double x, double z, double v, double radius, double mass)
{
    return (struct gravel_particle){.x = v3(x, 0, z),
                                    .v = v3(0, 0, v),
                                    .radius = radius,
                                    .mass = mass,
                                    .inertia = gravel_inertia(3, mass, radius),
                                    .attached = GRAVEL_FREE};
}

/* Place lane k so that its contact begins after `before` + (k + 1/2)/n steps; `way` is the distance of one step. Force
 * constants do not depend on the radius, so that bodies can be enlarged until every overlap is small against them. */
static void
place(const struct gravel_trial *t, const struct lanes *lanes, double before, double way, double deepest,
      struct gravel_particle *p)
{
    const double larger =
        t->contact.material->statement == GRAVEL_BY_ENERGY ? 1.0 : fmax(1.0, 8.0 * deepest / t->radius[0]);
    const double r0 = larger * t->radius[0], r1 = larger * t->radius[1], apart = 6.0 * fmax(r0, r1);
    for (size_t k = 0; k < lanes->n; k++, p += lanes->per_lane) {
        const double x = apart * (double)k, gap = way * (before + ((double)k + 0.5) / (double)lanes->n);
        if (t->wall != NULL) {
            p[0] = body(x, r0 + gap, -t->speed, r0, t->mass[0]);
            continue;
        }
        const double share = t->mass[1] / (t->mass[0] + t->mass[1]); /* centre of mass at rest */
        p[0] = body(x, r0 + 0.5 * gap, -t->speed * share, r0, t->mass[0]);
        p[1] = body(x, -r1 - 0.5 * gap, t->speed * (1.0 - share), r1, t->mass[1]);
    }
}

/* Reduced mass [kg] and mean diameter [m]. */
static void
measures(const struct gravel_trial *t, double *m_red, double *d)
{
    *m_red = t->wall != NULL ? t->mass[0] : t->mass[0] * t->mass[1] / (t->mass[0] + t->mass[1]);
    *d = t->wall != NULL ? 2.0 * t->radius[0] : 4.0 * t->radius[0] * t->radius[1] / (t->radius[0] + t->radius[1]);
}

/* The material with its normal force only, stated by rates, from which a pair and a wall have the force constants of
 * this contact: to derive these again can cost more than the trial.  Stated by K and D, other pairs of the trial's
 * bodies, which never meet, would have other contact times, and where they are overdamped none. */
static void
bare_material(const struct gravel_trial *t, struct gravel_material *m)
{
    double m_red, d;
    measures(t, &m_red, &d);
    *m = *t->contact.material;
    m->rotation = false;
    m->tangential = GRAVEL_TANGENTIAL_VISCOUS;
    m->tangential_restitution = 1.0;
    m->friction = m->rolling_friction = 0.0;
    if (m->statement == GRAVEL_BY_ENERGY)
        return;
    const struct gravel_force f = gravel_material_force(t->contact.material, t->contact.wall, m_red, d, 1.0);
    const double m_pair = t->wall != NULL ? 0.5 * m_red : m_red;
    m->statement = GRAVEL_BY_RATES;
    m->rate_squared = f.k / m_pair;
    m->damping_rate = f.c / m_pair;
}

static enum gravel_status
build(const struct gravel_trial *t, struct lanes *lanes, struct gravel_system *system, struct gravel_error *error)
{
    *system = (struct gravel_system){.dimension = 3};
    bare_material(t, &system->material);
    const bool bare = system->material.statement == GRAVEL_BY_RATES;
    if (t->wall != NULL) {
        system->walls = malloc(sizeof *system->walls);
        if (system->walls == NULL)
            return gravel_no_memory(error);
        system->n_walls = 1;
        struct gravel_wall_contact contact = *t->contact.wall;
        contact.rule = bare ? GRAVEL_SAME_FORCE_CONSTANTS : contact.rule;
        contact.tangential_restitution = 1.0;
        contact.friction = contact.rolling_friction = 0.0;
        *system->walls = (struct gravel_wall){.shape = GRAVEL_PLANE, .axis = v3(0, 0, 1), .contact = contact};
        snprintf(system->walls->name, sizeof system->walls->name, "%s", t->wall);
    }
    lanes->per_lane = t->wall != NULL ? 1 : 2;
    return gravel_system_resize(system, lanes->n * lanes->per_lane, error);
}

/* An engine with the integrator, the tolerance of exact results and, unless it is 0, this time step.  A first engine
 * gives the step that belongs to the default of steps_per_contact.  The number of steps that is set then may lie
 * outside the range that a user may state. */
static enum gravel_status
create(void **engine, const struct gravel_system *system, const char *integrator, double time_step,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    const struct gravel_engine_ops *md = gravel_engine_find("md");
    const char *const settings[] = {"integrator", integrator, "tolerance", "1e-10", NULL};
    struct gravel_options options = {0};
    struct gravel_counters counters;
    enum gravel_status status = gravel_engine_start(engine, md, system, settings, sink, error);
    if (status != GRAVEL_OK || !(time_step > 0.0))
        return status;
    md->counters(*engine, &counters);
    md->destroy(*engine);
    *engine = NULL;
    status = gravel_options_add_settings(&options, md->options, settings, error);
    if (status == GRAVEL_OK) {
        const double steps = gravel_options_real(&options, "steps_per_contact") * counters.time_step / time_step;
        const struct gravel_value value = {.type = GRAVEL_TYPE_REAL, .real = steps};
        status = gravel_options_set(&options, "steps_per_contact", &value, error);
    }
    if (status == GRAVEL_OK)
        status = md->create(engine, system, &options, sink, error);
    gravel_options_free(&options);
    return status;
}

static enum gravel_status
collide(void *engine, struct lanes *lanes, double unit, struct gravel_error *error)
{
    const struct gravel_engine_ops *md = gravel_engine_find("md");
    enum gravel_status status = GRAVEL_OK;
    for (int k = 1; k <= CONTACT_TIMES_MAX && status == GRAVEL_OK && lanes->n_ended < lanes->n; k++)
        status = md->advance(engine, k * unit, error);
    if (status == GRAVEL_OK && lanes->n_ended < lanes->n)
        return gravel_fail(error, GRAVEL_INPUT, "a contact has not ended after %g s, %d of its contact times",
                           CONTACT_TIMES_MAX * unit, CONTACT_TIMES_MAX);
    return status;
}

enum gravel_status
gravel_trial_collide(const struct gravel_trial *t, const char *integrator, double time_step,
                     struct gravel_trial_result *result, struct gravel_error *error)
{
    const bool adaptive = strcmp(integrator, "adaptive") == 0;
    double m_red, d;
    measures(t, &m_red, &d);
    const double unit = gravel_material_contact_time(t->contact.material, t->contact.wall, m_red, d, t->speed);
    const double step = adaptive ? 0.1 * unit : time_step;
    struct gravel_system system;
    struct lanes lanes = {.n = adaptive ? 1 : LANES, .sum = {.lowest = INFINITY, .highest = -INFINITY}};
    const struct gravel_sink sink = {&lanes, add_collision};
    void *engine = NULL;
    enum gravel_status status = build(t, &lanes, &system, error);
    if (status != GRAVEL_OK)
        goto fail;
    place(t, &lanes, STEPS_BEFORE, step * t->speed, unit * t->speed, system.particles);
    status = create(&engine, &system, integrator, adaptive ? 0.0 : time_step, &sink, error);
    if (status == GRAVEL_OK)
        status = collide(engine, &lanes, unit + STEPS_BEFORE * step, error);
    *result = lanes.sum;
fail:
    if (engine != NULL)
        gravel_engine_find("md")->destroy(engine);
    gravel_system_free(&system);
    return status;
}
