/* The searches, once for every width of vectors.
 *
 * The file that includes this one has defined, for vectors of LANES doubles (1, 4 or 8):
 *   TARGET                 attribute that lets the compiler use the instructions
 *   wide, mask             types of a vector, which has + - * /, and of a truth value for each lane
 *   splat(a)               a in every lane
 *   load4(at, k, a...)     doubles k to k + 3 of the records at[0..LANES-1], each in a vector of its own
 *   whole(i)               the LANES numbers i[] as doubles
 *   less, equal, both, either, without, any, choose, root
 *   HALVINGS, turn(a, k)   how often the vector can be halved; halves, quarters ... exchanged
 *   lane0(a)               the first lane
 *   pack(out, from, m)     keep the numbers from[lane] whose lane is not set in m; how many
 *   look(first, row, n_rows, which, found, crowded, &n)  if there is something better than one cell after another
 *
 * All arithmetic is here, of operations that round alike everywhere, in one order and without fused
 * multiply-adds: results are equal to the last bit whatever the width. */
#include "engines/ed/lists.h"
#include "engines/ed/predict.h"

#include <math.h>

#define INLINE static inline __attribute__((always_inline)) TARGET

_Static_assert(GRAVEL_LIST_LANES % LANES == 0, "lists are filled up to whole vectors");

/* Positions x + (v + g/2 h) h less x0, as the nearest image. */
INLINE wide
offset(wide x, wide v, wide h, double half_g, double x0, double length, double inverse_length, bool falling,
       bool periodic)
{
    if (falling)
        v = v + splat(half_g) * h;
    const wide r = (x + v * h) - splat(x0);
    if (!periodic)
        return r;
    const wide big = splat(0x1.8p52); /* rounds to nearest, see gravel_nearest_image() */
    return r - splat(length) * ((r * splat(inverse_length) + big) - big);
}

INLINE wide
velocity(wide v, wide h2, double half_g, double v0, bool falling)
{
    if (falling)
        v = v + splat(half_g) * h2;
    return v - splat(v0);
}

/* The sooner one, and of two at once the one of the lower number. */
INLINE void
sooner(wide *best, wide *winner, wide tau, wide who)
{
    const mask m = either(less(tau, *best), both(equal(tau, *best), less(who, *winner)));
    *best = choose(m, tau, *best);
    *winner = choose(m, who, *winner);
}

/* Relative motion of free bodies is linear, under gravity too: r + u tau with |r + u tau| = s,
 * b = r.u, c = r.r - s^2, tau = c / (sqrt(b^2 - u^2 c) - b), which does not cancel as c -> 0.
 * A pair that overlaps by rounding and approaches collides now. */
INLINE struct gravel_meeting
meet(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q, bool falling,
     bool periodic)
{
    const struct vec3 *g = &q->half_gravity, *l = &q->length, *il = &q->inverse_length;
    const wide zero = splat(0.0), never = splat(INFINITY);
    wide best = never, winner = never;
    for (int32_t k = 0; k < n; k += LANES) {
        const double *at[LANES];
        wide x, y, z, t, u, v, w, radius;
        for (int m = 0; m < LANES; m++)
            at[m] = &body[near[k + m]].x.x;
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
        if (LANES == 1 && !any(approach))
            continue;
        const wide s = radius + splat(q->radius);
        const wide c = (x * x + y * y + z * z) - s * s;
        const wide discriminant = b * b - (u * u + v * v + w * w) * c;
        const mask apart = less(zero, c);
        const mask misses = both(apart, less(discriminant, zero));
        if (LANES == 1 && any(misses))
            continue;
        const wide later = c / (root(discriminant) - b);
        const wide tau = choose(without(approach, misses), choose(apart, later, zero), never);
        sooner(&best, &winner, tau, whole(near + k));
    }
    for (int k = 0; k < HALVINGS; k++)
        sooner(&best, &winner, turn(best, k), turn(winner, k));
    const double tau = lane0(best);
    return (struct gravel_meeting){tau, tau < INFINITY ? (int32_t)lane0(winner) : -1};
}

/* Shells have four doubles. */
INLINE int32_t
keep_near(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self, const struct gravel_query *q,
          bool periodic)
{
    int32_t kept = 0;
    const wide zero = splat(0.0);
    for (int32_t k = 0; k < n; k += LANES) {
        const double *at[LANES];
        wide x, y, z, radius;
        for (int m = 0; m < LANES; m++)
            at[m] = &shell[found[k + m]].centre.x;
        load4(at, 0, &x, &y, &z, &radius);
        x = offset(x, zero, zero, 0.0, q->x.x, q->length.x, q->inverse_length.x, false, periodic);
        y = offset(y, zero, zero, 0.0, q->x.y, q->length.y, q->inverse_length.y, false, periodic);
        z = offset(z, zero, zero, 0.0, q->x.z, q->length.z, q->inverse_length.z, false, periodic);
        const wide s = radius + splat(q->radius);
        const mask far = less(s * s, x * x + y * y + z * z);
        kept += pack(found + kept, found + k, either(far, equal(whole(found + k), splat(self))));
    }
    return kept;
}

#define MEET(name, falling, periodic)                                                                        \
    TARGET static struct gravel_meeting name(const struct gravel_body *body, const int32_t *near, int32_t n, \
                                             const struct gravel_query *q)                                   \
    {                                                                                                        \
        return meet(body, near, n, q, falling, periodic);                                                    \
    }
MEET(meet_plain, false, false)
MEET(meet_periodic, false, true)
MEET(meet_falling, true, false)
MEET(meet_falling_periodic, true, true)

#define KEEP(name, periodic)                                                                              \
    TARGET static int32_t name(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self, \
                               const struct gravel_query *q)                                              \
    {                                                                                                     \
        return keep_near(shell, found, n, self, q, periodic);                                             \
    }
KEEP(keep_near_plain, false)
KEEP(keep_near_periodic, true)

#ifndef look
/* As gravel_members_function, but the first members only; those who are not alone in their cells also into
 * crowded[0..n_crowded-1]. */
TARGET static inline int32_t
look(const int32_t *first, const int32_t *row, int32_t n_rows, unsigned which, int32_t *found, int32_t *crowded,
     int32_t *n_crowded)
{
    int32_t n = 0, m = 0;
    for (int32_t k = 0; k < n_rows; k++)
        for (int x = 0; x < 3; x++) {
            const int32_t i = first[row[k] + x], inside = (i >= 0) & (int)(which >> x & 1u);
            found[n] = crowded[m] = i & ~GRAVEL_CROWDED;
            n += inside;
            m += inside & i / GRAVEL_CROWDED;
        }
    *n_crowded = m;
    return n;
}
#endif

/* Those who are not the first in their cells come after those who are.  Most cells are empty or have one member. */
TARGET static int32_t
members(const int32_t *first, const int32_t *next, const int32_t *row, int32_t n_rows, unsigned which, int32_t *found)
{
    int32_t crowded[3 * GRAVEL_MOST_ROWS + GRAVEL_SEARCH_ROOM], n_crowded;
    int32_t n = look(first, row, n_rows, which, found, crowded, &n_crowded);
    for (int32_t k = 0; k < n_crowded; k++)
        for (int32_t i = next[crowded[k]]; i >= 0; i = next[i])
            found[n++] = i;
    return n;
}

static struct gravel_search
searches(const char *name, bool falling, bool periodic)
{
    gravel_meet_function *const meets[2][2] = {{meet_plain, meet_periodic}, {meet_falling, meet_falling_periodic}};
    return (struct gravel_search){name, meets[falling][periodic], periodic ? keep_near_periodic : keep_near_plain,
                                  members};
}
