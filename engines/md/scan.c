#include "engines/md/scan.h"

_Static_assert(GRAVEL_MD_SMALL == 64 && GRAVEL_MD_SMALL % GRAVEL_LANES == 0, "a word has a bit for each particle");

GRAVEL_LANES_INLINE gravel_lanes
lanes_magnitude(gravel_lanes a)
{
    return lanes_choose(a < 0.0, -a, a);
}

/* Of a difference r in one direction, the one to the nearest image in a box of this length; 0: not periodic. */
GRAVEL_LANES_INLINE gravel_lanes
nearest(gravel_lanes r, double length)
{
    const gravel_lanes big = (gravel_lanes){0} + 0x1.8p52; /* as in gravel_nearest_whole() */
    return length > 0.0 ? r - length * ((r / length + big) - big) : r;
}

/* In one direction, from i to the particles from j on. */
GRAVEL_LANES_INLINE gravel_lanes
separation(const struct gravel_md_columns *all, int d, size_t i, size_t j)
{
    return nearest(lanes_load(all->x[d] + j) - all->x[d][i], all->length[d]);
}

GRAVEL_LANES_INLINE gravel_truth
is_near(const struct gravel_md_columns *all, size_t i, size_t j, double skin)
{
    const struct gravel_columns r = {separation(all, 0, i, j), separation(all, 1, i, j), separation(all, 2, i, j)};
    const gravel_lanes cutoff = (all->radius[i] + lanes_load(all->radius + j)) + skin;
    return lanes_dot(r, r) < cutoff * cutoff;
}

/* The contact as in pair_flight. */
GRAVEL_LANES_INLINE gravel_truth
can_end(const struct gravel_md_columns *all, size_t i, size_t j, double duration)
{
    const gravel_lanes zero = {0}, sum = all->radius[i] + lanes_load(all->radius + j);
    const struct gravel_columns r = {separation(all, 0, i, j), separation(all, 1, i, j), separation(all, 2, i, j)};
    gravel_lanes v[3];
    gravel_truth leaves = {0};
    for (int d = 0; d < 3; d++) {
        const gravel_lanes way = all->half[d] - sum;
        v[d] = lanes_load(all->v[d] + j) - all->v[d][i];
        if (all->length[d] > 0.0)
            leaves |=
                lanes_magnitude(v[d]) * (gravel_md_flight_rounding * duration) >= lanes_choose(way > 0.0, way, zero);
    }
    const gravel_lanes b = lanes_dot(r, (struct gravel_columns){v[0], v[1], v[2]}), c = lanes_dot(r, r) - sum * sum;
    return leaves | ((b < 0.0) & (c <= -2.0 * gravel_md_flight_rounding * b * duration));
}

/* The bits of the particles beyond i for which the test with this parameter is true. */
GRAVEL_LANES_INLINE uint64_t
scan(const struct gravel_md_columns *all, size_t i, double parameter,
     gravel_truth test(const struct gravel_md_columns *all, size_t i, size_t j, double parameter))
{
    uint64_t bits = 0;
    for (size_t j = (i + 1) / GRAVEL_LANES * GRAVEL_LANES; j < all->n; j += GRAVEL_LANES)
        bits |= (uint64_t)lanes_bits(test(all, i, j, parameter)) << j;
    return bits & (UINT64_MAX << i << 1) & (UINT64_MAX >> (GRAVEL_MD_SMALL - all->n));
}

uint64_t
GRAVEL_WIDE(gravel_md_scan_near)(const struct gravel_md_columns *all, size_t i, double skin)
{
    return scan(all, i, skin, is_near);
}

uint64_t
GRAVEL_WIDE(gravel_md_scan_flight)(const struct gravel_md_columns *all, size_t i, double duration)
{
    return scan(all, i, duration, can_end);
}

uint64_t
GRAVEL_WIDE(gravel_md_scan_members)(const struct gravel_md_members *all, const struct gravel_md_probe *probe,
                                    size_t first, size_t n)
{
    const gravel_lanes above = (gravel_lanes){0} + probe->above;
    uint64_t bits = 0;
    for (size_t j = 0; j < n; j += GRAVEL_LANES) {
        const size_t k = first + j;
        const struct gravel_columns r = {nearest(lanes_load(all->x[0] + k) - probe->x.x, all->length[0]),
                                         nearest(lanes_load(all->x[1] + k) - probe->x.y, all->length[1]),
                                         nearest(lanes_load(all->x[2] + k) - probe->x.z, all->length[2])};
        const gravel_lanes cutoff = (probe->radius + lanes_load(all->radius + k)) + probe->skin;
        bits |= (uint64_t)lanes_bits((lanes_dot(r, r) < cutoff * cutoff) & (lanes_load(all->number + k) > above)) << j;
    }
    return bits & UINT64_MAX >> (64 - n);
}
