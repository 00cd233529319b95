/* Nordsieck-Gear predictor-corrector of fifth order (S3 App. B with B3 corrected, PHYSICS.md section 2).  Spins and the
 * energy ledger's integrals are first-order equations; they use the same coefficients with the integrated quantity
 * instead of the velocity.
 *
 * On a smooth contact the order is between 4 and 5 (tests/unit/test_md.c: the error of a damped oscillation is 8e-8 at
 * t_c/50); over a whole collision, which begins and ends inside a step, it is 2 (change.c). */
#include "engines/md/gear.h"
#include "engines/md/extrapolate.h"
#include "engines/md/loop.h"

#include <stdlib.h>
#include <string.h>

static const double coefficient[6] = {3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0};

/* A force contributes to the derivatives for this many steps after its end: the parasitic roots are zero. */
enum { MEMORY = 5 };

/* Steps in which a dashpot may relax velocities.  Below 6.1 the predictor is unstable (x'' = -g x', g dt > 0.164; below
 * 6.4 with a spring of zeta = 1/2).  It recovers so slowly beside that, that up to 8.32 the error of the ledger exceeds
 * the bound that follows from the order (4500 pairs with e of 1e-4 to 0.45). */
static const double least_relaxation = 8.4;

struct gear {
    struct gravel_md_rates predicted; /* second derivatives, within a step */
    double *higher; /* scaled derivatives 3, 4, 5 of x, omega and the integrals [3][n_higher]; owned */
    size_t n_higher;
};

static enum gravel_status
create(struct gravel_md *md, const struct gravel_md_method_setup *setup, struct gravel_error *error)
{
    struct gear *gear = md->method = calloc(1, sizeof *gear);
    const size_t n = md->n + 1;
    const bool rotates = md->system.material.rotation;
    (void)setup;
    if (gear != NULL) {
        gear->n_higher = 3 * md->n * (rotates ? 2 : 1) + GRAVEL_MD_POWERS;
        gear->higher = calloc(3 * gear->n_higher, sizeof *gear->higher);
        gear->predicted.a = calloc(n, sizeof *gear->predicted.a);
        gear->predicted.alpha = rotates ? calloc(n, sizeof *gear->predicted.alpha) : NULL;
    }
    if (gear == NULL || gear->higher == NULL || gear->predicted.a == NULL || (rotates && gear->predicted.alpha == NULL))
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static void
destroy(struct gravel_md *md)
{
    struct gear *gear = md->method;
    if (gear == NULL)
        return;
    free(gear->higher);
    free(gear->predicted.a);
    free(gear->predicted.alpha);
    free(gear);
    md->method = NULL;
}

static void
archive_state(struct gravel_md *md, struct gravel_archive *archive)
{
    struct gear *gear = md->method;
    GRAVEL_ARCHIVE_ARRAY(archive, gear->higher, 3 * gear->n_higher);
}

/* One variable's values g0 (NULL: not integrated), its first and second derivative (unscaled) and the scaled
 * derivatives g_k = dt^k/k! d^k/dt^k of order 3, 4, 5. */
struct nordsieck {
    size_t n;
    double *value, *rate, *rate2, *g3, *g4, *g5;
};

static void
predict_variable(const struct nordsieck *g, double dt)
{
    const double half = 0.5 * dt * dt;
    for (size_t k = 0; k < g->n; k++) {
        const double g1 = g->rate[k] * dt, g2 = g->rate2[k] * half, g3 = g->g3[k], g4 = g->g4[k], g5 = g->g5[k];
        if (g->value != NULL)
            g->value[k] += g1 + g2 + g3 + g4 + g5;
        g->rate[k] = (g1 + 2.0 * g2 + 3.0 * g3 + 4.0 * g4 + 5.0 * g5) / dt;
        g->rate2[k] = (g2 + 3.0 * g3 + 6.0 * g4 + 10.0 * g5) / half;
        g->g3[k] = g3 + 4.0 * g4 + 10.0 * g5;
        g->g4[k] = g4 + 5.0 * g5;
    }
}

/* On a free flight the higher derivatives decay without end; denormal numbers would make every step tens of times
 * slower. */
static double
flush(double g)
{
    return fabs(g) < 1e-290 ? 0.0 : g;
}

/* `actual` is the second derivative at the predicted state. */
static void
correct_variable(const struct nordsieck *g, const double *actual, double dt)
{
    const double half = 0.5 * dt * dt;
    for (size_t k = 0; k < g->n; k++) {
        const double delta = (actual[k] - g->rate2[k]) * half;
        if (g->value != NULL)
            g->value[k] += coefficient[0] * delta;
        g->rate[k] += coefficient[1] * delta / dt;
        g->g3[k] = flush(g->g3[k] + coefficient[3] * delta);
        g->g4[k] = flush(g->g4[k] + coefficient[4] * delta);
        g->g5[k] = flush(g->g5[k] + coefficient[5] * delta);
    }
}

/* Positions, spins (n = 0 without rotation) and integrals as Nordsieck variables. */
enum { VARIABLES = 3 };
static void
variables(struct gravel_md *md, struct nordsieck g[VARIABLES])
{
    struct gear *gear = md->method;
    struct gravel_md_rates *predicted = &gear->predicted;
    const size_t n = 3 * md->n, n_spin = md->system.material.rotation ? n : 0, m = gear->n_higher;
    double *const h = gear->higher, *const h_spin = h + n, *const h_power = h + n + n_spin;
    g[0] = (struct nordsieck){n, &md->x[0].x, &md->v[0].x, &predicted->a[0].x, h, h + m, h + 2 * m};
    g[1] = (struct nordsieck){0};
    if (n_spin > 0)
        g[1] = (struct nordsieck){n, NULL, &md->omega[0].x, &predicted->alpha[0].x, h_spin, h_spin + m, h_spin + 2 * m};
    g[2] = (struct nordsieck){GRAVEL_MD_POWERS, NULL,        md->integral,   predicted->power,
                              h_power,          h_power + m, h_power + 2 * m};
}

/* The largest displacement in a step of the predictor. */
static double
predicted_displacement(const struct gravel_md *md)
{
    const struct gear *gear = md->method;
    double v2 = 0.0;
    for (size_t i = 0; i < md->n; i++) {
        const struct vec3 before = v3_axpy(md->v[i], -md->dt, gear->predicted.a[i]);
        v2 = fmax(v2, fmax(v3_norm2(md->v[i]), v3_norm2(before)));
    }
    return sqrt(v2) * md->dt;
}

/* The last step's rates become this one's predicted ones; the forces are written over those of the step before. */
static double
predict(struct gravel_md *md)
{
    struct gear *gear = md->method;
    struct nordsieck g[VARIABLES];
    const struct gravel_md_rates last = md->rates;
    md->rates = gear->predicted;
    gear->predicted = last;
    variables(md, g);
    for (int k = 0; k < VARIABLES; k++)
        predict_variable(&g[k], md->dt);
    return md->lists_all ? 0.0 : predicted_displacement(md);
}

static void
correct(struct gravel_md *md)
{
    struct nordsieck g[VARIABLES];
    variables(md, g);
    correct_variable(&g[0], &md->rates.a[0].x, md->dt);
    if (g[1].n > 0)
        correct_variable(&g[1], &md->rates.alpha[0].x, md->dt);
    correct_variable(&g[2], md->rates.power, md->dt);
}

/* The higher derivatives change the velocity for some more steps: these are computed with the present
 * acceleration. */
static struct vec3
velocity_after_force(const struct gravel_md *md, int32_t i)
{
    const struct gear *gear = md->method;
    struct vec3 v = md->v[i], a, higher[3];
    for (size_t k = 0; k < 3; k++)
        memcpy(&higher[k], gear->higher + k * gear->n_higher + 3 * (size_t)i, sizeof higher[k]);
    const struct nordsieck g = {3, NULL, &v.x, &a.x, &higher[0].x, &higher[1].x, &higher[2].x};
    for (int step = 0; step < MEMORY; step++) {
        memcpy(&a, &md->rates.a[i], sizeof a);
        predict_variable(&g, md->dt);
        correct_variable(&g, &md->rates.a[i].x, md->dt);
    }
    return v3_axpy(v, -MEMORY * md->dt, md->rates.a[i]);
}

static void
restart(struct gravel_md *md)
{
    struct gear *gear = md->method;
    memset(gear->higher, 0, 3 * gear->n_higher * sizeof *gear->higher);
}

/* The predictor's terms of third and higher order; `offset` is the first value's index among the higher derivatives. */
static void
add_higher(const struct gravel_md *md, size_t offset, double h, size_t n, double *value, double *rate)
{
    const struct gear *gear = md->method;
    const double s = h / md->dt, s2 = s * s;
    const double *const g3 = gear->higher + offset, *const g4 = g3 + gear->n_higher, *const g5 = g4 + gear->n_higher;
    for (size_t k = 0; k < n; k++) {
        if (value != NULL)
            value[k] += s2 * s * (g3[k] + s * (g4[k] + s * g5[k]));
        rate[k] += s2 * (3.0 * g3[k] + s * (4.0 * g4[k] + s * 5.0 * g5[k])) / md->dt;
    }
}

static void
extrapolate(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x, struct vec3 *v,
            struct vec3 *omega)
{
    const size_t n = of.end - of.begin;
    gravel_md_extrapolate_parabola(md, h, of, x, v, omega);
    add_higher(md, 3 * of.begin, h, 3 * n, &x[0].x, &v[0].x);
    if (md->system.material.rotation)
        add_higher(md, 3 * (md->n + of.begin), h, 3 * n, NULL, &omega[0].x);
}

static size_t
columns(const struct gravel_md *md, struct gravel_md_column column[GRAVEL_MD_COLUMNS])
{
    const struct gear *gear = md->method;
    size_t n = 0;
    column[n++] = (struct gravel_md_column){gear->predicted.a, sizeof *gear->predicted.a};
    if (gear->predicted.alpha != NULL)
        column[n++] = (struct gravel_md_column){gear->predicted.alpha, sizeof *gear->predicted.alpha};
    for (size_t k = 0; k < 3; k++)
        for (size_t variable = 0; variable < (md->system.material.rotation ? 2 : 1); variable++)
            column[n++] = (struct gravel_md_column){gear->higher + k * gear->n_higher + variable * 3 * md->n,
                                                    sizeof(struct vec3)};
    return n;
}

/* The derivatives of earlier steps do not contain a change of image. */
static enum gravel_status
check(const struct gravel_system *system, struct gravel_error *error)
{
    if (system->box.shear_rate == 0.0)
        return GRAVEL_OK;
    return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.integrator",
                          "found gear in a sheared box, allowed: velocity-verlet or position-verlet");
}

const struct gravel_md_integrator_ops gravel_md_gear = {
    .name = "gear",
    .reference = "S3 App. B",
    .force_point = 1.0,
    .least_relaxation = least_relaxation,
    .memory = MEMORY,
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .start = gravel_md_start_in_steps,
    .advance = gravel_md_advance_in_steps,
    .extrapolate = extrapolate,
    .integrals = gravel_md_integrals_trapezoidal,
    .predict = predict,
    .correct = correct,
    .check = check,
    .velocity_after_force = velocity_after_force,
    .restart = restart,
    .columns = columns,
};
