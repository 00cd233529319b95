/* The searches one by one, for every processor, and the choice of the fastest. */
#include "engines/ed/predict.h"

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
#define both(a, b) ((a) && (b))
#define either(a, b) ((a) || (b))
#define without(a, b) ((a) && !(b))
#define any(a) (a)
#define choose(m, a, b) ((m) ? (a) : (b))
#define root(a) sqrt(a)
#define turn(a, k) (a)
#define lane0(a) (a)

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

#include "engines/ed/predict_tmpl.c"

struct gravel_search
gravel_search_scalar(bool falling, bool periodic)
{
    return searches("scalar", falling, periodic);
}

struct gravel_search
gravel_search_best(bool falling, bool periodic)
{
    struct gravel_search best = gravel_search_avx512(falling, periodic);
    if (best.meet == NULL)
        best = gravel_search_avx2(falling, periodic);
    return best.meet != NULL ? best : gravel_search_scalar(falling, periodic);
}
