/* The linear contact law of law.h for a batch of contacts, many at a time. */
#ifndef GRAVEL_MD_KERNEL_H
#define GRAVEL_MD_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GRAVEL_MD_LANES = 8, GRAVEL_MD_BATCH = 128 };

/* One batch of contacts, each quantity an array, and the sums over it, one a lane. */
struct gravel_md_batch {
    size_t n;
    int32_t i[GRAVEL_MD_BATCH], j[GRAVEL_MD_BATCH], kind[GRAVEL_MD_BATCH], contact[GRAVEL_MD_BATCH];
    double x[GRAVEL_MD_BATCH], y[GRAVEL_MD_BATCH], z[GRAVEL_MD_BATCH], d2[GRAVEL_MD_BATCH], radius_i[GRAVEL_MD_BATCH], radius_j[GRAVEL_MD_BATCH];
    double weight[GRAVEL_MD_BATCH]; /* 0 for lanes that do not count in the sums */
    double xi[3][GRAVEL_MD_BATCH];
    double force[3][GRAVEL_MD_BATCH], torque[3][GRAVEL_MD_BATCH], arm_i[GRAVEL_MD_BATCH], arm_j[GRAVEL_MD_BATCH];
    double normal[GRAVEL_MD_LANES], tangential[GRAVEL_MD_LANES], elastic[GRAVEL_MD_LANES], sheared[GRAVEL_MD_LANES], deepest[GRAVEL_MD_LANES];
};

/* Force constants of every two kinds of particles (class, held or not), as arrays. */
struct gravel_md_kinds {
    const double *k, *c, *kt, *ct;
    double friction, dt;
    bool cohesionless;
};

/* Forces of b->n contacts, all lanes of the last group filled; v and omega are the particles' velocities and spins, three
 * numbers each. */
typedef void gravel_md_kernel(struct gravel_md_batch *b, const struct gravel_md_kinds *kinds, const double *v,
                              const double *omega);

/* shears: there are tangential forces; springs: they have springs; one: all particles are of one kind. */
gravel_md_kernel *gravel_md_kernel_choose(bool spins, bool shears, bool springs, bool one);

#endif
