/* The one near-check of all tests. It says value, reference, tolerance and their ratio, in a loop only of what came
 * nearest to its tolerance so far, and fails above a ratio of 1. */
#ifndef GRAVEL_TESTS_NEAR_H
#define GRAVEL_TESTS_NEAR_H

#include "tests/cmocka.h"

#include <math.h>

/* |value - reference| <= tolerance, absolute; a tolerance of 0 asks for equality. `worst` is the largest ratio so far.
 */
static inline void
near_at(const char *what, double value, double reference, double tolerance, double *worst, const char *file, int line)
{
    const double deviation = fabs(value - reference), ratio = deviation == 0.0 ? 0.0 : deviation / tolerance;
    if (!(ratio <= *worst))
        print_message("# %s: value %.15g, reference %.15g, tolerance %.1e, ratio %.3f\n", what, value, reference,
                      tolerance, ratio);
    *worst = fmax(*worst, ratio);
    if (!(deviation <= tolerance))
        _fail(file, line);
}
#define near(what, value, reference, tolerance)                                  \
    do {                                                                         \
        static double worst_ = -1.0; /* of this line of the test */              \
        near_at(what, value, reference, tolerance, &worst_, __FILE__, __LINE__); \
    } while (0)
/* The same, named by its expression. */
#define near_value(value, reference, tolerance) near(#value, value, reference, tolerance)

#endif
