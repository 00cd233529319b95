/* Small vectors of fixed width: quads are rows (x, y, z, unused) of three-vectors, of which four make columns of four
 * x, four y, four z, and back.  Without AVX a quad is two pairs, because gcc passes longer vectors through memory.
 * Quads are loaded with the number after the vector, so that an array of vectors needs one more element than it has. */
#ifndef GRAVEL_MD_QUAD_H
#define GRAVEL_MD_QUAD_H

#include "engines/core/vec.h"

#include <math.h>
#include <string.h>

/* These functions are always inlined: how a vector would be passed to them without AVX does not matter. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

#define GRAVEL_QUAD_INLINE static inline __attribute__((always_inline))

typedef double gravel_pair __attribute__((vector_size(16)));

GRAVEL_QUAD_INLINE gravel_pair
pair_load(const double *from)
{
    gravel_pair p;
    memcpy(&p, from, sizeof p);
    return p;
}

GRAVEL_QUAD_INLINE void
pair_store(double *to, gravel_pair p)
{
    memcpy(to, &p, sizeof p);
}

#ifdef __AVX__
typedef double gravel_quad __attribute__((vector_size(32)));

GRAVEL_QUAD_INLINE gravel_quad
quad_load(const double *from)
{
    gravel_quad q;
    memcpy(&q, from, sizeof q);
    return q;
}

GRAVEL_QUAD_INLINE gravel_quad
quad_sum(gravel_quad a, gravel_quad b)
{
    return a + b;
}

GRAVEL_QUAD_INLINE gravel_quad
quad_difference(gravel_quad a, gravel_quad b)
{
    return a - b;
}

GRAVEL_QUAD_INLINE gravel_quad
quad_scaled(double s, gravel_quad a)
{
    return s * a;
}

/* Columns of four rows. */
GRAVEL_QUAD_INLINE void
quad_columns(const gravel_quad row[4], double *x, double *y, double *z)
{
    const gravel_quad xz01 = __builtin_shufflevector(row[0], row[1], 0, 4, 2, 6);
    const gravel_quad xz23 = __builtin_shufflevector(row[2], row[3], 0, 4, 2, 6);
    const gravel_quad y01 = __builtin_shufflevector(row[0], row[1], 1, 5, 3, 7);
    const gravel_quad y23 = __builtin_shufflevector(row[2], row[3], 1, 5, 3, 7);
    const gravel_quad qx = __builtin_shufflevector(xz01, xz23, 0, 1, 4, 5);
    const gravel_quad qy = __builtin_shufflevector(y01, y23, 0, 1, 4, 5);
    const gravel_quad qz = __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7);
    memcpy(x, &qx, sizeof qx);
    memcpy(y, &qy, sizeof qy);
    memcpy(z, &qz, sizeof qz);
}

/* Squares of the lengths of four rows. */
GRAVEL_QUAD_INLINE gravel_quad
quad_squares(const gravel_quad row[4])
{
    double column[3][4];
    quad_columns(row, column[0], column[1], column[2]);
    const gravel_quad x = quad_load(column[0]), y = quad_load(column[1]), z = quad_load(column[2]);
    return x * x + y * y + z * z;
}

/* A bit for each of four numbers that is less than the square of its bound. */
GRAVEL_QUAD_INLINE unsigned
quad_below(gravel_quad square, gravel_quad bound)
{
    return (unsigned)__builtin_ia32_movmskpd256((gravel_quad)(square < bound * bound));
}

GRAVEL_QUAD_INLINE gravel_quad
quad_root(gravel_quad a)
{
    return __builtin_ia32_sqrtpd256(a);
}

/* a where it is positive, 0 elsewhere. */
GRAVEL_QUAD_INLINE gravel_quad
quad_positive(gravel_quad a)
{
    const gravel_quad zero = {0};
    return __builtin_ia32_maxpd256(a, zero);
}

GRAVEL_QUAD_INLINE gravel_quad
quad_every(double a)
{
    return (gravel_quad){a, a, a, a};
}

/* Transpose: x, y and z hold four components each; row[k] = (x[k], y[k], z[k], 0). */
GRAVEL_QUAD_INLINE void
quad_rows(const double *x, const double *y, const double *z, gravel_quad row[4])
{
    const gravel_quad qx = quad_load(x), qy = quad_load(y), qz = quad_load(z), zero = {0};
    const gravel_quad xy02 = __builtin_shufflevector(qx, qy, 0, 4, 2, 6);
    const gravel_quad xy13 = __builtin_shufflevector(qx, qy, 1, 5, 3, 7);
    const gravel_quad z02 = __builtin_shufflevector(qz, zero, 0, 4, 2, 6);
    const gravel_quad z13 = __builtin_shufflevector(qz, zero, 1, 5, 3, 7);
    row[0] = __builtin_shufflevector(xy02, z02, 0, 1, 4, 5);
    row[1] = __builtin_shufflevector(xy13, z13, 0, 1, 4, 5);
    row[2] = __builtin_shufflevector(xy02, z02, 2, 3, 6, 7);
    row[3] = __builtin_shufflevector(xy13, z13, 2, 3, 6, 7);
}

GRAVEL_QUAD_INLINE void
quad_store(double *to, gravel_quad a)
{
    memcpy(to, &a, sizeof a);
}

GRAVEL_QUAD_INLINE void
quad_store_vector(struct vec3 *to, gravel_quad a)
{
    pair_store(&to->x, __builtin_shufflevector(a, a, 0, 1));
    to->z = a[2];
}
#else
typedef struct {
    gravel_pair xy, z;
} gravel_quad;

GRAVEL_QUAD_INLINE gravel_quad
quad_load(const double *from)
{
    return (gravel_quad){pair_load(from), pair_load(from + 2)};
}

GRAVEL_QUAD_INLINE gravel_quad
quad_sum(gravel_quad a, gravel_quad b)
{
    return (gravel_quad){a.xy + b.xy, a.z + b.z};
}

GRAVEL_QUAD_INLINE gravel_quad
quad_difference(gravel_quad a, gravel_quad b)
{
    return (gravel_quad){a.xy - b.xy, a.z - b.z};
}

GRAVEL_QUAD_INLINE gravel_quad
quad_scaled(double s, gravel_quad a)
{
    return (gravel_quad){s * a.xy, s * a.z};
}

GRAVEL_QUAD_INLINE void
quad_columns(const gravel_quad row[4], double *x, double *y, double *z)
{
    for (int l = 0; l < 4; l += 2) {
        pair_store(x + l, __builtin_shufflevector(row[l].xy, row[l + 1].xy, 0, 2));
        pair_store(y + l, __builtin_shufflevector(row[l].xy, row[l + 1].xy, 1, 3));
        pair_store(z + l, __builtin_shufflevector(row[l].z, row[l + 1].z, 0, 2));
    }
}

GRAVEL_QUAD_INLINE gravel_quad
quad_squares(const gravel_quad row[4])
{
    double x[4], y[4], z[4], square[4];
    quad_columns(row, x, y, z);
    for (int l = 0; l < 4; l++)
        square[l] = x[l] * x[l] + y[l] * y[l] + z[l] * z[l];
    return quad_load(square);
}

GRAVEL_QUAD_INLINE unsigned
quad_below(gravel_quad square, gravel_quad bound)
{
    unsigned bits = 0;
    for (int l = 0; l < 2; l++) {
        bits |= (unsigned)(square.xy[l] < bound.xy[l] * bound.xy[l]) << l;
        bits |= (unsigned)(square.z[l] < bound.z[l] * bound.z[l]) << 2 << l;
    }
    return bits;
}

GRAVEL_QUAD_INLINE gravel_quad
quad_root(gravel_quad a)
{
    return (gravel_quad){{sqrt(a.xy[0]), sqrt(a.xy[1])}, {sqrt(a.z[0]), sqrt(a.z[1])}};
}

GRAVEL_QUAD_INLINE gravel_quad
quad_positive(gravel_quad a)
{
    return (gravel_quad){{a.xy[0] > 0.0 ? a.xy[0] : 0.0, a.xy[1] > 0.0 ? a.xy[1] : 0.0},
                         {a.z[0] > 0.0 ? a.z[0] : 0.0, a.z[1] > 0.0 ? a.z[1] : 0.0}};
}

GRAVEL_QUAD_INLINE gravel_quad
quad_every(double a)
{
    return (gravel_quad){{a, a}, {a, a}};
}

GRAVEL_QUAD_INLINE void
quad_rows(const double *x, const double *y, const double *z, gravel_quad row[4])
{
    for (int l = 0; l < 4; l += 2) {
        const gravel_pair px = pair_load(x + l), py = pair_load(y + l), pz = pair_load(z + l), zero = {0};
        row[l] = (gravel_quad){__builtin_shufflevector(px, py, 0, 2), __builtin_shufflevector(pz, zero, 0, 2)};
        row[l + 1] = (gravel_quad){__builtin_shufflevector(px, py, 1, 3), __builtin_shufflevector(pz, zero, 1, 3)};
    }
}

GRAVEL_QUAD_INLINE void
quad_store(double *to, gravel_quad a)
{
    pair_store(to, a.xy);
    pair_store(to + 2, a.z);
}

GRAVEL_QUAD_INLINE void
quad_store_vector(struct vec3 *to, gravel_quad a)
{
    pair_store(&to->x, a.xy);
    to->z = a.z[0];
}
#endif

GRAVEL_QUAD_INLINE void
quad_add(double *to, gravel_quad a)
{
    quad_store(to, quad_sum(quad_load(to), a));
}

GRAVEL_QUAD_INLINE void
quad_subtract(double *to, gravel_quad a)
{
    quad_store(to, quad_difference(quad_load(to), a));
}

#pragma GCC diagnostic pop

#endif
