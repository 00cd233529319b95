/* The kernel without vectors, for every processor. */
#include "engines/ed/predict_kernel.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define TARGET
enum { LANES = 1, HALVINGS = 0 };
typedef double wide;
typedef bool mask;
#define splat(a) ((double)(a))
#define whole(i) ((double)*(i))
#define less(a, b) ((a) < (b))
#define equal(a, b) ((a) == (b))
#define either(a, b) ((a) || (b))
#define without(a, b) ((a) && !(b))
#define choose(m, a, b) ((m) ? (a) : (b))
#define lesser(a, b) ((a) < (b) ? (a) : (b))
#define greater(a, b) ((a) > (b) ? (a) : (b))
#define root(a) sqrt(a)
#define nearest(a) gravel_nearest_whole(a)
#define swap(a, k) (a)
#define lane(a, k) (a)
#define lanes(m) ((unsigned)(m))

static inline void
load4(const double *const at[], int k, wide *a, wide *b, wide *c, wide *d)
{
    *a = at[0][k];
    *b = at[0][k + 1];
    *c = at[0][k + 2];
    *d = at[0][k + 3];
}

static inline int32_t
pack(int32_t *out, const int32_t *from, mask m)
{
    *out = *from;
    return !m;
}

#include "engines/ed/predict_kernel_tmpl.c"

struct gravel_predict_kernel
gravel_predict_kernel_scalar(bool falling, bool periodic)
{
    return kernel_of("scalar", falling, periodic);
}
