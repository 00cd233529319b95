#include "engines/md/check.h"

#include "engines/core/material_check.h"
#include "engines/md/integrators.h"

enum gravel_status
gravel_md_check(const struct gravel_system *system, const struct gravel_options *options, struct gravel_error *error)
{
    const struct gravel_md_integrator_ops *integrator =
        gravel_md_integrator_find(gravel_options_text(options, "integrator"));
    enum gravel_status status = gravel_material_check(&system->material, NULL, error);
    for (size_t w = 0; w < system->n_walls && status == GRAVEL_OK; w++)
        status = gravel_material_check(&system->material, &system->walls[w], error);
    return status == GRAVEL_OK && integrator->check != NULL ? integrator->check(system, error) : status;
}
