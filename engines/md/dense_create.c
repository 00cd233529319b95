#include "engines/md/dense.h"

#include <stdlib.h>

enum { SMALLEST_BLOCK = 4096 };

void
gravel_md_dense_destroy(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    if (dense == NULL)
        return;
    for (size_t b = 0; b < dense->n_blocks; b++) {
        struct gravel_md_block *block = &dense->blocks[b];
        void *const owned[] = {block->found.i, block->found.j, block->found.slot, block->found.x,
                               block->found.y, block->found.z,
                               block->changed, block->foreign};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
            free(owned[k]);
    }
    free(dense->constants);
    free(dense->kind);
    free(dense);
    md->dense = NULL;
}

/* A law whose powers are square roots and whose constants fit a table, integrated by velocity Verlet, with nobody
 * listening to single contacts; no rolling resistance between particles, no spring that stiffens with the overlap. */
static bool
applies(const struct gravel_md *md)
{
    const struct gravel_material *m = &md->system.material;
    return !md->small && md->system.dimension > 1 && md->integrator == GRAVEL_MD_VERLET && md->sink.event == NULL &&
           m->rolling_friction == 0.0 && m->statement != GRAVEL_BY_ENERGY &&
           (m->beta == 0.0 || (m->beta == 0.5 && m->tangential != GRAVEL_TANGENTIAL_SPRING)) &&
           (m->gamma == 0.0 || m->gamma == 0.25 || m->gamma == 0.5) && md->classes.n > 0;
}

/* Kinds are classes, then the same classes held by walls. */
static void
fill_kinds(struct gravel_md *md)
{
    struct gravel_md_dense *dense = md->dense;
    const struct gravel_md_classes *classes = &md->classes;
    const size_t n = classes->n, m = dense->n_kinds = md->any_held ? 2 * n : n;
    double *const k = dense->constants, *const c = k + m * m, *const kt = c + m * m, *const ct = kt + m * m;
    for (size_t i = 0; i < md->n; i++)
        dense->kind[i] = classes->of[i] + (md->system.particles[i].held >= 0 ? (int32_t)n : 0);
    for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b < m; b++) {
            const struct gravel_force f =
                gravel_md_pair_force(md, classes->member[a % n], classes->member[b % n], a >= n, b >= n);
            k[a * m + b] = f.k;
            c[a * m + b] = f.c;
            kt[a * m + b] = f.kt;
            ct[a * m + b] = f.ct;
        }
    const struct gravel_force f = gravel_md_pair_force(md, classes->member[0], classes->member[0], false, false);
    dense->kinds = (struct gravel_md_kinds){.k = k, .c = c, .kt = kt, .ct = ct, .friction = f.friction, .dt = md->dt,
                                            .beta = f.beta, .gamma = f.gamma, .cohesionless = f.cohesionless};
    dense->kernel = gravel_md_kernel_choose(md->system.material.rotation, f.kt > 0.0 || f.ct > 0.0, f.kt > 0.0, m == 1,
                                            f.beta != 0.0 || f.gamma != 0.0);
}

enum gravel_status
gravel_md_dense_create(struct gravel_md *md, struct gravel_error *error)
{
    if (!applies(md))
        return GRAVEL_OK;
    struct gravel_md_dense *dense = md->dense = calloc(1, sizeof *dense);
    const size_t n = md->classes.n;
    if (dense != NULL) {
        dense->constants = malloc(4 * 4 * n * n * sizeof *dense->constants);
        dense->kind = malloc(md->n * sizeof *dense->kind);
    }
    if (dense == NULL || dense->constants == NULL || dense->kind == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for the contact kernel of %zu particles", md->n);
    const size_t fit = md->n / SMALLEST_BLOCK;
    dense->n_blocks = fit < 1 ? 1 : fit > GRAVEL_MD_BLOCKS ? GRAVEL_MD_BLOCKS : fit;
    for (size_t b = 0; b < dense->n_blocks; b++) {
        dense->blocks[b].begin = b * md->n / dense->n_blocks;
        dense->blocks[b].end = (b + 1) * md->n / dense->n_blocks;
    }
    return GRAVEL_OK;
}

static bool
grow(void *array, size_t n, size_t size)
{
    void **const owned = array;
    void *const grown = realloc(*owned, (n + 1) * size);
    if (grown != NULL)
        *owned = grown;
    return grown != NULL;
}

enum gravel_status
gravel_md_dense_lay_out(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_dense *dense = md->dense;
    fill_kinds(md);
    for (size_t b = 0; b < dense->n_blocks; b++) {
        struct gravel_md_block *block = &dense->blocks[b];
        struct gravel_md_found *f = &block->found;
        const size_t first = md->first[block->begin], end = md->first[block->end];
        size_t n_foreign = 0, n = end - first + GRAVEL_MD_LANES;
        for (size_t k = first; k < end; k++)
            n_foreign += (size_t)md->pairs.j[k] < block->begin || (size_t)md->pairs.j[k] >= block->end;
        bool complete = true;
        if (n > f->capacity) {
            n += n / 4;
            complete = grow(&f->i, n, sizeof *f->i) && grow(&f->j, n, sizeof *f->j) &&
                       grow(&f->slot, n, sizeof *f->slot) && grow(&f->x, n, sizeof *f->x) &&
                       grow(&f->y, n, sizeof *f->y) && grow(&f->z, n, sizeof *f->z) &&
                       grow(&block->changed, n, sizeof *block->changed);
            f->capacity = n;
        }
        if (complete && n_foreign >= block->foreign_capacity) { /* one more is written to than counted */
            n_foreign += n_foreign / 4 + 1;
            complete = grow(&block->foreign, n_foreign, sizeof *block->foreign);
            block->foreign_capacity = n_foreign;
        }
        if (!complete)
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for the contacts of %zu particles", md->n);
    }
    dense->built = md->counters.rebuilds;
    return GRAVEL_OK;
}
