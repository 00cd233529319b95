#include "engines/md/ledger.h"
#include "engines/md/force.h"
#include "engines/md/integrator.h"
#include "engines/md/present.h"

static void
sum_energies(const struct gravel_md *md, struct gravel_md_present *present, struct gravel_energy *energy)
{
    struct gravel_md_rates *const rates = &present->rates;
    const struct gravel_md_instant *const at = &present->at;
    gravel_md_evaluate_forces(md, at);
    if (md->fault_i >= 0)
        rates->elastic = NAN;
    *energy = (struct gravel_energy){.elastic = rates->elastic + rates->sheared, .potential = md->wrap_potential};
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        const struct gravel_md_body *body = gravel_md_body(md, i);
        energy->kinetic += 0.5 * body->mass * v3_norm2(at->v[i]);
        energy->rotational += 0.5 * body->inertia * v3_norm2(at->omega[i]);
        energy->potential -= body->mass * v3_dot(md->system.gravity, at->x[i]);
    }
    double integral[GRAVEL_MD_POWERS];
    md->integrator->integrals(md, present->h, rates->power, integral);
    energy->work = integral[GRAVEL_MD_WORK];
    energy->dissipated = integral[GRAVEL_MD_NORMAL] + integral[GRAVEL_MD_TANGENTIAL] + integral[GRAVEL_MD_ROLLING] -
                         rates->sheared + md->removed_energy;
}

enum gravel_status
gravel_md_ledger(const struct gravel_md *md, struct gravel_energy *energy, struct gravel_error *error)
{
    struct gravel_md_present present;
    const enum gravel_status status = gravel_md_present_init(&present, md, error);
    if (status != GRAVEL_OK)
        return status;
    sum_energies(md, &present, energy);
    gravel_md_present_free(&present);
    return GRAVEL_OK;
}
