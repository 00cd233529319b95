#include "engines/core/nonlinear_contact.h"

#include "engines/core/root.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stddef.h>

double
gravel_reduced_elastic(const struct gravel_reduced *law, double s)
{
    if (law->hardening == 0.0)
        return pow(s, 1.0 + law->beta);
    const double q = 1.0 / (1.0 - law->hardening * s), q3 = q * q * q;
    return q * q3 * q3 * (q3 * q3 - 1.0) / (6.0 * law->hardening);
}

static double
force(const struct gravel_reduced *law, double s, double u)
{
    s = fmax(s, 0.0);
    return gravel_reduced_elastic(law, s) + law->delta * pow(s, law->gamma) * u;
}

static int
derivative(double t, const double y[], double dydt[], void *context)
{
    (void)t;
    const struct gravel_reduced *law = context;
    if (law->hardening * y[0] >= 1.0)
        return GSL_FAILURE; /* a trial step beyond the pole of the potential: a shorter one follows */
    dydt[0] = y[1];
    dydt[1] = -force(law, y[0], y[1]);
    return GSL_SUCCESS;
}

static bool
has_ended(const struct gravel_reduced *law, const double y[])
{
    return y[1] < 0.0 && (law->cohesionless ? force(law, y[0], y[1]) : y[0]) <= 0.0;
}

/* -s'(end).  A step that passes the end is taken again with half its length, down to END_STEP. */
static double
integrate(const struct gravel_reduced *law, gsl_odeiv2_evolve *evolve, gsl_odeiv2_control *control,
          gsl_odeiv2_step *step)
{
    static const double end_step = 1e-12, longest = 1000.0;
    struct gravel_reduced copy = *law;
    const gsl_odeiv2_system system = {derivative, NULL, 2, &copy};
    double t = 0.0, h = 1e-6, y[2] = {0.0, 1.0};
    while (t < longest) {
        const double before[3] = {t, y[0], y[1]};
        if (gsl_odeiv2_evolve_apply(evolve, control, step, &system, &t, longest, &h, y) != GSL_SUCCESS)
            return NAN;
        if (!has_ended(law, y))
            continue;
        if (t - before[0] <= end_step)
            return -y[1];
        h = 0.5 * (t - before[0]);
        t = before[0];
        y[0] = before[1];
        y[1] = before[2];
        gsl_odeiv2_evolve_reset(evolve);
        gsl_odeiv2_step_reset(step);
    }
    return 0.0;
}

double
gravel_reduced_restitution(const struct gravel_reduced *law)
{
    gsl_odeiv2_step *const step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 2);
    gsl_odeiv2_control *const control = gsl_odeiv2_control_y_new(1e-12, 1e-12);
    gsl_odeiv2_evolve *const evolve = gsl_odeiv2_evolve_alloc(2);
    double e = NAN;
    if (step != NULL && control != NULL && evolve != NULL)
        e = integrate(law, evolve, control, step);
    if (evolve != NULL)
        gsl_odeiv2_evolve_free(evolve);
    if (control != NULL)
        gsl_odeiv2_control_free(control);
    if (step != NULL)
        gsl_odeiv2_step_free(step);
    return e;
}

struct target {
    struct gravel_reduced law;
    double restitution;
};

static double
excess(double delta, void *context)
{
    struct target *const target = context;
    target->law.delta = delta;
    return gravel_reduced_restitution(&target->law) - target->restitution;
}

static bool
is_same(const struct target *a, const struct target *b)
{
    return a->law.beta == b->law.beta && a->law.gamma == b->law.gamma && a->law.cohesionless == b->law.cohesionless &&
           a->law.hardening == b->law.hardening && a->restitution == b->restitution;
}

/* A search costs milliseconds, and particles of different sizes ask for the same few targets: the last ones are kept.
 */
double
gravel_reduced_damping(const struct gravel_reduced *law, double restitution)
{
    enum { KEPT = 8 };
    static _Thread_local struct target kept[KEPT]; /* law.delta: the result */
    static _Thread_local size_t n;
    struct target target = {*law, restitution};
    if (restitution >= 1.0)
        return 0.0;
    for (size_t k = 0; k < (n < KEPT ? n : KEPT); k++)
        if (is_same(&kept[k], &target))
            return kept[k].law.delta;
    const double delta = gravel_falling_root(excess, &target);
    target.law.delta = delta;
    if (isfinite(delta))
        kept[n++ % KEPT] = target;
    return delta;
}

double
gravel_reduced_time_unit(double m_red, double k, double beta, double v)
{
    return pow(m_red / k, 1.0 / (2.0 + beta)) * pow(v, -beta / (2.0 + beta));
}

double
gravel_power_law_time(double m_red, double k, double beta, double v)
{
    const double factor =
        sqrt(M_PI) * tgamma(1.0 / (2.0 + beta)) / ((1.0 + 0.5 * beta) * tgamma((4.0 + beta) / (4.0 + 2.0 * beta)));
    return factor * pow(1.0 + 0.5 * beta, 1.0 / (2.0 + beta)) * gravel_reduced_time_unit(m_red, k, beta, v);
}

static double
lennard_jones_integrand(double theta, void *amplitude)
{
    return pow(1.0 + *(const double *)amplitude * sin(theta), -7.0 / 6.0);
}

/* With q^6 - 1 = A sin(theta), A = 6 v/(w0 d), the energy integral becomes (2/w0) times that of
 * (1 + A sin theta)^(-7/6) over a quarter turn. */
double
gravel_lennard_jones_time(double w0, double d, double v)
{
    enum { INTERVALS = 200 };
    double amplitude = 6.0 * v / (w0 * d), integral = NAN, error;
    const gsl_function f = {lennard_jones_integrand, &amplitude};
    gsl_integration_workspace *const space = gsl_integration_workspace_alloc(INTERVALS);
    if (space == NULL)
        return NAN;
    if (gsl_integration_qag(&f, 0.0, 0.5 * M_PI, 0.0, 1e-12, INTERVALS, GSL_INTEG_GAUSS21, space, &integral, &error) !=
        GSL_SUCCESS)
        integral = NAN;
    gsl_integration_workspace_free(space);
    return 2.0 / w0 * integral;
}
