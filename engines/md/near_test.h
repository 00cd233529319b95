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

/* Fill the last group of four up with copies of the first number. */
static inline void
fill_up(struct gathered *list)
{
    for (size_t m = list->n; m % 4 != 0; m++)
        list->k[m] = list->k[0];
}

/* A bit for each of the four pairs whose centres, at x, are nearer than its cutoff [m]; and when the others are due.
 * `images`, a constant: some pairs are across the box's boundary. */
GRAVEL_QUAD_INLINE unsigned
test_four(const struct gravel_md *md, const struct vec3 *restrict x, const int32_t pair[4], const double cutoff[4],
          bool images)
{
    const int32_t *restrict const first = md->pairs.i, *restrict const second = md->pairs.j;
    const uint8_t *restrict const image = md->pairs.image;
    gravel_quad r[4];
    double level[4];
    for (size_t l = 0; l < 4; l++) {
        r[l] = quad_difference(quad_load(&x[first[pair[l]]].x), quad_load(&x[second[pair[l]]].x));
        if (images)
            r[l] = quad_difference(r[l], quad_load(&md->shift[image[pair[l]]].x));
    }
    const gravel_quad square = quad_squares(r), bound = quad_load(cutoff);
    const gravel_quad gap = quad_positive(quad_difference(quad_root(square), bound));
    quad_store(level, quad_difference(quad_every(md->due.from), quad_scaled(md->due.slope, gap)));
    for (size_t l = 0; l < 4; l++) /* as gravel_md_due_at() */
        md->pairs.due[pair[l]] = (int16_t)(int32_t)level[l];
    return quad_below(square, bound);
}

#endif
