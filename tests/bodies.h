/* Sums over particles, and calls that must succeed, for the tests of engines. */
#ifndef GRAVEL_TESTS_BODIES_H
#define GRAVEL_TESTS_BODIES_H

#include "engines/core/system.h"
#include "tests/cmocka.h"

/* Fail the test with the error's text unless the status is GRAVEL_OK. */
static inline void
ok(enum gravel_status status, const struct gravel_error *error)
{
    if (status != GRAVEL_OK)
        fail_msg("%s", error->text);
}

/* sum m v [kg m/s] */
static inline struct vec3
momentum(const struct gravel_particle *p, size_t n)
{
    struct vec3 sum = v3(0, 0, 0);
    for (size_t k = 0; k < n; k++)
        sum = v3_axpy(sum, p[k].mass, p[k].v);
    return sum;
}

/* sum m x cross v + I omega, about the origin [kg m^2/s] */
static inline struct vec3
angular_momentum(const struct gravel_particle *p, size_t n)
{
    struct vec3 sum = v3(0, 0, 0);
    for (size_t k = 0; k < n; k++) {
        sum = v3_axpy(sum, p[k].mass, v3_cross(p[k].x, p[k].v));
        sum = v3_axpy(sum, p[k].inertia, p[k].omega);
    }
    return sum;
}

#endif
