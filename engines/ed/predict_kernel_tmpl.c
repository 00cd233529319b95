/* The kernels, once for every vector width.
 *
 * The file that includes this one has defined, for vectors of LANES doubles (1, 4 or 8):
 *   TARGET                 function attribute that enables the instruction set
 *   wide, mask             types of a vector, which has + - * /, and of a truth value for each lane
 *   splat(a)               a in every lane
 *   load4(at, k, a...)     doubles k to k + 3 of the records at[0..LANES-1], each in a vector of its own
 *   whole(i)               the LANES integers i[] as doubles
 *   lesser(a, b)           a < b ? a : b in each lane, so b if one is not a number; greater(a, b): a > b ? a : b
 *   less, equal, either, without, choose, root
 *   nearest(a)             the whole number nearest to a; see gravel_nearest_whole()
 *   HALVINGS, swap(a, k)   log2(LANES); the vector with its halves (k = 0), quarters (k = 1) ... exchanged
 *   lane(a, k), lanes(m)   a lane; the lanes that are set in m, a bit each
 *   pack(out, from, m)     copy the integers from[lane] whose lane is not set in m; returns their number
 *   PART_MEMBERS           optional: number of members of a tile in a vector `items`, see load_items(from)
 *   present(a), flagged(a) the members that are not -1; those with GRAVEL_MORE_MEMBERS; a bit each
 *   unflagged(a)           the members without this flag
 *   pack_items(out, a, m)  write the members of m one after the other; PART_MEMBERS integers are overwritten
 *
 * All arithmetic is in this file, with correctly rounded operations in one order and without fused multiply-adds:
 * results are equal to the last bit for every width. */
#include "engines/ed/lists.h"
#include "engines/ed/predict_kernel.h"

#include <math.h>

#define INLINE static inline __attribute__((always_inline)) TARGET

enum { BLOCK = 64 }; /* bodies whose times are kept: a bit of a word each */

_Static_assert(GRAVEL_LIST_LANES % LANES == 0, "lists are padded to whole vectors");

/* Position x + (v + g/2 h) h relative to x0, as the nearest image. */
INLINE wide
offset(wide x, wide v, wide h, double half_g, double x0, double length, double inverse_length, bool falling,
       bool periodic)
{
    if (falling)
        v = v + splat(half_g) * h;
    const wide r = (x + v * h) - splat(x0);
    if (!periodic)
        return r;
    return r - splat(length) * nearest(r * splat(inverse_length));
}

/* Velocity v + g/2 h2 relative to v0. */
INLINE wide
velocity(wide v, wide h2, double half_g, double v0, bool falling)
{
    if (falling)
        v = v + splat(half_g) * h2;
    return v - splat(v0);
}

/* Times to the collisions with the bodies near[0..LANES-1]; NAN: none.  *hits: which of them collide, a bit each.
 *
 * Relative motion of free bodies is linear, under gravity too: r + u tau with |r + u tau| = s,
 * b = r.u, c = r.r - s^2, tau = c / (sqrt(b^2 - u^2 c) - b), which does not cancel as c -> 0.
 * A pair that overlaps by rounding and approaches collides at once. */
INLINE wide
times(const struct gravel_body *body, const int32_t *near, const struct gravel_query *q, bool falling, bool periodic,
      unsigned *hits)
{
    const struct vec3 *g = &q->half_gravity, *l = &q->length, *il = &q->inverse_length;
    const wide zero = splat(0.0), none = splat(NAN);
    const double *at[LANES];
    wide x, y, z, t, u, v, w, radius;
    for (int m = 0; m < LANES; m++)
        at[m] = &body[near[m]].x.x;
    load4(at, 0, &x, &y, &z, &t);
    load4(at, 4, &u, &v, &w, &radius);
    const wide h = splat(q->now) - t, h2 = h + h;
    x = offset(x, u, h, g->x, q->x.x, l->x, il->x, falling, periodic);
    y = offset(y, v, h, g->y, q->x.y, l->y, il->y, falling, periodic);
    z = offset(z, w, h, g->z, q->x.z, l->z, il->z, falling, periodic);
    u = velocity(u, h2, g->x, q->v.x, falling);
    v = velocity(v, h2, g->y, q->v.y, falling);
    w = velocity(w, h2, g->z, q->v.z, falling);
    const wide b = x * u + y * v + z * w;
    const mask approach = less(b, zero);
    *hits = 0;
    if (LANES == 1 && !lanes(approach))
        return none;
    const wide s = radius + splat(q->radius);
    const wide c = (x * x + y * y + z * z) - s * s;
    const wide discriminant = b * b - (u * u + v * v + w * w) * c;
    const mask misses = less(discriminant, zero); /* so c > 0 */
    if (LANES == 1 && lanes(misses))
        return none;
    const mask hit = without(approach, misses);
    *hits = lanes(hit);
    const wide later = c / (root(discriminant) - b);
    return choose(hit, greater(zero, later), none);
}

/* One body after the other. */
INLINE struct gravel_next_collisions
predict_in_turn(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q,
                bool falling, bool periodic)
{
    struct gravel_next_collisions next = GRAVEL_NO_COLLISIONS;
    for (int32_t k = 0; k < n; k += LANES) {
        unsigned hits;
        const wide tau = times(body, near + k, q, falling, periodic, &hits);
        for (; hits != 0; hits &= hits - 1)
            gravel_next_collisions_add(&next, lane(tau, __builtin_ctz(hits)), near[k + __builtin_ctz(hits)]);
    }
    return next;
}

/* The least of all lanes. */
INLINE double
lowest(wide a)
{
    for (int k = 0; k < HALVINGS; k++)
        a = lesser(swap(a, k), a);
    return lane(a, 0);
}

/* Bit k: the time k of n is this one. */
INLINE uint64_t
places(const wide *time, int32_t n, double tau)
{
    uint64_t bits = 0;
    for (int32_t k = 0; k < n; k += LANES)
        bits |= (uint64_t)lanes(equal(time[k / LANES], splat(tau))) << k;
    return bits;
}

/* The collision at time tau with the body at this place, if there is one; without branches on whether there is. */
INLINE struct gravel_predicted_collision
collision_at(const int32_t *near, uint64_t place, double tau)
{
    const int32_t is_one = -(tau < INFINITY);
    return (struct gravel_predicted_collision){tau, near[__builtin_ctzll(place | 1ull << 63) & is_one] | ~is_one};
}

/* Of BLOCK bodies at most.  Each lane keeps its first two times.  Simultaneous collisions, which are rare, are ordered
 * in turn. */
INLINE struct gravel_next_collisions
predict_block(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q,
              bool falling, bool periodic)
{
    wide time[BLOCK / LANES], first = splat(INFINITY), second = first;
    unsigned any = 0, hits;
    for (int32_t k = 0; k < n; k += LANES) {
        const wide tau = time[k / LANES] = times(body, near + k, q, falling, periodic, &hits);
        any |= hits;
        second = lesser(greater(first, tau), second);
        first = lesser(tau, first);
    }
    if (any == 0)
        return GRAVEL_NO_COLLISIONS;
    const double tau = lowest(first), next_tau = lowest(choose(equal(first, splat(tau)), second, first));
    const uint64_t here = places(time, n, tau), there = places(time, n, next_tau);
    if (((here & (here - 1)) | (there & (there - 1))) != 0)
        return predict_in_turn(body, near, n, q, falling, periodic);
    return (struct gravel_next_collisions){{collision_at(near, here, tau), collision_at(near, there, next_tau)}};
}

INLINE struct gravel_next_collisions
predict(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q, bool falling,
        bool periodic)
{
    if (LANES == 1)
        return predict_in_turn(body, near, n, q, falling, periodic);
    struct gravel_next_collisions next = predict_block(body, near, n < BLOCK ? n : BLOCK, q, falling, periodic);
    for (int32_t k = BLOCK; k < n; k += BLOCK) {
        const struct gravel_next_collisions more =
            predict_block(body, near + k, n - k < BLOCK ? n - k : BLOCK, q, falling, periodic);
        for (int i = 0; i < 2; i++)
            gravel_next_collisions_add(&next, more.item[i].tau, more.item[i].partner);
    }
    return next;
}

/* See gravel_select_function.  A shell begins with four doubles. */
INLINE int32_t
keep_near(const struct gravel_record *record, int32_t *candidates, int32_t n, int32_t self,
          const struct gravel_query *q, bool periodic)
{
    int32_t kept = 0;
    const wide zero = splat(0.0);
    for (int32_t k = 0; k < n; k += LANES) {
        const double *at[LANES];
        wide x, y, z, radius;
        for (int m = 0; m < LANES; m++)
            at[m] = &record[candidates[k + m]].shell.centre.x;
        load4(at, 0, &x, &y, &z, &radius);
        x = offset(x, zero, zero, 0.0, q->x.x, q->length.x, q->inverse_length.x, false, periodic);
        y = offset(y, zero, zero, 0.0, q->x.y, q->length.y, q->inverse_length.y, false, periodic);
        z = offset(z, zero, zero, 0.0, q->x.z, q->length.z, q->inverse_length.z, false, periodic);
        const wide s = radius + splat(q->radius);
        const mask far = less(s * s, x * x + y * y + z * z);
        kept += pack(candidates + kept, candidates + k, either(far, equal(whole(candidates + k), splat(self))));
    }
    return kept;
}

/* The forms of predict() and keep_near() without and with gravity and periodic axes. */
#define PREDICT(name, falling, periodic)                                                                             \
    TARGET static struct gravel_next_collisions name(const struct gravel_body *body, const int32_t *near, int32_t n, \
                                                     const struct gravel_query *q)                                   \
    {                                                                                                                \
        return predict(body, near, n, q, falling, periodic);                                                         \
    }
PREDICT(predict_plain, false, false)
PREDICT(predict_periodic, false, true)
PREDICT(predict_falling, true, false)
PREDICT(predict_falling_periodic, true, true)

#define KEEP(name, periodic)                                                                                     \
    TARGET static int32_t name(const struct gravel_record *record, int32_t *candidates, int32_t n, int32_t self, \
                               const struct gravel_query *q)                                                     \
    {                                                                                                            \
        return keep_near(record, candidates, n, self, q, periodic);                                              \
    }
KEEP(keep_near_plain, false)
KEEP(keep_near_periodic, true)

#ifdef PART_MEMBERS
_Static_assert(PART_MEMBERS <= GRAVEL_CANDIDATE_PADDING, "the last vector of members fits behind the candidates");

/* See gravel_members_function. */
TARGET static int32_t
members(const struct gravel_cell_tile *tile, const struct gravel_record *record, const struct gravel_tile_part *part,
        int32_t n_parts, int32_t *candidates)
{
    int32_t last[GRAVEL_SEARCHED_CELLS + PART_MEMBERS], n_last = 0, n = 0;
    const int32_t *const member = tile->member;
    for (int32_t k = 0; k < n_parts; k++) {
        const items item = load_items(member + part[k].first), number = unflagged(item);
        const unsigned keep = present(item) & part[k].places, more = flagged(item) & keep;
        pack_items(candidates + n, number, keep);
        n += __builtin_popcount(keep);
        if (more != 0) {
            pack_items(last + n_last, number, more);
            n_last += __builtin_popcount(more);
        }
    }
    for (int32_t k = 0; k < n_last; k++)
        n = gravel_append_chain(record, last[k], candidates, n);
    return n;
}
#else
#define PART_MEMBERS GRAVEL_TILE_MEMBERS

/* See gravel_members_function.  Most cells are empty or have one member.  Which do is random, so that branches on it
 * would be mispredicted. */
TARGET static int32_t
members(const struct gravel_cell_tile *tile, const struct gravel_record *record, const struct gravel_tile_part *part,
        int32_t n_parts, int32_t *candidates)
{
    int32_t second[GRAVEL_SEARCHED_CELLS + 1], n = 0, n_second = 0;
    const int32_t *const member = tile->member;
    for (int32_t k = 0; k < n_parts; k++)
        for (uint32_t left = part[k].places & GRAVEL_FIRST_MEMBERS; left != 0; left &= left - 1) {
            const int32_t *const pair = member + part[k].first + __builtin_ctz(left);
            candidates[n] = pair[0];
            n += pair[0] >= 0;
            second[n_second] = pair[1];
            n_second += pair[1] >= 0;
        }
    for (int32_t k = 0; k < n_second; k++) {
        candidates[n++] = second[k] & ~GRAVEL_MORE_MEMBERS;
        if (second[k] >= GRAVEL_MORE_MEMBERS)
            n = gravel_append_chain(record, candidates[n - 1], candidates, n);
    }
    return n;
}
#endif

static struct gravel_predict_kernel
kernel_of(const char *name, bool falling, bool periodic)
{
    gravel_predict_function *const forms[2][2] = {{predict_plain, predict_periodic},
                                                  {predict_falling, predict_falling_periodic}};
    return (struct gravel_predict_kernel){name, forms[falling][periodic],
                                          periodic ? keep_near_periodic : keep_near_plain, members, PART_MEMBERS};
}
