/* The part of the grains' weight that the normal forces of walls carry.  At rest on a floor between periodic or
 * frictionless sides it is 1, whatever the heap: hydrostatics without a fluid.
 *
 * A lasting contact presses with the force law at its present overlap x and rate x'; an instantaneous one has given
 * the momentum J since the last sample.  The sum of both serves soft and hard grains alike.  The mean is over the
 * second half of the run: what the grains do before they rest does not count. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"
#include "engines/core/normal_force.h"

struct support {
    const struct gravel_system *system; /* borrowed: the harness keeps it */
    struct vec3 up;
    double weight, factor;      /* [N]; tangential factor of the material */
    double impulse;             /* along `up`, of instantaneous contacts since the last sample [N s] */
    struct gravel_series parts; /* of the weight, at every sample */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options, (void)error;
    const double g = v3_norm(system->gravity);
    struct support *m = measure;
    m->system = system;
    m->up = v3_scale(-1.0 / g, system->gravity);
    m->parts.width = 1;
    m->factor = gravel_tangential_factor(system->dimension, system->material.rotation);
    for (size_t k = 0; k < system->n_particles; k++)
        m->weight += g * system->particles[k].mass;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct support *m = measure;
    gravel_series_free(&m->parts);
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct support *m = measure;
    if (e->j < 0 && e->duration == 0.0)
        m->impulse += e->impulse * v3_dot(e->normal, m->up);
}

/* Upward part of the normal force of a wall on a grain that overlaps it. */
static double
lift(const struct support *m, size_t w, const struct gravel_particle *p, double t)
{
    const struct gravel_nearest near = gravel_wall_nearest(&m->system->walls[w], t, p->x);
    const double x = p->radius - near.distance;
    if (!(x > 0.0) || p->attached != GRAVEL_FREE)
        return 0.0;
    const struct gravel_contact c = gravel_system_contact(m->system, p->species, -1 - (int32_t)w);
    const struct gravel_force f = gravel_material_force(c.material, c.wall, p->mass, 2.0 * p->radius, m->factor);
    const double rate = -v3_dot(v3_sub(p->v, near.velocity), near.normal);
    return gravel_normal_force(&f, x, rate).force * v3_dot(near.normal, m->up);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct support *m = measure;
    double force = state->since > 0.0 ? m->impulse / state->since : 0.0;
    for (size_t w = 0; w < m->system->n_walls; w++)
        for (size_t k = 0; k < m->system->n_particles; k++)
            force += lift(m, w, &state->particles[k], state->t);
    double *part = gravel_series_next(&m->parts);
    if (part != NULL)
        *part = force / m->weight;
    m->impulse = 0.0;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct support *m = measure;
    gravel_series_report(&m->parts, 0, m->parts.n / 2, "support", "1", r);
    return gravel_series_check(&m->parts, error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct support *m = measure;
    GRAVEL_ARCHIVE(archive, m->impulse);
    gravel_series_archive(&m->parts, archive);
}

static const struct gravel_yield yields[] = {
    {"support", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_support = {
    .name = "support",
    .what = "Over the second half of the run: sum of the walls' normal forces along -g, over the weight of all grains.",
    .reference = "F.hydrostatics",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_WALL | GRAVEL_NEEDS_GRAVITY,
    .impacts = true,
    .yields = yields,
    .size = sizeof(struct support),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .event = event,
    .finish = finish,
};
