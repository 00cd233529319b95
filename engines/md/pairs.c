/* Pairs that may touch.
 *
 * One dimension: neighbours on the line, valid without end, because no particle passes another.  Few particles: all
 * pairs.  Otherwise a Verlet list, of small systems from all pairs, else from a cell grid: the pairs closer than the
 * sum of their radii plus a skin. */
#include "engines/md/pairs.h"
#include "engines/core/array.h"
#include "engines/md/points.h"
#include "engines/md/shear.h"
#include "engines/md/wide.h"

#include <stdlib.h>

void
gravel_md_list_free(struct gravel_md_list *list)
{
    free(list->i);
    free(list->j);
    free(list->contact);
    free(list->image);
    free(list->due);
}

enum gravel_status
gravel_md_list_resize(struct gravel_md_list *list, size_t capacity, struct gravel_error *error)
{
    if (!gravel_array_resize(&list->i, capacity, sizeof *list->i) ||
        !gravel_array_resize(&list->j, capacity, sizeof *list->j) ||
        !gravel_array_resize(&list->contact, capacity, sizeof *list->contact) ||
        !gravel_array_resize(&list->image, capacity, sizeof *list->image) ||
        !gravel_array_resize(&list->due, capacity, sizeof *list->due))
        return gravel_no_memory(error);
    list->capacity = capacity;
    return GRAVEL_OK;
}

static inline enum gravel_status
add(struct gravel_md_list *list, size_t i, int32_t j, uint8_t image, struct gravel_error *error)
{
    if (list->n == list->capacity) {
        const enum gravel_status status = gravel_md_list_resize(list, 64 + list->capacity + list->capacity / 4, error);
        if (status != GRAVEL_OK)
            return status;
    }
    list->i[list->n] = (int32_t)i;
    list->j[list->n] = j;
    list->contact[list->n] = -1;
    list->due[list->n] = INT16_MAX;
    list->image[list->n++] = image;
    return GRAVEL_OK;
}

bool
gravel_md_may_touch(const struct gravel_md *md, size_t i, size_t j)
{
    const int32_t a = gravel_md_attachment(md, i), b = gravel_md_attachment(md, j);
    const struct gravel_wall *const walls = md->system.walls;
    if (a < 0 || b < 0)
        return a != GRAVEL_ABSORBED && b != GRAVEL_ABSORBED;
    return a != b && walls[a].touch == GRAVEL_CARRY && walls[b].touch == GRAVEL_CARRY;
}

bool
gravel_md_is_impossible(const struct gravel_md *md, const struct gravel_md_list *list, size_t k)
{
    const int32_t i = list->i[k], j = list->j[k];
    return j < 0 ? !gravel_md_is_free(md, (size_t)i) : !gravel_md_may_touch(md, (size_t)i, (size_t)j);
}

enum gravel_status
gravel_md_pairs_all(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t i = 0; i < md->n; i++)
        for (size_t j = i + 1; j < md->n && status == GRAVEL_OK; j++)
            if (gravel_md_may_touch(md, i, j))
                status = add(&md->pairs, i, (int32_t)j, GRAVEL_MD_NO_SHIFT, error);
    return status;
}

/* The box's length in every direction, 0 where it is not periodic [m]. */
static void
set_lengths(const struct gravel_box *box, double length[3])
{
    length[0] = box->periodic[0] ? box->high.x - box->low.x : 0.0;
    length[1] = box->periodic[1] ? box->high.y - box->low.y : 0.0;
    length[2] = box->periodic[2] ? box->high.z - box->low.z : 0.0;
}

void
gravel_md_columns_of(const struct gravel_md *md, struct gravel_md_columns *all)
{
    *all = (struct gravel_md_columns){.n = md->n};
    for (size_t i = 0; i < md->n; i++) {
        const double x[3] = {md->x[i].x, md->x[i].y, md->x[i].z}, v[3] = {md->v[i].x, md->v[i].y, md->v[i].z};
        for (int d = 0; d < 3; d++) {
            all->x[d][i] = x[d];
            all->v[d][i] = v[d];
        }
        all->radius[i] = gravel_md_radius(md, i);
    }
    set_lengths(&md->system.box, all->length);
    for (int d = 0; d < 3; d++)
        all->half[d] = 0.5 * all->length[d];
}

enum gravel_status
gravel_md_pairs_of_few(struct gravel_md *md, double skin, size_t *apart, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct gravel_md_columns all;
    gravel_md_columns_of(md, &all);
    for (size_t i = 0; i < md->n; i++)
        for (uint64_t bits = md->wide->scan_near(&all, i, skin); bits != 0 && status == GRAVEL_OK; bits &= bits - 1) {
            const size_t j = (size_t)__builtin_ctzll(bits);
            const double sum = gravel_md_radius(md, i) + gravel_md_radius(md, j);
            if (!gravel_md_may_touch(md, i, j))
                continue;
            status = add(&md->pairs, i, (int32_t)j, GRAVEL_MD_NO_SHIFT, error);
            *apart += v3_norm2(gravel_box_separation(&md->system.box, md->x[i], md->x[j])) >= sum * sum;
        }
    return status;
}

struct bead {
    double z;
    size_t i;
};

static int
by_height(const void *a, const void *b)
{
    const struct bead *p = a, *q = b;
    return p->z < q->z ? -1 : p->z > q->z;
}

/* Each bead with the next one above it, found from a sorted line; `above` is the inverse of the sort. */
enum gravel_status
gravel_md_pairs_on_line(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct bead *line = malloc((md->n + 1) * sizeof *line);
    int32_t *above = malloc((md->n + 1) * sizeof *above);
    size_t n = 0;
    if (line == NULL || above == NULL)
        status = gravel_no_memory(error);
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++) {
        above[i] = -1;
        if (gravel_md_attachment(md, i) != GRAVEL_ABSORBED)
            line[n++] = (struct bead){md->x[i].z, i};
    }
    if (status == GRAVEL_OK) {
        qsort(line, n, sizeof *line, by_height);
        for (size_t k = 0; k + 1 < n; k++)
            above[line[k].i] = (int32_t)line[k + 1].i;
        if (md->system.box.periodic[2] && n > 2)
            above[line[n - 1].i] = (int32_t)line[0].i;
    }
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++)
        if (above[i] >= 0 && gravel_md_may_touch(md, i, (size_t)above[i]))
            status = add(&md->pairs, i, above[i], GRAVEL_MD_NO_SHIFT, error);
    free(line);
    free(above);
    return status;
}

/* Of the nearest image; particles have been wrapped into the box, attached ones may be a box length away. */
static uint8_t
image_of(struct gravel_md *md, struct vec3 r, struct vec3 nearest)
{
    const struct vec3 d = v3_sub(nearest, r);
    const struct gravel_box *box = &md->system.box;
    const double k[3] = {box->periodic[0] ? gravel_nearest_whole(d.x / (box->high.x - box->low.x)) : 0.0,
                         box->periodic[1] ? gravel_nearest_whole(d.y / (box->high.y - box->low.y)) : 0.0,
                         box->periodic[2] ? gravel_nearest_whole(d.z / (box->high.z - box->low.z)) : 0.0};
    int code = 0;
    for (int axis = 2; axis >= 0; axis--) {
        if (fabs(k[axis]) > 1.0)
            md->far_images = true;
        code = 3 * code + (int)k[axis] + 1;
    }
    return md->far_images ? GRAVEL_MD_NO_SHIFT : (uint8_t)code;
}

/* A search for pairs in the cells of a grid. */
struct search {
    struct gravel_cell_grid grid;
    struct gravel_md_tilt tilt;
    struct gravel_md_members members;
    double *columns; /* of the members; owned */
    double skin;     /* [m] */
    bool sheared;
};

/* Adds i with these members of its surroundings, as far as they are near. */
static enum gravel_status
add_near(struct gravel_md *md, const struct search *search, size_t i, size_t first, uint64_t bits, size_t *apart,
         struct gravel_error *error)
{
    const struct gravel_box *box = &md->system.box;
    const bool wraps = md->wraps, sheared = search->sheared, bound = !gravel_md_is_free(md, i);
    const struct vec3 x = md->x[i];
    double slip;
    enum gravel_status status = GRAVEL_OK;
    for (; bits != 0 && status == GRAVEL_OK; bits &= bits - 1) {
        const int32_t j = search->grid.member[first + (size_t)__builtin_ctzll(bits)];
        const struct vec3 direct = v3_sub(md->x[j], x);
        const struct vec3 nearest = sheared ? gravel_shear_separation(box, md->list_time, x, md->x[j], &slip)
                                    : wraps ? gravel_box_separation(box, x, md->x[j])
                                            : direct;
        const double sum = gravel_md_radius(md, i) + gravel_md_radius(md, j), cutoff = sum + search->skin,
                     d2 = v3_norm2(nearest);
        if (!(d2 < cutoff * cutoff) || (bound && !gravel_md_may_touch(md, i, j)))
            continue;
        status = add(&md->pairs, i, j, wraps && !sheared ? image_of(md, direct, nearest) : GRAVEL_MD_NO_SHIFT, error);
        *apart += d2 >= sum * sum;
    }
    return status;
}

/* The members of first .. first + n - 1, n <= 64, that may be near to particle i: in a sheared box all with a larger
 * number than `above`. */
static uint64_t
members_near(const struct gravel_md *md, const struct search *search, size_t i, double above, size_t first, size_t n)
{
    const struct gravel_md_probe probe = {md->x[i], gravel_md_radius(md, i), search->skin, above};
    uint64_t bits = 0;
    if (!search->sheared)
        return md->wide->scan_members(&search->members, &probe, first, n);
    for (size_t k = 0; k < n; k++)
        bits |= (uint64_t)(search->members.number[first + k] > above) << k;
    return bits;
}

/* Pairs of particle i with particles of its own level that come after it, or of a level of larger ones. */
static enum gravel_status
pairs_of(struct gravel_md *md, const struct search *search, size_t i, int level, bool own, size_t *apart,
         struct gravel_error *error)
{
    struct gravel_cell_range near[GRAVEL_CELL_RANGES];
    enum gravel_status status = GRAVEL_OK;
    const struct vec3 x = search->sheared ? gravel_md_tilted(&search->tilt, md->x[i]) : md->x[i];
    const double above = own ? (double)i : -1.0;
    const int n = gravel_cell_grid_around(&search->grid, level, x, near);
    for (int r = 0; r < n; r++)
        for (int32_t k = near[r].first; k < near[r].end && status == GRAVEL_OK; k += 64) {
            const size_t first = (size_t)k, left = (size_t)(near[r].end - k);
            const uint64_t bits = members_near(md, search, i, above, first, left < 64 ? left : 64);
            status = add_near(md, search, i, first, bits, apart, error);
        }
    return status;
}

/* The members in columns. */
static enum gravel_status
fill_members(const struct gravel_md *md, struct search *search, struct gravel_error *error)
{
    const size_t n = md->n + GRAVEL_MD_SCAN_PADDING, n_members = (size_t)search->grid.n_members;
    double *const x = search->columns = calloc(5 * n, sizeof *search->columns);
    if (x == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < n_members; k++) {
        const size_t i = (size_t)search->grid.member[k];
        x[k] = md->x[i].x;
        x[n + k] = md->x[i].y;
        x[2 * n + k] = md->x[i].z;
        x[3 * n + k] = gravel_md_radius(md, i);
        x[4 * n + k] = (double)i;
    }
    search->members = (struct gravel_md_members){.x = {x, x + n, x + 2 * n}, .radius = x + 3 * n, .number = x + 4 * n};
    set_lengths(&md->system.box, search->members.length);
    return GRAVEL_OK;
}

/* Whether a pair may touch through another image than the one that is nearest now before the skin is used up. */
static bool
is_narrow(const struct gravel_md *md, double skin)
{
    double length[3], largest = 0.0;
    set_lengths(&md->system.box, length);
    for (size_t b = 0; b < md->n_bodies; b++)
        largest = fmax(largest, md->bodies[b].radius);
    for (int axis = 0; axis < 3; axis++)
        if (length[axis] > 0.0 && length[axis] < 2.0 * (2.0 * largest + skin))
            return true;
    return false;
}

enum gravel_status
gravel_md_pairs_near(struct gravel_md *md, double skin, size_t *apart, struct gravel_error *error)
{
    const struct gravel_cell_points points = gravel_md_points(md);
    struct search search = {
        .tilt = gravel_md_shear_tilt(md), .skin = skin, .sheared = gravel_box_is_sheared(&md->system.box)};
    const struct gravel_cell_grid *const grid = &search.grid;
    md->far_images = is_narrow(md, skin);
    enum gravel_status status =
        gravel_cell_grid_by_size(&search.grid, &points, &md->system.box, search.tilt.stretch * skin, error);
    if (status == GRAVEL_OK)
        status = fill_members(md, &search, error);
    for (size_t i = 0; i < md->n && status == GRAVEL_OK; i++) {
        const int own = gravel_cell_grid_level(grid, search.tilt.stretch * gravel_md_radius(md, i));
        for (int l = own; l >= 0 && status == GRAVEL_OK && grid->cell_of[i] >= 0; l--)
            if (grid->level[l].n > 0)
                status = pairs_of(md, &search, i, l, l == own, apart, error);
    }
    free(search.columns);
    gravel_cell_grid_free(&search.grid);
    return status;
}

/* On a line only the nearest bead on either side of a wall can ever touch it. */
static bool
screened(const struct gravel_md *md, size_t i, size_t w)
{
    const struct gravel_wall *wall = &md->system.walls[w];
    const double z = v3_add(wall->origin, gravel_wall_shift(wall, md->list_time)).z, own = md->x[i].z - z;
    for (size_t j = 0; j < md->n && md->system.dimension == 1; j++) {
        const double other = md->x[j].z - z;
        if (j != i && gravel_md_attachment(md, j) != GRAVEL_ABSORBED && other * own > 0.0 && fabs(other) < fabs(own))
            return true;
    }
    return false;
}

enum gravel_status
gravel_md_pairs_at_walls(struct gravel_md *md, double skin, struct gravel_error *error)
{
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        for (size_t w = 0; w < md->system.n_walls; w++) {
            const double distance =
                skin < INFINITY ? gravel_wall_distance(&md->system.walls[w], md->list_time, md->x[i]) : 0.0;
            if (distance >= gravel_md_radius(md, i) + skin || md->system.walls[w].touch == GRAVEL_CARRY ||
                screened(md, i, w))
                continue;
            const enum gravel_status status = add(&md->wall_pairs, i, -1 - (int32_t)w, GRAVEL_MD_NO_SHIFT, error);
            if (status != GRAVEL_OK)
                return status;
        }
    }
    return GRAVEL_OK;
}

size_t
gravel_md_first_pair(const struct gravel_md_list *list, size_t i)
{
    size_t from = 0, to = list->n;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if ((size_t)list->i[middle] < i)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}
