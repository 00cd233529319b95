/* The data of the vectorised pair forces: see dense.c. */
#ifndef GRAVEL_MD_DENSE_BLOCK_H
#define GRAVEL_MD_DENSE_BLOCK_H

#include "engines/md/kernel.h"
#include "engines/md/state.h"

/* Force and torque on a particle, each with a number more than it has, for vectors of four [N, N m]. */
struct gravel_md_pull {
    double force[4], torque[4];
};

/* Of a block's contact, on a particle of another block. */
struct gravel_md_foreign {
    struct gravel_md_pull pull;
    int32_t j;
};

/* Indices into the neighbour list, sorted. */
struct gravel_md_pair_indices {
    int32_t *k; /* owned */
    size_t n, capacity;
};

enum gravel_md_touch_state {
    GRAVEL_MD_APART,
    GRAVEL_MD_TOUCHES,
    GRAVEL_MD_ALONE /* the pair is processed by itself: its contact may begin or end */
};

/* Of a pair of a particle and a wall; the numbers are those of a pair that touches, or 0 where the law has none. */
struct gravel_md_touch {
    enum gravel_md_touch_state state;
    struct vec3 force;       /* on the particle [N] */
    struct vec3 torque;      /* of the tangential force, for an arm of 1 m [N m] */
    struct vec3 rolled;      /* torque of the rolling resistance [N m] */
    double arm;              /* from the particle's centre to the wall [m] */
    double relative;         /* overlap in diameters */
    double elastic, sheared; /* energies of normal and tangential spring [J] */
    /* Powers: dissipated by the normal force, given to the tangential force, dissipated by rolling resistance; of the
     * wall by the force and by the rolling resistance [W]. */
    double normal_loss, tangential, rolling_loss, work, rolling_work;
};

/* What any contact of a particle with a wall has. */
struct gravel_md_wall_laws {
    bool spins, shears, rolls;
};

/* A run of particles, with all listed pairs whose first particle is one of them. */
struct gravel_md_block {
    size_t begin, end;                          /* particles */
    size_t first, n_pairs;                      /* its pairs in the neighbour list */
    int thread;                                 /* that computes it */
    uint64_t *live;                             /* a bit for each of its pairs: has a live contact; owned */
    struct gravel_md_pair_indices ends, begins; /* pairs whose contacts end or begin in this step */
    struct gravel_md_pull *sum;        /* [end - begin] on its particles, by its contacts; 0 before a walk; owned */
    struct gravel_md_foreign *foreign; /* owned */
    size_t n_foreign, foreign_capacity;
    size_t n_live;                   /* live contacts of the last walk */
    bool no_memory;                  /* the last walk ran out of memory */
    size_t first_wall, n_wall_pairs; /* its pairs in the list of walls */
    int32_t *by_wall;                /* these, wall by wall [n_wall_pairs]; owned */
    struct gravel_md_touch *touches; /* of these, in the order of the list [n_wall_pairs]; owned */
    /* Sums of the last walk: powers dissipated by normal forces, given to tangential forces and dissipated by rolling
     * resistance, and power of moving walls [W]; energies of normal and tangential springs [J]; and the largest overlap
     * over the smaller radius. */
    double normal, tangential, rolling, work, elastic, sheared, deepest;
};

/* Of a contact, as the kernel takes them. */
static inline struct gravel_md_constants
gravel_md_kernel_constants(const struct gravel_force *f)
{
    return (struct gravel_md_constants){
        f->k, f->c, f->kt, f->ct, f->friction > 0.0 ? f->friction : INFINITY, f->rolling, f->rolling_arm};
}

/* Whether the pair k of the neighbour list, one of the block's, has a live contact. */
static inline void
gravel_md_block_note(struct gravel_md_block *block, size_t k, bool is_live)
{
    const size_t bit = k - block->first;
    const uint64_t mask = UINT64_C(1) << bit % 64;
    block->live[bit / 64] = is_live ? block->live[bit / 64] | mask : block->live[bit / 64] & ~mask;
}

enum { GRAVEL_MD_BLOCKS = 64 };

struct gravel_md_dense {
    struct gravel_md_common common;
    gravel_md_kernel *kernel;
    bool spins;   /* tangential forces depend on spins */
    bool springs; /* there are tangential springs */
    bool rolls;   /* there is rolling resistance; only with spins and springs */
    struct gravel_md_wall_laws wall_laws;
    struct gravel_md_constants
        *constants; /* of every two kinds [n_kinds][n_kinds]; owned, NULL: each contact has its own */
    size_t n_kinds; /* 1: all particles are alike */
    int32_t *kind;  /* of a particle; owned, NULL while all are of one, and where each contact has its own constants */
    double *radius; /* of a particle; owned, NULL while all are alike [m] */
    uint64_t built; /* counters.rebuilds of the neighbour list to which the blocks belong */
    size_t n_blocks;
    struct gravel_md_block blocks[GRAVEL_MD_BLOCKS];
};

#endif
