/* What disks on a lattice that hit a wall are scaled with (S3 Sec. 3.2.3): the height n_h = N/n_b in layers of n_b
 * disks, the gap s0 = L/n_b - d, L the period, and sigma = s0/(|v| t_c).  n_b counts the disks within half a diameter
 * of the lowest. */
#include "cases/measure/measure.h"

static size_t
lowest_row(const struct gravel_system *system)
{
    const struct gravel_particle *p = system->particles;
    double low = INFINITY;
    size_t row = 0;
    for (size_t k = 0; k < system->n_particles; k++)
        low = fmin(low, p[k].x.z);
    for (size_t k = 0; k < system->n_particles; k++)
        row += p[k].x.z < low + p[k].radius;
    return row;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    if (system->dimension != 2 || !system->box.periodic[0] || system->n_particles == 0)
        return gravel_fail(error, GRAVEL_INPUT, "measure.lattice_scales: needs disks in a box that is periodic on x");
    *(size_t *)measure = lowest_row(system);
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)error;
    const struct gravel_system *s = state->system;
    const struct gravel_particle *p = s->particles;
    const double row = (double)*(const size_t *)measure, d = 2.0 * p[0].radius, speed = v3_norm(p[0].v);
    const double gap = fmax((s->box.high.x - s->box.low.x) / row - d, 0.0);
    const struct gravel_material *material = gravel_system_contact(s, p[0].species, p[0].species).material;
    const double t_c = gravel_material_contact_time(material, NULL, 0.5 * p[0].mass, d, speed);
    r->number(r->self, "layers", "1", (double)s->n_particles / row, 0.0);
    r->number(r->self, "separation", "m", gap, 0.0);
    if (speed > 0.0 && t_c > 0.0)
        r->number(r->self, "sigma", "1", gap / (speed * t_c), 0.0);
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"layers", "1", .is_determined = true},
    {"separation", "m", .is_determined = true},
    {"sigma", "1", .is_determined = true},
    {0},
};

const struct gravel_measure_ops gravel_measure_lattice_scales = {
    .name = "lattice_scales",
    .what = "Height n_h = N/n_b of a lattice of disks, its gap s0 = L/n_b - d, and sigma = s0/(|v| t_c).",
    .reference = "S3 Sec. 3.2.3",
    .dimensions = GRAVEL_IN_2D,
    .yields = yields,
    .size = sizeof(size_t),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
