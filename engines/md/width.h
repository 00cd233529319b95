/* Files that are compiled once for each width of vectors (meson.build): the width's own names, and its vectors.
 *
 * The width that the compiler may use sets the number of lanes.  Every operation below is correctly rounded, and none
 * is fused (-ffp-contract=off), so that results are equal to the last bit for every width. */
#ifndef GRAVEL_MD_WIDTH_H
#define GRAVEL_MD_WIDTH_H

#include "engines/core/vec.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* These functions are always inlined: how a vector would be passed to them does not matter. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

#ifndef GRAVEL_WIDTH
#define GRAVEL_WIDTH plain
#endif
#define GRAVEL_WIDE_PASTE(name, width) name##_##width
#define GRAVEL_WIDE_NAME(name, width) GRAVEL_WIDE_PASTE(name, width)
/* The name with the width's ending. */
#define GRAVEL_WIDE(name) GRAVEL_WIDE_NAME(name, GRAVEL_WIDTH)

#if defined(__AVX512F__)
enum { GRAVEL_LANES = 8 };
#elif defined(__AVX2__)
enum { GRAVEL_LANES = 4 };
#else
enum { GRAVEL_LANES = 2 };
#endif
typedef double gravel_lanes __attribute__((vector_size(8 * GRAVEL_LANES)));
typedef int64_t gravel_truth __attribute__((vector_size(8 * GRAVEL_LANES))); /* -1 or 0 */

/* One component each of GRAVEL_LANES vectors in space. */
struct gravel_columns {
    gravel_lanes x, y, z;
};

#define GRAVEL_LANES_INLINE static inline __attribute__((always_inline))

GRAVEL_LANES_INLINE gravel_lanes
lanes_load(const double *from)
{
    gravel_lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

GRAVEL_LANES_INLINE void
lanes_store(double *to, gravel_lanes a)
{
    memcpy(to, &a, sizeof a);
}

GRAVEL_LANES_INLINE gravel_lanes
lanes_root(gravel_lanes a)
{
    gravel_lanes r;
    for (int l = 0; l < GRAVEL_LANES; l++)
        r[l] = sqrt(a[l]);
    return r;
}

/* A bit for each lane where it is true. */
GRAVEL_LANES_INLINE unsigned
lanes_bits(gravel_truth is)
{
    unsigned bits = 0;
#ifdef __AVX__
    typedef double four __attribute__((vector_size(32)));
    for (int l = 0; l < GRAVEL_LANES; l += 4) {
        four part;
        memcpy(&part, (const char *)&is + l * sizeof(double), sizeof part);
        bits |= (unsigned)__builtin_ia32_movmskpd256(part) << l;
    }
#else
    for (int l = 0; l < GRAVEL_LANES; l++)
        bits |= (unsigned)(is[l] & 1) << l;
#endif
    return bits;
}

/* a where it is true, b elsewhere. */
GRAVEL_LANES_INLINE gravel_lanes
lanes_choose(gravel_truth is, gravel_lanes a, gravel_lanes b)
{
    return (gravel_lanes)((gravel_truth)b ^ (((gravel_truth)a ^ (gravel_truth)b) & is));
}

/* a where it is true, 0 elsewhere. */
GRAVEL_LANES_INLINE gravel_lanes
lanes_only(gravel_truth is, gravel_lanes a)
{
    return (gravel_lanes)(is & (gravel_truth)a);
}

GRAVEL_LANES_INLINE gravel_lanes
lanes_dot(struct gravel_columns a, struct gravel_columns b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

GRAVEL_LANES_INLINE struct gravel_columns
lanes_scale(gravel_lanes s, struct gravel_columns a)
{
    return (struct gravel_columns){s * a.x, s * a.y, s * a.z};
}

/* The vector in every lane. */
GRAVEL_LANES_INLINE struct gravel_columns
lanes_every(struct vec3 a)
{
    const gravel_lanes zero = {0};
    return (struct gravel_columns){zero + a.x, zero + a.y, zero + a.z};
}

GRAVEL_LANES_INLINE struct gravel_columns
lanes_sum(struct gravel_columns a, struct gravel_columns b)
{
    return (struct gravel_columns){a.x + b.x, a.y + b.y, a.z + b.z};
}

GRAVEL_LANES_INLINE struct gravel_columns
lanes_difference(struct gravel_columns a, struct gravel_columns b)
{
    return (struct gravel_columns){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* a + s b */
GRAVEL_LANES_INLINE struct gravel_columns
lanes_axpy(struct gravel_columns a, gravel_lanes s, struct gravel_columns b)
{
    return (struct gravel_columns){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

GRAVEL_LANES_INLINE struct gravel_columns
lanes_cross(struct gravel_columns a, struct gravel_columns b)
{
    return (struct gravel_columns){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

GRAVEL_LANES_INLINE struct gravel_columns
lanes_choose_columns(gravel_truth is, struct gravel_columns a, struct gravel_columns b)
{
    return (struct gravel_columns){lanes_choose(is, a.x, b.x), lanes_choose(is, a.y, b.y), lanes_choose(is, a.z, b.z)};
}

#pragma GCC diagnostic pop

#endif
