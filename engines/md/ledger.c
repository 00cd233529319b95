#include "engines/md/ledger.h"
#include "engines/md/force.h"
#include "engines/md/integrator.h"
#include "engines/md/present.h"
#include "engines/md/shear.h"

/* The velocity of particle i in a sheared box as snapshots have it, of its image between the z faces.  The state may be
 * a path through the faces, of few particles since the start, otherwise since the lists were renewed. */
static struct vec3
velocity_in_box(const struct gravel_md *md, const struct gravel_md_instant *at, size_t i)
{
    struct vec3 x = at->x[i], v = at->v[i];
    if (gravel_box_is_sheared(&md->system.box))
        gravel_shear_wrap(&md->system.box, at->t, &x, &v);
    return v;
}

static void
sum_energies(const struct gravel_md *md, struct gravel_md_present *present, struct gravel_energy *energy)
{
    struct gravel_md_rates *const rates = &present->rates;
    const struct gravel_md_instant *const at = &present->at;
    gravel_md_evaluate_forces(md, at);
    if (md->fault_i >= 0)
        rates->elastic = NAN;
    *energy = (struct gravel_energy){.elastic = rates->elastic + rates->sheared, .potential = md->wrap_potential};
    double changes_of_image = 0.0; /* work of the images that gravel_md_shear_wrap() has not yet counted [J] */
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        const struct gravel_md_body *body = gravel_md_body(md, i);
        const double kinetic = 0.5 * body->mass * v3_norm2(velocity_in_box(md, at, i));
        energy->kinetic += kinetic;
        changes_of_image += kinetic - 0.5 * body->mass * v3_norm2(at->v[i]);
        energy->rotational += 0.5 * body->inertia * v3_norm2(at->omega[i]);
        energy->potential -= body->mass * v3_dot(md->system.gravity, at->x[i]);
    }
    double integral[GRAVEL_MD_POWERS];
    md->integrator->integrals(md, present->h, rates->power, integral);
    energy->work = integral[GRAVEL_MD_WORK] + changes_of_image;
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
