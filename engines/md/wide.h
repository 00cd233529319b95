/* The functions that exist once for each width of vectors, as a table for each. */
#ifndef GRAVEL_MD_WIDE_H
#define GRAVEL_MD_WIDE_H

#include "engines/core/simd.h"
#include "engines/md/dense_block.h"
#include "engines/md/scan.h"
#include "engines/md/state.h"

struct gravel_md_wide {
    gravel_md_kernel *(*kernel)(struct gravel_md_kernel_choice has); /* kernel.h */
    /* dense_walk.h */
    void (*walk)(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block);
    /* dense_walls.h */
    void (*walls)(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block);
    /* sweep.h */
    void (*kick)(size_t n, double h, double *restrict v, const double *restrict a);
    void (*predict)(size_t n, double h, double *restrict v, float *restrict prediction, const double *restrict a);
    void (*correct)(size_t n, double h, double *restrict v, const float *restrict prediction, const double *restrict a);
    void (*advance)(size_t n, double h, double *restrict v, float *restrict prediction, const double *restrict a);
    double (*drift)(size_t n, double h, double *restrict x, double *restrict v, float *restrict prediction,
                    const double *restrict a);
    /* scan.h */
    uint64_t (*scan_near)(const struct gravel_md_columns *all, size_t i, double skin);
    uint64_t (*scan_flight)(const struct gravel_md_columns *all, size_t i, double duration);
    uint64_t (*scan_members)(const struct gravel_md_members *all, const struct gravel_md_probe *probe, size_t first,
                             size_t n);
    /* near.h */
    uint64_t (*near)(const struct gravel_md *md, const struct vec3 *x, size_t first, size_t n);
};

extern const struct gravel_md_wide gravel_md_wide_plain, gravel_md_wide_avx2, gravel_md_wide_avx512;

static inline const struct gravel_md_wide *
gravel_md_wide_of(enum gravel_simd simd)
{
#ifdef __x86_64__
    if (simd != GRAVEL_SIMD_PLAIN)
        return simd == GRAVEL_SIMD_AVX2 ? &gravel_md_wide_avx2 : &gravel_md_wide_avx512;
#endif
    (void)simd;
    return &gravel_md_wide_plain;
}

#endif
