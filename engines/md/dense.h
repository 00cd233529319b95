/* What the dense kernel's steps share: see dense.c. */
#ifndef GRAVEL_MD_DENSE_H
#define GRAVEL_MD_DENSE_H

#include "engines/md/kernel.h"
#include "engines/md/state.h"

/* What a contact of one block does to a particle of another: force and torque [N, N m]. */
struct gravel_md_foreign {
    struct vec3 force, torque;
    int32_t j;
};

/* Places in the neighbour list, sorted. */
struct gravel_md_places {
    int32_t *k; /* owned */
    size_t n, capacity;
};

struct gravel_md_block {
    size_t begin, end;                    /* particles */
    size_t first, n_pairs;                /* its part of the neighbour list */
    struct gravel_md_places ends, begins; /* pairs whose contacts end or begin in this step */
    struct gravel_md_foreign *foreign;    /* owned */
    size_t n_foreign, foreign_capacity;
    size_t n_live;
    bool no_memory; /* for the places, or for the forces on particles of other blocks */
    double normal, tangential, work, elastic, sheared, deepest;
};

enum { GRAVEL_MD_BLOCKS = 64 };

struct gravel_md_dense {
    struct gravel_md_kinds kinds;
    gravel_md_kernel *kernel;
    bool spins, springs;
    double *constants; /* k, c, kt, ct of every two kinds */
    size_t n_kinds;
    int32_t *kind;  /* of a particle; NULL while all are of one */
    uint64_t built; /* the neighbour list for which the blocks have been laid out */
    size_t n_blocks;
    struct gravel_md_block blocks[GRAVEL_MD_BLOCKS];
};

/* Tables of constants, and each block's part of a new neighbour list. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_lay_out(struct gravel_md *md, struct gravel_error *error);

/* dense_walk.c: compute the block's live contacts, leave the sums of forces and torques [N, N m] on its particles in
 * the place of their accelerations and keep those on others; list the contacts that begin or end.  Out of memory is
 * noted in the block. */
void gravel_md_dense_walk(const struct gravel_md *md, const struct gravel_md_instant *at,
                          struct gravel_md_block *block);

#endif
