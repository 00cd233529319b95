/* An oblique impact with a tangential spring under Coulomb's bound, solved numerically and without anything of the
 * engines.
 *
 * Normal: x'' + 2 mu x^gamma x' + w0^2 x^(1+beta) = 0 as in contact_ode.c.  Tangential, in one plane: the slip velocity
 * u obeys u' = factor F_t/m_red (factor = 1 + m_red s^2 (1/I1 + 1/I2), 7/2 for spheres), and with the spring's
 * elongation xi surfaces stick:  F_t = -k_t x^beta xi, xi' = u;    slide:  |F_t| = f F_n, xi the elongation that F_t
 * has. They begin to slide where k_t x^beta |xi| reaches f F_n, and stick again where that elongation, f F_n/(k_t
 * x^beta), would grow faster than u lets it.  k_t = ratio K.  On Hertz' spring this is Mindlin's stiffness without
 * partial slip.
 *
 * In units of L = (v_n^2/w0^2)^(1/(2+beta)) and L/v_n.  Where the regime changes lies within one step of the integrator
 * and is found by bisection, each trial integrated anew from the last state before it. */
#include "reference/theory/laws.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdbool.h>

enum regime { STICKS, SLIDES };
enum { X, V, U, XI, STATE };

struct impact {
    double beta, gamma, c, ratio, friction, factor;
    enum regime regime;
    double sign; /* of the spring's elongation while it slides */
};

static double
normal_force(const struct impact *p, const double y[])
{
    const double x = fmax(y[X], 0.0);
    return pow(x, 1.0 + p->beta) + p->c * pow(x, p->gamma) * y[V];
}

static double
tangential_force(const struct impact *p, const double y[])
{
    if (p->regime == STICKS)
        return -p->ratio * pow(fmax(y[X], 0.0), p->beta) * y[XI];
    return -p->sign * p->friction * fmax(normal_force(p, y), 0.0);
}

/* Growth of the elongation f F_n/(k_t x^beta) = (f/ratio) (x + c x^(gamma-beta) v). */
static double
growth(const struct impact *p, const double y[])
{
    const double s = p->gamma - p->beta;
    double rate = y[V];
    if (normal_force(p, y) <= 0.0)
        return 0.0;
    if (p->c > 0.0)
        rate += p->c * (s * pow(y[X], s - 1.0) * y[V] * y[V] - pow(y[X], s) * normal_force(p, y));
    return p->friction / p->ratio * rate;
}

static int
derivative(double t, const double y[], double dydt[], void *context)
{
    const struct impact *p = context;
    (void)t;
    dydt[X] = y[V];
    dydt[V] = -normal_force(p, y);
    dydt[U] = p->factor * tangential_force(p, y);
    dydt[XI] = p->regime == STICKS ? y[U] : p->sign * growth(p, y);
    return GSL_SUCCESS;
}

/* Positive while the regime lasts. */
static double
lasting(const struct impact *p, const double y[])
{
    if (p->regime == SLIDES)
        return p->sign * y[U] - growth(p, y);
    return p->friction * fmax(normal_force(p, y), 0.0) - p->ratio * pow(fmax(y[X], 0.0), p->beta) * fabs(y[XI]);
}

static void
change_regime(struct impact *p, double y[])
{
    if (p->regime == STICKS) {
        p->sign = y[XI] >= 0.0 ? 1.0 : -1.0;
        p->regime = SLIDES;
    } else {
        y[XI] = p->sign * p->friction * fmax(normal_force(p, y), 0.0) / (p->ratio * pow(fmax(y[X], 1e-300), p->beta));
        p->regime = STICKS;
    }
}

static bool
integrate(gsl_odeiv2_driver *driver, double h, const double from[STATE], double y[STATE])
{
    double t = 0.0;
    for (int k = 0; k < STATE; k++)
        y[k] = from[k];
    gsl_odeiv2_driver_reset(driver);
    return h == 0.0 || gsl_odeiv2_driver_apply(driver, &t, h, y) == GSL_SUCCESS;
}

/* u after the contact, for u before it, both over the normal approach speed. */
static double
slip_after(struct impact *p, double u)
{
    static const double step = 2e-3, give_up = 100.0, start = 1e-9, near = 1e-13;
    const gsl_odeiv2_system system = {derivative, NULL, STATE, p};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-4, 1e-13, 1e-12);
    double y[STATE] = {start, 1.0, u, start * u}, next[STATE], slip = NAN;
    if (driver == NULL)
        return NAN;
    p->regime = STICKS;
    if (lasting(p, y) < 0.0)
        change_regime(p, y);
    for (double t = 0.0; t < give_up;) {
        double low = 0.0, high = step;
        if (!integrate(driver, high, y, next))
            goto out;
        const bool ends = next[X] <= 0.0;
        if (ends || lasting(p, next) < 0.0) {
            while (high - low > near) {
                const double middle = 0.5 * (low + high);
                if (!integrate(driver, middle, y, next))
                    goto out;
                *(next[X] <= 0.0 || lasting(p, next) < 0.0 ? &high : &low) = middle;
            }
            if (!integrate(driver, high, y, next))
                goto out;
            if (next[X] <= 1e-10) {
                slip = next[U];
                goto out;
            }
            change_regime(p, next);
        }
        for (int k = 0; k < STATE; k++)
            y[k] = next[k];
        t += high;
    }
out:
    gsl_odeiv2_driver_free(driver);
    return slip;
}

/* Arguments w0_squared, two_mu, beta, gamma, ratio, friction, factor, v_n, v_t. */
static double
spring_slip_restitution(const double *a)
{
    const double length = pow(a[7] * a[7] / a[0], 1.0 / (2.0 + a[2]));
    struct impact p = {.beta = a[2],
                       .gamma = a[3],
                       .c = a[1] * pow(length, 1.0 + a[3]) / a[7],
                       .ratio = a[4],
                       .friction = a[5],
                       .factor = a[6]};
    if (!(a[0] > 0.0 && a[1] >= 0.0 && a[4] > 0.0 && a[5] > 0.0 && a[6] >= 1.0 && a[7] > 0.0 && a[8] > 0.0))
        return NAN;
    return slip_after(&p, a[8] / a[7]) * a[7] / a[8];
}
const struct gravel_theory gravel_theory_spring_slip_restitution = {
    "spring_slip_restitution",
    "u_t'/u_t of the surfaces with F_t = -k_t x^beta xi under Coulomb's bound",
    "Cundall and Strack 1979; Mindlin 1949",
    "1",
    {"w0_squared", "two_mu", "beta", "gamma", "ratio", "friction", "factor", "v_n", "v_t"},
    spring_slip_restitution};

/* The centre gives the surface's slip its mass only: 1/factor of the change of slip. */
static double
spring_centre_restitution(const double *a)
{
    return 1.0 - (1.0 - spring_slip_restitution(a)) / a[6];
}
const struct gravel_theory gravel_theory_spring_centre_restitution = {
    "spring_centre_restitution",
    "v_t'/v_t of the centre in the same impact, without spin before it",
    "Cundall and Strack 1979; Mindlin 1949",
    "1",
    {"w0_squared", "two_mu", "beta", "gamma", "ratio", "friction", "factor", "v_n", "v_t"},
    spring_centre_restitution};
