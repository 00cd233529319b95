#include "harness/run/told.h"

#include <stdio.h>
#include <string.h>

/* Whether the measure gets anything from the events of the engine.  An engine is not asked for those that a measure
 * leaves aside: contacts that are reported are computed one by one. */
static bool
listens(const struct gravel_engine_ops *ops, const struct gravel_measure_ops *measure)
{
    return measure->event != NULL && !(measure->impacts && ops->kind == GRAVEL_MD);
}

/* What an engine that lacks so does not tell of what the measure uses; NULL: nothing. */
static const char *
missing(const struct gravel_engine_ops *ops, unsigned lacks, const struct gravel_measure_ops *measure)
{
    if (listens(ops, measure) && (lacks & GRAVEL_LACKS_EVENTS))
        return "events of contacts";
    if (measure->push != NULL && (lacks & GRAVEL_LACKS_PUSHES))
        return "forces of contacts";
    return measure->ledger && (lacks & GRAVEL_LACKS_LEDGER) ? "the ledger of energy" : NULL;
}

struct gravel_told
gravel_told_measures(const struct gravel_point *point, unsigned lacks)
{
    struct gravel_told told = {0};
    for (size_t k = 0; k < point->c->n_measures; k++) {
        const char *name = point->c->measures[k];
        const char *what = missing(point->engine, lacks, gravel_measure_find(name));
        const size_t used = strlen(told.lacks);
        if (what == NULL)
            snprintf(told.names[told.n++], sizeof told.names[0], "%s", name);
        else
            snprintf(told.lacks + used, sizeof told.lacks - used, "%s%s, which measure.%s uses", used > 0 ? "; " : "",
                     what, name);
    }
    return told;
}

bool
gravel_told_events(const struct gravel_point *point, const struct gravel_observation *observation)
{
    for (size_t k = 0; k < observation->n; k++)
        if (listens(point->engine, observation->items[k].ops))
            return true;
    return false;
}

unsigned
gravel_told_lacks(const struct gravel_engine_ops *ops, const void *engine)
{
    return engine != NULL && ops->lacks_here != NULL ? ops->lacks_here(engine) : ops->lacks;
}
