/* The kernel for vectors of four doubles. */
#include "engines/ed/predict_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,popcnt")))
enum { LANES = 4, HALVINGS = 2 };
typedef __m256d wide, mask;
#define splat(a) _mm256_set1_pd(a)
#define whole(i) _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)(i)))
#define less(a, b) _mm256_cmp_pd(a, b, _CMP_LT_OQ)
#define equal(a, b) _mm256_cmp_pd(a, b, _CMP_EQ_OQ)
#define either(a, b) _mm256_or_pd(a, b)
#define without(a, b) _mm256_andnot_pd(b, a)
#define choose(m, a, b) _mm256_blendv_pd(b, a, m)
#define lesser(a, b) _mm256_min_pd(a, b)
#define greater(a, b) _mm256_max_pd(a, b)
#define root(a) _mm256_sqrt_pd(a)
#define nearest(a) _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define swap(a, k) ((k) == 0 ? _mm256_permute4x64_pd(a, 0x4e) : _mm256_permute_pd(a, 5))
#define lane(a, k) ((a)[k])
#define lanes(m) ((unsigned)_mm256_movemask_pd(m))

TARGET static inline void
load4(const double *const at[], int k, wide *a, wide *b, wide *c, wide *d)
{
    const wide row0 = _mm256_load_pd(at[0] + k), row1 = _mm256_load_pd(at[1] + k), row2 = _mm256_load_pd(at[2] + k),
               row3 = _mm256_load_pd(at[3] + k);
    const wide low01 = _mm256_unpacklo_pd(row0, row1), high01 = _mm256_unpackhi_pd(row0, row1),
               low23 = _mm256_unpacklo_pd(row2, row3), high23 = _mm256_unpackhi_pd(row2, row3);
    *a = _mm256_permute2f128_pd(low01, low23, 0x20);
    *b = _mm256_permute2f128_pd(high01, high23, 0x20);
    *c = _mm256_permute2f128_pd(low01, low23, 0x31);
    *d = _mm256_permute2f128_pd(high01, high23, 0x31);
}

/* Row m: the places of the bits of m, in order, a byte each. */
#define PLACE(m, b) ((uint64_t)((m) >> (b)&1) * (b) << 8 * __builtin_popcount((m) & ((1 << (b)) - 1)))
#define ROW(m) (PLACE(m, 1) | PLACE(m, 2) | PLACE(m, 3) | PLACE(m, 4) | PLACE(m, 5) | PLACE(m, 6) | PLACE(m, 7))
#define ROWS4(m) ROW(m), ROW((m) + 1), ROW((m) + 2), ROW((m) + 3)
#define ROWS16(m) ROWS4(m), ROWS4((m) + 4), ROWS4((m) + 8), ROWS4((m) + 12)
#define ROWS64(m) ROWS16(m), ROWS16((m) + 16), ROWS16((m) + 32), ROWS16((m) + 48)
static const uint64_t PLACES[256] = {ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192)};

TARGET static inline int32_t
pack(int32_t *out, const int32_t *from, mask m)
{
    const unsigned keep = ~lanes(m) & 15u;
    const __m128 item = _mm_loadu_ps((const float *)(const void *)from);
    const __m128i place = _mm_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&PLACES[keep]));
    _mm_storeu_ps((float *)(void *)out, _mm_permutevar_ps(item, place));
    return __builtin_popcount(keep);
}

#define PART_MEMBERS 8
typedef __m256i items;
#define load_items(from) _mm256_load_si256((const __m256i *)(const void *)(from))
#define signs(a) ((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a)))
#define present(a) (~signs(a))
#define flagged(a) signs(_mm256_slli_epi32(a, 1)) /* GRAVEL_MORE_MEMBERS is the bit beside the sign */
#define unflagged(a) _mm256_andnot_si256(_mm256_set1_epi32(GRAVEL_MORE_MEMBERS), a)

TARGET static inline void
pack_items(int32_t *out, items a, unsigned keep)
{
    const __m256i from = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&PLACES[keep]));
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(a, from));
}
_Static_assert(GRAVEL_MORE_MEMBERS == 1 << 30, "flagged() finds it");

#include "engines/ed/predict_kernel_tmpl.c"

struct gravel_predict_kernel
gravel_predict_kernel_avx2(bool falling, bool periodic)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("popcnt"))
        return (struct gravel_predict_kernel){.name = "AVX2"};
    return kernel_of("AVX2", falling, periodic);
}

#else
struct gravel_predict_kernel
gravel_predict_kernel_avx2(bool falling, bool periodic)
{
    (void)falling;
    (void)periodic;
    return (struct gravel_predict_kernel){.name = "AVX2"};
}
#endif
