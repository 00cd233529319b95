#include "cases/prepare/thermal.h"

#include <gsl/gsl_randist.h>

void
gravel_thermalise(struct gravel_system *system, double temperature, gsl_rng *rng)
{
    const int d = system->dimension;
    const size_t n = system->n_particles;
    struct vec3 momentum = v3(0, 0, 0);
    double mass = 0.0;
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &system->particles[k];
        const double u = sqrt(temperature / p->mass);
        p->v.x = d > 1 ? gsl_ran_gaussian(rng, u) : 0.0;
        p->v.y = d > 2 ? gsl_ran_gaussian(rng, u) : 0.0;
        p->v.z = gsl_ran_gaussian(rng, u);
        momentum = v3_axpy(momentum, p->mass, p->v);
        mass += p->mass;
    }
    for (size_t k = 0; k < n; k++)
        system->particles[k].v = v3_axpy(system->particles[k].v, -1.0 / mass, momentum);
    const double kinetic = gravel_kinetic_energy(system->particles, n);
    for (size_t k = 0; k < n && kinetic > 0.0; k++)
        system->particles[k].v = v3_scale(sqrt(0.5 * d * (double)n * temperature / kinetic), system->particles[k].v);
}
