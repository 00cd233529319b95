/* Conformance of an engine: small systems whose motion is known in closed form, and pairs of systems that a symmetry
 * of mechanics turns into each other.  No reference data and no measure is involved. */
#ifndef GRAVEL_HARNESS_CONFORM_CONFORM_H
#define GRAVEL_HARNESS_CONFORM_CONFORM_H

#include "engines/engine.h"

enum gravel_grade_result { GRAVEL_GRADE_PASS, GRAVEL_GRADE_FAIL, GRAVEL_GRADE_REFUSED };

struct gravel_grade {
    const char *name, *what;
    enum gravel_grade_result result;
    int dimension;       /* where the deviation is largest, or where the engine failed or refused */
    double value, limit; /* largest deviation over the dimensions that the engine has, and what it may be at most; NAN:
                            none was measured */
    char text[1024];     /* why: the failure of the engine, or what it lacks; "" without one */
};

/* Try `ops` in every dimension that it has and hand each grade to `each`; only the grade of this name if `only` is not
 * NULL.  A grade is refused when the engine runs it in no dimension.  GRAVEL_MEMORY, and GRAVEL_INPUT for a name that
 * engines of its kind do not have: a failure of the engine is a failed grade. */
GRAVEL_MUST_USE enum gravel_status gravel_conform(const struct gravel_engine_ops *ops, const char *only,
                                                  void (*each)(void *self, const struct gravel_grade *grade),
                                                  void *self, struct gravel_error *error);

#endif
