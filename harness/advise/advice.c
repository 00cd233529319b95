#include "harness/advise/advice.h"

#include <stdlib.h>

static const struct {
    const char *word, *name;
} regimes[] = {
    [GRAVEL_REGIME_SINGLE] = {"single", "single contacts"},
    [GRAVEL_REGIME_INSTANT] = {"instant", "instantaneous collisions"},
    [GRAVEL_REGIME_SOFTENED] = {"softened", "softened collisions"},
    [GRAVEL_REGIME_DETACHED] = {"detached", "many contacts at once"},
    [GRAVEL_REGIME_BLOCK] = {"block", "condensed column"},
    [GRAVEL_REGIME_LASTING] = {"lasting", "lasting contacts"},
    [GRAVEL_REGIME_UNKNOWN] = {"unknown", "not known"},
};

const char *
gravel_regime_name(enum gravel_regime regime)
{
    return regimes[regime].name;
}

const char *
gravel_regime_word(enum gravel_regime regime)
{
    return regimes[regime].word;
}

const char *
gravel_warning_name(enum gravel_warning_kind kind)
{
    static const char *const names[] = {
        [GRAVEL_WARN_OVERLAP] = "overlap",   [GRAVEL_WARN_WEIGHT] = "weight",
        [GRAVEL_WARN_STEPS] = "steps",       [GRAVEL_WARN_RESTITUTION] = "restitution",
        [GRAVEL_WARN_SIGMA] = "sigma",       [GRAVEL_WARN_COLLAPSE] = "collapse",
        [GRAVEL_WARN_STALL] = "stall",       [GRAVEL_WARN_SIDES] = "no side walls",
        [GRAVEL_WARN_FRICTION] = "friction", [GRAVEL_WARN_ATTRACTORS] = "bistability",
        [GRAVEL_WARN_REST] = "quasi-static", [GRAVEL_WARN_PHASE] = "phase",
        [GRAVEL_WARN_ENGINE] = "engine",
    };
    return names[kind];
}

void
gravel_advice_free(struct gravel_advice *advice)
{
    free(advice->contacts);
    *advice = (struct gravel_advice){0};
}
