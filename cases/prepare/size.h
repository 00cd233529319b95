/* Sizes of the particles of one species. */
#ifndef GRAVEL_CASES_PREPARE_SIZE_H
#define GRAVEL_CASES_PREPARE_SIZE_H

#include <gsl/gsl_rng.h>

enum gravel_size_law {
    GRAVEL_SIZE_EQUAL,
    GRAVEL_SIZE_UNIFORM,   /* d uniform in (1 - spread, 1 + spread) times its mean */
    GRAVEL_SIZE_LOG_NORMAL /* ln d normal with standard deviation spread about that of its median, and never farther
                              from it than `truncation` of them: S2's law of the radius, without its far ends */
};

struct gravel_size {
    enum gravel_size_law law;
    double spread;
    double truncation; /* log-normal only */
};

/* A size in units of the stated one. */
double gravel_size_draw(const struct gravel_size *size, gsl_rng *rng);

#endif
