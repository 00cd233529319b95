/* What the dense kernel's steps share: see dense.c. */
#ifndef GRAVEL_MD_DENSE_H
#define GRAVEL_MD_DENSE_H

#include "engines/md/kernel.h"
#include "engines/md/state.h"

enum { GRAVEL_MD_BLOCKS = 16 };

/* Overlapping pairs of a block: particles, place in the pool, and vector from j to i. */
struct gravel_md_found {
    size_t n, capacity;
    int32_t *i, *j, *slot;
    double *x, *y, *z;
};

/* A contact that begins (found at place s) or ends: place in the neighbour list. */
struct gravel_md_changed {
    int32_t k, s;
};

/* What a contact in this block does to a particle of another one. */
struct gravel_md_foreign {
    int32_t j;
    struct vec3 a, alpha;
};

struct gravel_md_block {
    size_t begin, end; /* particles */
    struct gravel_md_found found;
    struct gravel_md_changed *changed;
    size_t n_changed;
    struct gravel_md_foreign *foreign;
    size_t n_foreign, foreign_capacity;
    double normal, tangential, work, elastic, sheared, deepest;
};

struct gravel_md_dense {
    struct gravel_md_kinds kinds;
    gravel_md_kernel *kernel;
    double *constants;  /* k, c, kt, ct of every two kinds */
    size_t n_kinds;
    int32_t *kind;      /* of a particle */
    uint64_t built;     /* the neighbour list for which the blocks have been laid out */
    size_t n_blocks;
    struct gravel_md_block blocks[GRAVEL_MD_BLOCKS];
};

/* Tables and room for everything that the blocks can find in a new neighbour list. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_lay_out(struct gravel_md *md, struct gravel_error *error);

#endif
