/* The search for contacts that begin, among the pairs of a block that have none.  For dense_walk.c, which is compiled
 * once for each width of vectors. */
#ifndef GRAVEL_MD_DENSE_SEARCH_H
#define GRAVEL_MD_DENSE_SEARCH_H

#include "engines/core/array.h"
#include "engines/md/dense_block.h"
#include "engines/md/near_test.h"

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

/* Of n <= 64 pairs from `begin` on, of which the bits `live` have a contact, append those of the others that overlap
 * now to the block's begins. */
GRAVEL_QUAD_INLINE void
search(const struct gravel_md *md, const struct vec3 *restrict x, struct gravel_md_block *block, size_t begin, size_t n,
       uint64_t live, const struct needs needs)
{
    const int32_t *restrict const first = md->pairs.i, *restrict const second = md->pairs.j;
    const double *restrict const radius = md->dense->radius, one = gravel_md_radius(md, 0);
    struct gathered due;
    due.n = 0;
    gather(&due, ~live & gravel_md_due_bits(md, &md->pairs, begin, n), begin);
    fill_up(&due);
    for (size_t m = 0; m < due.n; m += 4) {
        const int32_t *const pair = due.k + m;
        const unsigned used = due.n - m < 4 ? (1U << (due.n - m)) - 1 : 15;
        double sum[4];
        for (size_t l = 0; l < 4; l++)
            sum[l] = needs.one ? one + one : radius[first[pair[l]]] + radius[second[pair[l]]];
        for (unsigned bits = test_four(md, x, pair, sum, needs.images) & used; bits != 0; bits &= bits - 1)
            append(block, &block->begins, pair[__builtin_ctz(bits)]);
    }
}

#endif
