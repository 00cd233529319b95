/* The kernel for vectors of eight doubles. */
#include "engines/ed/predict_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl")))
enum { LANES = 8, HALVINGS = 3 };
typedef __m512d wide;
typedef __mmask8 mask;
#define splat(a) _mm512_set1_pd(a)
#define whole(i) _mm512_cvtepi32_pd(_mm256_loadu_si256((const __m256i *)(const void *)(i)))
#define less(a, b) _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)
#define equal(a, b) _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ)
#define either(a, b) _kor_mask8(a, b)
#define without(a, b) _kandn_mask8(b, a)
#define choose(m, a, b) _mm512_mask_mov_pd(b, m, a)
#define lesser(a, b) _mm512_min_pd(a, b)
#define greater(a, b) _mm512_max_pd(a, b)
#define root(a) _mm512_sqrt_pd(a)
#define nearest(a) _mm512_roundscale_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define swap(a, k) \
    ((k) == 0 ? _mm512_shuffle_f64x2(a, a, 0x4e) : (k) == 1 ? _mm512_permutex_pd(a, 0x4e) : _mm512_permute_pd(a, 0x55))
#define lane(a, k) ((a)[k])
#define lanes(m) ((unsigned)(m))

/* Rows of four doubles turned into columns of eight. */
TARGET static inline void
load4(const double *const at[], int k, wide *a, wide *b, wide *c, wide *d)
{
    const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
                  odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    wide row[4];
    for (int m = 0; m < 4; m++)
        row[m] =
            _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(at[m] + k)), _mm256_load_pd(at[m + 4] + k), 1);
    const wide low01 = _mm512_unpacklo_pd(row[0], row[1]), high01 = _mm512_unpackhi_pd(row[0], row[1]),
               low23 = _mm512_unpacklo_pd(row[2], row[3]), high23 = _mm512_unpackhi_pd(row[2], row[3]);
    *a = _mm512_permutex2var_pd(low01, even, low23);
    *b = _mm512_permutex2var_pd(high01, even, high23);
    *c = _mm512_permutex2var_pd(low01, odd, low23);
    *d = _mm512_permutex2var_pd(high01, odd, high23);
}

TARGET static inline int32_t
pack(int32_t *out, const int32_t *from, mask m)
{
    const mask keep = _knot_mask8(m);
    const __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)from);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_maskz_compress_epi32(keep, all));
    return __builtin_popcount(keep);
}

#define PART_MEMBERS 16
typedef __m512i items;
#define load_items(from) _mm512_load_si512(from)
#define present(a) ((unsigned)_mm512_cmpge_epi32_mask(a, _mm512_setzero_si512()))
#define flagged(a) ((unsigned)_mm512_test_epi32_mask(a, _mm512_set1_epi32(GRAVEL_MORE_MEMBERS)))
#define unflagged(a) _mm512_andnot_si512(_mm512_set1_epi32(GRAVEL_MORE_MEMBERS), a)
#define pack_items(out, a, keep) _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)(keep), a))

#include "engines/ed/predict_kernel_tmpl.c"

struct gravel_predict_kernel
gravel_predict_kernel_avx512(bool falling, bool periodic)
{
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return (struct gravel_predict_kernel){.name = "AVX-512"};
    return kernel_of("AVX-512", falling, periodic);
}

#else
struct gravel_predict_kernel
gravel_predict_kernel_avx512(bool falling, bool periodic)
{
    (void)falling;
    (void)periodic;
    return (struct gravel_predict_kernel){.name = "AVX-512"};
}
#endif
