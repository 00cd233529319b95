/* Regimes in which a run ends badly or means something else than its input says, with what to do. */
#ifndef GRAVEL_HARNESS_ADVISE_HAZARD_H
#define GRAVEL_HARNESS_ADVISE_HAZARD_H

#include "harness/advise/context.h"

enum { GRAVEL_WARNING_MAX = 360 };

/* Hard spheres of the engine ed, without the TC model, are expected to end in inelastic collapse. */
bool gravel_advice_collapses(const struct gravel_advice_context *a);

/* Each writes its warning, or leaves the text empty.  Needs everything else. */
void gravel_advice_warn_of_collapse(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);
void gravel_advice_warn_of_stall(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);
void gravel_advice_warn_of_sides(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);
void gravel_advice_warn_of_friction(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);
void gravel_advice_warn_of_attractors(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);
void gravel_advice_warn_of_rest(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);
void gravel_advice_warn_of_phase(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX]);

#endif
