#include "engines/md/kick.h"
#include "engines/md/force.h"

enum gravel_status
gravel_md_kicks_apply(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_kicks *const kicks = &md->kicks;
    for (size_t i = 0; i < md->n && md->any_attached; i++)
        if (!gravel_md_is_free(md, i))
            kicks->mass[md->id[i]] = 0.0;
    while (kicks->next <= md->t) {
        const enum gravel_status status =
            gravel_kicks_draw(kicks, &md->system.thermostat, md->system.dimension, md->n, error);
        if (status != GRAVEL_OK)
            return status;
        for (size_t i = 0; i < md->n; i++) {
            const struct vec3 dv = kicks->velocity[md->id[i]];
            md->integral[GRAVEL_MD_WORK] += gravel_kick_energy(kicks->mass[md->id[i]], md->v[i], dv);
            md->v[i] = v3_add(md->v[i], dv);
        }
    }
    md->flight_end = -INFINITY;
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_EXTRAPOLATED, md->t);
    gravel_md_evaluate_forces(md, &here);
    return GRAVEL_OK;
}
