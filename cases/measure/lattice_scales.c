/* What disks on a lattice that hit a wall are scaled with (S3 Sec. 3.2.3): the height n_h = N/n_b in layers of n_b disks, the
 * gap s0 = L/n_b - d and sigma = s0/(|v| t_c). */
#include "cases/measure/measure.h"

#include <stdlib.h>

static enum gravel_status
create(void **measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)options;
    if (system->dimension != 2 || !system->box.periodic[0] || !gravel_options_has(parameters, "prepare.triangular.row"))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.lattice_scales: needs disks of prepare.triangular in a box that is periodic on x");
    double *row = malloc(sizeof *row);
    if (row == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.lattice_scales: out of memory");
    *row = (double)gravel_options_int(parameters, "prepare.triangular.row");
    *measure = row;
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)error;
    const struct gravel_system *s = state->system;
    const struct gravel_particle *p = s->particles;
    const double row = *(const double *)measure, d = 2.0 * p[0].radius, speed = v3_norm(p[0].v);
    const double gap = fmax((s->box.high.x - s->box.low.x) / row - d, 0.0);
    const double t_c = gravel_material_contact_time(&s->material, NULL, 0.5 * p[0].mass, d, speed);
    r->number(r->self, "layers", "1", (double)s->n_particles / row, 0.0);
    r->number(r->self, "separation", "m", gap, 0.0);
    if (speed > 0.0 && t_c > 0.0)
        r->number(r->self, "sigma", "1", gap / (speed * t_c), 0.0);
    return GRAVEL_OK;
}

const struct gravel_measure_ops gravel_measure_lattice_scales = {
    .name = "lattice_scales",
    .what = "Height n_h = N/n_b of a lattice of disks, its gap s0 = L/n_b - d, and sigma = s0/(|v| t_c).",
    .reference = "S3 Sec. 3.2.3",
    .create = create,
    .destroy = free,
    .finish = finish,
};
