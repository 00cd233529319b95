/* Pair forces of large systems: the contact law of law.h, many contacts at a time.
 *
 * Particles are cut into blocks of neighbours in memory.  In every step
 *   search    each block walks its part of the neighbour list and collects the pairs that overlap;
 *   changes   contacts that begin or end are entered, one after the other, in the order of the blocks;
 *   contacts  each block computes its contacts in batches and adds the forces on its own particles;
 *   exchange  each block takes what other blocks computed for its particles, in the order of the blocks.
 * The number of blocks depends on the number of particles only and every sum has a fixed order, so results
 * are identical for any number of threads and any vector width. */
#include "engines/md/dense.h"
#include "engines/md/meeting.h"

#include <string.h>

#ifdef _OPENMP
#define PARALLEL _Pragma("omp parallel for schedule(static) num_threads(md->n_threads) if (md->n_threads > 1)")
#else
#define PARALLEL
#endif

/* `images`: some pairs of the list are across the box's boundary.  One flat loop without branches that the
 * processor could guess wrong, except for the rare changes. */
static inline __attribute__((always_inline)) void
search_list(const struct gravel_md *md, const struct vec3 *restrict place, struct gravel_md_block *restrict block,
            const bool images, const bool one)
{
    const struct gravel_md_list *list = &md->pairs;
    const double *restrict const radius = md->radius;
    const double reach0 = 2.0 * radius[0], reach02 = reach0 * reach0;
    const struct gravel_md_found f = block->found;
    const size_t end = md->first[block->end];
    size_t n = 0, n_changed = 0;
    for (size_t k = md->first[block->begin]; k < end; k++) {
        const int32_t i = list->i[k], j = list->j[k], contact = list->contact[k];
        struct vec3 s = v3_sub(place[i], place[j]);
        if (images)
            s = v3_sub(s, md->shift[list->image[k]]);
        const double reach = one ? reach0 : radius[i] + radius[j];
        const bool touches = v3_norm2(s) < (one ? reach02 : reach * reach);
        f.i[n] = i;
        f.j[n] = j;
        f.slot[n] = contact;
        f.x[n] = s.x;
        f.y[n] = s.y;
        f.z[n] = s.z;
        if (touches != (contact >= 0))
            block->changed[n_changed++] = (struct gravel_md_changed){(int32_t)k, (int32_t)n};
        n += touches;
    }
    for (size_t pad = n; pad < n + GRAVEL_MD_LANES; pad++)
        f.x[pad] = f.y[pad] = f.z[pad] = 1.0;
    block->found.n = n;
    block->n_changed = n_changed;
}

static void
search(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block)
{
    const struct gravel_box *box = &md->system.box;
    const bool images = box->periodic[0] || box->periodic[1] || box->periodic[2], one = md->dense->n_kinds == 1;
    if (one && images)
        search_list(md, at->x, block, true, true);
    else if (one)
        search_list(md, at->x, block, false, true);
    else
        search_list(md, at->x, block, images, false);
}

/* A spring begins with the slip since the bodies met, less the half step that the kernel adds. */
static void
begin_spring(struct gravel_md *md, const struct gravel_md_instant *at, size_t k)
{
    struct gravel_md_meeting m;
    if (!gravel_md_meet(md, at, md->pairs.i[k], md->pairs.j[k], 0.0, &m))
        return;
    const double since = m.rate > 0.0 ? fmin(m.overlap / m.rate, md->dt) : 0.0;
    md->pool.xi[md->pairs.contact[k]] = v3_scale(since - 0.5 * md->dt, m.slip);
}

static enum gravel_status
enter_changes(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    struct gravel_md_dense *dense = md->dense;
    enum gravel_status status = GRAVEL_OK;
    for (size_t b = 0; b < dense->n_blocks; b++)
        for (size_t c = 0; c < dense->blocks[b].n_changed && status == GRAVEL_OK; c++) {
            const struct gravel_md_changed *changed = &dense->blocks[b].changed[c];
            const size_t k = (size_t)changed->k;
            if (md->pairs.contact[k] >= 0) {
                status = gravel_md_contact_end(md, &md->pairs, k, error);
                continue;
            }
            status = gravel_md_contact_begin(md, &md->pairs, k, true, error);
            dense->blocks[b].found.slot[changed->s] = md->pairs.contact[k];
            if (status == GRAVEL_OK && dense->kinds.kt[0] > 0.0)
                begin_spring(md, at, k);
        }
    return status;
}

/* What a kernel needs; compiled once for particles of one kind and once for the general case. */
struct needs {
    bool spins, springs, one;
};

/* Contacts from .. from + n of the block into the batch. */
static inline __attribute__((always_inline)) void
load(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_found *f, size_t from,
     struct gravel_md_batch *restrict b, const struct needs needs)
{
    const struct gravel_md_dense *dense = md->dense;
    const double *restrict const radius = md->radius;
    const size_t n = f->n - from < GRAVEL_MD_BATCH ? f->n - from : GRAVEL_MD_BATCH;
    b->n = n;
    b->x = f->x + from;
    b->y = f->y + from;
    b->z = f->z + from;
    /* One loop for each quantity: few pointers at a time stay in registers. */
    const int32_t *restrict const first = f->i + from, *restrict const second = f->j + from;
    const int32_t *restrict const slot = f->slot + from;
    for (size_t m = 0; m < n; m++) {
        const struct vec3 u = v3_sub(at->v[first[m]], at->v[second[m]]);
        b->u[0][m] = u.x;
        b->u[1][m] = u.y;
        b->u[2][m] = u.z;
    }
    for (size_t m = 0; m < n && needs.spins; m++) {
        const int32_t i = first[m], j = second[m];
        const double part = needs.one ? 0.5 : radius[i] / (radius[i] + radius[j]);
        const struct vec3 w = v3_axpy(v3_scale(part, at->omega[i]), 1.0 - part, at->omega[j]);
        b->w[0][m] = w.x;
        b->w[1][m] = w.y;
        b->w[2][m] = w.z;
    }
    for (size_t m = 0; m < n && needs.springs; m++) {
        const struct vec3 xi = md->pool.xi[slot[m]];
        b->xi[0][m] = xi.x;
        b->xi[1][m] = xi.y;
        b->xi[2][m] = xi.z;
    }
    for (size_t m = 0; m < n && !needs.one; m++) {
        const int32_t i = first[m], j = second[m];
        b->reach[m] = radius[i] + radius[j];
        b->smaller[m] = radius[i] < radius[j] ? radius[i] : radius[j];
        b->kind[m] = dense->kind[i] * (int32_t)dense->n_kinds + dense->kind[j];
    }
    if (needs.one)
        b->reach[0] = 2.0 * radius[0];
}

/* Add `own` to particle j if it is the block's, else keep it for the other block. */
static inline __attribute__((always_inline)) void
give(const struct gravel_md_block *block, struct vec3 *restrict sum, size_t j, struct vec3 own,
     struct vec3 *restrict kept)
{
    if (j - block->begin < block->end - block->begin)
        sum[j] = v3_add(sum[j], own);
    else
        *kept = own;
}

/* Add the batch's forces and torques to the particles of the block, keep those on others, store the springs. */
static inline __attribute__((always_inline)) void
unload(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *restrict block,
       size_t from, const struct gravel_md_batch *restrict b, const struct needs needs)
{
    const int32_t *restrict const first = block->found.i + from, *restrict const second = block->found.j + from;
    const int32_t *restrict const slot = block->found.slot + from;
    const double *restrict const radius = md->radius, *restrict const by_mass = md->inverse_mass;
    const double *restrict const by_inertia = md->inverse_inertia;
    const double mass0 = by_mass[0], inertia0 = 0.5 * by_inertia[0];
    const size_t begin = block->begin, width = block->end - block->begin;
    struct vec3 *restrict const a = at->rates->a;
    struct gravel_md_foreign *other = &block->foreign[block->n_foreign];
    for (size_t m = 0; m < b->n; m++) {
        const size_t i = (size_t)first[m], j = (size_t)second[m];
        const struct vec3 force = v3(b->force[0][m], b->force[1][m], b->force[2][m]);
        a[i] = v3_axpy(a[i], needs.one ? mass0 : by_mass[i], force);
        give(block, a, j, v3_scale(needs.one ? -mass0 : -by_mass[j], force), &other->a);
        other->j = (int32_t)j;
        if (!needs.spins)
            other->alpha = v3(0, 0, 0);
        other += j - begin >= width;
    }
    other = &block->foreign[block->n_foreign];
    struct vec3 *restrict const alpha = at->rates->alpha;
    for (size_t m = 0; m < b->n && needs.spins; m++) {
        const size_t i = (size_t)first[m], j = (size_t)second[m];
        const struct vec3 torque = v3(b->torque[0][m], b->torque[1][m], b->torque[2][m]);
        const double part = needs.one ? 0.5 : radius[i] / (radius[i] + radius[j]);
        alpha[i] = v3_axpy(alpha[i], needs.one ? inertia0 : part * by_inertia[i], torque);
        give(block, alpha, j, v3_scale(needs.one ? inertia0 : (1.0 - part) * by_inertia[j], torque), &other->alpha);
        other += j - begin >= width;
    }
    for (size_t m = 0; m < b->n && needs.springs; m++)
        md->pool.xi[slot[m]] = v3(b->xi[0][m], b->xi[1][m], b->xi[2][m]);
    for (size_t m = 0; m < b->n; m++)
        block->n_foreign += (size_t)second[m] - begin >= width;
}

static double
sum(const double lanes[GRAVEL_MD_LANES])
{
    double total = 0.0;
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        total += lanes[l];
    return total;
}

/* Work done by held particles on the batch's contacts. */
static double
work_of(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_found *f, size_t from,
        const struct gravel_md_batch *b)
{
    double work = 0.0;
    for (size_t m = 0; m < b->n; m++) {
        const int32_t i = f->i[from + m], j = f->j[from + m];
        struct gravel_md_meeting meeting;
        if ((md->inverse_mass[i] == 0.0 || md->inverse_mass[j] == 0.0) && gravel_md_meet(md, at, i, j, 0.0, &meeting))
            work += gravel_md_work(md, i, j, &meeting, v3(b->force[0][m], b->force[1][m], b->force[2][m]));
    }
    return work;
}

static inline __attribute__((always_inline)) void
go_through(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
           struct gravel_md_batch *batch, const struct needs needs)
{
    const struct gravel_md_dense *dense = md->dense;
    for (size_t from = 0; from < block->found.n; from += GRAVEL_MD_BATCH) {
        load(md, at, &block->found, from, batch, needs);
        dense->kernel(batch, &dense->kinds);
        unload(md, at, block, from, batch, needs);
        if (md->any_held)
            block->work += work_of(md, at, &block->found, from, batch);
    }
}

static void
compute(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block)
{
    const struct gravel_md_kinds *kinds = &md->dense->kinds;
    const bool springs = kinds->kt[0] > 0.0, spins = at->rates->alpha != NULL && (springs || kinds->ct[0] > 0.0);
    struct gravel_md_batch batch;
    memset(&batch, 0, sizeof batch); /* the lanes left over must hold numbers, and the sums begin at zero */
    block->n_foreign = 0;
    block->work = 0.0;
    if (md->dense->n_kinds == 1 && springs && spins)
        go_through(md, at, block, &batch, (struct needs){.spins = true, .springs = true, .one = true});
    else if (md->dense->n_kinds == 1)
        go_through(md, at, block, &batch, (struct needs){.spins = spins, .springs = springs, .one = true});
    else
        go_through(md, at, block, &batch, (struct needs){.spins = spins, .springs = springs, .one = false});
    block->normal = sum(batch.normal);
    block->tangential = sum(batch.tangential);
    block->elastic = sum(batch.elastic);
    block->sheared = sum(batch.sheared);
    block->deepest = 0.0;
    for (size_t l = 0; l < GRAVEL_MD_LANES; l++)
        block->deepest = fmax(block->deepest, batch.deepest[l]);
}

static void
exchange(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_block *own)
{
    const struct gravel_md_dense *dense = md->dense;
    for (size_t b = 0; b < dense->n_blocks; b++)
        for (size_t k = 0; k < dense->blocks[b].n_foreign; k++) {
            const struct gravel_md_foreign *f = &dense->blocks[b].foreign[k];
            const size_t j = (size_t)f->j;
            if (j < own->begin || j >= own->end)
                continue;
            at->rates->a[j] = v3_add(at->rates->a[j], f->a);
            if (at->rates->alpha != NULL)
                at->rates->alpha[j] = v3_add(at->rates->alpha[j], f->alpha);
        }
}

/* An overlap of half a diameter, which is an error, is rare enough to be looked for one by one. */
static void
find_fault(struct gravel_md *md, const struct gravel_md_block *block)
{
    for (size_t s = 0; s < block->found.n; s++) {
        const int32_t i = block->found.i[s], j = block->found.j[s];
        const double a = md->radius[i], b = md->radius[j];
        const double d = v3_norm(v3(block->found.x[s], block->found.y[s], block->found.z[s]));
        if (!(a + b - d <= fmin(a, b))) {
            md->fault_i = i;
            md->fault_j = j;
        }
    }
}

static void
collect(struct gravel_md *md, struct gravel_md_rates *rates)
{
    struct gravel_md_dense *dense = md->dense;
    for (size_t b = 0; b < dense->n_blocks; b++) {
        const struct gravel_md_block *block = &dense->blocks[b];
        rates->power[GRAVEL_MD_NORMAL] += block->normal;
        rates->power[GRAVEL_MD_TANGENTIAL] += block->tangential;
        rates->power[GRAVEL_MD_WORK] += block->work;
        rates->elastic += block->elastic;
        rates->sheared += block->sheared;
        rates->contacts += block->found.n;
        const double relative = 0.5 * block->deepest;
        md->counters.max_overlap = fmax(md->counters.max_overlap, relative);
        if (!(relative <= 0.5))
            find_fault(md, block);
    }
}

enum gravel_status
gravel_md_dense_pairs(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    struct gravel_md_dense *dense = md->dense;
    enum gravel_status status = GRAVEL_OK;
    if (dense->built != md->counters.rebuilds && (status = gravel_md_dense_lay_out(md, error)) != GRAVEL_OK)
        return status;
    const int n_blocks = (int)dense->n_blocks;
    PARALLEL
    for (int b = 0; b < n_blocks; b++)
        search(md, at, &dense->blocks[b]);
    if ((status = enter_changes(md, at, error)) != GRAVEL_OK)
        return status;
    PARALLEL
    for (int b = 0; b < n_blocks; b++)
        compute(md, at, &dense->blocks[b]);
    PARALLEL
    for (int b = 0; b < n_blocks; b++)
        exchange(md, at, &dense->blocks[b]);
    collect(md, at->rates);
    return GRAVEL_OK;
}
