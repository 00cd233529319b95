/* Particles at random without overlap between the walls, with the velocities of a gas of the given temperature.
 * Random sequential insertion: each takes a uniform random place until one is free.  For equal particles it ends near a
 * packing of 0.7476 in one dimension (Renyi 1958), 0.547 in two and 0.38 in three (Feder 1980). */
#include "cases/prepare/prepare.h"
#include "cases/prepare/region.h"
#include "cases/prepare/stack.h"
#include "cases/prepare/thermal.h"

static const struct gravel_key options[] = {
    GRAVEL_REGION_KEYS,
    GRAVEL_THERMAL_KEYS,
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    struct gravel_region region;
    enum gravel_status status = gravel_region_init(&region, system, o, "random", error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, "random", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    status = gravel_region_insert(&region, system, rng, "random", error);
    if (status == GRAVEL_OK)
        gravel_thermalise(system, gravel_options_real(o, "temperature"), rng);
    if (status == GRAVEL_OK && system->dimension == 1)
        gravel_stack_sort(system);
    gsl_rng_free(rng);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_random = {
    .name = "random",
    .what = "Particles at random without overlap in a box or what walls leave of it, with the velocities of a gas.",
    .reference = "S0; Feder 1980, J. Theor. Biol. 87, 237",
    .options = options,
    .fill = fill,
};
