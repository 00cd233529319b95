/* The contact law of law.h for a batch of contacts, many at a time: beta = 0 or 1/2, gamma = 0, 1/4 or 1/2. */
#ifndef GRAVEL_MD_KERNEL_H
#define GRAVEL_MD_KERNEL_H

#include "engines/md/width.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GRAVEL_MD_LANES = 8, GRAVEL_MD_BATCH = 64 };

/* Vectors m to m + GRAVEL_LANES - 1 of a batch, and back. */
GRAVEL_LANES_INLINE struct gravel_columns
batch_load(double from[3][GRAVEL_MD_BATCH], size_t m)
{
    return (struct gravel_columns){lanes_load(from[0] + m), lanes_load(from[1] + m), lanes_load(from[2] + m)};
}

GRAVEL_LANES_INLINE void
batch_store(double to[3][GRAVEL_MD_BATCH], size_t m, struct gravel_columns a)
{
    lanes_store(to[0] + m, a.x);
    lanes_store(to[1] + m, a.y);
    lanes_store(to[2] + m, a.z);
}

/* A batch of contacts, each quantity an array.  The last group of lanes is filled with copies of a contact, which the
 * kernel takes for contacts that are over. */
struct gravel_md_batch {
    size_t n; /* at least 1 */
    /* in: vector from j to i, velocity of i relative to j, spins weighted with radii
     * (r_i w_i + r_j w_j)/(r_i + r_j), spin of i relative to j, sum of the radii, the smaller radius, force constants;
     * with particles of one kind sum_radii[0] only of the last ones */
    double r[3][GRAVEL_MD_BATCH], u[3][GRAVEL_MD_BATCH], w[3][GRAVEL_MD_BATCH], turn[3][GRAVEL_MD_BATCH];
    double sum_radii[GRAVEL_MD_BATCH], smaller[GRAVEL_MD_BATCH];
    /* for the walk, not the kernel: i's radius, and that over the sum */
    double radius[GRAVEL_MD_BATCH], part[GRAVEL_MD_BATCH];
    double k[GRAVEL_MD_BATCH], c[GRAVEL_MD_BATCH], kt[GRAVEL_MD_BATCH], ct[GRAVEL_MD_BATCH], friction[GRAVEL_MD_BATCH];
    double rolling[GRAVEL_MD_BATCH], rolling_arm[GRAVEL_MD_BATCH];
    /* in and out: slip, half a step ahead when it leaves */
    double xi[3][GRAVEL_MD_BATCH];
    /* out: force on i; torque on both for arms as long as the distance; torque of the rolling resistance on i */
    double force[3][GRAVEL_MD_BATCH], torque[3][GRAVEL_MD_BATCH], rolled[3][GRAVEL_MD_BATCH];
    double overlap[GRAVEL_MD_BATCH]; /* not positive: the contact is over and has no force */
    /* between the parts of the kernel; `u` is the slip velocity then */
    double normal[3][GRAVEL_MD_BATCH], slip[3][GRAVEL_MD_BATCH], push[GRAVEL_MD_BATCH], rise[GRAVEL_MD_BATCH];
    /* sums over all batches, one a lane; `deepest` is the largest overlap in smaller radii,
     * `shallowest` the smallest one in metres */
    double normal_loss[GRAVEL_MD_LANES], tangential[GRAVEL_MD_LANES], rolling_loss[GRAVEL_MD_LANES];
    double elastic[GRAVEL_MD_LANES], sheared[GRAVEL_MD_LANES], deepest[GRAVEL_MD_LANES], shallowest[GRAVEL_MD_LANES];
};

/* Force constants of a contact, as in gravel_force. */
struct gravel_md_constants {
    double k, c, kt, ct;
    double friction; /* INFINITY where it has no bound */
    double rolling, rolling_arm;
};

/* What all contacts have in common; `one`: their constants where all particles are of one kind. */
struct gravel_md_common {
    struct gravel_md_constants one;
    double dt, beta, gamma;
    bool cohesionless;
};

typedef void gravel_md_kernel(struct gravel_md_batch *batch, const struct gravel_md_common *common);

/* What the contacts of a system have. */
struct gravel_md_kernel_choice {
    bool spins;
    bool shears;  /* tangential forces */
    bool springs; /* tangential springs */
    bool rolls;   /* rolling resistance; only with all of the above */
    bool one;     /* all particles are of one kind */
    bool curved;  /* beta or gamma are not 0 */
};

gravel_md_kernel *GRAVEL_WIDE(gravel_md_kernel_choose)(struct gravel_md_kernel_choice has);

#endif
