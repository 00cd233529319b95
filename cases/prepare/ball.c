/* A ball of particles at rest, released to fall (S1 Sec. 3.1): centres uniform in a ball without overlap by random
 * sequential placement, which ends near a packing of 0.38; the species are mixed because every particle, in
 * the order of its index, takes the next free random place. */
#include "cases/prepare/insertion.h"
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "engines/core/rng.h"

static const struct gravel_key options[] = {
    {"height", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "z of the ball's centre"},
    {"packing", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 0.33, "0.25", NULL,
     "volume of the particles over that of the ball"},
    {0},
};

enum { TRIES = 100000 };

/* A point uniform in the ball (disk in the x,z plane, segment on z) of this radius about the origin. */
static struct vec3
random_point(gsl_rng *rng, int dimension, double radius)
{
    for (;;) {
        struct vec3 p;
        p.z = 2.0 * gsl_rng_uniform(rng) - 1.0;
        p.y = dimension > 2 ? 2.0 * gsl_rng_uniform(rng) - 1.0 : 0.0;
        p.x = dimension > 1 ? 2.0 * gsl_rng_uniform(rng) - 1.0 : 0.0;
        if (v3_norm2(p) <= 1.0)
            return v3_scale(radius, p);
    }
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    const int d = system->dimension;
    double volume = 0.0; /* in units of the unit ball's */
    for (size_t k = 0; k < system->n_particles; k++)
        volume += pow(system->particles[k].radius, d);
    const double radius = pow(volume / gravel_options_real(o, "packing"), 1.0 / d);
    const struct vec3 centre = v3(0, 0, gravel_options_real(o, "height"));

    const struct vec3 corner = v3(d > 1 ? radius : 0.0, d > 2 ? radius : 0.0, radius);
    gsl_rng *rng = gravel_rng_create(seed, "ball", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    struct gravel_insertion insertion = {0};
    enum gravel_status status =
        gravel_insertion_create(&insertion, system, v3_sub(centre, corner), v3_add(centre, corner), error);
    for (size_t k = 0; k < system->n_particles && status == GRAVEL_OK; k++) {
        struct gravel_particle *p = &system->particles[k];
        int tries = 0;
        do
            p->x = v3_add(centre, random_point(rng, d, radius - p->radius));
        while (!gravel_insertion_fits(&insertion, k) && ++tries < TRIES);
        if (tries == TRIES)
            status = gravel_prepare_refuse(error, "ball", "packing", "no free position for particle %zu of %zu", k,
                                           system->n_particles);
        else
            gravel_insertion_add(&insertion, k);
    }
    gravel_insertion_free(&insertion);
    gsl_rng_free(rng);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_ball = {
    .name = "ball",
    .what = "All particles at rest, placed at random without overlap in a ball at a height.",
    .reference = "S1 Sec. 3.1",
    .options = options,
    .fill = fill,
};
