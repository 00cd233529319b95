/* Prediction, eight neighbours at a time.  Same operations in the same order as the scalar form, without
 * fused multiply-adds, so that the results are equal to the last bit. */
#include "engines/ed/lists.h"
#include "engines/ed/predict.h"

#ifdef __x86_64__
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) AVX512

enum { LANES = GRAVEL_LIST_LANES };
_Static_assert(GRAVEL_LIST_LANES == 8, "eight doubles a vector");

struct block {
    __m512d x, y, z, t, u, v, w, radius;
};

/* Quarters (x y z t) or (u v w r) of bodies 0..7, four doubles each, turned into four vectors. */
INLINE void
transpose(const double *const at[LANES], int offset, __m512d *a, __m512d *b, __m512d *c, __m512d *d)
{
    const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
                  odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    __m512d row[4];
    for (int k = 0; k < 4; k++)
        row[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(at[k] + offset)),
                                    _mm256_load_pd(at[k + 4] + offset), 1);
    const __m512d low01 = _mm512_unpacklo_pd(row[0], row[1]), high01 = _mm512_unpackhi_pd(row[0], row[1]);
    const __m512d low23 = _mm512_unpacklo_pd(row[2], row[3]), high23 = _mm512_unpackhi_pd(row[2], row[3]);
    *a = _mm512_permutex2var_pd(low01, even, low23);
    *b = _mm512_permutex2var_pd(high01, even, high23);
    *c = _mm512_permutex2var_pd(low01, odd, low23);
    *d = _mm512_permutex2var_pd(high01, odd, high23);
}

INLINE struct block
load_block(const struct gravel_body *body, const int32_t *near)
{
    const double *at[LANES];
    struct block b;
    for (int k = 0; k < LANES; k++)
        at[k] = (const double *)(const void *)&body[near[k]];
    transpose(at, 0, &b.x, &b.y, &b.z, &b.t);
    transpose(at, 4, &b.u, &b.v, &b.w, &b.radius);
    return b;
}

/* (x + (v + g/2 h) h) - x0, brought to the nearest image. */
INLINE __m512d
offset(__m512d x, __m512d v, __m512d h, double half_g, double x0, double length, double inverse_length,
       bool falling, bool periodic)
{
    const __m512d big = _mm512_set1_pd(0x1.8p52);
    if (falling)
        v = v + _mm512_set1_pd(half_g) * h;
    const __m512d r = (x + v * h) - _mm512_set1_pd(x0);
    if (!periodic)
        return r;
    return r - _mm512_set1_pd(length) * ((r * _mm512_set1_pd(inverse_length) + big) - big);
}

INLINE __m512d
velocity(__m512d v, __m512d h2, double half_g, double v0, bool falling)
{
    if (falling)
        v = v + _mm512_set1_pd(half_g) * h2;
    return v - _mm512_set1_pd(v0);
}

INLINE struct gravel_meeting
meet(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q,
     bool falling, bool periodic)
{
    struct gravel_meeting first = {INFINITY, -1};
    const __m512d zero = _mm512_setzero_pd(), never = _mm512_set1_pd(INFINITY);
    const struct vec3 *g = &q->half_gravity, *l = &q->length, *il = &q->inverse_length;
    __m512d best = never;
    __m256i winner = _mm256_set1_epi32(INT32_MAX);
    for (int32_t k = 0; k < n; k += LANES) {
        const struct block o = load_block(body, near + k);
        const __m512d h = _mm512_set1_pd(q->now) - o.t, h2 = h + h;
        const __m512d x = offset(o.x, o.u, h, g->x, q->x.x, l->x, il->x, falling, periodic);
        const __m512d y = offset(o.y, o.v, h, g->y, q->x.y, l->y, il->y, falling, periodic);
        const __m512d z = offset(o.z, o.w, h, g->z, q->x.z, l->z, il->z, falling, periodic);
        const __m512d u = velocity(o.u, h2, g->x, q->v.x, falling);
        const __m512d v = velocity(o.v, h2, g->y, q->v.y, falling);
        const __m512d w = velocity(o.w, h2, g->z, q->v.z, falling);
        const __m512d b = x * u + y * v + z * w;
        const __m512d s = o.radius + _mm512_set1_pd(q->radius);
        const __m512d c = (x * x + y * y + z * z) - s * s;
        const __m512d discriminant = b * b - (u * u + v * v + w * w) * c;
        const __mmask8 approach = _mm512_cmp_pd_mask(b, zero, _CMP_LT_OQ);
        const __mmask8 apart = _mm512_cmp_pd_mask(c, zero, _CMP_GT_OQ);
        const __mmask8 hit = _mm512_mask_cmp_pd_mask(approach, discriminant, zero, _CMP_GE_OQ) & apart;
        const __m512d later = c / (_mm512_sqrt_pd(discriminant) - b);
        __m512d tau = _mm512_mask_mov_pd(never, hit, later);
        tau = _mm512_mask_mov_pd(tau, (__mmask8)(approach & ~apart), zero);
        const __m256i who = _mm256_loadu_si256((const __m256i *)(const void *)(near + k));
        const __mmask8 tie = _mm512_cmp_pd_mask(tau, best, _CMP_EQ_OQ) & _mm256_cmplt_epi32_mask(who, winner);
        const __mmask8 sooner = _mm512_cmp_pd_mask(tau, best, _CMP_LT_OQ) | tie;
        best = _mm512_mask_mov_pd(best, sooner, tau);
        winner = _mm256_mask_mov_epi32(winner, sooner, who);
    }
    first.tau = _mm512_reduce_min_pd(best);
    if (first.tau < INFINITY) {
        const __mmask8 equal = _mm512_cmp_pd_mask(best, _mm512_set1_pd(first.tau), _CMP_EQ_OQ);
        int32_t lane[LANES];
        _mm256_storeu_si256((__m256i *)(void *)lane, winner);
        first.partner = lane[__builtin_ctz(equal)];
        for (int k = __builtin_ctz(equal) + 1; k < LANES && (equal >> k) != 0; k++)
            if ((equal >> k & 1) && lane[k] < first.partner)
                first.partner = lane[k];
    }
    return first;
}

/* Four doubles a shell: the same transposition serves. */
INLINE int32_t
keep_near(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self,
          const struct gravel_query *q, bool periodic)
{
    int32_t kept = 0;
    const __m512d zero = _mm512_setzero_pd();
    for (int32_t k = 0; k < n; k += LANES) {
        const int32_t left = n - k;
        const __mmask8 live = (__mmask8)(left >= LANES ? 0xff : (1 << left) - 1);
        const double *at[LANES];
        for (int m = 0; m < LANES; m++)
            at[m] = (const double *)(const void *)&shell[found[k + (m < left ? m : 0)]];
        __m512d x, y, z, radius;
        transpose(at, 0, &x, &y, &z, &radius);
        x = offset(x, zero, zero, 0.0, q->x.x, q->length.x, q->inverse_length.x, false, periodic);
        y = offset(y, zero, zero, 0.0, q->x.y, q->length.y, q->inverse_length.y, false, periodic);
        z = offset(z, zero, zero, 0.0, q->x.z, q->length.z, q->inverse_length.z, false, periodic);
        const __m512d s = radius + _mm512_set1_pd(q->radius);
        const __m256i who = _mm256_maskz_loadu_epi32(live, found + k);
        const __mmask8 keep = _mm512_mask_cmp_pd_mask(live, x * x + y * y + z * z, s * s, _CMP_LE_OQ) &
                              _mm256_cmpneq_epi32_mask(who, _mm256_set1_epi32(self));
        const int n_keep = __builtin_popcount(keep);
        _mm256_mask_storeu_epi32(found + kept, (__mmask8)((1 << n_keep) - 1),
                                 _mm256_maskz_compress_epi32(keep, who));
        kept += n_keep;
    }
    return kept;
}

#define VARIANT(name, falling, periodic)                                                                     \
    AVX512 static struct gravel_meeting name(const struct gravel_body *body, const int32_t *near, int32_t n, \
                                             const struct gravel_query *q)                                   \
    {                                                                                                        \
        return meet(body, near, n, q, falling, periodic);                                                    \
    }
VARIANT(meet_plain, false, false)
VARIANT(meet_periodic, false, true)
VARIANT(meet_falling, true, false)
VARIANT(meet_falling_periodic, true, true)

AVX512 static int32_t
keep_near_plain(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self,
                const struct gravel_query *q)
{
    return keep_near(shell, found, n, self, q, false);
}

AVX512 static int32_t
keep_near_periodic(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self,
                   const struct gravel_query *q)
{
    return keep_near(shell, found, n, self, q, true);
}

struct gravel_search
gravel_search_avx512(bool falling, bool periodic)
{
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return (struct gravel_search){.name = "AVX-512"};
    gravel_meet_function *const meets[2][2] = {{meet_plain, meet_periodic},
                                               {meet_falling, meet_falling_periodic}};
    return (struct gravel_search){"AVX-512", meets[falling][periodic],
                                  periodic ? keep_near_periodic : keep_near_plain};
}

#else
struct gravel_search
gravel_search_avx512(bool falling, bool periodic)
{
    (void)falling;
    (void)periodic;
    return (struct gravel_search){.name = "AVX-512"};
}
#endif
