/* Four doubles at a time, in the vector extension that gcc and clang share: rows (x, y, z, unused) of three-vectors
 * and columns of four x, four y, four z.  Three-vectors are loaded with the number after them, so that an array of
 * them needs one more element than it has. */
#ifndef GRAVEL_MD_QUAD_H
#define GRAVEL_MD_QUAD_H

#include "engines/core/vec.h"

#include <string.h>

/* These functions are always inlined: how a vector would be passed to them without AVX does not matter. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

#define GRAVEL_QUAD_INLINE static inline __attribute__((always_inline))

typedef double gravel_quad __attribute__((vector_size(32)));

GRAVEL_QUAD_INLINE gravel_quad
quad_load(const double *from)
{
    gravel_quad q;
    memcpy(&q, from, sizeof q);
    return q;
}

GRAVEL_QUAD_INLINE void
quad_store(double *to, gravel_quad q)
{
    memcpy(to, &q, sizeof q);
}

/* Columns of four rows. */
GRAVEL_QUAD_INLINE void
quad_columns(const gravel_quad row[4], double *x, double *y, double *z)
{
    const gravel_quad xz01 = __builtin_shufflevector(row[0], row[1], 0, 4, 2, 6);
    const gravel_quad xz23 = __builtin_shufflevector(row[2], row[3], 0, 4, 2, 6);
    const gravel_quad y01 = __builtin_shufflevector(row[0], row[1], 1, 5, 3, 7);
    const gravel_quad y23 = __builtin_shufflevector(row[2], row[3], 1, 5, 3, 7);
    quad_store(x, __builtin_shufflevector(xz01, xz23, 0, 1, 4, 5));
    quad_store(y, __builtin_shufflevector(y01, y23, 0, 1, 4, 5));
    quad_store(z, __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7));
}

/* Rows of the columns that begin at x, y and z. */
GRAVEL_QUAD_INLINE void
quad_rows(const double *x, const double *y, const double *z, gravel_quad row[4])
{
    const gravel_quad qx = quad_load(x), qy = quad_load(y), qz = quad_load(z);
    const gravel_quad xy02 = __builtin_shufflevector(qx, qy, 0, 4, 2, 6);
    const gravel_quad xy13 = __builtin_shufflevector(qx, qy, 1, 5, 3, 7);
    const gravel_quad z02 = __builtin_shufflevector(qz, qz, 0, 4, 2, 6);
    const gravel_quad z13 = __builtin_shufflevector(qz, qz, 1, 5, 3, 7);
    row[0] = __builtin_shufflevector(xy02, z02, 0, 1, 4, 5);
    row[1] = __builtin_shufflevector(xy13, z13, 0, 1, 4, 5);
    row[2] = __builtin_shufflevector(xy02, z02, 2, 3, 6, 7);
    row[3] = __builtin_shufflevector(xy13, z13, 2, 3, 6, 7);
}

/* Three numbers, and not the one after them. */
GRAVEL_QUAD_INLINE void
triple_add(double *to, gravel_quad add)
{
    const gravel_quad q = add + (gravel_quad){to[0], to[1], to[2], 0.0};
    to[0] = q[0];
    to[1] = q[1];
    to[2] = q[2];
}

#pragma GCC diagnostic pop

#endif
