#include "engines/ed/neighbour_registry.h"

#include "engines/ed/neighbour_cells.h"
#include "engines/ed/neighbour_lists.h"

#include <string.h>

const struct gravel_neighbour_ops *const gravel_neighbour_searches[] = {&gravel_neighbour_cells,
                                                                        &gravel_neighbour_lists, NULL};

enum gravel_status
gravel_neighbour_search_choose(const struct gravel_ed *ed, const char *requested,
                               const struct gravel_neighbour_ops **ops, struct gravel_error *error)
{
    const bool automatic = strcmp(requested, "auto") == 0;
    struct gravel_error reason = {0};
    enum gravel_status status =
        gravel_fail(&reason, GRAVEL_UNSUPPORTED, "there is no neighbour search '%s'", requested);
    for (size_t k = 0; gravel_neighbour_searches[k] != NULL && status != GRAVEL_OK; k++) {
        const struct gravel_neighbour_ops *candidate = gravel_neighbour_searches[k];
        if (automatic ? !candidate->preferred(ed) : strcmp(candidate->name, requested) != 0)
            continue;
        status = candidate->supports(ed, &reason);
        *ops = candidate;
    }
    if (status != GRAVEL_OK && error != NULL)
        *error = reason;
    return status;
}
