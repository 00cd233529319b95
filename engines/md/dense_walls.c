/* A block's contacts with walls, in batches.  The formulas are those of geometry.c, pair.c and law.h, operation by
 * operation, so that a contact has the same bits as if it were processed alone; tests/unit/test_md_dense_walls.c
 * compares the two.  Contacts that end, begin, or overlap too far are left to pair.c. */
#include "engines/md/dense_walls.h"
#include "engines/md/constants.h"
#include "engines/md/due.h"
#include "engines/md/surface.h"

#pragma GCC diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

/* Contacts of particles with one wall, each quantity an array.  The last group of lanes is filled up with copies. */
struct batch {
    const struct gravel_md_surface *surface;
    size_t n;
    int32_t pair[GRAVEL_MD_BATCH]; /* in the list of walls */
    /* in: of the particle position, velocity, spin and radius; slip; force constants */
    double x[3][GRAVEL_MD_BATCH], v[3][GRAVEL_MD_BATCH], omega[3][GRAVEL_MD_BATCH], radius[GRAVEL_MD_BATCH];
    double xi[3][GRAVEL_MD_BATCH];
    double k[GRAVEL_MD_BATCH], c[GRAVEL_MD_BATCH], kt[GRAVEL_MD_BATCH], ct[GRAVEL_MD_BATCH], friction[GRAVEL_MD_BATCH];
    double rolling[GRAVEL_MD_BATCH], rolling_arm[GRAVEL_MD_BATCH];
    /* between the parts of the law: vector from the wall's nearest point, the wall's velocity there, slip velocity */
    double r[3][GRAVEL_MD_BATCH], wall[3][GRAVEL_MD_BATCH], normal[3][GRAVEL_MD_BATCH], slip[3][GRAVEL_MD_BATCH];
    double overlap[GRAVEL_MD_BATCH], push[GRAVEL_MD_BATCH];
    /* out: as in gravel_md_touch */
    double force[3][GRAVEL_MD_BATCH], torque[3][GRAVEL_MD_BATCH], rolled[3][GRAVEL_MD_BATCH];
    double arm[GRAVEL_MD_BATCH], relative[GRAVEL_MD_BATCH], elastic[GRAVEL_MD_BATCH], normal_loss[GRAVEL_MD_BATCH];
    double sheared[GRAVEL_MD_BATCH], tangential[GRAVEL_MD_BATCH], work[GRAVEL_MD_BATCH];
    double rolling_loss[GRAVEL_MD_BATCH], rolling_work[GRAVEL_MD_BATCH];
    int64_t alone[GRAVEL_MD_BATCH]; /* not 0: left to pair.c */
};

INLINE void
put(double to[3][GRAVEL_MD_BATCH], size_t m, struct vec3 a)
{
    to[0][m] = a.x;
    to[1][m] = a.y;
    to[2][m] = a.z;
}

INLINE struct vec3
get(double from[3][GRAVEL_MD_BATCH], size_t m)
{
    return v3(from[0][m], from[1][m], from[2][m]);
}

/* a^p for a > 0, p one of the exponents of the dense kernel. */
INLINE gravel_lanes
power(gravel_lanes a, double p)
{
    const gravel_lanes one = (gravel_lanes){0} + 1.0;
    if (p == 0.0)
        return one;
    return p == 0.5 ? lanes_root(a) : lanes_root(lanes_root(a));
}

/* Vector from the nearest point of a plane, or of a wall that a line makes about its axis, and the wall's velocity
 * there: as nearest_point() and gravel_rigid_velocity() of engines/core/wall. */
INLINE void
arms(struct batch *restrict b, size_t m)
{
    const gravel_lanes zero = {0};
    const struct gravel_rigid_motion *const motion = &b->surface->motion;
    const struct gravel_profile *const line = &b->surface->profile;
    const struct gravel_columns x = batch_load(b->x, m), origin = lanes_every(motion->origin),
                                axis = lanes_every(b->surface->axis);
    const struct gravel_columns p = lanes_difference(x, origin);
    const gravel_lanes along = lanes_dot(p, axis);
    struct gravel_columns near = lanes_axpy(p, -along, axis);
    if (b->surface->wall->shape != GRAVEL_PLANE) {
        const gravel_lanes r = lanes_root(lanes_dot(near, near));
        gravel_lanes s = (r - line->rho) * line->along_rho + along * line->along_z;
        s = lanes_choose(s > line->high, zero + line->high, lanes_choose(s < line->low, zero + line->low, s));
        near = lanes_axpy(lanes_scale((line->rho + s * line->along_rho) / r, near), s * line->along_z, axis);
    }
    const struct gravel_columns point = lanes_sum(origin, near);
    struct gravel_columns velocity = lanes_every(motion->velocity);
    if (motion->wall->motion.spin != 0.0)
        velocity = lanes_axpy(velocity, zero + motion->rate, lanes_cross(axis, lanes_difference(point, origin)));
    batch_store(b->r, m, lanes_difference(x, point));
    batch_store(b->wall, m, velocity);
}

/* The same for walls of other shapes, one by one. */
static void
arms_one_by_one(struct batch *b, size_t end)
{
    for (size_t m = 0; m < end; m++) {
        struct vec3 point;
        const struct vec3 r = gravel_wall_arm(&b->surface->motion, get(b->x, m), &point);
        put(b->r, m, r);
        put(b->wall, m, gravel_surface_velocity(&b->surface->motion, point, r));
    }
}

/* Overlap, normal direction and force, slip velocity. */
INLINE void
approach(struct batch *restrict b, const struct gravel_md_common *common, bool spins, size_t m)
{
    const gravel_lanes radius = lanes_load(b->radius + m);
    const struct gravel_columns r = batch_load(b->r, m),
                                u = lanes_difference(batch_load(b->v, m), batch_load(b->wall, m));
    const gravel_lanes d = lanes_root(lanes_dot(r, r)), overlap = radius - d, relative = overlap / (2.0 * radius);
    const struct gravel_columns normal = lanes_scale(1.0 / d, r);
    const gravel_lanes rate = -lanes_dot(u, normal);
    struct gravel_columns slip = lanes_axpy(u, rate, normal);
    if (spins)
        slip = lanes_sum(slip, lanes_scale(-d, lanes_cross(batch_load(b->omega, m), normal)));
    const gravel_lanes elastic = lanes_load(b->k + m) * overlap * power(overlap, common->beta);
    const gravel_lanes raw = elastic + lanes_load(b->c + m) * power(overlap, common->gamma) * rate;
    const gravel_lanes push = common->cohesionless ? lanes_only(~(raw < 0.0), raw) : raw;
    const gravel_truth crossed = d < -rate * common->dt, deep = ~(relative <= GRAVEL_MD_MEANINGLESS_OVERLAP);
    const gravel_truth alone = crossed | deep | ~((d < radius) & (d > 0.0));
    memcpy(b->alone + m, &alone, sizeof alone);
    batch_store(b->normal, m, normal);
    batch_store(b->slip, m, slip);
    lanes_store(b->overlap + m, overlap);
    lanes_store(b->push + m, push);
    lanes_store(b->arm + m, d);
    lanes_store(b->relative + m, relative);
    lanes_store(b->elastic + m, elastic * overlap / (2.0 + common->beta));
    lanes_store(b->normal_loss + m, (push - elastic) * rate);
}

/* The slip of a spring, turned with the wall's surface and with its spin about the normal, its length remains; and half
 * a step on. */
INLINE struct gravel_columns
turn(struct batch *restrict b, const struct gravel_md_common *common, bool spins, size_t m)
{
    const gravel_lanes one = (gravel_lanes){0} + 1.0;
    const struct gravel_columns normal = batch_load(b->normal, m);
    struct gravel_columns xi = batch_load(b->xi, m);
    const gravel_lanes before = lanes_dot(xi, xi);
    xi = lanes_axpy(xi, -lanes_dot(xi, normal), normal);
    if (spins) {
        const gravel_lanes spin = b->surface->motion.rate * lanes_dot(lanes_every(b->surface->axis), normal);
        xi = lanes_axpy(xi, common->dt * spin, lanes_cross(normal, xi));
    }
    const gravel_lanes now = lanes_dot(xi, xi);
    xi = lanes_scale(lanes_choose(now > 0.0, lanes_root(before / now), one), xi);
    return lanes_axpy(xi, 0.5 * common->dt * one, batch_load(b->slip, m));
}

/* Tangential force and torque, and the slip that remains. */
INLINE void
shear(struct batch *restrict b, const struct gravel_md_common *common, bool spins, size_t m)
{
    const gravel_lanes one = (gravel_lanes){0} + 1.0, zero = {0}, push = lanes_load(b->push + m);
    const gravel_lanes ct = lanes_load(b->ct + m), stiffness = lanes_load(b->kt + m);
    const gravel_truth springs = stiffness > 0.0;
    const gravel_lanes kt = lanes_only(springs, stiffness * power(lanes_load(b->overlap + m), common->beta));
    const struct gravel_columns slip = batch_load(b->slip, m), none = {zero, zero, zero};
    struct gravel_columns xi = lanes_choose_columns(springs, turn(b, common, spins, m), none);
    struct gravel_columns force = lanes_axpy(lanes_scale(-ct, slip), -kt, xi);
    const gravel_lanes most = lanes_load(b->friction + m) * lanes_only(push > 0.0, push);
    const gravel_lanes size = lanes_root(lanes_dot(force, force));
    const gravel_truth slides = size > most;
    force = lanes_choose_columns(slides, lanes_scale(most / size, force), force);
    xi = lanes_choose_columns(slides & springs, lanes_scale(-1.0 / kt, lanes_axpy(force, ct, slip)), xi);
    lanes_store(b->sheared + m, 0.5 * kt * lanes_dot(xi, xi));
    lanes_store(b->tangential + m, -lanes_dot(force, slip));
    batch_store(b->xi, m, lanes_choose_columns(springs, lanes_axpy(xi, 0.5 * common->dt * one, slip), none));
    batch_store(b->torque, m, lanes_cross(force, batch_load(b->normal, m)));
    batch_store(b->force, m, lanes_sum(lanes_scale(push, batch_load(b->normal, m)), force));
}

/* Torque of the rolling resistance. */
INLINE void
roll(struct batch *restrict b, size_t m)
{
    const gravel_lanes push = lanes_load(b->push + m), arm = lanes_load(b->rolling_arm + m);
    const gravel_lanes rolling = lanes_only(arm > 0.0, lanes_load(b->rolling + m));
    const struct gravel_columns normal = batch_load(b->normal, m);
    const struct gravel_columns other = lanes_every(v3_scale(b->surface->motion.rate, b->surface->axis));
    struct gravel_columns spin = lanes_difference(batch_load(b->omega, m), other);
    spin = lanes_axpy(spin, -lanes_dot(spin, normal), normal);
    const gravel_lanes most = arm * lanes_only(push > 0.0, push), size = rolling * lanes_root(lanes_dot(spin, spin));
    const struct gravel_columns torque = lanes_scale(lanes_choose(size > most, -rolling * most / size, -rolling), spin);
    lanes_store(b->rolling_loss + m, -lanes_dot(torque, spin));
    lanes_store(b->rolling_work + m, lanes_dot(torque, other));
    batch_store(b->rolled, m, torque);
}

static void
compute(struct batch *b, const struct gravel_md_common *common, struct gravel_md_wall_laws laws)
{
    const size_t end = (b->n + GRAVEL_MD_LANES - 1) / GRAVEL_MD_LANES * GRAVEL_MD_LANES;
    if (!b->surface->turned)
        arms_one_by_one(b, end);
    for (size_t m = 0; m < end && b->surface->turned; m += GRAVEL_LANES)
        arms(b, m);
    for (size_t m = 0; m < end; m += GRAVEL_LANES)
        approach(b, common, laws.spins, m);
    for (size_t m = 0; m < end && laws.shears; m += GRAVEL_LANES)
        shear(b, common, laws.spins, m);
    for (size_t m = 0; m < end && !laws.shears; m += GRAVEL_LANES)
        batch_store(b->force, m, lanes_scale(lanes_load(b->push + m), batch_load(b->normal, m)));
    for (size_t m = 0; m < end && laws.rolls; m += GRAVEL_LANES)
        roll(b, m);
    for (size_t m = 0; m < end; m += GRAVEL_LANES)
        lanes_store(b->work + m, lanes_dot(batch_load(b->force, m), batch_load(b->wall, m)));
}

/* Lane m of the batch: pair k of the list. */
static inline void
take(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t k, struct batch *b, size_t m)
{
    const int32_t i = md->wall_pairs.i[k], slot = md->wall_pairs.contact[k];
    b->pair[m] = k;
    put(b->x, m, at->x[i]);
    put(b->v, m, at->v[i]);
    put(b->omega, m, at->omega[i]);
    put(b->xi, m, md->pool.slot[slot].xi);
    b->radius[m] = gravel_md_radius(md, (size_t)i);
    struct gravel_force found;
    const struct gravel_md_constants f =
        gravel_md_kernel_constants(gravel_md_force_of(md, i, md->wall_pairs.j[k], slot, &found));
    b->k[m] = f.k;
    b->c[m] = f.c;
    b->kt[m] = f.kt;
    b->ct[m] = f.ct;
    b->friction[m] = f.friction;
    b->rolling[m] = f.rolling;
    b->rolling_arm[m] = f.rolling_arm;
}

/* Compute the batch and give its results to the block. */
static void
finish(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_block *block, struct batch *b)
{
    const struct gravel_md_wall_laws laws = md->dense->wall_laws;
    for (size_t m = b->n; m % GRAVEL_MD_LANES != 0; m++)
        take(md, at, b->pair[0], b, m);
    compute(b, &md->dense->common, laws);
    for (size_t m = 0; m < b->n; m++) {
        struct gravel_md_touch *const touch = &block->touches[(size_t)b->pair[m] - block->first_wall];
        touch->state = b->alone[m] != 0 ? GRAVEL_MD_ALONE : GRAVEL_MD_TOUCHES;
        touch->force = get(b->force, m);
        touch->arm = b->arm[m];
        touch->relative = b->relative[m];
        touch->elastic = b->elastic[m];
        touch->normal_loss = b->normal_loss[m];
        touch->work = b->work[m];
        if (laws.shears) {
            touch->torque = get(b->torque, m);
            touch->sheared = b->sheared[m];
            touch->tangential = b->tangential[m];
            if (b->alone[m] == 0)
                md->pool.slot[md->wall_pairs.contact[b->pair[m]]].xi = get(b->xi, m);
        }
        if (laws.rolls) {
            touch->rolled = get(b->rolled, m);
            touch->rolling_loss = b->rolling_loss[m];
            touch->rolling_work = b->rolling_work[m];
        }
    }
    b->n = 0;
}

/* Whether pair k of the list, without a contact, is to be processed by itself. */
static inline enum gravel_md_touch_state
test(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t k)
{
    const struct gravel_md_list *const list = &md->wall_pairs;
    const int32_t i = list->i[k];
    if (!gravel_md_is_due(md, list, (size_t)k))
        return GRAVEL_MD_APART;
    const double gap = gravel_md_gap_to_wall(&md->surfaces[-1 - list->j[k]], at->x[i], gravel_md_radius(md, (size_t)i));
    list->due[k] = gravel_md_due_at(md, gap);
    return gap > 0.0 ? GRAVEL_MD_APART : GRAVEL_MD_ALONE;
}

void
GRAVEL_WIDE(gravel_md_dense_walls)(const struct gravel_md *md, const struct gravel_md_instant *at,
                                   struct gravel_md_block *block)
{
    const struct gravel_md_list *const list = &md->wall_pairs;
    struct batch b;
    b.n = 0;
    for (size_t p = 0; p < block->n_wall_pairs; p++) {
        const int32_t k = block->by_wall[p];
        struct gravel_md_surface *const surface = &md->surfaces[-1 - list->j[k]];
        if (b.n == GRAVEL_MD_BATCH || (b.n > 0 && b.surface != surface))
            finish(md, at, block, &b);
        if (list->contact[k] >= 0) {
            b.surface = surface;
            take(md, at, k, &b, b.n++);
        } else {
            block->touches[(size_t)k - block->first_wall].state = test(md, at, k);
        }
    }
    if (b.n > 0)
        finish(md, at, block, &b);
}
