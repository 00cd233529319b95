/* The search for contacts that begin, among the pairs of a block that have none.  For dense_walk.c, which is compiled
 * once for each width of vectors. */
#ifndef GRAVEL_MD_DENSE_SEARCH_H
#define GRAVEL_MD_DENSE_SEARCH_H

#include "engines/core/array.h"
#include "engines/md/dense_block.h"
#include "engines/md/quad.h"

/* Properties of the system; compiled once for particles of one kind and once for the general case. */
struct needs {
    bool spins, springs, rolls, one, images; /* images: some pairs are across the box's boundary */
};

static void
append(struct gravel_md_block *block, struct gravel_md_pair_indices *indices, int32_t k)
{
    if (gravel_array_grow(&indices->k, &indices->capacity, indices->n + 1, sizeof *indices->k))
        indices->k[indices->n++] = k;
    else
        block->no_memory = true;
}

/* Numbers of pairs, gathered until there is a batch of them. */
struct gathered {
    int32_t k[2 * GRAVEL_MD_BATCH];
    size_t n;
};

/* The numbers of the bits that are set, counted from `first`. */
static inline void
gather(struct gathered *list, uint64_t bits, size_t first)
{
    for (; bits != 0; bits &= bits - 1)
        list->k[list->n++] = (int32_t)(first + (size_t)__builtin_ctzll(bits));
}

/* A bit for each of the four pairs `pair` that overlaps. */
GRAVEL_QUAD_INLINE unsigned
overlap_of(const struct gravel_md *md, const struct vec3 *restrict x, const int32_t pair[4], const struct needs needs)
{
    const int32_t *restrict const first = md->pairs.i, *restrict const second = md->pairs.j;
    const uint8_t *restrict const image = md->pairs.image;
    const double *restrict const radius = md->dense->radius, one = gravel_md_radius(md, 0);
    double sum[4];
    gravel_quad r[4];
    for (size_t l = 0; l < 4; l++) {
        const int32_t i = first[pair[l]], j = second[pair[l]];
        r[l] = quad_difference(quad_load(&x[i].x), quad_load(&x[j].x));
        if (needs.images)
            r[l] = quad_difference(r[l], quad_load(&md->shift[image[pair[l]]].x));
        sum[l] = needs.one ? one + one : radius[i] + radius[j];
    }
    return quad_shorter(r, sum);
}

/* Append the pairs of the bits that are set. */
static inline void
begin_contacts(struct gravel_md_block *block, const int32_t pair[4], unsigned bits)
{
    for (; bits != 0; bits &= bits - 1)
        append(block, &block->begins, pair[__builtin_ctz(bits)]);
}

/* Of n pairs from `begin` on, those without a live contact (`others`) that overlap now.  All are tested. */
GRAVEL_QUAD_INLINE void
search_all(const struct gravel_md *md, const struct vec3 *restrict x, struct gravel_md_block *block, size_t begin,
           size_t n, uint64_t others, const struct needs needs)
{
    for (size_t m = 0; m < n; m += 4) {
        int32_t pair[4];
        for (size_t l = 0; l < 4; l++)
            pair[l] = (int32_t)(begin + (m + l < n ? m + l : n - 1));
        begin_contacts(block, pair, overlap_of(md, x, pair, needs) & (others >> m & 15));
    }
}

/* The same where many have live contacts: only the others are tested. */
GRAVEL_QUAD_INLINE void
search_others(const struct gravel_md *md, const struct vec3 *restrict x, struct gravel_md_block *block, size_t begin,
              uint64_t others, const struct needs needs)
{
    struct gathered tested;
    tested.n = 0;
    gather(&tested, others, begin);
    for (size_t m = tested.n; m % 4 != 0; m++)
        tested.k[m] = tested.k[0];
    for (size_t m = 0; m < tested.n; m += 4) {
        const unsigned used = tested.n - m < 4 ? (1U << (tested.n - m)) - 1 : 15;
        begin_contacts(block, tested.k + m, overlap_of(md, x, tested.k + m, needs) & used);
    }
}

/* Of 64 pairs, with fewer live contacts a test of all costs less than to pick the others. */
enum { FEW_LIVE = 16 };

/* Of n <= 64 pairs from `begin` on, of which the bits `live` have a contact, append those of the others that overlap
 * now to the block's begins. */
GRAVEL_QUAD_INLINE void
search(const struct gravel_md *md, const struct vec3 *restrict x, struct gravel_md_block *block, size_t begin, size_t n,
       uint64_t live, const struct needs needs)
{
    const uint64_t others = ~live & UINT64_MAX >> (64 - n);
    if (__builtin_popcountll(live) < FEW_LIVE)
        search_all(md, x, block, begin, n, others, needs);
    else
        search_others(md, x, block, begin, others, needs);
}

#endif
