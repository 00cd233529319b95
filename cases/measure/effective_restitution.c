/* Energy that many bodies keep when they hit a wall or each other (S3 Sec. 3.2.1). */
#include "cases/measure/measure.h"

static double
kinetic(const struct gravel_particle *p, size_t n)
{
    return gravel_kinetic_energy(p, n) + gravel_rotational_energy(p, n);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    const double before = kinetic(system->particles, system->n_particles);
    if (!(before > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.effective_restitution: the particles do not move at the start");
    *(double *)measure = before;
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)error;
    const size_t n = state->system->n_particles;
    const struct gravel_particle *p = state->particles;
    const double before = *(const double *)measure, after = kinetic(p, n);
    struct vec3 momentum = v3(0, 0, 0);
    double mass = 0.0, relative = 0.0;
    for (size_t k = 0; k < n; k++) {
        momentum = v3_axpy(momentum, p[k].mass, p[k].v);
        mass += p[k].mass;
    }
    for (size_t k = 0; k < n; k++)
        relative += 0.5 * p[k].mass * v3_norm2(v3_axpy(p[k].v, -1.0 / mass, momentum));
    const double e = sqrt(after / before);
    r->number(r->self, "effective_restitution", "1", e, 0.0);
    r->number(r->self, "effective_loss", "1", 1.0 - e, 0.0);
    r->number(r->self, "relative_energy", "J", relative, 0.0);
    if (after > 0.0)
        r->number(r->self, "relative_energy_fraction", "1", relative / after, 0.0);
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"effective_restitution", "1"},
    {"effective_loss", "1"},
    {"relative_energy", "J"},
    {"relative_energy_fraction", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_effective_restitution = {
    .name = "effective_restitution",
    .what = "e_eff = sqrt(E_f/E_0), 1 - e_eff, E_rel = sum m (v - v_cm)^2/2 and E_rel/E_f after the collision.",
    .reference = "S3 Sec. 3.2.1",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(double),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
