#include "engines/md/near.h"
#include "engines/md/quad.h"

/* `wraps` and `alike` are constant: the box is periodic in some direction; all particles have one radius. */
GRAVEL_QUAD_INLINE uint64_t
find(const struct gravel_md *md, const struct vec3 *restrict x, size_t first, size_t n, bool wraps, bool alike)
{
    const int32_t *restrict const one = md->pairs.i + first, *restrict const other = md->pairs.j + first;
    const int32_t *restrict const contact = md->pairs.contact + first;
    const uint8_t *restrict const image = md->pairs.image + first;
    const double factor = 1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE, radius = gravel_md_radius(md, 0);
    uint64_t bits = 0;
    for (size_t m = 0; m < n; m += 4) {
        gravel_quad r[4];
        double cutoff[4];
        unsigned live = 0;
        for (size_t l = 0; l < 4; l++) {
            const size_t k = m + l < n ? m + l : n - 1;
            const int32_t i = one[k], j = other[k];
            r[l] = quad_difference(quad_load(&x[i].x), quad_load(&x[j].x));
            if (wraps)
                r[l] = quad_difference(r[l], quad_load(&md->shift[image[k]].x));
            cutoff[l] = factor * (alike ? radius + radius : gravel_md_radius(md, i) + gravel_md_radius(md, j));
            live |= (unsigned)(contact[k] >= 0) << l;
        }
        bits |= (uint64_t)(quad_shorter(r, cutoff) | live) << m;
    }
    return bits & UINT64_MAX >> (64 - n);
}

uint64_t
GRAVEL_WIDE(gravel_md_near)(const struct gravel_md *md, const struct vec3 *x, size_t first, size_t n)
{
    const bool alike = md->bodies[0].radius == md->bodies[md->n_bodies - 1].radius; /* they are sorted */
    if (md->wraps)
        return alike ? find(md, x, first, n, true, true) : find(md, x, first, n, true, false);
    return alike ? find(md, x, first, n, false, true) : find(md, x, first, n, false, false);
}
