#include "engines/md/near.h"
#include "engines/md/near_test.h"

/* A bit for each of the n <= 64 pairs from `first` on with a live contact. */
static inline uint64_t
find_live(const struct gravel_md *md, size_t first, size_t n)
{
    const int32_t *const contact = md->pairs.contact + first;
    uint64_t bits = 0;
    for (size_t m = 0; m < n; m++)
        bits |= (uint64_t)(contact[m] >= 0) << m;
    return bits;
}

/* `wraps` is constant: the box is periodic in some direction. */
GRAVEL_QUAD_INLINE uint64_t
find(const struct gravel_md *md, const struct vec3 *restrict x, size_t first, size_t n, bool wraps)
{
    const int32_t *restrict const one = md->pairs.i, *restrict const other = md->pairs.j;
    const double factor = 1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE;
    const uint64_t live = find_live(md, first, n);
    uint64_t near = live;
    struct gathered due;
    due.n = 0;
    gather(&due, ~live & gravel_md_due_bits(md, &md->pairs, first, n), first);
    fill_up(&due);
    for (size_t m = 0; m < due.n; m += 4) {
        const int32_t *const pair = due.k + m;
        double cutoff[4];
        for (size_t l = 0; l < 4; l++)
            cutoff[l] = factor * (gravel_md_radius(md, one[pair[l]]) + gravel_md_radius(md, other[pair[l]]));
        for (unsigned bits = test_four(md, x, pair, cutoff, wraps); bits != 0; bits &= bits - 1)
            near |= UINT64_C(1) << ((size_t)pair[__builtin_ctz(bits)] - first);
    }
    return near;
}

uint64_t
GRAVEL_WIDE(gravel_md_near)(const struct gravel_md *md, const struct vec3 *x, size_t first, size_t n)
{
    return md->wraps ? find(md, x, first, n, true) : find(md, x, first, n, false);
}
