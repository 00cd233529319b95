/* A block's contacts, computed in batches and summed over the block's particles.
 *
 * Four vectors of particles at a time are transposed into columns of components and back.  All loops have a fixed
 * order, so the sums are the same for any vector width. */
#include "engines/md/dense_walk.h"
#include "engines/md/dense_search.h"

/* The indices of a batch's pairs; lanes left over have the first one. */
struct batch_pairs {
    int32_t k[GRAVEL_MD_BATCH], i[GRAVEL_MD_BATCH], j[GRAVEL_MD_BATCH];
    size_t filled;
};

GRAVEL_QUAD_INLINE void
take_pairs(const struct gravel_md *md, const int32_t *restrict index, size_t n, struct batch_pairs *restrict pairs)
{
    pairs->filled = (n + GRAVEL_MD_LANES - 1) / GRAVEL_MD_LANES * GRAVEL_MD_LANES;
    for (size_t m = 0; m < pairs->filled; m++) {
        const int32_t k = pairs->k[m] = index[m < n ? m : 0];
        pairs->i[m] = md->pairs.i[k];
        pairs->j[m] = md->pairs.j[k];
    }
}

/* Vectors from j to i. */
GRAVEL_QUAD_INLINE void
load_distances(const struct gravel_md *md, const struct vec3 *restrict x, const struct batch_pairs *restrict pairs,
               struct gravel_md_batch *restrict b, const struct needs needs)
{
    const uint8_t *restrict const image = md->pairs.image;
    const struct vec3 *restrict const shift = md->shift;
    for (size_t m = 0; m < pairs->filled; m += 4) {
        gravel_quad r[4];
        for (size_t l = 0; l < 4; l++) {
            r[l] = quad_difference(quad_load(&x[pairs->i[m + l]].x), quad_load(&x[pairs->j[m + l]].x));
            if (needs.images)
                r[l] = quad_difference(r[l], quad_load(&shift[image[pairs->k[m + l]]].x));
        }
        quad_columns(r, b->r[0] + m, b->r[1] + m, b->r[2] + m);
    }
}

GRAVEL_QUAD_INLINE void
load_radii(const struct gravel_md *md, const struct batch_pairs *restrict pairs, struct gravel_md_batch *restrict b,
           const struct needs needs)
{
    const double *restrict const radius = md->dense->radius;
    for (size_t m = 0; m < pairs->filled && !needs.one; m++) {
        const double radius_i = radius[pairs->i[m]], radius_j = radius[pairs->j[m]];
        b->radius[m] = radius_i;
        b->sum_radii[m] = radius_i + radius_j;
        b->smaller[m] = radius_i < radius_j ? radius_i : radius_j;
    }
    if (needs.one)
        b->sum_radii[0] = 2.0 * gravel_md_radius(md, 0);
}

/* i's part of the distance between the centres. */
GRAVEL_QUAD_INLINE void
divide_distances(const struct batch_pairs *restrict pairs, struct gravel_md_batch *restrict b)
{
    for (size_t m = 0; m < pairs->filled; m++)
        b->part[m] = b->radius[m] / b->sum_radii[m];
}

/* Force constants of particles that are not all alike: by their kinds, or the contact's own. */
GRAVEL_QUAD_INLINE void
load_constants(const struct gravel_md *md, const struct batch_pairs *restrict pairs, struct gravel_md_batch *restrict b,
               const struct needs needs)
{
    const struct gravel_md_dense *const dense = md->dense;
    const struct gravel_md_constants *const table = dense->constants;
    const int32_t n_kinds = (int32_t)dense->n_kinds, *const kind = dense->kind;
    for (size_t m = 0; m < pairs->filled; m++) {
        const struct gravel_md_constants f =
            table != NULL ? table[kind[pairs->i[m]] * n_kinds + kind[pairs->j[m]]]
                          : gravel_md_kernel_constants(&md->pool.force[md->pairs.contact[pairs->k[m]]]);
        b->k[m] = f.k;
        b->c[m] = f.c;
        b->kt[m] = f.kt;
        b->ct[m] = f.ct;
        b->friction[m] = f.friction;
        if (needs.rolls) {
            b->rolling[m] = f.rolling;
            b->rolling_arm[m] = f.rolling_arm;
        }
    }
}

GRAVEL_QUAD_INLINE void
load(const struct gravel_md *md, const struct gravel_md_instant *at, const struct batch_pairs *restrict pairs,
     struct gravel_md_batch *restrict b, const struct needs needs)
{
    const struct vec3 *restrict const v = at->v, *restrict const omega = at->omega;
    const int32_t *restrict const contact = md->pairs.contact;
    const union gravel_md_slot *restrict const springs = md->pool.slot;
    load_distances(md, at->x, pairs, b, needs);
    load_radii(md, pairs, b, needs);
    if (!needs.one) {
        divide_distances(pairs, b);
        load_constants(md, pairs, b, needs);
    }
    for (size_t m = 0; m < pairs->filled; m += 4) {
        gravel_quad u[4], w[4] = {0}, turn[4] = {0}, xi[4] = {0};
        for (size_t l = 0; l < 4; l++) {
            const int32_t i = pairs->i[m + l], j = pairs->j[m + l];
            u[l] = quad_difference(quad_load(&v[i].x), quad_load(&v[j].x));
            if (needs.spins && needs.one) {
                w[l] = quad_scaled(0.5, quad_sum(quad_load(&omega[i].x), quad_load(&omega[j].x)));
            } else if (needs.spins) {
                const double part = b->part[m + l];
                w[l] = quad_sum(quad_scaled(part, quad_load(&omega[i].x)),
                                quad_scaled(1.0 - part, quad_load(&omega[j].x)));
            }
            if (needs.rolls)
                turn[l] = quad_difference(quad_load(&omega[i].x), quad_load(&omega[j].x));
            if (needs.springs)
                xi[l] = quad_load(&springs[contact[pairs->k[m + l]]].xi.x);
        }
        quad_columns(u, b->u[0] + m, b->u[1] + m, b->u[2] + m);
        if (needs.spins)
            quad_columns(w, b->w[0] + m, b->w[1] + m, b->w[2] + m);
        if (needs.rolls)
            quad_columns(turn, b->turn[0] + m, b->turn[1] + m, b->turn[2] + m);
        if (needs.springs)
            quad_columns(xi, b->xi[0] + m, b->xi[1] + m, b->xi[2] + m);
    }
}

/* Sum the batch's forces and torques on the block's particles, keep those on others, store the springs.  The torque is
 * for arms as long as the distance: each body has its part of it. */
GRAVEL_QUAD_INLINE void
unload(const struct gravel_md *md, struct gravel_md_block *restrict block, const struct batch_pairs *restrict pairs,
       const struct gravel_md_batch *restrict b, const struct needs needs)
{
    const int32_t *restrict const contact = md->pairs.contact;
    union gravel_md_slot *restrict const springs = md->pool.slot;
    struct gravel_md_pull *restrict const sum = block->sum;
    const size_t begin = block->begin, width = block->end - begin, n = b->n;
    if (!gravel_array_grow(&block->foreign, &block->foreign_capacity, block->n_foreign + n, sizeof *block->foreign)) {
        block->no_memory = true;
        return;
    }
    struct gravel_md_foreign *restrict other = block->foreign + block->n_foreign;
    for (size_t m = 0; m < n; m += 4) {
        gravel_quad force[4], torque[4] = {0}, rolled[4] = {0}, xi[4] = {0};
        quad_rows(b->force[0] + m, b->force[1] + m, b->force[2] + m, force);
        if (needs.spins)
            quad_rows(b->torque[0] + m, b->torque[1] + m, b->torque[2] + m, torque);
        if (needs.rolls)
            quad_rows(b->rolled[0] + m, b->rolled[1] + m, b->rolled[2] + m, rolled);
        if (needs.springs)
            quad_rows(b->xi[0] + m, b->xi[1] + m, b->xi[2] + m, xi);
        for (size_t l = 0; l < 4 && m + l < n; l++) {
            const size_t i = (size_t)pairs->i[m + l], j = (size_t)pairs->j[m + l];
            const double part = needs.one ? 0.5 : b->part[m + l];
            gravel_quad torque_i = quad_scaled(part, torque[l]), torque_j = quad_scaled(1.0 - part, torque[l]);
            if (needs.rolls) {
                torque_i = quad_sum(torque_i, rolled[l]);
                torque_j = quad_difference(torque_j, rolled[l]);
            }
            quad_add(sum[i - begin].force, force[l]);
            if (needs.spins)
                quad_add(sum[i - begin].torque, torque_i);
            if (j - begin < width) {
                quad_subtract(sum[j - begin].force, force[l]);
                if (needs.spins)
                    quad_add(sum[j - begin].torque, torque_j);
            } else {
                quad_store(other->pull.force, quad_scaled(-1.0, force[l]));
                quad_store(other->pull.torque, torque_j);
                other->j = (int32_t)j;
                other++;
            }
            if (needs.springs)
                quad_store_vector(&springs[contact[pairs->k[m + l]]].xi, xi[l]);
        }
    }
    block->n_foreign = (size_t)(other - block->foreign);
}

/* Vector m of a column. */
static inline struct vec3
vector_at(double column[3][GRAVEL_MD_BATCH], size_t m)
{
    return v3(column[0][m], column[1][m], column[2][m]);
}

GRAVEL_QUAD_INLINE double
power_on(const struct gravel_md_instant *at, int32_t i, struct vec3 force, struct vec3 torque, const struct needs needs)
{
    return v3_dot(force, at->v[i]) + (needs.spins ? v3_dot(torque, at->omega[i]) : 0.0);
}

/* Work a second done by attached particles on the batch's contacts: what forces and torques on them take away. */
GRAVEL_QUAD_INLINE double
work_of(const struct gravel_md *md, const struct gravel_md_instant *at, const struct batch_pairs *pairs,
        struct gravel_md_batch *b, const struct needs needs)
{
    double work = 0.0;
    for (size_t m = 0; m < b->n; m++) {
        const int32_t i = pairs->i[m], j = pairs->j[m];
        const bool attached_i = !gravel_md_is_free(md, i), attached_j = !gravel_md_is_free(md, j);
        if (!attached_i && !attached_j)
            continue;
        const struct vec3 force = vector_at(b->force, m);
        const struct vec3 torque = needs.spins ? vector_at(b->torque, m) : v3(0, 0, 0);
        const struct vec3 rolled = needs.rolls ? vector_at(b->rolled, m) : v3(0, 0, 0);
        const double part = needs.one ? 0.5 : b->part[m];
        if (attached_i)
            work -= power_on(at, i, force, v3_axpy(rolled, part, torque), needs);
        if (attached_j)
            work += power_on(at, j, force, v3_axpy(rolled, part - 1.0, torque), needs);
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
                 struct gravel_md_batch *batch, const int32_t *index, size_t n, const struct needs needs)
{
    struct batch_pairs pairs;
    batch->n = n;
    take_pairs(md, index, n, &pairs);
    load(md, at, &pairs, batch, needs);
    md->dense->kernel(batch, &md->dense->common);
    unload(md, block, &pairs, batch, needs);
    list_ends(block, index, batch);
    if (md->any_attached)
        block->work += work_of(md, at, &pairs, batch, needs);
    block->n_live += n;
}

static inline void
drop_batch(struct gathered *list)
{
    list->n -= GRAVEL_MD_BATCH;
    memcpy(list->k, list->k + GRAVEL_MD_BATCH, list->n * sizeof *list->k);
}

/* The live contacts of the block, a batch at a time, and a search among its other pairs. */
GRAVEL_QUAD_INLINE void
walk(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
     struct gravel_md_batch *batch, const struct needs needs)
{
    _Static_assert(GRAVEL_MD_BATCH == 64, "a batch is no more than the bits of a word");
    struct gathered live;
    live.n = 0;
    for (size_t k = 0; k < block->n_pairs; k += 64) {
        const uint64_t bits = block->live[k / 64];
        const size_t left = block->n_pairs - k, n = left < 64 ? left : 64, begin = block->first + k;
        gather(&live, bits, begin);
        if (live.n >= GRAVEL_MD_BATCH) {
            compute_contacts(md, at, block, batch, live.k, GRAVEL_MD_BATCH, needs);
            drop_batch(&live);
        }
        search(md, at->x, block, begin, n, bits, needs);
    }
    if (live.n > 0)
        compute_contacts(md, at, block, batch, live.k, live.n, needs);
}

/* A copy for each combination that is common. */
static void
walk_of(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
        struct gravel_md_batch *batch, bool one, bool images)
{
    const bool spins = md->dense->spins, springs = md->dense->springs;
    if (md->dense->rolls)
        walk(md, at, block, batch, (struct needs){true, true, true, one, true});
    else if (!one)
        walk(md, at, block, batch, (struct needs){spins, springs, false, false, true});
    else if (spins && springs && images)
        walk(md, at, block, batch, (struct needs){true, true, false, true, true});
    else if (images)
        walk(md, at, block, batch, (struct needs){spins, springs, false, true, true});
    else
        walk(md, at, block, batch, (struct needs){spins, springs, false, true, false});
}

static double
sum(const double lanes[GRAVEL_MD_LANES])
{
    double total = 0.0;
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        total += lanes[l];
    return total;
}

static void
clear_sums(struct gravel_md_batch *batch)
{
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++) {
        batch->normal_loss[l] = batch->tangential[l] = batch->rolling_loss[l] = 0.0;
        batch->elastic[l] = batch->sheared[l] = batch->deepest[l] = 0.0;
        batch->shallowest[l] = INFINITY;
    }
}

static void
sum_batches(struct gravel_md_block *block, const struct gravel_md_batch *batch)
{
    block->normal = sum(batch->normal_loss);
    block->tangential = sum(batch->tangential);
    block->rolling = sum(batch->rolling_loss);
    block->elastic = sum(batch->elastic);
    block->sheared = sum(batch->sheared);
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        block->deepest = fmax(block->deepest, batch->deepest[l]);
}

void
GRAVEL_WIDE(gravel_md_dense_walk)(const struct gravel_md *md, const struct gravel_md_instant *at,
                                  struct gravel_md_block *block)
{
    struct gravel_md_batch batch;
    clear_sums(&batch);
    block->ends.n = block->begins.n = block->n_foreign = block->n_live = 0;
    block->normal = block->tangential = block->rolling = block->work = 0.0;
    block->elastic = block->sheared = block->deepest = 0.0;
    block->no_memory = false;
    if (md->dense->n_kinds == 1)
        walk_of(md, at, block, &batch, true, md->wraps);
    else
        walk_of(md, at, block, &batch, false, true);
    sum_batches(block, &batch);
}
