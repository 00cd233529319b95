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
    const struct near_rule rule = {1.0, md->dense->radius, needs.one, needs.images};
    for (uint64_t near = find_near(md, x, begin, n, live, rule); near != 0; near &= near - 1)
        append(block, &block->begins, (int32_t)(begin + (size_t)__builtin_ctzll(near)));
}

#endif
