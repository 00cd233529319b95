#include "engines/md/ledger.h"
#include "engines/md/extrapolate.h"
#include "engines/md/force.h"
#include "engines/md/integrator.h"

#include <stdlib.h>

/* The ledger from the extrapolated state, which goes into x, v, omega and the rates; positions are not wrapped, so that
 * the potential energy does not jump. */
static void
sum_energies(const struct gravel_md *md, struct vec3 *x, struct vec3 *v, struct vec3 *omega,
             struct gravel_md_rates rates, struct gravel_energy *energy)
{
    const double h = md->now > md->t ? md->now - md->t : 0.0;
    gravel_md_extrapolate(md, h, gravel_md_all(md), x, v, omega);
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_EXTRAPOLATED, .t = md->t + h, .x = x, .v = v, .omega = omega, .rates = &rates};
    gravel_md_evaluate_forces(md, &at);
    if (md->fault_i >= 0)
        rates.elastic = NAN;
    *energy = (struct gravel_energy){.elastic = rates.elastic + rates.sheared, .potential = md->wrap_potential};
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        const struct gravel_md_body *body = gravel_md_body(md, i);
        energy->kinetic += 0.5 * body->mass * v3_norm2(v[i]);
        energy->rotational += 0.5 * body->inertia * v3_norm2(omega[i]);
        energy->potential -= body->mass * v3_dot(md->system.gravity, x[i]);
    }
    double integral[GRAVEL_MD_POWERS];
    md->integrator->integrals(md, h, rates.power, integral);
    energy->work = integral[GRAVEL_MD_WORK];
    energy->dissipated = integral[GRAVEL_MD_NORMAL] + integral[GRAVEL_MD_TANGENTIAL] + integral[GRAVEL_MD_ROLLING] -
                         rates.sheared + md->removed_energy;
}

enum gravel_status
gravel_md_ledger(const struct gravel_md *md, struct gravel_energy *energy, struct gravel_error *error)
{
    const size_t n = md->n + 1;
    struct vec3 *state = malloc(5 * n * sizeof *state);
    if (state == NULL)
        return gravel_no_memory(error);
    const struct gravel_md_rates rates = {.a = state + 3 * n, .alpha = md->rates.alpha != NULL ? state + 4 * n : NULL};
    sum_energies(md, state, state + n, state + 2 * n, rates, energy);
    free(state);
    return GRAVEL_OK;
}
