#include "engines/md/check.h"

#include "engines/core/material_check.h"
#include "engines/md/integrators.h"

enum gravel_status
gravel_md_check(const struct gravel_system *system, const struct gravel_options *options, struct gravel_error *error)
{
    const struct gravel_md_integrator_ops *integrator =
        gravel_md_integrator_find(gravel_options_text(options, "integrator"));
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < gravel_system_n_contacts(system) && status == GRAVEL_OK; k++) {
        char section[GRAVEL_SECTION_MAX];
        int32_t species, partner;
        const struct gravel_contact c = gravel_system_contact_at(system, k, &species, &partner);
        gravel_system_contact_section(system, species, partner, section);
        status = gravel_material_check(c.material, c.wall, section, error);
    }
    return status == GRAVEL_OK && integrator->check != NULL ? integrator->check(system, error) : status;
}
