#include "engines/core/thermostat.h"

#include "engines/core/rng.h"

#include <gsl/gsl_randist.h>

#include <stdlib.h>

enum gravel_status
gravel_kicks_create(struct gravel_kicks *kicks, const struct gravel_system *system, struct gravel_error *error)
{
    *kicks = (struct gravel_kicks){.next = INFINITY};
    if (system->thermostat.strength == 0.0)
        return GRAVEL_OK;
    const size_t n = system->n_particles;
    kicks->mass = malloc((n + 1) * sizeof *kicks->mass);
    kicks->velocity = calloc(n + 1, sizeof *kicks->velocity);
    if (kicks->mass == NULL || kicks->velocity == NULL)
        return gravel_no_memory(error);
    for (size_t i = 0; i < n; i++)
        kicks->mass[i] = system->particles[i].attached == GRAVEL_FREE ? system->particles[i].mass : 0.0;
    kicks->next = system->thermostat.interval;
    return GRAVEL_OK;
}

void
gravel_kicks_free(struct gravel_kicks *kicks)
{
    free(kicks->mass);
    free(kicks->velocity);
    *kicks = (struct gravel_kicks){.next = INFINITY};
}

enum gravel_status
gravel_kicks_draw(struct gravel_kicks *kicks, const struct gravel_thermostat *thermostat, int dimension, size_t n,
                  struct gravel_error *error)
{
    gsl_rng *rng = gravel_rng_create(thermostat->seed, "thermostat", ++kicks->n_done);
    if (rng == NULL)
        return gravel_no_memory(error);
    const double sigma = sqrt(thermostat->strength * thermostat->interval);
    struct vec3 momentum = v3(0, 0, 0);
    double mass = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double x = dimension > 1 ? gsl_ran_gaussian_ziggurat(rng, sigma) : 0.0;
        const double y = dimension > 2 ? gsl_ran_gaussian_ziggurat(rng, sigma) : 0.0;
        const double z = gsl_ran_gaussian_ziggurat(rng, sigma);
        kicks->velocity[i] = v3(x, y, z);
        momentum = v3_axpy(momentum, kicks->mass[i], kicks->velocity[i]);
        mass += kicks->mass[i];
    }
    gsl_rng_free(rng);
    for (size_t i = 0; i < n; i++)
        kicks->velocity[i] = kicks->mass[i] > 0.0 ? v3_axpy(kicks->velocity[i], -1.0 / mass, momentum) : v3(0, 0, 0);
    kicks->next = (double)(kicks->n_done + 1) * thermostat->interval;
    return GRAVEL_OK;
}

void
gravel_kicks_archive(struct gravel_kicks *kicks, size_t n, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, kicks->n_done);
    GRAVEL_ARCHIVE(archive, kicks->next);
    GRAVEL_ARCHIVE_ARRAY(archive, kicks->mass, kicks->mass != NULL ? n : 0);
}
