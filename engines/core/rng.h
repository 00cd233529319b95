/* Random streams keyed by (seed, purpose, index).
 * A stream depends on its key only, so results do not depend on the number or the order of workers.  Draw one number a
 * full expression: C leaves the order of a call's arguments to the compiler.
 * The generator is xoshiro256** behind GSL's gsl_rng, so that every GSL distribution works on it. */
#ifndef GRAVEL_CORE_RNG_H
#define GRAVEL_CORE_RNG_H

#include <gsl/gsl_rng.h>
#include <stdint.h>

/* xoshiro256** (Blackman and Vigna 2021), seeded through splitmix64. */
extern const gsl_rng_type *const gravel_rng_xoshiro;

/* 64-bit FNV-1a hash of a text, finished by the splitmix64 mixer. */
uint64_t gravel_hash_text(const char *text);

/* A new stream; NULL when out of memory.  The caller frees it with gsl_rng_free. */
gsl_rng *gravel_rng_create(uint64_t seed, const char *purpose, uint64_t index);

#endif
