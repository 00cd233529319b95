#include "engines/md/catch.h"
#include "engines/md/attached.h"
#include "engines/md/change.h"
#include "engines/md/contact.h"
#include "engines/md/force.h"
#include "engines/md/integrator.h"
#include "engines/md/ledger.h"
#include "engines/md/neighbour.h"
#include "engines/md/pairs.h"

/* End the contacts of particle i, which has been caught, with the bodies in one list that it cannot touch any more. */
static enum gravel_status
end_contacts(struct gravel_md *md, struct gravel_md_list *list, int32_t i, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < list->n && status == GRAVEL_OK; k++)
        if (list->contact[k] >= 0 && (list->i[k] == i || list->j[k] == i) && gravel_md_is_impossible(md, list, k))
            status = gravel_md_contact_end(md, list, k, error);
    return status;
}

/* Attach or absorb particle i: its contacts end with walls, with attached particles and, if it is absorbed, with all.
 */
static enum gravel_status
capture(struct gravel_md *md, int32_t i, int32_t wall, struct gravel_error *error)
{
    md->any_attached = true;
    if (md->system.walls[wall].touch == GRAVEL_STICK) {
        gravel_md_attach(md, (size_t)i, wall);
    } else {
        md->attached[i] = GRAVEL_ABSORBED;
        md->v[i] = md->omega[i] = v3(0, 0, 0);
    }
    const enum gravel_status status = end_contacts(md, &md->wall_pairs, i, error);
    return status == GRAVEL_OK ? end_contacts(md, &md->pairs, i, error) : status;
}

enum gravel_status
gravel_md_catch(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_energy before, after;
    enum gravel_status status = gravel_md_ledger(md, &before, error);
    for (size_t k = 0; k < md->wall_pairs.n && status == GRAVEL_OK; k++) {
        const int32_t wall = -1 - md->wall_pairs.j[k];
        if (md->wall_pairs.contact[k] >= 0 && md->system.walls[wall].touch != GRAVEL_BOUNCE)
            status = capture(md, md->wall_pairs.i[k], wall, error);
    }
    gravel_md_contacts_renew(md);
    md->n_captured = 0;
    if (md->integrator->restart != NULL)
        md->integrator->restart(md);
    gravel_md_attached_move(md, md->t, gravel_md_all(md), md->x, md->v, md->omega);
    /* Before the new lists, which move the slots of live contacts. */
    if (status == GRAVEL_OK) {
        gravel_md_changes_apply(md);
        md->list_time = md->t;
        status = gravel_md_neighbours(md, error);
    }
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_EXTRAPOLATED, md->t);
    if (status == GRAVEL_OK) {
        gravel_md_evaluate_forces(md, &here);
        status = gravel_md_ledger(md, &after, error);
    }
    if (status == GRAVEL_OK)
        md->removed_energy += gravel_energy_ledger(&before) - gravel_energy_ledger(&after);
    return status;
}
