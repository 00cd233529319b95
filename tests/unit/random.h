/* Random vectors of tests. */
#ifndef GRAVEL_TESTS_RANDOM_H
#define GRAVEL_TESTS_RANDOM_H

#include "engines/core/rng.h"
#include "engines/core/vec.h"

/* Components uniform in [0, 1), drawn one after another: see engines/core/rng.h. */
static inline struct vec3
random_place(gsl_rng *rng)
{
    const double z = gsl_rng_uniform(rng), y = gsl_rng_uniform(rng), x = gsl_rng_uniform(rng);
    return v3(x, y, z);
}

/* Components uniform in [-0.5, 0.5). */
static inline struct vec3
random_vector(gsl_rng *rng)
{
    return v3_sub(random_place(rng), v3(0.5, 0.5, 0.5));
}

#endif
