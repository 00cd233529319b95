/* Rain: grains at random without overlap in a box above or in the container, which fall until they are at rest. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/relax.h"

static const struct gravel_key options[] = {
    GRAVEL_RELAX_KEYS,
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    if (!(v3_norm2(system->gravity) > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "prepare.poured: found no gravity, without which nothing is poured; "
                           "allowed: gravity, or prepare.relaxed");
    return gravel_relax(system, o, seed, "poured", GRAVEL_RELAX_APART, error);
}

const struct gravel_prepare_ops gravel_prepare_poured = {
    .name = "poured",
    .what = "Grains poured into the container: they start at random without overlap and fall until all are at rest.",
    .reference = "S2",
    .options = options,
    .simulates = true,
    .fill = fill,
};
