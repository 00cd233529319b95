#include "engines/ed/spacing.h"

#include <math.h>

double
gravel_mean_radius(const struct gravel_system *system)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->n_particles; i++)
        sum += system->particles[i].radius;
    return sum / (double)system->n_particles;
}

/* Height of an atmosphere of the particles' temperature along axis d [m]; INFINITY without gravity. */
static double
thermal_height(const struct gravel_system *system, int d)
{
    const double g = fabs(v3_component(system->gravity, d));
    double sum = 0.0;
    for (size_t i = 0; i < system->n_particles; i++)
        sum += v3_norm2(system->particles[i].v);
    return g > 0.0 ? sum / ((double)system->n_particles * system->dimension * g) : INFINITY;
}

double
gravel_mean_spacing(const struct gravel_system *system, bool settled)
{
    const double diameter = 2.0 * gravel_mean_radius(system);
    double volume = 1.0;
    for (int d = 0; d < 3; d++) {
        if (system->dimension < 3 && (d == 1 || (d == 0 && system->dimension == 1)))
            continue;
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < system->n_particles; i++) {
            low = fmin(low, v3_component(system->particles[i].x, d));
            high = fmax(high, v3_component(system->particles[i].x, d));
        }
        const double extent = system->box.periodic[d]
                                  ? v3_component(system->box.high, d) - v3_component(system->box.low, d)
                                  : high - low + diameter;
        volume *= settled ? fmin(extent, thermal_height(system, d)) : extent;
    }
    return pow(volume / (double)system->n_particles, 1.0 / system->dimension) / diameter;
}
