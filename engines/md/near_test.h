/* Tests of listed pairs without a contact, four at a time.  For files that are compiled once for each width of
 * vectors. */
#ifndef GRAVEL_MD_NEAR_TEST_H
#define GRAVEL_MD_NEAR_TEST_H

#include "engines/md/due.h"
#include "engines/md/quad.h"

/* Numbers of listed pairs, up to two words of bits. */
struct gathered {
    int32_t k[128];
    size_t n;
};

/* Append the numbers of the bits that are set, counted from `first`. */
static inline void
gather(struct gathered *list, uint64_t bits, size_t first)
{
    for (; bits != 0; bits &= bits - 1)
        list->k[list->n++] = (int32_t)(first + (size_t)__builtin_ctzll(bits));
}

/* How pairs are tested, all constants: a pair may touch below `factor` times the sum of its radii. */
struct near_rule {
    double factor;
    const double *radius; /* of a particle [m], or NULL: gravel_md_radius() */
    bool one, images;     /* all radii are equal; some pairs are across the box's boundary */
};

/* The four pairs `pair` at the positions x: returns a bit for each that may touch, and sets when each is due. */
GRAVEL_QUAD_INLINE unsigned
test_four(const struct gravel_md *md, const struct vec3 *restrict x, const int32_t pair[4], const struct near_rule rule)
{
    const uint8_t *restrict const image = md->pairs.image;
    const double one = gravel_md_radius(md, 0);
    gravel_quad r[4];
    double cutoff[4], level[4];
    for (size_t l = 0; l < 4; l++) {
        const int32_t i = md->pairs.i[pair[l]], j = md->pairs.j[pair[l]];
        r[l] = quad_difference(quad_load(&x[i].x), quad_load(&x[j].x));
        if (rule.images)
            r[l] = quad_difference(r[l], quad_load(&md->shift[image[pair[l]]].x));
        cutoff[l] = rule.factor * (rule.one              ? one + one
                                   : rule.radius != NULL ? rule.radius[i] + rule.radius[j]
                                                         : gravel_md_radius(md, i) + gravel_md_radius(md, j));
    }
    const gravel_quad square = quad_squares(r), bound = quad_load(cutoff);
    const gravel_quad gap = quad_positive(quad_difference(quad_root(square), bound));
    quad_store(level, quad_difference(quad_every(md->due.from), quad_scaled(md->due.slope, gap)));
    for (size_t l = 0; l < 4; l++) /* as gravel_md_due_at() */
        md->pairs.due[pair[l]] = (int16_t)(int32_t)level[l];
    return quad_below(square, bound);
}

/* Of the pairs first .. first + n - 1, 0 < n <= 64, without those of the bits `live`, a bit for each that is due and
 * may touch. */
GRAVEL_QUAD_INLINE uint64_t
find_near(const struct gravel_md *md, const struct vec3 *restrict x, size_t first, size_t n, uint64_t live,
          const struct near_rule rule)
{
    struct gathered due;
    uint64_t near = 0;
    due.n = 0;
    gather(&due, ~live & gravel_md_due_bits(md, &md->pairs, first, n), first);
    for (size_t m = due.n; m % 4 != 0; m++) /* the last group is filled up with copies */
        due.k[m] = due.k[0];
    for (size_t m = 0; m < due.n; m += 4)
        for (unsigned bits = test_four(md, x, due.k + m, rule); bits != 0; bits &= bits - 1)
            near |= UINT64_C(1) << ((size_t)due.k[m + (size_t)__builtin_ctz(bits)] - first);
    return near;
}

#endif
