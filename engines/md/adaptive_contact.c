#include "engines/md/adaptive_contact.h"
#include "engines/md/adaptive_equations.h"
#include "engines/md/attached.h"
#include "engines/md/contact.h"
#include "engines/md/geometry.h"
#include "engines/md/ledger.h"
#include "engines/md/neighbour.h"
#include "engines/md/pairs.h"

/* The geometry of a pair at the step's start. */
static struct gravel_md_geometry
geometry_at_start(struct gravel_md *md, int32_t i, int32_t j)
{
    struct gravel_md_geometry m = {0};
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_EXTRAPOLATED, md->t);
    (void)gravel_md_contact_geometry(md, &here, i, j, INFINITY, &m);
    return m;
}

/* As gravel_md_adaptive_list(), to begin and end contacts. */
static struct gravel_md_list *
list_of(struct gravel_md *md, size_t pair, size_t *k)
{
    (void)gravel_md_adaptive_list(md, pair, k);
    return pair < md->pairs.n ? &md->pairs : &md->wall_pairs;
}

void
gravel_md_adaptive_contact_end(struct gravel_md *md, size_t pair)
{
    size_t k;
    struct gravel_md_list *list = list_of(md, pair, &k);
    const int32_t i = list->i[k], j = list->j[k], c = list->contact[k];
    const struct gravel_md_record *r = &md->pool.records[c];
    if (md->sink.event != NULL) {
        const struct gravel_event event = {
            .t = md->t,
            .duration = md->t - r->start,
            .i = md->id[i],
            .j = j >= 0 ? md->id[j] : j,
            .normal = r->normal,
            .approach = r->approach,
            .rebound = -geometry_at_start(md, i, j).rate,
            .impulse = r->impulse,
            .dissipated = r->dissipated,
            .overlap = r->largest,
        };
        md->sink.event(md->sink.self, &event);
    }
    gravel_md_contact_release(md, i, j, c);
    list->contact[k] = -1;
    gravel_md_adaptive_of(md)->n_live--;
}

/* The energy ledger at md->t. */
static enum gravel_status
ledger_at_start(struct gravel_md *md, struct gravel_energy *energy, struct gravel_error *error)
{
    const enum gravel_status status = gravel_md_adaptive_start(md, error);
    return status == GRAVEL_OK ? gravel_md_ledger(md, energy, error) : status;
}

/* End the contacts of particle i that has been caught by a wall, as far as it cannot touch the other body any more. */
static void
end_impossible_contacts(struct gravel_md *md, int32_t i)
{
    for (size_t pair = 0; pair < gravel_md_adaptive_pairs(md); pair++) {
        size_t k;
        const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
        if (list->contact[k] >= 0 && (list->i[k] == i || list->j[k] == i) && gravel_md_is_impossible(md, list, k))
            gravel_md_adaptive_contact_end(md, pair);
    }
}

/* Attach or absorb particle i, which has touched a sticky or absorbing wall: its contacts end with all bodies that it
 * cannot touch any more; its energy goes into md->removed_energy. */
static enum gravel_status
capture(struct gravel_md *md, int32_t i, int32_t wall, struct gravel_error *error)
{
    struct gravel_energy before, after;
    enum gravel_status status = ledger_at_start(md, &before, error);
    md->any_attached = true;
    if (md->system.walls[wall].touch == GRAVEL_ABSORB)
        md->attached[i] = GRAVEL_ABSORBED;
    else
        gravel_md_attach(md, (size_t)i, wall);
    end_impossible_contacts(md, i);
    gravel_md_contacts_renew(md);
    md->v[i] = md->omega[i] = v3(0, 0, 0);
    gravel_md_attached_move(md, md->t, gravel_md_all(md), md->x, md->v, md->omega);
    md->list_time = md->t;
    if (status == GRAVEL_OK)
        status = gravel_md_neighbours(md, error);
    if (status == GRAVEL_OK)
        status = ledger_at_start(md, &after, error);
    if (status == GRAVEL_OK)
        md->removed_energy += gravel_energy_ledger(&before) - gravel_energy_ledger(&after);
    return status;
}

enum gravel_status
gravel_md_adaptive_contact_begin(struct gravel_md *md, size_t pair, struct gravel_error *error)
{
    size_t k;
    struct gravel_md_list *list = list_of(md, pair, &k);
    enum gravel_status status = gravel_md_contact_begin(md, list, k, false, error);
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_md_geometry m = geometry_at_start(md, list->i[k], list->j[k]);
    struct gravel_md_record *r = &md->pool.records[list->contact[k]];
    r->start = md->t;
    r->approach = m.rate;
    r->normal = m.normal;
    gravel_md_adaptive_of(md)->n_live++;
    status = gravel_md_adaptive_resize(md, error);
    const int32_t i = list->i[k], wall = -1 - list->j[k];
    const bool captures = wall >= 0 && md->system.walls[wall].touch != GRAVEL_BOUNCE;
    return status == GRAVEL_OK && captures ? capture(md, i, wall, error) : status;
}

size_t
gravel_md_adaptive_first_overlap(struct gravel_md *md)
{
    const size_t pairs = gravel_md_adaptive_pairs(md);
    size_t pair = 0;
    for (; pair < pairs; pair++) {
        size_t k;
        const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
        if (list->contact[k] < 0 && geometry_at_start(md, list->i[k], list->j[k]).overlap > 0.0)
            break;
    }
    return pair;
}
