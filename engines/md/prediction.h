/* Velocity prediction and correction of the Verlet methods.
 *
 * Forces depend on velocities, which are known at the half step only: the velocity at the force point is predicted with
 * the last acceleration, and the prediction is taken back when the new force is known.  Single precision is enough for
 * a prediction; the same number is subtracted again, so that the state has rounding errors of double precision only. */
#ifndef GRAVEL_MD_PREDICTION_H
#define GRAVEL_MD_PREDICTION_H

#include "engines/md/integrator.h"

/* Predicted changes of velocities and spins, the latter only with rotation; [3 n], owned. */
struct gravel_md_prediction {
    float *velocity, *spin; /* [m/s], [1/s] */
};

/* md->method as a prediction for md->n particles; `create` and `destroy` of methods whose state begins with one.
 * `size`: of the method's state [bytes], all zero otherwise.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_prediction_create(struct gravel_md *md, size_t size,
                                                               struct gravel_error *error);
void gravel_md_prediction_destroy(struct gravel_md *md);

/* Operation `columns` of these methods. */
size_t gravel_md_prediction_columns(const struct gravel_md *md, struct gravel_md_column *column);

#endif
