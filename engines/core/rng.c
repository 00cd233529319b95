#include "engines/core/rng.h"

struct xoshiro {
    uint64_t s[4];
};

static uint64_t
splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t
rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static void
xoshiro_set(void *self, unsigned long seed)
{
    struct xoshiro *x = self;
    uint64_t state = seed;
    for (int k = 0; k < 4; k++)
        x->s[k] = splitmix(&state);
}

static unsigned long
xoshiro_get(void *self)
{
    struct xoshiro *x = self;
    const uint64_t result = rotl(x->s[1] * 5, 7) * 9, t = x->s[1] << 17;
    x->s[2] ^= x->s[0];
    x->s[3] ^= x->s[1];
    x->s[1] ^= x->s[2];
    x->s[0] ^= x->s[3];
    x->s[2] ^= t;
    x->s[3] = rotl(x->s[3], 45);
    return result;
}

/* 53 random bits in [0, 1). */
static double
xoshiro_get_double(void *self)
{
    return (double)(xoshiro_get(self) >> 11) * 0x1.0p-53;
}

static const gsl_rng_type xoshiro_type = {
    .name = "xoshiro256**",
    .max = UINT64_MAX,
    .min = 0,
    .size = sizeof(struct xoshiro),
    .set = xoshiro_set,
    .get = xoshiro_get,
    .get_double = xoshiro_get_double,
};
const gsl_rng_type *const gravel_rng_xoshiro = &xoshiro_type;

uint64_t
gravel_hash_text(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return splitmix(&hash);
}

gsl_rng *
gravel_rng_create(uint64_t seed, const char *purpose, uint64_t index)
{
    uint64_t key = seed ^ gravel_hash_text(purpose);
    key = splitmix(&key) ^ index;
    gsl_rng *rng = gsl_rng_alloc(gravel_rng_xoshiro);
    if (rng != NULL)
        gsl_rng_set(rng, splitmix(&key));
    return rng;
}
