/* Position Verlet (S0): half a step with constant velocity, the force, the other half.  Forces are evaluated in the
 * middle of the steps, with the velocity extrapolated from the last force point; of second order also with dashpots
 * (tests/unit/test_md.c: the error of a damped oscillation is 6e-4 at t_c/50). */
#include "engines/md/position_verlet.h"
#include "engines/md/attached.h"
#include "engines/md/extrapolate.h"
#include "engines/md/loop.h"
#include "engines/md/prediction.h"
#include "engines/md/wide.h"

static enum gravel_status
create(struct gravel_md *md, const struct gravel_md_method_setup *setup, struct gravel_error *error)
{
    (void)setup;
    return gravel_md_prediction_create(md, sizeof(struct gravel_md_prediction), error);
}

/* Returns the largest displacement between the middles of two steps. */
static double
predict(struct gravel_md *md)
{
    const struct gravel_md_prediction *p = md->method;
    const double half = 0.5 * md->dt;
    double v2 = 0.0;
    for (size_t i = 0; i < md->n; i++) {
        v2 = fmax(v2, v3_norm2(md->v[i]));
        md->x[i] = v3_axpy(md->x[i], half, md->v[i]);
    }
    md->wide->predict(3 * md->n, half, &md->v[0].x, p->velocity, &md->rates.a[0].x);
    if (md->system.material.rotation)
        md->wide->predict(3 * md->n, half, &md->omega[0].x, p->spin, &md->rates.alpha[0].x);
    return sqrt(v2) * md->dt;
}

/* From the middle of the step to its end, to which the state belongs. */
static void
correct(struct gravel_md *md)
{
    const struct gravel_md_prediction *p = md->method;
    const double half = 0.5 * md->dt;
    md->wide->correct(3 * md->n, md->dt, &md->v[0].x, p->velocity, &md->rates.a[0].x);
    md->wide->kick(3 * md->n, half, &md->x[0].x, &md->v[0].x);
    if (md->system.material.rotation)
        md->wide->correct(3 * md->n, md->dt, &md->omega[0].x, p->spin, &md->rates.alpha[0].x);
    for (size_t k = 0; k < GRAVEL_MD_POWERS; k++)
        md->integral[k] += md->dt * md->rates.power[k];
    gravel_md_attached_move(md, md->t + md->dt, gravel_md_all(md), md->x, md->v, md->omega);
}

const struct gravel_md_integrator_ops gravel_md_position_verlet = {
    .name = "position-verlet",
    .reference = "S0",
    .force_point = 0.5,
    .create = create,
    .destroy = gravel_md_prediction_destroy,
    .start = gravel_md_start_in_steps,
    .advance = gravel_md_advance_in_steps,
    .extrapolate = gravel_md_extrapolate_parabola,
    .integrals = gravel_md_integrals_trapezoidal,
    .predict = predict,
    .correct = correct,
    .columns = gravel_md_prediction_columns,
};
