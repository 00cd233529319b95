/* Which measures of a case can be made with what an engine tells. */
#ifndef GRAVEL_HARNESS_RUN_TOLD_H
#define GRAVEL_HARNESS_RUN_TOLD_H

#include "harness/run/observe.h"
#include "harness/run/plan.h"

struct gravel_told {
    size_t n;
    char names[GRAVEL_MEASURES_MAX][64]; /* of the measures that can be made */
    char lacks[1200]; /* "the ledger of energy, which measure.energy_drift uses; ..." of the others; "": all can */
};

/* GRAVEL_LACKS_*: what the engine does not tell of the system that `engine` was created with; NULL: of any system. */
unsigned gravel_told_lacks(const struct gravel_engine_ops *ops, const void *engine);

/* The measures of the point's case with an engine that lacks GRAVEL_LACKS_*. */
struct gravel_told gravel_told_measures(const struct gravel_point *point, unsigned lacks);

/* Whether any of the measures gets something from the events of the point's engine. */
bool gravel_told_events(const struct gravel_point *point, const struct gravel_observation *observation);

#endif
