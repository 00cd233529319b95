#include "harness/case/tier.h"

#include <string.h>

bool
gravel_tier_is_known(const char *tier)
{
    return strcmp(tier, "quick") == 0 || strcmp(tier, "full") == 0 || strcmp(tier, "long") == 0;
}

bool
gravel_tier_includes(const char *tier, const char *stated)
{
    return strcmp(tier, stated) == 0 || (strcmp(tier, "long") == 0 && strcmp(stated, "full") == 0);
}
