/* A block's contacts, computed in batches and summed over the block's particles.
 *
 * Four vectors of particles at a time are transposed into columns of components and back.  All loops have a fixed
 * order, so the sums are the same for any vector width. */
#include "engines/md/dense_walk.h"
#include "engines/core/array.h"
#include "engines/md/geometry.h"
#include "engines/md/quad.h"

/* Properties of the system; compiled once for particles of one kind and once for the general case. */
struct needs {
    bool spins, springs, one, images; /* images: some pairs are across the box's boundary */
};

static void
append(struct gravel_md_block *block, struct gravel_md_pair_indices *indices, int32_t k)
{
    if (gravel_array_grow(&indices->k, &indices->capacity, indices->n + 1, sizeof *indices->k))
        indices->k[indices->n++] = k;
    else
        block->no_memory = true;
}

/* Fill the last group of lanes with copies of the first pair. */
static inline void
fill_up(int32_t index[GRAVEL_MD_BATCH], size_t n)
{
    for (size_t m = n; m % GRAVEL_MD_LANES != 0; m++)
        index[m] = index[0];
}

/* The pairs of a batch. */
struct batch_pairs {
    int32_t i[GRAVEL_MD_BATCH], j[GRAVEL_MD_BATCH], contact[GRAVEL_MD_BATCH];
};

/* i's part of the distance between the centres. */
GRAVEL_QUAD_INLINE double
part_of(const struct gravel_md *md, size_t i, size_t j, const struct needs needs)
{
    return needs.one ? 0.5 : gravel_md_radius(md, i) / (gravel_md_radius(md, i) + gravel_md_radius(md, j));
}

GRAVEL_QUAD_INLINE void
load(const struct gravel_md *md, const struct gravel_md_instant *at, const int32_t *restrict index,
     struct batch_pairs *restrict pairs, struct gravel_md_batch *restrict b, const struct needs needs)
{
    const uint8_t *restrict const image = md->pairs.image;
    const struct vec3 *restrict const x = at->x, *restrict const v = at->v, *restrict const omega = at->omega;
    const struct vec3 *restrict const shift = md->shift;
    const union gravel_md_slot *restrict const springs = md->pool.slot;
    const size_t filled = (b->n + GRAVEL_MD_LANES - 1) / GRAVEL_MD_LANES * GRAVEL_MD_LANES;
    for (size_t m = 0; m < filled; m++) {
        const int32_t k = index[m];
        pairs->i[m] = md->pairs.i[k];
        pairs->j[m] = md->pairs.j[k];
        pairs->contact[m] = md->pairs.contact[k];
    }
    for (size_t m = 0; m < filled; m += 4) {
        gravel_quad r[4], u[4];
        for (size_t l = 0; l < 4; l++) {
            const int32_t i = pairs->i[m + l], j = pairs->j[m + l];
            r[l] = quad_load(&x[i].x) - quad_load(&x[j].x);
            if (needs.images)
                r[l] -= quad_load(&shift[image[index[m + l]]].x);
            u[l] = quad_load(&v[i].x) - quad_load(&v[j].x);
        }
        quad_columns(r, b->r[0] + m, b->r[1] + m, b->r[2] + m);
        quad_columns(u, b->u[0] + m, b->u[1] + m, b->u[2] + m);
    }
    for (size_t m = 0; m < filled && needs.spins; m += 4) {
        gravel_quad w[4];
        for (size_t l = 0; l < 4; l++) {
            const int32_t i = pairs->i[m + l], j = pairs->j[m + l];
            const double part = part_of(md, i, j, needs);
            w[l] = part * quad_load(&omega[i].x) + (1.0 - part) * quad_load(&omega[j].x);
        }
        quad_columns(w, b->w[0] + m, b->w[1] + m, b->w[2] + m);
    }
    for (size_t m = 0; m < filled && needs.springs; m += 4) {
        gravel_quad xi[4];
        for (size_t l = 0; l < 4; l++)
            xi[l] = quad_load(&springs[pairs->contact[m + l]].xi.x);
        quad_columns(xi, b->xi[0] + m, b->xi[1] + m, b->xi[2] + m);
    }
    const int32_t n_kinds = (int32_t)md->dense->n_kinds, *const kind = md->dense->kind;
    for (size_t m = 0; m < filled && !needs.one; m++) {
        const int32_t i = pairs->i[m], j = pairs->j[m];
        const double radius_i = gravel_md_radius(md, i), radius_j = gravel_md_radius(md, j);
        b->sum_radii[m] = radius_i + radius_j;
        b->smaller[m] = radius_i < radius_j ? radius_i : radius_j;
        b->kind[m] = kind[i] * n_kinds + kind[j];
    }
    if (needs.one)
        b->sum_radii[0] = 2.0 * gravel_md_radius(md, 0);
}

/* Sum the batch's forces and torques on the block's particles in the arrays of their accelerations, keep those on
 * others, store the springs.  The torque is for arms as long as the distance: each body has its part of it. */
GRAVEL_QUAD_INLINE void
unload(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *restrict block,
       const struct batch_pairs *restrict pairs, const struct gravel_md_batch *restrict b, const struct needs needs)
{
    struct vec3 *restrict const a = at->rates->a, *restrict const alpha = at->rates->alpha;
    union gravel_md_slot *restrict const springs = md->pool.slot;
    const size_t begin = block->begin, width = block->end - begin, n = b->n;
    if (!gravel_array_grow(&block->foreign, &block->foreign_capacity, block->n_foreign + n, sizeof *block->foreign)) {
        block->no_memory = true;
        return;
    }
    struct gravel_md_foreign *restrict other = block->foreign + block->n_foreign;
    for (size_t m = 0; m < n; m += 4) {
        gravel_quad force[4], torque[4] = {{0}}, xi[4];
        quad_rows(b->force[0] + m, b->force[1] + m, b->force[2] + m, force);
        if (needs.spins)
            quad_rows(b->torque[0] + m, b->torque[1] + m, b->torque[2] + m, torque);
        if (needs.springs)
            quad_rows(b->xi[0] + m, b->xi[1] + m, b->xi[2] + m, xi);
        for (size_t l = 0; l < 4 && m + l < n; l++) {
            const size_t i = (size_t)pairs->i[m + l], j = (size_t)pairs->j[m + l];
            const double part = part_of(md, i, j, needs);
            const gravel_quad force_j = -force[l], torque_j = (1.0 - part) * torque[l];
            triple_add(&a[i].x, force[l]);
            if (needs.spins)
                triple_add(&alpha[i].x, part * torque[l]);
            if (j - begin < width) {
                triple_add(&a[j].x, force_j);
                if (needs.spins)
                    triple_add(&alpha[j].x, torque_j);
            } else {
                memcpy(&other->force, &force_j, sizeof other->force);
                memcpy(&other->torque, &torque_j, sizeof other->torque);
                other->j = (int32_t)j;
                other++;
            }
            if (needs.springs)
                memcpy(&springs[pairs->contact[m + l]].xi, &xi[l], sizeof springs->xi);
        }
    }
    block->n_foreign = (size_t)(other - block->foreign);
}

/* Work done by attached particles on the batch's contacts. */
static double
work_of(const struct gravel_md *md, const struct gravel_md_instant *at, const int32_t *index,
        const struct gravel_md_batch *b)
{
    double work = 0.0;
    for (size_t m = 0; m < b->n; m++) {
        const int32_t i = md->pairs.i[index[m]], j = md->pairs.j[index[m]];
        struct gravel_md_geometry geometry;
        if ((!gravel_md_is_free(md, i) || !gravel_md_is_free(md, j)) &&
            gravel_md_contact_geometry(md, at, i, j, 0.0, &geometry))
            work += gravel_md_work(md, i, j, &geometry, v3(b->force[0][m], b->force[1][m], b->force[2][m]));
    }
    return work;
}

/* Contacts of the batch that are over. */
static void
list_ends(struct gravel_md_block *block, const int32_t *index, struct gravel_md_batch *b)
{
    bool any = false;
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++) {
        any = any || !(b->shallowest[l] > 0.0);
        b->shallowest[l] = INFINITY;
    }
    for (size_t m = 0; m < b->n && any; m++)
        if (!(b->overlap[m] > 0.0))
            append(block, &block->ends, index[m]);
}

/* The live contacts of n <= GRAVEL_MD_BATCH pairs. */
GRAVEL_QUAD_INLINE void
compute_contacts(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
                 struct gravel_md_batch *batch, int32_t *index, size_t n, const struct needs needs)
{
    struct batch_pairs pairs;
    fill_up(index, n);
    batch->n = n;
    load(md, at, index, &pairs, batch, needs);
    md->dense->kernel(batch, &md->dense->kinds);
    unload(md, at, block, &pairs, batch, needs);
    list_ends(block, index, batch);
    if (md->any_attached)
        block->work += work_of(md, at, index, batch);
    block->n_live += n;
}

/* Listed pairs that did not touch, n <= GRAVEL_MD_BATCH of them.  The last group of lanes is filled as that of
 * contacts; the batch's columns are scratch. */
GRAVEL_QUAD_INLINE void
search(const struct gravel_md *md, const struct vec3 *restrict x, struct gravel_md_block *block,
       struct gravel_md_batch *restrict b, int32_t *restrict index, size_t n, const struct needs needs)
{
    const int32_t *restrict const first = md->pairs.i, *restrict const second = md->pairs.j;
    const uint8_t *restrict const image = md->pairs.image;
    const struct vec3 *restrict const shift = md->shift;
    const double sum_radii0 = 2.0 * gravel_md_radius(md, 0);
    fill_up(index, n);
    for (size_t m = 0; m < n; m += 4) {
        gravel_quad r[4];
        for (size_t l = 0; l < 4; l++) {
            const int32_t k = index[m + l], i = first[k], j = second[k];
            r[l] = quad_load(&x[i].x) - quad_load(&x[j].x);
            if (needs.images)
                r[l] -= quad_load(&shift[image[k]].x);
            if (!needs.one)
                b->sum_radii[m + l] = gravel_md_radius(md, i) + gravel_md_radius(md, j);
        }
        quad_columns(r, b->r[0] + m, b->r[1] + m, b->r[2] + m);
    }
    uint8_t touches[GRAVEL_MD_BATCH], any = 0;
    for (size_t m = 0; m < n; m++) {
        const double sum_radii = needs.one ? sum_radii0 : b->sum_radii[m];
        touches[m] = v3_norm2(v3(b->r[0][m], b->r[1][m], b->r[2][m])) < sum_radii * sum_radii;
        any |= touches[m];
    }
    for (size_t m = 0; m < n && any; m++)
        if (touches[m])
            append(block, &block->begins, index[m]);
}

/* Divide the block's pairs into live contacts and others, a batch at a time. */
GRAVEL_QUAD_INLINE void
walk(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
     struct gravel_md_batch *batch, const struct needs needs)
{
    const int32_t *const contact = md->pairs.contact;
    const size_t end = block->first + block->n_pairs;
    int32_t live[2 * GRAVEL_MD_BATCH], other[GRAVEL_MD_BATCH];
    size_t n_live = 0;
    for (size_t k = block->first; k < end;) {
        const size_t stop = end - k < GRAVEL_MD_BATCH ? end : k + GRAVEL_MD_BATCH;
        size_t n_other = 0;
        for (; k < stop; k++) {
            const size_t is_live = contact[k] >= 0;
            live[n_live] = other[n_other] = (int32_t)k;
            n_live += is_live;
            n_other += 1 - is_live;
        }
        search(md, at->x, block, batch, other, n_other, needs);
        if (n_live < GRAVEL_MD_BATCH)
            continue;
        compute_contacts(md, at, block, batch, live, GRAVEL_MD_BATCH, needs);
        n_live -= GRAVEL_MD_BATCH;
        memcpy(live, live + GRAVEL_MD_BATCH, n_live * sizeof *live);
    }
    if (n_live > 0)
        compute_contacts(md, at, block, batch, live, n_live, needs);
}

/* A copy for each combination that is common. */
static void
walk_of(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
        struct gravel_md_batch *batch, bool one, bool images)
{
    const bool spins = md->dense->spins, springs = md->dense->springs;
    if (!one)
        walk(md, at, block, batch, (struct needs){spins, springs, false, true});
    else if (spins && springs && images)
        walk(md, at, block, batch, (struct needs){true, true, true, true});
    else if (images)
        walk(md, at, block, batch, (struct needs){spins, springs, true, true});
    else
        walk(md, at, block, batch, (struct needs){spins, springs, true, false});
}

static double
sum(const double lanes[GRAVEL_MD_LANES])
{
    double total = 0.0;
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        total += lanes[l];
    return total;
}

void
GRAVEL_WIDE(gravel_md_dense_walk)(const struct gravel_md *md, const struct gravel_md_instant *at,
                                  struct gravel_md_block *block)
{
    struct gravel_md_batch batch;
    memset(&batch, 0, sizeof batch); /* the lanes left over must hold numbers, and the sums begin at zero */
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        batch.shallowest[l] = INFINITY;
    memset(&at->rates->a[block->begin], 0, (block->end - block->begin) * sizeof *at->rates->a);
    if (at->rates->alpha != NULL)
        memset(&at->rates->alpha[block->begin], 0, (block->end - block->begin) * sizeof *at->rates->alpha);
    block->ends.n = block->begins.n = block->n_foreign = block->n_live = 0;
    block->work = 0.0;
    block->no_memory = false;
    if (md->dense->n_kinds > 1)
        walk_of(md, at, block, &batch, false, true);
    else
        walk_of(md, at, block, &batch, true, md->wraps);
    block->normal = sum(batch.normal);
    block->tangential = sum(batch.tangential);
    block->elastic = sum(batch.elastic);
    block->sheared = sum(batch.sheared);
    block->deepest = 0.0;
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        block->deepest = fmax(block->deepest, batch.deepest[l]);
}
