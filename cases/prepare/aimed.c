/* Particle k starts at one offset from the origin of wall k, for every k, with one velocity: a shot at each wall. */
#include "cases/prepare/prepare.h"

static const struct gravel_key options[] = {
    {"offset", GRAVEL_TYPE_VEC3, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "of the particle from its wall's origin"},
    {"velocity", GRAVEL_TYPE_VEC3, 0, "m/s", 0, 0, "[0, 0, 0]", NULL, "of every particle"},
    {"spin", GRAVEL_TYPE_VEC3, 0, "rad/s", 0, 0, "[0, 0, 0]", NULL,
     "angular velocity of every particle, where they carry spin"},
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    (void)seed;
    if (system->n_particles != system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT,
                           "prepare.aimed: found %zu particles and %zu walls, allowed equal numbers",
                           system->n_particles, system->n_walls);
    for (size_t k = 0; k < system->n_particles; k++) {
        system->particles[k].x = v3_add(system->walls[k].origin, gravel_options_vec3(o, "offset"));
        system->particles[k].v = gravel_options_vec3(o, "velocity");
        if (system->material.rotation)
            system->particles[k].omega = gravel_options_vec3(o, "spin");
    }
    return GRAVEL_OK;
}

const struct gravel_prepare_ops gravel_prepare_aimed = {
    .name = "aimed",
    .what = "One particle for every wall, at an offset from the wall's origin, with a velocity.",
    .reference = "S1 Sec. 2",
    .options = options,
    .fill = fill,
};
