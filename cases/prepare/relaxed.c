/* Grains at random, overlapping as they may, which push each other apart (and fall, under gravity) until they are at
 * rest: S2's relaxation. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/relax.h"

static const struct gravel_key options[] = {
    GRAVEL_RELAX_KEYS,
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    return gravel_relax(system, o, seed, "relaxed", GRAVEL_RELAX_OVERLAPPING, error);
}

const struct gravel_prepare_ops gravel_prepare_relaxed = {
    .name = "relaxed",
    .what = "Grains relaxed under high damping from random places where they may overlap, until all are at rest.",
    .reference = "S2",
    .options = options,
    .simulates = true,
    .fill = fill,
};
