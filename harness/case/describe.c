#include "harness/case/describe.h"

#include "harness/case/contacts.h"
#include "harness/case/keys.h"
#include "harness/case/schema.h"

#include <math.h>
#include <stdio.h>

static void
describe_species(struct gravel_description *description, const struct gravel_options *parameters)
{
    char names[GRAVEL_SPECIES_MAX][32] = {"grain"};
    const bool single = gravel_options_has(parameters, "particles.count");
    description->n_species = single ? 1 : gravel_schema_names(parameters, "particles", names, GRAVEL_SPECIES_MAX);
    for (size_t k = 0; k < description->n_species; k++) {
        struct gravel_case_species *species = &description->species[k];
        snprintf(species->name, sizeof species->name, "%s", names[k]);
        snprintf(species->section, sizeof species->section, "particles%s%s", single ? "" : ".", single ? "" : names[k]);
        gravel_options_read(parameters, species->section, gravel_keys_particles, species);
    }
}

static void
describe_walls(struct gravel_description *description, const struct gravel_options *parameters)
{
    char names[GRAVEL_WALLS_MAX][32];
    description->n_walls = gravel_schema_names(parameters, "walls", names, GRAVEL_WALLS_MAX);
    for (size_t k = 0; k < description->n_walls; k++) {
        struct gravel_case_wall *wall = &description->walls[k];
        snprintf(wall->name, sizeof wall->name, "%s", names[k]);
        snprintf(wall->section, sizeof wall->section, "walls.%s", names[k]);
        gravel_options_read(parameters, wall->section, gravel_keys_wall, wall);
    }
}

/* Where every species states its moduli the material needs none: it has those of the first. */
static void
describe_moduli(struct gravel_description *description)
{
    struct gravel_case_material *m = &description->material;
    bool all = isnan(m->contact_time) && isnan(m->stiffness) && isnan(m->rate_squared) && isnan(m->energy) &&
               isnan(m->young) && isnan(m->poisson);
    for (size_t k = 0; k < description->n_species; k++)
        all = all && !isnan(description->species[k].young);
    if (!all)
        return;
    m->young = description->species[0].young;
    m->poisson = description->species[0].poisson;
}

void
gravel_case_describe(struct gravel_description *description, const struct gravel_options *parameters)
{
    gravel_options_read(parameters, "", gravel_keys_space, &description->space);
    gravel_options_read(parameters, "box", gravel_keys_box, &description->box);
    gravel_options_read(parameters, "material", gravel_keys_material, &description->material);
    gravel_options_read(parameters, "thermostat", gravel_keys_thermostat, &description->thermostat);
    gravel_options_read(parameters, "run", gravel_keys_run, &description->run);
    describe_species(description, parameters);
    describe_walls(description, parameters);
    describe_moduli(description);
    gravel_describe_contacts(description, parameters);
}

double
gravel_description_count(const struct gravel_description *description)
{
    double count = 0.0;
    for (size_t k = 0; k < description->n_species; k++)
        count += (double)description->species[k].count;
    return count;
}
