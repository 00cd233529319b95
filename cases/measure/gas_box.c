#include "cases/measure/gas_box.h"
#include "cases/measure/tensor.h"

double
gravel_gas_packing(const struct gravel_system *system)
{
    const struct vec3 l = v3_sub(system->box.high, system->box.low);
    const double length[3] = {l.x, l.y, l.z};
    double filled = 0.0, whole = 1.0;
    for (size_t k = 0; k < system->n_particles; k++)
        filled += pow(system->particles[k].radius, system->dimension);
    for (int d = 0; d < 3; d++)
        whole *= gravel_has_axis(system->dimension, d) ? length[d] : 1.0;
    return gravel_unit_ball(system->dimension) * filled / whole;
}

double
gravel_gas_temperature(const struct gravel_particle *particles, size_t n, int dimension)
{
    struct vec3 momentum = v3(0, 0, 0);
    double mass = 0.0, twice = 0.0;
    for (size_t k = 0; k < n; k++)
        if (particles[k].attached == GRAVEL_FREE) {
            momentum = v3_axpy(momentum, particles[k].mass, particles[k].v);
            mass += particles[k].mass;
        }
    if (mass == 0.0)
        return 0.0;
    const struct vec3 drift = v3_scale(1.0 / mass, momentum);
    for (size_t k = 0; k < n; k++)
        if (particles[k].attached == GRAVEL_FREE)
            twice += particles[k].mass * v3_norm2(v3_sub(particles[k].v, drift));
    return twice / (dimension * (double)n);
}

double
gravel_gas_mean_mass(const struct gravel_system *system)
{
    double mass = 0.0;
    for (size_t k = 0; k < system->n_particles; k++)
        mass += system->particles[k].mass;
    return mass / (double)system->n_particles;
}
