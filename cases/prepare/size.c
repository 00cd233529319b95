#include "cases/prepare/size.h"

#include <gsl/gsl_randist.h>
#include <math.h>

double
gravel_size_draw(const struct gravel_size *size, gsl_rng *rng)
{
    double x = 0.0;
    switch (size->law) {
    case GRAVEL_SIZE_EQUAL: break;
    case GRAVEL_SIZE_UNIFORM: return 1.0 + size->spread * (2.0 * gsl_rng_uniform(rng) - 1.0);
    case GRAVEL_SIZE_LOG_NORMAL:
        do
            x = gsl_ran_gaussian_ziggurat(rng, 1.0);
        while (fabs(x) > size->truncation);
        return exp(size->spread * x);
    }
    return 1.0;
}
