/* A column of beads on the z axis above a wall at z = 0 (S3 Secs. 2.2, 3.2 and 4). */
#include "cases/prepare/prepare.h"
#include "cases/prepare/stack.h"
#include "engines/core/rng.h"

static const struct gravel_key options[] = {
    GRAVEL_STACK_KEYS,
    {"height", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL, "m", 0, INFINITY, NULL, NULL,
     "gap between z = 0 and the lowest bead; the separation when absent"},
    {"jitter", GRAVEL_TYPE_REAL, 0, "1", 0, 0.5, "0", NULL,
     "each bead is shifted by a random length of at most this part of the separation"},
    {"velocity", GRAVEL_TYPE_REAL, 0, "m/s", 0, 0, "0", NULL, "common velocity, positive upwards"},
    {"spread", GRAVEL_TYPE_REAL, 0, "m/s", 0, INFINITY, "0", NULL,
     "random velocities, uniform within plus and minus this value, are added"},
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    const double velocity = gravel_options_real(o, "velocity");
    double gap;
    const enum gravel_status status = gravel_stack_separation(system, o, velocity, "column", &gap, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, "column", 0);
    if (rng == NULL)
        return gravel_no_memory(error);

    const double height = gravel_options_has(o, "height") ? gravel_options_real(o, "height") : gap;
    const double jitter = gravel_options_real(o, "jitter") * gap;
    const double spread = gravel_options_real(o, "spread");
    gravel_stack_fill(system, 0, system->n_particles, height, gap);
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        p->x.z = fmax(p->x.z + jitter * (2.0 * gsl_rng_uniform(rng) - 1.0), p->radius);
        p->v = v3(0, 0, velocity + spread * (2.0 * gsl_rng_uniform(rng) - 1.0));
    }
    gsl_rng_free(rng);
    return GRAVEL_OK;
}

const struct gravel_prepare_ops gravel_prepare_column = {
    .name = "column",
    .what = "Beads on the z axis above z = 0 with equal gaps, a common or random velocities.",
    .reference = "S3 Secs. 2.2 and 3.2",
    .options = options,
    .fill = fill,
};
