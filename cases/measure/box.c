#include "cases/measure/box.h"
#include "cases/measure/tensor.h"

#include <float.h>

/* Four full layers are four whatever the last digits of the width and of the mean diameter are. */
#define ROUNDING (64.0 * DBL_EPSILON)

/* S3 Eq. 49: full layers of n_b disks, sqrt(3)/2 d apart, and the rest on top. */
static double
rest_height(const struct gravel_flat_box *b)
{
    const double n = (double)b->n, step = sqrt(0.75), n_h = floor(n / b->row * (1.0 + ROUNDING)),
                 n_o = n - n_h * b->row;
    return b->diameter / (2.0 * n) *
           (b->row * ((1.0 - step) * n_h + step * n_h * n_h) + n_o * (1.0 + 2.0 * step * n_h));
}

size_t
gravel_samples_to_a_period(const struct gravel_options *parameters)
{
    if (!gravel_options_has(parameters, "run.periods"))
        return 0;
    const double periods = gravel_options_real(parameters, "run.periods");
    const double samples = (double)gravel_options_int(parameters, "run.samples") / periods;
    return samples >= 1.0 && samples == floor(samples) ? (size_t)samples : 0;
}

enum gravel_status
gravel_flat_box_of(const struct gravel_system *system, const char *name, struct gravel_flat_box *b,
                   struct gravel_error *error)
{
    const struct gravel_wall *plate = NULL;
    double right;
    for (size_t w = 0; w < system->n_walls && plate == NULL; w++)
        if (fabs(system->walls[w].axis.z) == 1.0 && system->walls[w].motion.amplitude > 0.0)
            plate = &system->walls[w];
    *b = (struct gravel_flat_box){.n = system->n_particles, .gravity = -system->gravity.z};
    b->width = gravel_extent(system, 0, &b->left, &right) ? right - b->left : 0.0;
    b->diameter = gravel_mean_diameter(system);
    if (system->dimension != 2 || b->n == 0 || plate == NULL || !(b->gravity > 0.0) || !(b->width >= b->diameter))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.%s: needs disks in two dimensions over a vibrating floor, with "
                           "gravity down and a box that is periodic or walled on x",
                           name);
    const double w = plate->motion.angular_frequency;
    b->floor = plate->origin.z;
    b->period = 2.0 * M_PI / w;
    b->peak_velocity = plate->motion.amplitude * w;
    b->acceleration = b->peak_velocity * w / b->gravity;
    b->row = b->width / b->diameter - (system->box.periodic[0] ? 0.0 : 0.5);
    b->rest_height = rest_height(b);
    const double m_red = 0.5 * system->particles[0].mass;
    const int32_t species = system->particles[0].species;
    const struct gravel_material *material = gravel_system_contact(system, species, species).material;
    const double e = gravel_material_restitution(material, NULL, m_red, b->diameter, b->peak_velocity);
    b->dissipation = (double)b->n / b->row * (1.0 - e);
    b->contact_time = gravel_material_contact_time(material, NULL, m_red, b->diameter, b->peak_velocity);
    return GRAVEL_OK;
}
