/* Forces of large systems: the contact law of law.h, many contacts at a time (kernel.c, dense_walls.c).
 *
 * Particles are divided into blocks of neighbours in memory.  In every step each block computes the live contacts of
 * its part of the neighbour list, sums the forces on its own particles, finds new contacts (dense_walk.c), and computes
 * its contacts with walls (dense_walls.c).  Then the forces that blocks computed for particles of other blocks are
 * added, in the order of the blocks; the rare contacts that begin or end are processed one by one (pair.c); and the
 * forces of walls are added, in the order of the list.
 * The number of blocks depends on the number of particles only and every sum has a fixed order, so results
 * are identical for any number of threads and any vector width. */
#include "engines/md/dense.h"
#include "engines/md/dense_block.h"
#include "engines/md/dense_create.h"
#include "engines/md/pair.h"
#include "engines/md/parallel.h"
#include "engines/md/surface.h"
#include "engines/md/wide.h"

#include <string.h>

static inline struct vec3
vector(const double row[4])
{
    return v3(row[0], row[1], row[2]);
}

/* Acceleration of a particle of the block from the sums of the walk. */
static inline void
accelerate(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_pull *sum, size_t i)
{
    const double by_mass = gravel_md_inverse_mass(md, i);
    at->rates->a[i] = by_mass > 0.0 ? v3_axpy(md->system.gravity, by_mass, vector(sum->force)) : v3(0, 0, 0);
    if (at->rates->alpha != NULL)
        at->rates->alpha[i] = v3_scale(gravel_md_inverse_inertia(md, i), vector(sum->torque));
}

/* Of all particles; the sums are cleared for the next walk. */
static void
accelerate_all(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block)
{
    for (size_t i = block->begin; i < block->end; i++)
        accelerate(md, at, &block->sum[i - block->begin], i);
    memset(block->sum, 0, (block->end - block->begin) * sizeof *block->sum);
}

/* Of all particles without contact: of free ones that of the first. */
static void
fall(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_block *block)
{
    static const struct gravel_md_pull none;
    const bool alike = md->attached == NULL;
    struct vec3 *const a = at->rates->a, *const alpha = at->rates->alpha;
    for (size_t i = block->begin; i < block->end; i++) {
        if (!alike || i == block->begin) {
            accelerate(md, at, &none, i);
            continue;
        }
        a[i] = a[block->begin];
        if (alpha != NULL)
            alpha[i] = alpha[block->begin];
    }
}

/* Of all particles, where few touch another one: only the sums of these are read. */
static void
accelerate_few(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block)
{
    static const struct gravel_md_pull none;
    fall(md, at, block);
    for (int clears = 0; clears < 2; clears++) /* a particle may touch several */
        for (size_t k = 0; k < block->n_pairs; k += 64)
            for (uint64_t bits = block->live[k / 64]; bits != 0; bits &= bits - 1) {
                const size_t pair = block->first + k + (size_t)__builtin_ctzll(bits);
                const size_t body[2] = {(size_t)md->pairs.i[pair], (size_t)md->pairs.j[pair]};
                for (int b = 0; b < 2; b++) {
                    const size_t own = body[b] - block->begin;
                    if (own >= block->end - block->begin)
                        continue;
                    if (clears)
                        block->sum[own] = none;
                    else
                        accelerate(md, at, &block->sum[own], body[b]);
                }
            }
}

/* Add the forces that all blocks computed for particles begin .. end - 1 of other blocks, in the order of the blocks.
 */
static void
add_foreign_forces(const struct gravel_md *md, const struct gravel_md_instant *at, size_t begin, size_t end)
{
    const struct gravel_md_dense *dense = md->dense;
    struct vec3 *const a = at->rates->a, *const alpha = at->rates->alpha;
    for (size_t b = 0; b < dense->n_blocks; b++)
        for (size_t k = 0; k < dense->blocks[b].n_foreign; k++) {
            const struct gravel_md_foreign *contact = &dense->blocks[b].foreign[k];
            const size_t j = (size_t)contact->j;
            if (j - begin >= end - begin)
                continue;
            a[j] = v3_axpy(a[j], gravel_md_inverse_mass(md, j), vector(contact->pull.force));
            if (alpha != NULL)
                alpha[j] = v3_axpy(alpha[j], gravel_md_inverse_inertia(md, j), vector(contact->pull.torque));
        }
}

/* The pair of a meaningless overlap; it ends the run, so that a search through all pairs costs nothing. */
static void
find_fault(struct gravel_md *md, const struct gravel_md_instant *at)
{
    for (size_t k = 0; k < md->pairs.n; k++) {
        const int32_t i = md->pairs.i[k], j = md->pairs.j[k];
        const double a = gravel_md_radius(md, i), b = gravel_md_radius(md, j);
        const double d = v3_norm(gravel_box_separation(&md->system.box, at->x[i], at->x[j]));
        if (!(a + b - d <= GRAVEL_MD_MEANINGLESS_OVERLAP * 2.0 * fmin(a, b))) {
            md->fault_i = i;
            md->fault_j = j;
        }
    }
}

static void
collect(struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_block *block)
{
    struct gravel_md_rates *rates = at->rates;
    const double relative = 0.5 * block->deepest;
    rates->power[GRAVEL_MD_NORMAL] += block->normal;
    rates->power[GRAVEL_MD_TANGENTIAL] += block->tangential;
    rates->power[GRAVEL_MD_ROLLING] += block->rolling;
    rates->power[GRAVEL_MD_WORK] += block->work;
    rates->elastic += block->elastic;
    rates->sheared += block->sheared;
    rates->contacts += block->n_live - block->ends.n;
    md->counters.max_overlap = fmax(md->counters.max_overlap, relative);
    if (!(relative <= GRAVEL_MD_MEANINGLESS_OVERLAP))
        find_fault(md, at);
}

/* Contacts that end and contacts that begin, together in the order of the list. */
static enum gravel_status
change(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block,
       struct gravel_error *error)
{
    const struct gravel_md_pair_indices *ends = &block->ends, *begins = &block->begins;
    enum gravel_status status = GRAVEL_OK;
    size_t e = 0, b = 0;
    while (e + b < ends->n + begins->n && status == GRAVEL_OK) {
        const bool end = b == begins->n || (e < ends->n && ends->k[e] < begins->k[b]);
        const size_t k = (size_t)(end ? ends->k[e++] : begins->k[b++]);
        status = gravel_md_process_pair(md, at, &md->pairs, k, error);
        gravel_md_block_note(block, k, md->pairs.contact[k] >= 0);
    }
    return status;
}

/* The force of a wall: pair k of the list of walls. */
static void
push(struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_touch *touch, size_t k)
{
    struct gravel_md_rates *rates = at->rates;
    const size_t i = (size_t)md->wall_pairs.i[k];
    if (rates->alpha != NULL) {
        const double by_inertia = gravel_md_inverse_inertia(md, i);
        rates->alpha[i] = v3_axpy(rates->alpha[i], touch->arm * by_inertia, touch->torque);
        rates->alpha[i] = v3_axpy(rates->alpha[i], by_inertia, touch->rolled);
    }
    rates->a[i] = v3_axpy(rates->a[i], gravel_md_inverse_mass(md, i), touch->force);
    rates->elastic += touch->elastic;
    rates->sheared += touch->sheared;
    rates->power[GRAVEL_MD_NORMAL] += touch->normal_loss;
    rates->power[GRAVEL_MD_TANGENTIAL] += touch->tangential;
    rates->power[GRAVEL_MD_ROLLING] += touch->rolling_loss;
    rates->power[GRAVEL_MD_WORK] += touch->rolling_work;
    rates->power[GRAVEL_MD_WORK] += touch->work;
    gravel_md_note_contact(md, at, md->wall_pairs.j[k], touch->relative, touch->force);
}

static enum gravel_status
touch_walls(struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_block *block,
            struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t p = 0; p < block->n_wall_pairs && status == GRAVEL_OK; p++) {
        const struct gravel_md_touch *const touch = &block->touches[p];
        if (touch->state == GRAVEL_MD_ALONE)
            status = gravel_md_process_pair(md, at, &md->wall_pairs, block->first_wall + p, error);
        else if (touch->state == GRAVEL_MD_TOUCHES)
            push(md, at, touch, block->first_wall + p);
    }
    return status;
}

/* The forces of one instant, shared by the threads. */
struct task {
    const struct gravel_md *md;
    const struct gravel_md_instant *at;
};

static void
compute_block(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block)
{
    md->wide->walk(md, at, block);
    md->wide->walls(md, at, block);
    if (block->n_live < (block->end - block->begin) / 8)
        accelerate_few(md, at, block);
    else
        accelerate_all(md, at, block);
}

/* The blocks of one thread. */
static double
compute_blocks(void *self, int thread)
{
    const struct task *task = self;
    struct gravel_md_dense *dense = task->md->dense;
    for (size_t b = 0; b < dense->n_blocks; b++)
        if (dense->blocks[b].thread == thread)
            compute_block(task->md, task->at, &dense->blocks[b]);
    return 0.0;
}

/* One of n_threads parts of all particles. */
static double
add_foreign_part(void *self, int item)
{
    const struct task *task = self;
    const size_t n = task->md->n, n_parts = (size_t)task->md->n_threads, part = (size_t)item;
    add_foreign_forces(task->md, task->at, part * n / n_parts, (part + 1) * n / n_parts);
    return 0.0;
}

enum gravel_status
gravel_md_dense_forces(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    struct gravel_md_dense *dense = md->dense;
    enum gravel_status status = GRAVEL_OK;
    if (dense->built != md->counters.rebuilds && (status = gravel_md_dense_set_blocks(md, error)) != GRAVEL_OK)
        return status;
    gravel_md_surfaces_complete(md, at->t);
    struct task task = {.md = md, .at = at};
    gravel_parallel_max(md->n_threads, md->n_threads, compute_blocks, &task);
    gravel_parallel_max(md->n_threads, md->n_threads, add_foreign_part, &task);
    for (size_t b = 0; b < dense->n_blocks; b++) {
        if (dense->blocks[b].no_memory)
            return gravel_no_memory(error);
        collect(md, at, &dense->blocks[b]);
    }
    for (size_t b = 0; b < dense->n_blocks && status == GRAVEL_OK; b++)
        status = change(md, at, &dense->blocks[b], error);
    for (size_t b = 0; b < dense->n_blocks && status == GRAVEL_OK; b++)
        status = touch_walls(md, at, &dense->blocks[b], error);
    return status;
}
