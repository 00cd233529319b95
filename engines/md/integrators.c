#include "engines/md/integrators.h"
#include "engines/md/adaptive.h"
#include "engines/md/gear.h"
#include "engines/md/position_verlet.h"
#include "engines/md/verlet.h"

#include <string.h>

const struct gravel_md_integrator_ops *const gravel_md_integrators[] = {
    &gravel_md_verlet, &gravel_md_position_verlet, &gravel_md_gear, &gravel_md_adaptive, NULL,
};

const struct gravel_md_integrator_ops *
gravel_md_integrator_find(const char *name)
{
    for (size_t k = 0; gravel_md_integrators[k] != NULL; k++)
        if (strcmp(gravel_md_integrators[k]->name, name) == 0)
            return gravel_md_integrators[k];
    return gravel_md_integrators[0];
}
