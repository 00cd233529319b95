/* The tiers of a case: quick on every change, full in two hours for the catalogue, long for what takes longer.  A case
 * is read for one of them: the file, with what `tiers.<tier>` states laid over it. */
#ifndef GRAVEL_HARNESS_CASE_TIER_H
#define GRAVEL_HARNESS_CASE_TIER_H

#include <stdbool.h>

#define GRAVEL_TIERS "quick|full|long"

bool gravel_tier_is_known(const char *tier);

/* Whether what is stated for the tier `stated` holds in `tier`: that of full holds in long, too. */
bool gravel_tier_includes(const char *tier, const char *stated);

#endif
