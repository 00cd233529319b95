/* Velocity Verlet with the velocity-dependent forces taken at the full step: x(t+dt) = x + v dt + a dt^2/2, then
 * forces at x(t+dt) with the velocity v + a dt, whose error is O(dt^2), then the trapezoidal velocity.  Of second
 * order also with dashpots, where forces at the half step's velocity would be of first order.
 *
 * On a smooth contact the order is 2 (tests/unit/test_md.c: the error of a damped oscillation is 6e-4 at t_c/50).  The
 * dashpot's force jumps where a collision begins and ends; change.c corrects for the jumps, so that the order of a
 * whole collision is 2 as well.  Dashpots like x^gamma, gamma < 1, have a branch point there: order 1 + gamma. */
#include "engines/md/verlet.h"
#include "engines/md/extrapolate.h"
#include "engines/md/loop.h"
#include "engines/md/parallel.h"
#include "engines/md/prediction.h"
#include "engines/md/wide.h"

#include <string.h>

struct verlet {
    struct gravel_md_prediction prediction; /* first: gravel_md_prediction_create() */
    double power[GRAVEL_MD_POWERS];         /* at the step's start [W] */
};

static enum gravel_status
create(struct gravel_md *md, const struct gravel_md_method_setup *setup, struct gravel_error *error)
{
    (void)setup;
    return gravel_md_prediction_create(md, sizeof(struct verlet), error);
}

/* Beads on a line, whose other components are zero and whose neighbour lists never expire. */
static void
drift_line(size_t n, double dt, struct vec3 *restrict x, struct vec3 *restrict v, float *restrict prediction,
           const struct vec3 *restrict a)
{
    const double half = 0.5 * dt;
    for (size_t i = 0; i < n; i++) {
        const double gain = half * a[i].z, v_half = v[i].z + gain;
        prediction[3 * i + 2] = (float)gain;
        x[i].z += dt * v_half;
        v[i].z = v_half + (double)prediction[3 * i + 2];
    }
}

/* Particles that one thread integrates at a time: few, so that all threads get the same number.  Chunks are equal
 * parts, as the blocks of dense.c are: a thread integrates the particles whose forces it computes. */
enum { CHUNK = 512 };

static int
chunks(const struct gravel_md *md)
{
    return (int)((md->n + CHUNK - 1) / CHUNK);
}

static struct gravel_md_span
chunk_span(const struct gravel_md *md, int chunk)
{
    const size_t c = (size_t)chunk, n = (size_t)chunks(md);
    return (struct gravel_md_span){c * md->n / n, (c + 1) * md->n / n};
}

static double
predict_chunk(void *self, int chunk)
{
    struct gravel_md *md = self;
    const struct gravel_md_prediction *p = md->method;
    const struct gravel_md_span span = chunk_span(md, chunk);
    const size_t i = span.begin, n = span.end - span.begin;
    const double half = 0.5 * md->dt;
    if (md->system.material.rotation)
        md->wide->advance(3 * n, half, &md->omega[i].x, p->spin + 3 * i, &md->rates.alpha[i].x);
    return md->wide->drift(3 * n, half, &md->x[i].x, &md->v[i].x, p->velocity + 3 * i, &md->rates.a[i].x);
}

static double
correct_chunk(void *self, int chunk)
{
    struct gravel_md *md = self;
    const struct gravel_md_prediction *p = md->method;
    const struct gravel_md_span span = chunk_span(md, chunk);
    const size_t i = span.begin, n = span.end - span.begin;
    const double half = 0.5 * md->dt;
    md->wide->correct(3 * n, half, &md->v[i].x, p->velocity + 3 * i, &md->rates.a[i].x);
    if (md->system.material.rotation)
        md->wide->correct(3 * n, half, &md->omega[i].x, p->spin + 3 * i, &md->rates.alpha[i].x);
    return 0.0;
}

static double
predict(struct gravel_md *md)
{
    struct verlet *verlet = md->method;
    memcpy(verlet->power, md->rates.power, sizeof verlet->power);
    if (md->system.dimension == 1) {
        drift_line(md->n, md->dt, md->x, md->v, verlet->prediction.velocity, md->rates.a);
        return 0.0;
    }
    return gravel_parallel_max(md->n_threads, chunks(md), predict_chunk, md);
}

static void
correct(struct gravel_md *md)
{
    const struct verlet *verlet = md->method;
    const float *const prediction = verlet->prediction.velocity;
    const double half = 0.5 * md->dt;
    if (md->system.dimension == 1)
        for (size_t i = 0; i < md->n; i++)
            md->v[i].z = (md->v[i].z - (double)prediction[3 * i + 2]) + half * md->rates.a[i].z;
    else
        gravel_parallel_max(md->n_threads, chunks(md), correct_chunk, md);
    for (size_t k = 0; k < GRAVEL_MD_POWERS; k++)
        md->integral[k] += half * (verlet->power[k] + md->rates.power[k]);
}

const struct gravel_md_integrator_ops gravel_md_verlet = {
    .name = "velocity-verlet",
    .reference = "PHYSICS.md, section 2",
    .force_point = 1.0,
    .bounds_displacement = true,
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
