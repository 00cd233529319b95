/* Who may touch whom.
 *
 * One dimension: neighbours on the line, for ever, because no particle passes another.  Few particles: all
 * pairs.  Otherwise a Verlet list from a cell grid: all pairs closer than the sum of their radii plus a skin.
 * The list is right while no two bodies have approached by more than the skin; integrate.c subtracts twice the
 * way of the fastest body in every step and rebuilds when the skin is used up.  Live contacts keep their
 * record through a rebuild, also when the particles are sorted again. */
#include "engines/md/grid.h"
#include "engines/md/state.h"

#include <stdlib.h>
#include <string.h>

/* What a rebuild costs a particle, in tests of a listed pair: both measured on packings and gases. */
static const double rebuild_cost = 40.0;

/* Particles are sorted again when the fastest may have gone half this many mean radii: far enough to be among
 * others' neighbours in memory, seldom enough to cost little. */
static const double sort_after = 16.0;

void
gravel_md_list_free(struct gravel_md_list *list)
{
    free(list->i);
    free(list->j);
    free(list->contact);
    free(list->image);
}

static enum gravel_status
resize(struct gravel_md_list *list, size_t capacity, struct gravel_error *error)
{
    int32_t **const columns[] = {&list->i, &list->j, &list->contact};
    for (size_t c = 0; c < 3; c++) {
        int32_t *column = realloc(*columns[c], capacity * sizeof *column);
        if (column == NULL)
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu neighbour pairs", capacity);
        *columns[c] = column;
    }
    uint8_t *image = realloc(list->image, capacity * sizeof *image);
    if (image == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu neighbour pairs", capacity);
    list->image = image;
    list->capacity = capacity;
    return GRAVEL_OK;
}

static inline enum gravel_status
add(struct gravel_md_list *list, size_t i, int32_t j, uint8_t image, struct gravel_error *error)
{
    if (list->n == list->capacity) {
        const enum gravel_status status = resize(list, 64 + list->capacity + list->capacity / 4, error);
        if (status != GRAVEL_OK)
            return status;
    }
    list->i[list->n] = (int32_t)i;
    list->j[list->n] = j;
    list->contact[list->n] = -1;
    list->image[list->n++] = image;
    return GRAVEL_OK;
}

static bool
may_meet(const struct gravel_md *md, size_t i, size_t j)
{
    const int32_t *held = md->held;
    return held[i] != GRAVEL_ABSORBED && held[j] != GRAVEL_ABSORBED && (held[i] < 0 || held[j] < 0);
}

static enum gravel_status
all_pairs(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t i = 0; i < md->n; i++)
        for (size_t j = i + 1; j < md->n && status == GRAVEL_OK; j++)
            if (may_meet(md, i, j))
                status = add(&md->pairs, i, (int32_t)j, GRAVEL_MD_NO_SHIFT, error);
    return status;
}

struct placed {
    double z;
    size_t i;
};

static int
by_height(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    return p->z < q->z ? -1 : p->z > q->z;
}

/* Each bead with the next one above it, found from a sorted line; `above` is the inverse of the sort. */
static enum gravel_status
line_pairs(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct placed *line = malloc((md->n + 1) * sizeof *line);
    int32_t *above = malloc((md->n + 1) * sizeof *above);
    size_t n = 0;
    if (line == NULL || above == NULL)
        status = gravel_fail(error, GRAVEL_MEMORY, "no memory to sort %zu particles", md->n);
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++) {
        above[i] = -1;
        if (md->held[i] != GRAVEL_ABSORBED)
            line[n++] = (struct placed){md->x[i].z, i};
    }
    if (status == GRAVEL_OK) {
        qsort(line, n, sizeof *line, by_height);
        for (size_t k = 0; k + 1 < n; k++)
            above[line[k].i] = (int32_t)line[k + 1].i;
        if (md->system.box.periodic[2] && n > 2)
            above[line[n - 1].i] = (int32_t)line[0].i;
    }
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++)
        if (above[i] >= 0 && may_meet(md, i, (size_t)above[i]))
            status = add(&md->pairs, i, above[i], GRAVEL_MD_NO_SHIFT, error);
    free(line);
    free(above);
    return status;
}

/* Of the nearest image; particles have been wrapped into the box, held ones may be a box away. */
static uint8_t
image_of(struct gravel_md *md, struct vec3 r, struct vec3 nearest)
{
    const struct vec3 d = v3_sub(nearest, r);
    const struct gravel_box *box = &md->system.box;
    const double k[3] = {box->periodic[0] ? nearbyint(d.x / (box->high.x - box->low.x)) : 0.0,
                         box->periodic[1] ? nearbyint(d.y / (box->high.y - box->low.y)) : 0.0,
                         box->periodic[2] ? nearbyint(d.z / (box->high.z - box->low.z)) : 0.0};
    int code = 0;
    for (int axis = 2; axis >= 0; axis--) {
        if (fabs(k[axis]) > 1.0)
            md->far_images = true;
        code = 3 * code + (int)k[axis] + 1;
    }
    return md->far_images ? GRAVEL_MD_NO_SHIFT : (uint8_t)code;
}

/* Neighbours of particle i among the mates of its own level that come after it, or of a level of larger ones. */
static enum gravel_status
pairs_of(struct gravel_md *md, const struct gravel_md_grid *grid, size_t i, int level, bool own, double skin,
         struct gravel_error *error)
{
    const struct gravel_box *box = &md->system.box;
    const bool wraps = md->wraps, bound = md->inverse_mass[i] == 0.0;
    const struct vec3 x = md->x[i];
    struct gravel_md_range near[GRAVEL_MD_RANGES];
    enum gravel_status status = GRAVEL_OK;
    const int n = gravel_md_grid_around(grid, level, x, near);
    for (int r = 0; r < n; r++)
        for (int32_t k = near[r].first; k < near[r].end; k++) {
            const int32_t j = grid->mates[k];
            const struct vec3 direct = v3_sub(md->x[j], x);
            const struct vec3 nearest = wraps ? gravel_box_separation(box, x, md->x[j]) : direct;
            const double reach = md->radius[i] + md->radius[j] + skin;
            if (!(v3_norm2(nearest) < reach * reach) || (own && (size_t)j <= i) ||
                (bound && md->inverse_mass[j] == 0.0))
                continue;
            const uint8_t image = wraps ? image_of(md, direct, nearest) : GRAVEL_MD_NO_SHIFT;
            if ((status = add(&md->pairs, i, j, image, error)) != GRAVEL_OK)
                return status;
        }
    return status;
}

static enum gravel_status
cell_pairs(struct gravel_md *md, double skin, struct gravel_error *error)
{
    struct gravel_md_grid grid;
    enum gravel_status status = gravel_md_grid_by_size(md, skin, &grid, error);
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++) {
        const int own = gravel_md_grid_level(&grid, md->radius[i]);
        for (int l = own; l >= 0 && status == GRAVEL_OK && grid.cell_of[i] >= 0; l--)
            if (grid.level[l].n > 0)
                status = pairs_of(md, &grid, i, l, l == own, skin, error);
    }
    gravel_md_grid_free(&grid);
    return status;
}

/* On a line only the nearest bead on either side of a wall can ever touch it. */
static bool
screened(const struct gravel_md *md, size_t i, size_t w)
{
    const struct gravel_wall *wall = &md->system.walls[w];
    const double z = v3_add(wall->origin, gravel_wall_shift(wall, md->t)).z, own = md->x[i].z - z;
    for (size_t j = 0; j < md->n && md->system.dimension == 1; j++) {
        const double other = md->x[j].z - z;
        if (j != i && md->held[j] != GRAVEL_ABSORBED && other * own > 0.0 && fabs(other) < fabs(own))
            return true;
    }
    return false;
}

static enum gravel_status
wall_pairs(struct gravel_md *md, double skin, struct gravel_error *error)
{
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        for (size_t w = 0; w < md->system.n_walls; w++) {
            const double distance = skin < INFINITY
                ? gravel_wall_nearest(&md->system.walls[w], md->t, md->x[i]).distance : 0.0;
            if (distance >= md->radius[i] + skin || screened(md, i, w))
                continue;
            const enum gravel_status status = add(&md->touches, i, -1 - (int32_t)w, GRAVEL_MD_NO_SHIFT, error);
            if (status != GRAVEL_OK)
                return status;
        }
    }
    return GRAVEL_OK;
}

struct live {
    int32_t i, j, contact;
};

/* The live pairs of a list, which is emptied. */
static struct live *
take_live(struct gravel_md_list *list, size_t *n)
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

static void
index_pairs(struct gravel_md *md)
{
    size_t k = 0;
    for (size_t i = 0; i < md->n; i++) {
        md->first[i] = (uint32_t)k;
        while (k < md->pairs.n && md->pairs.i[k] == (int32_t)i)
            k++;
    }
    md->first[md->n] = (uint32_t)k;
}

/* Hand the live contacts of the old list to the same walls of the new one; both are sorted by i. */
static void
inherit_touches(struct gravel_md_list *list, const struct live *live, size_t n_live)
{
    size_t k = 0;
    for (size_t l = 0; l < n_live; l++) {
        while (k < list->n && list->i[k] < live[l].i)
            k++;
        for (size_t m = k; m < list->n && list->i[m] == live[l].i; m++)
            if (list->j[m] == live[l].j)
                list->contact[m] = live[l].contact;
    }
}

/* Pair (i, j) of the list now has this live contact. */
static bool
inherit(struct gravel_md *md, int32_t i, int32_t j, int32_t contact)
{
    for (size_t k = md->first[i]; k < md->first[i + 1]; k++)
        if (md->pairs.j[k] == j) {
            md->pairs.contact[k] = contact;
            return true;
        }
    return false;
}

/* A pair may have changed its order: what points from j to i, then, points the other way. */
static void
inherit_pairs(struct gravel_md *md, const struct live *live, size_t n_live)
{
    for (size_t l = 0; l < n_live; l++) {
        const int32_t c = live[l].contact;
        if (inherit(md, live[l].i, live[l].j, c) || !inherit(md, live[l].j, live[l].i, c))
            continue;
        md->pool.xi[c] = v3_scale(-1.0, md->pool.xi[c]);
        if (md->pool.records != NULL)
            md->pool.records[c].normal = v3_scale(-1.0, md->pool.records[c].normal);
    }
}

/* Wrap free particles into the box; the potential energy goes on where the particle would have gone. */
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
        if (box->periodic[0])
            md->x[i].x -= l.x * floor((from.x - box->low.x) / l.x);
        if (box->periodic[1])
            md->x[i].y -= l.y * floor((from.y - box->low.y) / l.y);
        if (box->periodic[2])
            md->x[i].z -= l.z * floor((from.z - box->low.z) / l.z);
        md->carried += gravel_md_body(md, i)->mass * v3_dot(md->system.gravity, v3_sub(md->x[i], from));
    }
}

/* The skin s that costs least: the number of pairs, all tested in every step, grows about as (1 + s/d)^3 from
 * what the last list had; a rebuild is due every s/(2 v dt) steps. */
static double
choose_skin(const struct gravel_md *md)
{
    const double n = (double)md->n, radius = md->mean_radius, d = 2.0 * radius;
    double v2 = md->wall_speed * md->wall_speed, best = INFINITY, skin = radius;
    for (size_t i = 0; i < md->n; i++)
        v2 = fmax(v2, v3_norm2(md->v[i]));
    const double way = 2.0 * sqrt(v2) * md->dt;
    const double near = fmax(md->pairs_listed, 0.1 * n) / n / pow(1.0 + md->skin / d, 3.0);
    for (double s = 0.02 * radius; s < 2.0 * radius; s *= 1.25) {
        const double cost = near * pow(1.0 + s / d, 3.0) + rebuild_cost * way / s;
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
    enum gravel_status status = GRAVEL_OK;
    if (md->system.dimension == 1) {
        status = line_pairs(md, error);
    } else if (md->small) {
        status = all_pairs(md, error);
    } else {
        skin = choose_skin(md);
        wrap_particles(md);
        md->far_images = false;
        status = cell_pairs(md, skin, error);
        md->pairs_listed = (double)md->pairs.n;
        md->skin = skin;
    }
    md->reach = skin;
    if (status == GRAVEL_OK)
        status = wall_pairs(md, skin, error);
    /* Lists grow faster than they need: give back the rest. */
    if (status == GRAVEL_OK)
        status = resize(&md->pairs, md->pairs.n + 1, error);
    return status == GRAVEL_OK ? resize(&md->touches, md->touches.n + 1, error) : status;
}

static int
by_particle(const void *a, const void *b)
{
    const struct live *p = a, *q = b;
    return (p->i > q->i) - (p->i < q->i);
}

/* The numbers of particles in live contacts after a new sort: place[old] = new. */
static void
renumber(struct live *live, size_t n_live, const int32_t *place)
{
    for (size_t l = 0; l < n_live; l++) {
        live[l].i = place[live[l].i];
        if (live[l].j >= 0)
            live[l].j = place[live[l].j];
    }
    qsort(live, n_live, sizeof *live, by_particle);
}

/* New lists, and before them a new order of the particles in memory if `sorts`. */
static enum gravel_status
rebuild(struct gravel_md *md, bool sorts, struct gravel_error *error)
{
    size_t n_pairs = 0, n_touches = 0;
    struct live *const pairs = take_live(&md->pairs, &n_pairs);
    struct live *const touches = take_live(&md->touches, &n_touches);
    int32_t *const place = sorts ? malloc((md->n + 1) * sizeof *place) : NULL;
    enum gravel_status status = pairs != NULL && touches != NULL && (place != NULL || !sorts)
        ? GRAVEL_OK : gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu live contacts", n_pairs + n_touches);
    if (status == GRAVEL_OK && sorts && (status = gravel_md_sort(md, place, error)) == GRAVEL_OK) {
        renumber(pairs, n_pairs, place);
        renumber(touches, n_touches, place);
    }
    if (status == GRAVEL_OK)
        status = build(md, error);
    if (status == GRAVEL_OK) {
        index_pairs(md);
        inherit_pairs(md, pairs, n_pairs);
        inherit_touches(&md->touches, touches, n_touches);
        md->counters.rebuilds++;
    }
    free(pairs);
    free(touches);
    free(place);
    return status;
}

enum gravel_status
gravel_md_neighbours(struct gravel_md *md, struct gravel_error *error)
{
    return rebuild(md, false, error);
}

enum gravel_status
gravel_md_neighbours_used_up(struct gravel_md *md, struct gravel_error *error)
{
    md->mixed += md->skin;
    const bool sorts = !md->small && md->system.dimension > 1 && md->mixed > sort_after * md->mean_radius;
    return rebuild(md, sorts, error);
}
