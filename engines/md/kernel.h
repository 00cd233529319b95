/* The linear contact law of law.h for a batch of contacts, many at a time. */
#ifndef GRAVEL_MD_KERNEL_H
#define GRAVEL_MD_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GRAVEL_MD_LANES = 8, GRAVEL_MD_BATCH = 128 };

/* Contacts to compute and what they need, parallel arrays; the last group of lanes is filled up by repeating the
 * last contact. */
struct gravel_md_contacts {
    size_t n;
    const int32_t *i, *j;       /* particles */
    const int32_t *slot;        /* place in xi */
    const double *x, *y, *z, *d2; /* from j to i, and the distance squared */
};

/* Particles and live contacts. */
struct gravel_md_bodies {
    const double *v, *omega;    /* three numbers a particle */
    const double *radius;
    const int32_t *kind;
    double *xi;                 /* three numbers a contact */
};

/* Forces on i and torques per arm of a batch, and the sums over all batches, one a lane. */
struct gravel_md_batch {
    double force[3][GRAVEL_MD_BATCH], torque[3][GRAVEL_MD_BATCH], arm_i[GRAVEL_MD_BATCH], arm_j[GRAVEL_MD_BATCH];
    double normal[GRAVEL_MD_LANES], tangential[GRAVEL_MD_LANES], elastic[GRAVEL_MD_LANES];
    double sheared[GRAVEL_MD_LANES], deepest[GRAVEL_MD_LANES];
};

/* Force constants of every two kinds of particles (class, held or not), as arrays. */
struct gravel_md_kinds {
    const double *k, *c, *kt, *ct;
    size_t n;
    double friction, dt;
    bool cohesionless;
};

/* Forces of at most GRAVEL_MD_BATCH contacts. */
typedef void gravel_md_kernel(struct gravel_md_batch *batch, const struct gravel_md_contacts *contacts,
                              const struct gravel_md_bodies *bodies, const struct gravel_md_kinds *kinds);

/* shears: there are tangential forces; springs: they have springs; one: all particles are of one kind. */
gravel_md_kernel *gravel_md_kernel_choose(bool spins, bool shears, bool springs, bool one);

#endif
