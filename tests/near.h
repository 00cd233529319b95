/* The one near-check of all tests: prints value, reference, tolerance and ratio, and fails above a ratio of 1. */
#ifndef GRAVEL_TESTS_NEAR_H
#define GRAVEL_TESTS_NEAR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

/* |value - reference| <= tolerance, absolute. */
static inline void
near_at(const char *what, double value, double reference, double tolerance, const char *file, int line)
{
    const double ratio = fabs(value - reference) / tolerance;
    printf("# %s: value %.12g, reference %.12g, tolerance %.1e, ratio %.3f\n", what, value, reference, tolerance,
           ratio);
    if (!(ratio <= 1.0))
        _fail(file, line);
}
#define near(value, reference, tolerance)                                                                    \
    near_at(#value, (value), (reference), (tolerance), __FILE__, __LINE__)

#endif
