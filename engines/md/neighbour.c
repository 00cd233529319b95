/* Neighbour lists: when they are rebuilt, with which skin, and how live contacts are passed on to new lists.
 *
 * The lists are valid while no two bodies have approached by more than the skin; loop.c subtracts twice the
 * displacement of the fastest body in every step and rebuilds when the skin is used up.  Live contacts keep their
 * record through a rebuild, also when the particles are sorted again. */
#include "engines/md/neighbour.h"
#include "engines/md/contact.h"
#include "engines/md/pairs.h"
#include "engines/md/shear.h"
#include "engines/md/sort.h"

#include <stdlib.h>

/* Cost of a rebuild, a particle, in tests of a listed pair: both measured on packings and gases. */
static const double rebuild_cost = 200.0;

/* Pair density of a packing, for the first list; and a lower bound, that of a dilute gas, because in a lattice, whose
 * shell can be empty, any skin would seem to cost nothing. */
static const double unknown_density = 6.0, least_density = 0.1;

/* Particles are sorted again when the fastest may have moved by half this many mean radii: then its neighbours in
 * memory are no longer near it, and sorting is rare enough to cost little. */
static const double sort_after = 16.0;

struct live {
    int32_t i, j, contact;
};

/* The pairs with live contacts of a list, which is emptied; NULL without memory.  The caller frees them. */
static struct live *
extract_live(struct gravel_md_list *list, size_t *n)
{
    *n = 0;
    for (size_t k = 0; k < list->n; k++)
        *n += list->contact[k] >= 0;
    struct live *live = malloc((*n + 1) * sizeof *live);
    if (live == NULL)
        return NULL;
    *n = 0;
    for (size_t k = 0; k < list->n; k++)
        if (list->contact[k] >= 0)
            live[(*n)++] = (struct live){list->i[k], list->j[k], list->contact[k]};
    list->n = 0;
    return live;
}

/* Give this contact to pair (i, j) if the list has the pair, at index k or later among those of i. */
static bool
reassign_contact(struct gravel_md_list *list, size_t k, int32_t i, int32_t j, int32_t contact)
{
    for (; k < list->n && list->i[k] == i; k++)
        if (list->j[k] == j) {
            list->contact[k] = contact;
            return true;
        }
    return false;
}

/* Give the live contacts of the old list to the same pairs of the new one; both are sorted by i. A pair may have
 * changed its order: vectors from j to i then change sign. */
static void
reassign_contacts(struct gravel_md *md, struct gravel_md_list *list, const struct live *live, size_t n_live)
{
    size_t k = 0;
    for (const struct live *l = live; l < live + n_live; l++) {
        while (k < list->n && list->i[k] < l->i)
            k++;
        const int32_t c = l->contact;
        if (reassign_contact(list, k, l->i, l->j, c) || l->j < 0 ||
            !reassign_contact(list, gravel_md_first_pair(list, l->j), l->j, l->i, c))
            continue;
        md->pool.slot[c].xi = v3_scale(-1.0, md->pool.slot[c].xi);
        if (md->pool.records != NULL)
            md->pool.records[c].normal = v3_scale(-1.0, md->pool.records[c].normal);
    }
}

/* Wrap free particles into the box; the potential energy remains that of the path without wrapping. */
static void
wrap_particles(struct gravel_md *md)
{
    const struct gravel_box *box = &md->system.box;
    if (!md->wraps)
        return;
    const struct vec3 l = v3_sub(box->high, box->low);
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        const struct vec3 from = md->x[i];
        const double turns[3] = {box->periodic[0] ? floor((from.x - box->low.x) / l.x) : 0.0,
                                 box->periodic[1] ? floor((from.y - box->low.y) / l.y) : 0.0,
                                 box->periodic[2] ? floor((from.z - box->low.z) / l.z) : 0.0};
        if (box->periodic[0])
            md->x[i].x -= l.x * turns[0];
        if (box->periodic[1])
            md->x[i].y -= l.y * turns[1];
        if (box->periodic[2])
            md->x[i].z -= l.z * turns[2];
        for (int d = 0; d < 3; d++)
            md->image[md->id[i]][d] += (int32_t)turns[d];
        md->wrap_potential += gravel_md_body(md, i)->mass * v3_dot(md->system.gravity, v3_sub(md->x[i], from));
    }
}

/* The part of a particle's surroundings that a skin covers, in volumes of the sphere that its neighbours' centres
 * cannot enter. */
static double
shell(const struct gravel_md *md, double skin)
{
    return pow(1.0 + 0.5 * skin / md->mean_radius, md->system.dimension) - 1.0;
}

/* The skin s that would cost least if listed pairs that do not touch were tested in every step; fewer are (due.h), but
 * a longer list would change the order of sums.  Their number follows from the pair density of the last list; a rebuild
 * is due every s/(2 v dt) steps. */
static double
choose_skin(const struct gravel_md *md)
{
    double v2 = md->wall_speed * md->wall_speed, best = INFINITY, skin = md->mean_radius;
    for (size_t i = 0; i < md->n; i++)
        v2 = fmax(v2, v3_norm2(md->v[i]));
    const double closing = 2.0 * sqrt(v2) * md->dt + md->shear_drift;
    for (double s = 1e-3 * md->mean_radius; s < 2.0 * md->mean_radius; s *= 1.25) {
        const double cost = md->pair_density * shell(md, s) + rebuild_cost * closing / s;
        if (cost < best) {
            best = cost;
            skin = s;
        }
    }
    return skin;
}

static enum gravel_status
build(struct gravel_md *md, struct gravel_error *error)
{
    double skin = INFINITY;
    size_t apart = 0;
    enum gravel_status status = GRAVEL_OK;
    if (md->system.dimension == 1) {
        status = gravel_md_pairs_on_line(md, error);
    } else if (md->lists_all) {
        status = gravel_md_pairs_all(md, error);
    } else {
        skin = choose_skin(md);
        if (!md->small)
            wrap_particles(md);
        status =
            md->small ? gravel_md_pairs_of_few(md, skin, &apart, error) : gravel_md_pairs_near(md, skin, &apart, error);
        md->pair_density = fmax((double)apart / (double)md->n / shell(md, skin), least_density);
        md->skin = skin;
    }
    md->remaining_skin = skin;
    if (status == GRAVEL_OK)
        status = gravel_md_pairs_at_walls(md, skin, error);
    /* Lists grow by more than they need: free the rest. */
    if (status == GRAVEL_OK)
        status = gravel_md_list_resize(&md->pairs, md->pairs.n + 1, error);
    return status == GRAVEL_OK ? gravel_md_list_resize(&md->wall_pairs, md->wall_pairs.n + 1, error) : status;
}

static int
by_particle(const void *a, const void *b)
{
    const struct live *p = a, *q = b;
    return (p->i > q->i) - (p->i < q->i);
}

/* The numbers of particles in live contacts after a new sort: new_index[old] = new. */
static void
renumber(struct live *live, size_t n_live, const int32_t *new_index)
{
    for (size_t l = 0; l < n_live; l++) {
        live[l].i = new_index[live[l].i];
        if (live[l].j >= 0)
            live[l].j = new_index[live[l].j];
    }
    qsort(live, n_live, sizeof *live, by_particle);
}

/* New lists, and before them a new order of the particles in memory if `sorts`. */
static enum gravel_status
rebuild(struct gravel_md *md, bool sorts, struct gravel_error *error)
{
    size_t n_pairs = 0, n_wall = 0;
    struct live *const pairs = extract_live(&md->pairs, &n_pairs);
    struct live *const wall = extract_live(&md->wall_pairs, &n_wall);
    int32_t *const new_index = sorts ? malloc((md->n + 1) * sizeof *new_index) : NULL;
    enum gravel_status status =
        pairs != NULL && wall != NULL && (new_index != NULL || !sorts) ? GRAVEL_OK : gravel_no_memory(error);
    if (status == GRAVEL_OK && !md->small && gravel_box_is_sheared(&md->system.box))
        gravel_md_shear_wrap(md); /* before the sort, which leaves md->rates behind */
    if (status == GRAVEL_OK && sorts && (status = gravel_md_sort(md, new_index, error)) == GRAVEL_OK) {
        renumber(pairs, n_pairs, new_index);
        renumber(wall, n_wall, new_index);
    }
    if (status == GRAVEL_OK)
        status = build(md, error);
    if (status == GRAVEL_OK) {
        reassign_contacts(md, &md->pairs, pairs, n_pairs);
        reassign_contacts(md, &md->wall_pairs, wall, n_wall);
        status = gravel_md_contacts_sort(md, n_pairs + n_wall, error);
        md->counters.rebuilds++;
    }
    free(pairs);
    free(wall);
    free(new_index);
    return status;
}

enum gravel_status
gravel_md_neighbours(struct gravel_md *md, struct gravel_error *error)
{
    const bool first = md->counters.rebuilds == 0;
    if (first)
        md->pair_density = unknown_density;
    enum gravel_status status = rebuild(md, false, error);
    if (first && status == GRAVEL_OK && !md->lists_all) /* now it is known */
        status = rebuild(md, false, error);
    return status;
}

enum gravel_status
gravel_md_neighbours_renew(struct gravel_md *md, struct gravel_error *error)
{
    md->unsorted_distance += md->skin;
    const bool sorts = !md->small && md->system.dimension > 1 && md->unsorted_distance > sort_after * md->mean_radius;
    return rebuild(md, sorts, error);
}
