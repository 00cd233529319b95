/* Registry of the laws: built from the one list in laws.h. */
#include "reference/theory/laws.h"

#include <string.h>

const struct gravel_theory *const gravel_theories[] = {
#define X(name) &gravel_theory_##name,
    GRAVEL_THEORY_LIST(X)
#undef X
        NULL};

const struct gravel_theory *
gravel_theory_find(const char *name)
{
    for (size_t k = 0; gravel_theories[k]; k++)
        if (strcmp(gravel_theories[k]->name, name) == 0)
            return gravel_theories[k];
    return NULL;
}
