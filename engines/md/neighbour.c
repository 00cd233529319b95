/* Who may touch whom.
 *
 * One dimension: neighbours on the line, for ever, because no particle passes another.  Few particles: all
 * pairs.  Otherwise a Verlet list from a cell grid: all pairs closer than the sum of their radii plus a skin.
 * The list is right while no two bodies have approached by more than the skin; integrate.c subtracts twice the
 * way of the fastest body in every step and rebuilds when the skin is used up.  Live contacts keep their
 * record through a rebuild. */
#include "engines/md/state.h"

#include <stdlib.h>
#include <string.h>

/* The skin lasts about this many steps at the present speeds: long enough to spread a rebuild's cost, which is
 * some ten times a step's, short enough to keep few idle pairs. */
enum { STEPS_PER_LIST = 40 };

static enum gravel_status
add(struct gravel_md_list *list, int32_t i, int32_t j, struct gravel_error *error)
{
    if (list->n == list->capacity) {
        const size_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        struct gravel_md_pair *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL)
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu neighbour pairs", capacity);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->n++] = (struct gravel_md_pair){.i = i, .j = j, .contact = -1};
    return GRAVEL_OK;
}

static bool
may_meet(const struct gravel_md *md, size_t i, size_t j)
{
    const struct gravel_particle *p = md->system.particles;
    return p[i].held != GRAVEL_ABSORBED && p[j].held != GRAVEL_ABSORBED && (p[i].held < 0 || p[j].held < 0);
}

static enum gravel_status
all_pairs(struct gravel_md *md, struct gravel_error *error)
{
    for (size_t i = 0; i < md->n; i++)
        for (size_t j = i + 1; j < md->n; j++)
            if (may_meet(md, i, j)) {
                const enum gravel_status status = add(&md->pairs, (int32_t)i, (int32_t)j, error);
                if (status != GRAVEL_OK)
                    return status;
            }
    return GRAVEL_OK;
}

struct placed {
    double z;
    int32_t i;
};

static int
by_height(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    return p->z < q->z ? -1 : p->z > q->z;
}

static int
by_first(const void *a, const void *b)
{
    const struct gravel_md_pair *p = a, *q = b;
    return p->i != q->i ? (p->i < q->i ? -1 : 1) : p->j < q->j ? -1 : p->j > q->j;
}

static enum gravel_status
line_pairs(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct placed *line = malloc((md->n + 1) * sizeof *line);
    size_t n = 0;
    if (line == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory to sort %zu particles", md->n);
    for (size_t i = 0; i < md->n; i++)
        if (md->system.particles[i].held != GRAVEL_ABSORBED)
            line[n++] = (struct placed){md->x[i].z, (int32_t)i};
    qsort(line, n, sizeof *line, by_height);
    for (size_t k = 0; k + 1 < n && status == GRAVEL_OK; k++)
        if (may_meet(md, (size_t)line[k].i, (size_t)line[k + 1].i))
            status = add(&md->pairs, line[k].i, line[k + 1].i, error);
    if (status == GRAVEL_OK && md->system.box.periodic[2] && n > 2 &&
        may_meet(md, (size_t)line[0].i, (size_t)line[n - 1].i))
        status = add(&md->pairs, line[n - 1].i, line[0].i, error);
    free(line);
    if (md->pairs.n > 1)
        qsort(md->pairs.items, md->pairs.n, sizeof *md->pairs.items, by_first);
    return status;
}

struct grid {
    double low[3], size[3]; /* edge of a cell */
    int32_t count[3];
    bool periodic[3];
};

static double
component(struct vec3 v, int d)
{
    return d == 0 ? v.x : d == 1 ? v.y : v.z;
}

/* Cells at least `width` wide over the particles' extent, at most about two a particle. */
static struct grid
lay_grid(const struct gravel_md *md, double width)
{
    struct grid g = {0};
    double extent[3];
    for (int d = 0; d < 3; d++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < md->n; i++)
            if (md->system.particles[i].held != GRAVEL_ABSORBED) {
                low = fmin(low, component(md->x[i], d));
                high = fmax(high, component(md->x[i], d));
            }
        g.periodic[d] = md->system.box.periodic[d];
        g.low[d] = g.periodic[d] ? component(md->system.box.low, d) : low < INFINITY ? low : 0.0;
        extent[d] = g.periodic[d] ? component(md->system.box.high, d) - g.low[d] : high > low ? high - low : 0.0;
    }
    for (double w = width;; w *= 1.3) {
        double cells = 1.0;
        for (int d = 0; d < 3; d++)
            cells *= fmax(1.0, floor(extent[d] / w));
        if (cells > 2.0 * (double)md->n + 64.0)
            continue;
        for (int d = 0; d < 3; d++) {
            g.count[d] = (int32_t)fmax(1.0, floor(extent[d] / w));
            g.size[d] = extent[d] > 0.0 ? extent[d] / g.count[d] : w;
        }
        return g;
    }
}

static int32_t
cell_along(const struct grid *g, int d, double x)
{
    int32_t c = (int32_t)floor((x - g->low[d]) / g->size[d]);
    if (g->periodic[d])
        c = ((c % g->count[d]) + g->count[d]) % g->count[d];
    return c < 0 ? 0 : c >= g->count[d] ? g->count[d] - 1 : c;
}

static size_t
cell_index(const struct grid *g, const int32_t c[3])
{
    return ((size_t)c[2] * (size_t)g->count[1] + (size_t)c[1]) * (size_t)g->count[0] + (size_t)c[0];
}

/* The up to three cells along an axis that touch cell c, each once. */
static int
around(const struct grid *g, int d, int32_t c, int32_t near[3])
{
    int n = 0;
    for (int32_t s = -1; s <= 1; s++) {
        int32_t k = c + s;
        if (g->periodic[d])
            k = (k + g->count[d]) % g->count[d];
        bool known = k < 0 || k >= g->count[d];
        for (int m = 0; m < n; m++)
            known = known || near[m] == k;
        if (!known)
            near[n++] = k;
    }
    return n;
}

static enum gravel_status
fill_grid(struct gravel_md *md, const struct grid *g, struct gravel_error *error)
{
    const size_t cells = (size_t)g->count[0] * (size_t)g->count[1] * (size_t)g->count[2];
    if (cells > md->cell_capacity) {
        int32_t *head = realloc(md->cell_head, cells * sizeof *head);
        if (head == NULL)
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu cells", cells);
        md->cell_head = head;
        md->cell_capacity = cells;
    }
    for (size_t k = 0; k < cells; k++)
        md->cell_head[k] = -1;
    for (size_t i = md->n; i-- > 0;) {
        if (md->system.particles[i].held == GRAVEL_ABSORBED)
            continue;
        const int32_t c[3] = {cell_along(g, 0, md->x[i].x), cell_along(g, 1, md->x[i].y),
                              cell_along(g, 2, md->x[i].z)};
        const size_t k = cell_index(g, c);
        md->cell_next[i] = md->cell_head[k];
        md->cell_head[k] = (int32_t)i;
    }
    return GRAVEL_OK;
}

static enum gravel_status
pairs_of(struct gravel_md *md, const struct grid *g, size_t i, double skin, struct gravel_error *error)
{
    const struct gravel_particle *p = md->system.particles;
    int32_t near[3][3];
    int n[3];
    n[0] = around(g, 0, cell_along(g, 0, md->x[i].x), near[0]);
    n[1] = around(g, 1, cell_along(g, 1, md->x[i].y), near[1]);
    n[2] = around(g, 2, cell_along(g, 2, md->x[i].z), near[2]);
    for (int a = 0; a < n[2]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[0]; c++) {
                const int32_t cell[3] = {near[0][c], near[1][b], near[2][a]};
                for (int32_t j = md->cell_head[cell_index(g, cell)]; j >= 0; j = md->cell_next[j]) {
                    if ((size_t)j <= i || !may_meet(md, i, (size_t)j))
                        continue;
                    const double reach = p[i].radius + p[j].radius + skin;
                    const struct vec3 r = gravel_box_separation(&md->system.box, md->x[i], md->x[j]);
                    if (!(v3_norm2(r) < reach * reach))
                        continue;
                    const enum gravel_status status = add(&md->pairs, (int32_t)i, j, error);
                    if (status != GRAVEL_OK)
                        return status;
                }
            }
    return GRAVEL_OK;
}

static enum gravel_status
cell_pairs(struct gravel_md *md, double largest, double skin, struct gravel_error *error)
{
    const struct grid g = lay_grid(md, 2.0 * largest + skin);
    enum gravel_status status = fill_grid(md, &g, error);
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++)
        if (md->system.particles[i].held != GRAVEL_ABSORBED)
            status = pairs_of(md, &g, i, skin, error);
    return status;
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
            if (distance >= md->system.particles[i].radius + skin)
                continue;
            const enum gravel_status status = add(&md->touches, (int32_t)i, -1 - (int32_t)w, error);
            if (status != GRAVEL_OK)
                return status;
        }
    }
    return GRAVEL_OK;
}

/* Hand the live contacts of the old list, sorted by i, to the same pairs of the new one. */
static void
inherit(struct gravel_md_list *list, const struct gravel_md_pair *live, size_t n_live)
{
    size_t k = 0;
    for (size_t l = 0; l < n_live; l++) {
        while (k < list->n && list->items[k].i < live[l].i)
            k++;
        for (size_t m = k; m < list->n && list->items[m].i == live[l].i; m++)
            if (list->items[m].j == live[l].j)
                list->items[m].contact = live[l].contact;
    }
}

/* Moves the live pairs to the list's front, in order; returns their number. */
static size_t
keep_live(struct gravel_md_list *list)
{
    size_t n = 0;
    for (size_t k = 0; k < list->n; k++)
        if (list->items[k].contact >= 0)
            list->items[n++] = list->items[k];
    return n;
}

static struct gravel_md_pair *
copy_live(struct gravel_md_list *list, size_t *n)
{
    *n = keep_live(list);
    struct gravel_md_pair *live = malloc((*n + 1) * sizeof *live);
    if (live != NULL && *n > 0)
        memcpy(live, list->items, *n * sizeof *live);
    list->n = 0;
    return live;
}

static double
choose_skin(const struct gravel_md *md, double largest)
{
    double v2 = md->wall_speed * md->wall_speed;
    for (size_t i = 0; i < md->n; i++)
        v2 = fmax(v2, v3_norm2(md->v[i]));
    return fmin(fmax(2.0 * sqrt(v2) * md->dt * STEPS_PER_LIST, 0.02 * largest), largest);
}

enum gravel_status
gravel_md_neighbours(struct gravel_md *md, struct gravel_error *error)
{
    double largest = 0.0;
    for (size_t i = 0; i < md->n; i++)
        largest = fmax(largest, md->system.particles[i].radius);
    const bool line = md->system.dimension == 1;
    const double skin = md->small || line ? INFINITY : choose_skin(md, largest);
    size_t n_pairs = 0, n_touches = 0;
    struct gravel_md_pair *pairs = copy_live(&md->pairs, &n_pairs);
    struct gravel_md_pair *touches = copy_live(&md->touches, &n_touches);
    enum gravel_status status = GRAVEL_OK;
    if (pairs == NULL || touches == NULL)
        status = gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu live contacts", n_pairs + n_touches);
    if (status == GRAVEL_OK)
        status = line ? line_pairs(md, error) : md->small ? all_pairs(md, error)
                                              : cell_pairs(md, largest, skin, error);
    if (status == GRAVEL_OK)
        status = wall_pairs(md, skin, error);
    if (status == GRAVEL_OK) {
        inherit(&md->pairs, pairs, n_pairs);
        inherit(&md->touches, touches, n_touches);
        md->reach = skin;
        md->counters.rebuilds++;
    }
    free(pairs);
    free(touches);
    return status;
}
