#include "engines/md/dense_create.h"
#include "engines/core/array.h"
#include "engines/md/constants.h"
#include "engines/md/dense_block.h"
#include "engines/md/integrator.h"
#include "engines/md/pairs.h"
#include "engines/md/wide.h"

#include <stdlib.h>
#include <string.h>

/* A block's forces and velocities fit a core's second cache. */
enum { SMALLEST_BLOCK = 2048 };

void
gravel_md_dense_destroy(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    if (dense == NULL)
        return;
    for (size_t b = 0; b < dense->n_blocks; b++) {
        free(dense->blocks[b].live);
        free(dense->blocks[b].ends.k);
        free(dense->blocks[b].begins.k);
        free(dense->blocks[b].foreign);
        free(dense->blocks[b].sum);
        free(dense->blocks[b].by_wall);
        free(dense->blocks[b].touches);
    }
    free(dense->constants);
    free(dense->kind);
    free(dense->radius);
    free(dense);
    md->dense = NULL;
}

/* The kernel computes laws with square roots as their only powers, in fixed steps, in a box without shear and without
 * reports of single contacts. */
static bool
applies(const struct gravel_md *md)
{
    const struct gravel_material *m = &md->system.material;
    return !md->small && md->system.dimension > 1 && md->system.box.shear_rate == 0.0 &&
           !md->integrator->integrates_springs && md->sink.event == NULL && m->statement != GRAVEL_BY_ENERGY &&
           (m->beta == 0.0 || m->beta == 0.5) && (m->gamma == 0.0 || m->gamma == 0.25 || m->gamma == 0.5);
}

/* What any pair of particles has; `one` and `curved` are not set. */
static struct gravel_md_kernel_choice
find_forces(const struct gravel_md *md)
{
    const struct gravel_md_body *first = &md->bodies[0];
    struct gravel_md_kernel_choice has = {.spins = md->system.material.rotation};
    for (size_t k = 0; k < gravel_system_n_contacts(&md->system); k++) {
        int32_t species, partner;
        const struct gravel_contact c = gravel_system_contact_at(&md->system, k, &species, &partner);
        if (c.wall != NULL)
            continue;
        const struct gravel_force f =
            gravel_material_force(c.material, NULL, 0.5 * first->mass, 2.0 * first->radius, md->tangential_factor);
        has.rolls = has.rolls || f.rolling_arm > 0.0;
        has.springs = has.springs || has.rolls || f.kt > 0.0;
        has.shears = has.shears || has.springs || f.ct > 0.0;
    }
    return has;
}

static struct gravel_md_wall_laws
find_wall_laws(const struct gravel_md *md)
{
    const struct gravel_md_body *first = &md->bodies[0];
    struct gravel_md_wall_laws has = {.spins = md->system.material.rotation};
    for (size_t k = 0; k < gravel_system_n_contacts(&md->system); k++) {
        int32_t species, partner;
        const struct gravel_contact c = gravel_system_contact_at(&md->system, k, &species, &partner);
        if (c.wall == NULL)
            continue;
        const struct gravel_force f =
            gravel_material_force(c.material, c.wall, first->mass, 2.0 * first->radius, md->tangential_factor);
        has.rolls = has.rolls || f.rolling_arm > 0.0;
        has.shears = has.shears || f.kt > 0.0 || f.ct > 0.0;
    }
    return has;
}

/* Kinds are classes, then the same classes attached to walls. */
static void
fill_kinds(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    const struct gravel_md_classes *classes = &md->classes;
    const size_t n = classes->n, m = dense->n_kinds = md->any_attached ? 2 * n : n;
    for (size_t i = 0; i < md->n && dense->kind != NULL; i++)
        dense->kind[i] =
            classes->of[gravel_md_body_number(md, i)] + (gravel_md_attachment(md, i) >= 0 ? (int32_t)n : 0);
    for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b < m; b++) {
            const struct gravel_force f = gravel_md_pair_constants(md, &md->bodies[classes->member[a % n]],
                                                                   &md->bodies[classes->member[b % n]], a >= n, b >= n);
            dense->constants[a * m + b] = gravel_md_kernel_constants(&f);
        }
    dense->common.one = dense->constants[0];
}

/* The kernel for the system, as it is now: particles may have been attached. */
static void
choose_kernel(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    const struct gravel_force f = gravel_md_pair_constants(md, &md->bodies[0], &md->bodies[0], false, false);
    struct gravel_md_kernel_choice has = find_forces(md);
    dense->n_kinds = 0;
    dense->common =
        (struct gravel_md_common){.dt = md->dt, .beta = f.beta, .gamma = f.gamma, .cohesionless = f.cohesionless};
    if (dense->constants != NULL)
        fill_kinds(md);
    has.one = dense->n_kinds == 1;
    has.curved = f.beta != 0.0 || f.gamma != 0.0;
    dense->spins = has.spins && has.shears;
    dense->springs = has.springs;
    dense->rolls = has.rolls;
    dense->kernel = md->wide->kernel(has);
}

enum gravel_status
gravel_md_dense_create(struct gravel_md *md, struct gravel_error *error)
{
    if (!applies(md))
        return GRAVEL_OK;
    struct gravel_md_dense *dense = md->dense = calloc(1, sizeof *dense);
    const size_t n = md->classes.n;
    if (dense != NULL && n > 0)
        dense->constants = malloc(4 * n * n * sizeof *dense->constants);
    if (dense == NULL || (n > 0 && dense->constants == NULL))
        return gravel_no_memory(error);
    dense->wall_laws = find_wall_laws(md);
    const size_t fit = md->n / SMALLEST_BLOCK;
    dense->n_blocks = fit < 1 ? 1 : fit > GRAVEL_MD_BLOCKS ? GRAVEL_MD_BLOCKS : fit;
    for (size_t b = 0; b < dense->n_blocks; b++) {
        dense->blocks[b].begin = b * md->n / dense->n_blocks;
        dense->blocks[b].end = (b + 1) * md->n / dense->n_blocks;
        const size_t size = sizeof(struct gravel_md_pull) * (dense->blocks[b].end - dense->blocks[b].begin);
        if ((dense->blocks[b].sum = aligned_alloc(sizeof(struct gravel_md_pull), size)) == NULL)
            return gravel_no_memory(error);
        memset(dense->blocks[b].sum, 0, size);
    }
    return GRAVEL_OK;
}

/* What the walk reads of particles that are not all alike, in their present order.  False: no memory. */
static bool
set_particles(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    const bool by_kind = dense->constants != NULL && (md->classes.n > 1 || md->any_attached);
    if (dense->kind == NULL && by_kind && (dense->kind = malloc(md->n * sizeof *dense->kind)) == NULL)
        return false;
    if (dense->radius == NULL && (by_kind || dense->constants == NULL) &&
        (dense->radius = malloc(md->n * sizeof *dense->radius)) == NULL)
        return false;
    for (size_t i = 0; i < md->n && dense->radius != NULL; i++)
        dense->radius[i] = gravel_md_radius(md, i);
    return true;
}

/* The block's pairs in the list of walls.  False: no memory. */
static bool
set_walls(const struct gravel_md *md, struct gravel_md_block *block)
{
    const size_t first = gravel_md_first_pair(&md->wall_pairs, block->begin);
    const size_t n = gravel_md_first_pair(&md->wall_pairs, block->end) - first;
    block->first_wall = first;
    block->n_wall_pairs = 0;
    if (!gravel_array_resize(&block->by_wall, n + 1, sizeof *block->by_wall) ||
        !gravel_array_resize(&block->touches, n + 1, sizeof *block->touches))
        return false;
    memset(block->touches, 0, n * sizeof *block->touches);
    for (int32_t w = 0; w < (int32_t)md->system.n_walls && block->n_wall_pairs < n; w++)
        for (size_t k = first; k < first + n; k++)
            if (md->wall_pairs.j[k] == -1 - w)
                block->by_wall[block->n_wall_pairs++] = (int32_t)k;
    return true;
}

/* Work of a step on the block, in tests of a listed pair: by profiles of a packing in which every pair was tested in
 * every step. */
static double
work_of(const struct gravel_md_block *block)
{
    size_t n_live = 0;
    for (size_t k = 0; k < block->n_pairs; k += 64)
        n_live += (size_t)__builtin_popcountll(block->live[k / 64]);
    return (double)(block->n_pairs + 12 * n_live + 24 * block->n_wall_pairs + 4 * (block->end - block->begin));
}

/* Give each thread a run of blocks with about the same work, as the bottom of a heap has more contacts than its
 * surface. No result depends on it. */
static void
share_blocks(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    double total = 0.0, before = 0.0;
    for (size_t b = 0; b < dense->n_blocks; b++)
        total += work_of(&dense->blocks[b]);
    for (size_t b = 0; b < dense->n_blocks; b++) {
        const double work = work_of(&dense->blocks[b]);
        dense->blocks[b].thread = (int)((double)md->n_threads * (before + 0.5 * work) / total);
        before += work;
    }
}

enum gravel_status
gravel_md_dense_set_blocks(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_dense *dense = md->dense;
    if (!set_particles(md))
        return gravel_no_memory(error);
    choose_kernel(md);
    for (size_t b = 0; b < dense->n_blocks; b++) {
        struct gravel_md_block *block = &dense->blocks[b];
        block->first = gravel_md_first_pair(&md->pairs, block->begin);
        block->n_pairs = gravel_md_first_pair(&md->pairs, block->end) - block->first;
        if (!gravel_array_resize(&block->live, block->n_pairs / 64 + 1, sizeof *block->live))
            return gravel_no_memory(error);
        memset(block->live, 0, (block->n_pairs / 64 + 1) * sizeof *block->live);
        for (size_t k = block->first; k < block->first + block->n_pairs; k++)
            gravel_md_block_note(block, k, md->pairs.contact[k] >= 0);
        if (!set_walls(md, block))
            return gravel_no_memory(error);
    }
    if (md->n_threads > 1)
        share_blocks(md);
    dense->built = md->counters.rebuilds;
    return GRAVEL_OK;
}
