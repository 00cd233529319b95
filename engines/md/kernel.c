/* The same formulas as law.h and geometry.c, for as many contacts at a time as the vectors have lanes;
 * tests/unit/test_md_dense.c compares the two. */
#include "engines/md/kernel.h"

#pragma GCC diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

/* What the contacts of a copy of the kernel have, all constant.  `one`: all particles are of one kind; root_elastic:
 * beta = 1/2; damping_roots: gamma = 1/2 (1) or 1/4 (2). */
struct law {
    bool spins, shears, springs, rolls, one, root_elastic;
    int damping_roots;
};

/* Constants of the contacts of some lanes. */
struct constants {
    gravel_lanes k, c, kt, ct, friction, rolling, rolling_arm, sum_radii, over_smaller;
};

INLINE void
add(double *sum, gravel_lanes a)
{
    lanes_store(sum, lanes_load(sum) + a);
}

INLINE struct constants
constants_of_all(const struct gravel_md_batch *b, const struct gravel_md_common *common)
{
    const gravel_lanes zero = {0};
    const struct gravel_md_constants *one = &common->one;
    return (struct constants){zero + one->k,           zero + one->c,          zero + one->kt,
                              zero + one->ct,          zero + one->friction,   zero + one->rolling,
                              zero + one->rolling_arm, zero + b->sum_radii[0], zero + 2.0 / b->sum_radii[0]};
}

INLINE struct constants
constants_of(const struct gravel_md_batch *b, int32_t m, const struct law law)
{
    const gravel_lanes none = {0};
    return (struct constants){lanes_load(b->k + m),
                              lanes_load(b->c + m),
                              lanes_load(b->kt + m),
                              lanes_load(b->ct + m),
                              lanes_load(b->friction + m),
                              law.rolls ? lanes_load(b->rolling + m) : none,
                              law.rolls ? lanes_load(b->rolling_arm + m) : none,
                              lanes_load(b->sum_radii + m),
                              1.0 / lanes_load(b->smaller + m)};
}

/* Parts of the law, each computed for all contacts of the batch before the next one: a chain of roots and
 * divisions for every few contacts would leave the processor waiting.  All have the contacts m to
 * m + GRAVEL_LANES - 1. */

/* Overlap, normal direction and force, and slip velocity.  Lanes left over are taken for contacts that are over. */
INLINE void
approach(struct gravel_md_batch *restrict b, const struct gravel_md_common *restrict common, int32_t m,
         gravel_truth used, const struct constants c, const struct law law)
{
    const gravel_lanes one = (gravel_lanes){0} + 1.0;
    const int32_t l = m % GRAVEL_MD_LANES;
    const struct gravel_columns r = batch_load(b->r, m);
    struct gravel_columns u = batch_load(b->u, m);
    const gravel_lanes d = lanes_root(lanes_dot(r, r)), overlap = lanes_choose(used, c.sum_radii - d, -one);
    const gravel_truth overlaps = overlap > 0.0;
    const struct gravel_columns normal = lanes_scale(1.0 / d, r);
    const gravel_lanes rate = -lanes_dot(u, normal);
    const gravel_lanes root =
        law.root_elastic || law.damping_roots > 0 ? lanes_root(lanes_only(overlaps, overlap)) : one;
    const gravel_lanes rise = law.root_elastic ? root : one, elastic = c.k * overlap * rise;
    const gravel_lanes damping = c.c * rate *
                                 (law.damping_roots == 0   ? one
                                  : law.damping_roots == 1 ? root
                                                           : lanes_root(root));
    const gravel_lanes raw = elastic + damping, least = 0.0 * one + (common->cohesionless ? 0.0 : -INFINITY);
    const gravel_lanes push = lanes_only(overlaps, lanes_choose(raw > least, raw, least));
    const gravel_lanes depth = overlap * c.over_smaller;
    const gravel_lanes shallowest = lanes_load(b->shallowest + l), deepest = lanes_load(b->deepest + l);
    add(b->normal_loss + l, lanes_only(overlaps, (push - elastic) * rate));
    add(b->elastic + l, lanes_only(overlaps, 1.0 / (2.0 + common->beta) * elastic * overlap));
    lanes_store(b->overlap + m, overlap);
    lanes_store(b->shallowest + l, lanes_choose(overlap < shallowest, overlap, shallowest));
    lanes_store(b->deepest + l, lanes_choose(depth > deepest, depth, deepest));
    batch_store(b->force, m, lanes_scale(push, normal));
    if (!law.shears)
        return;
    u = lanes_axpy(u, rate, normal);
    if (law.spins) { /* the arms add up to d, and d n = r */
        const struct gravel_columns w = batch_load(b->w, m);
        u = lanes_axpy(u, -one, lanes_cross(w, r));
    }
    batch_store(b->u, m, u);
    batch_store(b->normal, m, normal);
    lanes_store(b->push + m, push);
    if (law.root_elastic)
        lanes_store(b->rise + m, rise);
}

/* The slip of a spring, turned with the tangent plane and with the spin about the normal, its length remains; and half
 * a step on. */
INLINE void
turn(struct gravel_md_batch *restrict b, const struct gravel_md_common *restrict common, int32_t m,
     const struct law law)
{
    const gravel_lanes one = (gravel_lanes){0} + 1.0;
    const struct gravel_columns normal = batch_load(b->normal, m);
    const double dt = common->dt;
    struct gravel_columns xi = batch_load(b->xi, m);
    const gravel_lanes before = lanes_dot(xi, xi);
    xi = lanes_axpy(xi, -lanes_dot(xi, normal), normal);
    if (law.spins) {
        const struct gravel_columns spin = batch_load(b->w, m);
        const gravel_lanes angle = dt * lanes_dot(spin, normal);
        xi = lanes_axpy(xi, angle, lanes_cross(normal, xi));
    }
    const gravel_lanes now = lanes_dot(xi, xi);
    xi = lanes_scale(lanes_choose(now > 0.0, lanes_root(before / now), one), xi);
    batch_store(b->slip, m, lanes_axpy(xi, 0.5 * dt * one, batch_load(b->u, m)));
}

/* Tangential force and torque, and the slip that remains. */
INLINE void
shear(struct gravel_md_batch *restrict b, const struct gravel_md_common *restrict common, int32_t m,
      const struct constants c, const struct law law)
{
    const gravel_lanes one = (gravel_lanes){0} + 1.0, push = lanes_load(b->push + m);
    const gravel_truth overlaps = lanes_load(b->overlap + m) > 0.0;
    const gravel_lanes kt = law.root_elastic ? c.kt * lanes_load(b->rise + m) : c.kt;
    const int32_t l = m % GRAVEL_MD_LANES;
    const struct gravel_columns u = batch_load(b->u, m);
    struct gravel_columns force = lanes_scale(-c.ct, u), slip;
    if (law.springs) {
        slip = batch_load(b->slip, m);
        force = lanes_axpy(force, -kt, slip);
    }
    const gravel_lanes most = c.friction * lanes_only(push > 0.0, push);
    const gravel_lanes size = lanes_root(lanes_dot(force, force));
    const gravel_truth slides = size > most;
    force = lanes_scale(lanes_only(overlaps, lanes_choose(slides, most / size, one)), force);
    if (law.springs) {
        const gravel_lanes softness = lanes_only(overlaps & (kt > 0.0), 1.0 / kt);
        slip = lanes_choose_columns(slides, lanes_scale(-softness, lanes_axpy(force, c.ct, u)), slip);
        add(b->sheared + l, lanes_only(overlaps, 0.5 * kt * lanes_dot(slip, slip)));
        const struct gravel_columns ahead = lanes_axpy(slip, 0.5 * common->dt * one, u);
        batch_store(b->xi, m, lanes_choose_columns(overlaps, ahead, batch_load(b->xi, m)));
    }
    add(b->tangential + l, -lanes_only(overlaps, lanes_dot(force, u)));
    batch_store(b->force, m, lanes_axpy(batch_load(b->force, m), one, force));
    if (law.spins)
        batch_store(b->torque, m, lanes_cross(force, batch_load(b->r, m)));
}

/* Torque of the rolling resistance. */
INLINE void
roll(struct gravel_md_batch *restrict b, int32_t m, const struct constants c)
{
    const gravel_lanes push = lanes_load(b->push + m);
    const int32_t l = m % GRAVEL_MD_LANES;
    const struct gravel_columns normal = batch_load(b->normal, m);
    struct gravel_columns spin = batch_load(b->turn, m);
    spin = lanes_axpy(spin, -lanes_dot(spin, normal), normal);
    const gravel_lanes most = c.rolling_arm * lanes_only(push > 0.0, push);
    const gravel_lanes size = c.rolling * lanes_root(lanes_dot(spin, spin));
    const struct gravel_columns torque =
        lanes_scale(-lanes_choose(size > most, c.rolling * most / size, c.rolling), spin);
    add(b->rolling_loss + l, -lanes_dot(torque, spin));
    batch_store(b->rolled, m, torque);
}

INLINE void
batch(struct gravel_md_batch *restrict b, const struct gravel_md_common *restrict common, const struct law law)
{
    const struct constants all = law.one ? constants_of_all(b, common) : (struct constants){0};
    gravel_lanes number;
    for (int l = 0; l < GRAVEL_LANES; l++)
        number[l] = l;
    const int32_t n = (int32_t)b->n, end = (n + GRAVEL_MD_LANES - 1) / GRAVEL_MD_LANES * GRAVEL_MD_LANES;
    for (int32_t m = 0; m < end; m += GRAVEL_LANES)
        approach(b, common, m, number < (double)(n - m), law.one ? all : constants_of(b, m, law), law);
    for (int32_t m = 0; m < end && law.springs; m += GRAVEL_LANES)
        turn(b, common, m, law);
    for (int32_t m = 0; m < end && law.shears; m += GRAVEL_LANES)
        shear(b, common, m, law.one ? all : constants_of(b, m, law), law);
    for (int32_t m = 0; m < end && law.rolls; m += GRAVEL_LANES)
        roll(b, m, law.one ? all : constants_of(b, m, law));
}

#define KERNEL(name, spins, shears, springs, rolls, one, curved)                          \
    static void name(struct gravel_md_batch *b, const struct gravel_md_common *common)    \
    {                                                                                     \
        if (!(curved))                                                                    \
            batch(b, common, (struct law){spins, shears, springs, rolls, one, false, 0}); \
        else if (common->beta == 0.5 && common->gamma == 0.0)                             \
            batch(b, common, (struct law){spins, shears, springs, rolls, one, true, 0});  \
        else if (common->beta == 0.5 && common->gamma == 0.5)                             \
            batch(b, common, (struct law){spins, shears, springs, rolls, one, true, 1});  \
        else if (common->beta == 0.5)                                                     \
            batch(b, common, (struct law){spins, shears, springs, rolls, one, true, 2});  \
        else if (common->gamma == 0.25)                                                   \
            batch(b, common, (struct law){spins, shears, springs, rolls, one, false, 2}); \
        else                                                                              \
            batch(b, common, (struct law){spins, shears, springs, rolls, one, false, 1}); \
    }
/* Name, then whether there are spins, tangential forces, tangential springs, rolling resistance, one kind, powers other
 * than 1. */
KERNEL(smooth, false, false, false, false, false, false)
KERNEL(smooth_one, false, false, false, false, true, false)
KERNEL(viscous, false, true, false, false, false, false)
KERNEL(viscous_one, false, true, false, false, true, false)
KERNEL(viscous_spins, true, true, false, false, false, false)
KERNEL(viscous_spins_one, true, true, false, false, true, false)
KERNEL(spring, false, true, true, false, false, false)
KERNEL(spring_one, false, true, true, false, true, false)
KERNEL(spring_spins, true, true, true, false, false, false)
KERNEL(spring_spins_one, true, true, true, false, true, false)
KERNEL(curved_smooth, false, false, false, false, false, true)
KERNEL(curved_smooth_one, false, false, false, false, true, true)
KERNEL(curved_viscous, false, true, false, false, false, true)
KERNEL(curved_viscous_one, false, true, false, false, true, true)
KERNEL(curved_viscous_spins, true, true, false, false, false, true)
KERNEL(curved_viscous_spins_one, true, true, false, false, true, true)
KERNEL(curved_spring, false, true, true, false, false, true)
KERNEL(curved_spring_one, false, true, true, false, true, true)
KERNEL(curved_spring_spins, true, true, true, false, false, true)
KERNEL(curved_spring_spins_one, true, true, true, false, true, true)
KERNEL(rolling, true, true, true, true, false, false)
KERNEL(rolling_one, true, true, true, true, true, false)
KERNEL(curved_rolling, true, true, true, true, false, true)
KERNEL(curved_rolling_one, true, true, true, true, true, true)

gravel_md_kernel *
GRAVEL_WIDE(gravel_md_kernel_choose)(struct gravel_md_kernel_choice has)
{
    static gravel_md_kernel *const kernels[2][4][2][2] = {
        {{{smooth, smooth_one}, {smooth, smooth_one}},
         {{viscous, viscous_one}, {viscous_spins, viscous_spins_one}},
         {{spring, spring_one}, {spring_spins, spring_spins_one}},
         {{rolling, rolling_one}, {rolling, rolling_one}}},
        {{{curved_smooth, curved_smooth_one}, {curved_smooth, curved_smooth_one}},
         {{curved_viscous, curved_viscous_one}, {curved_viscous_spins, curved_viscous_spins_one}},
         {{curved_spring, curved_spring_one}, {curved_spring_spins, curved_spring_spins_one}},
         {{curved_rolling, curved_rolling_one}, {curved_rolling, curved_rolling_one}}},
    };
    return kernels[has.curved][has.rolls ? 3 : has.springs ? 2 : has.shears ? 1 : 0][has.spins][has.one];
}
