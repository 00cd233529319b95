/* The general contact x'' + 2 mu x^gamma x' + w0^2 x^(1+beta) = 0, x(0) = 0, x'(0) = v0 (S3 Eq. 26 with the damping
 * that its errata give), solved numerically: it needs no low-dissipation limit and shares nothing with the engines.
 *
 * In units of the elastic x_max (S3 Eq. C1) and x_max/v0 it has one parameter beside the exponents,
 *     y'' + c y^gamma y' + (1 + beta/2) y^(1+beta) = 0,  y(0) = 0, y'(0) = 1,  c = 2 mu x_max^(1+gamma)/v0.
 * The truncated Lennard-Jones contact (S4 Eqs. 10, 11) is beta = gamma = 0 with another spring: x_max is that of its
 * stiffness at the cut-off, 72 epsilon/d^2, and with a = x_max/d the force on y is q^7 (q^6 - 1)/(6 a), q = 1/(1 - a
 * y). The end of the contact is where an event function (overlap, force, or velocity) changes sign; it is bracketed by
 * one step of the integrator and then located by Brent's method on the time, each trial integrated anew from the last
 * state before it, so the location is as accurate as the solution. */
#include "reference/theory/laws.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdbool.h>

struct contact {
    double beta, gamma, c;
    double a; /* of the Lennard-Jones spring; 0: power law */
};

static double
spring_force(const struct contact *contact, double y)
{
    if (contact->a == 0.0)
        return (1.0 + 0.5 * contact->beta) * copysign(pow(fabs(y), 1.0 + contact->beta), y);
    const double q6 = pow(1.0 - contact->a * y, -6.0);
    return q6 * (q6 - 1.0) / (6.0 * contact->a * (1.0 - contact->a * y));
}

/* Force on the overlap coordinate; continued oddly below y = 0, where only trial steps go. */
static double
force(const struct contact *contact, double y, double v)
{
    return spring_force(contact, y) + contact->c * pow(fabs(y), contact->gamma) * v;
}

static int
derivative(double t, const double y[], double dydt[], void *context)
{
    (void)t;
    dydt[0] = y[1];
    dydt[1] = -force(context, y[0], y[1]);
    return GSL_SUCCESS;
}

enum event { OVERLAP_ENDS, FORCE_ENDS, TURNS };

/* Positive before the event. The force is divided by y^gamma, which both its terms contain. */
static double
event_function(const struct contact *contact, enum event event, const double y[])
{
    if (event == OVERLAP_ENDS)
        return y[0];
    if (event == TURNS)
        return y[1];
    if (contact->a > 0.0)
        return force(contact, y[0], y[1]);
    const double spring = pow(fabs(y[0]), 1.0 + contact->beta - contact->gamma);
    return contact->c * y[1] + (1.0 + 0.5 * contact->beta) * copysign(spring, y[0]);
}

struct search {
    gsl_odeiv2_driver *driver;
    const struct contact *contact;
    enum event event;
    double t0, y0[2];
};

static double
event_after(double h, void *context)
{
    const struct search *search = context;
    double t = search->t0, y[2] = {search->y0[0], search->y0[1]};
    gsl_odeiv2_driver_reset(search->driver);
    if (h > 0.0 && gsl_odeiv2_driver_apply(search->driver, &t, t + h, y) != GSL_SUCCESS)
        return NAN;
    return event_function(search->contact, search->event, y);
}

/* Time of the sign change in (0, h); the state there is left in y. */
static double
locate(struct search *search, double h, double y[2])
{
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (!solver)
        return NAN;
    gsl_function f = {event_after, search};
    double root = h;
    if (gsl_root_fsolver_set(solver, &f, 0.0, h) == GSL_SUCCESS)
        for (int k = 0; k < 100; k++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            root = gsl_root_fsolver_root(solver);
            if (gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver) < 1e-14)
                break;
        }
    gsl_root_fsolver_free(solver);
    double t = search->t0;
    y[0] = search->y0[0];
    y[1] = search->y0[1];
    gsl_odeiv2_driver_reset(search->driver);
    return gsl_odeiv2_driver_apply(search->driver, &t, t + root, y) == GSL_SUCCESS ? t : NAN;
}

/* The equation of motion from the touch on, as a driver for the caller to free; NULL without memory.  `system` refers
 * to `contact`, and both must live as long as the driver. */
static gsl_odeiv2_driver *
begin(gsl_odeiv2_system *system, struct contact *contact, double y[2])
{
    *system = (gsl_odeiv2_system){derivative, NULL, 2, contact};
    y[0] = 0.0;
    y[1] = 1.0;
    return gsl_odeiv2_driver_alloc_y_new(system, gsl_odeiv2_step_rk8pd, 1e-4, 1e-15, 1e-13);
}

/* Time and state at the event.  An overlap that never ends (overdamped) gives an infinite time at rest. */
static double
solve(const struct contact *contact, enum event event, double y[2])
{
    static const double step = 0.02, give_up = 200.0; /* of x_max/v0; an undamped contact takes about 3 */
    struct contact copy = *contact;
    gsl_odeiv2_system system;
    gsl_odeiv2_driver *driver = begin(&system, &copy, y);
    if (!driver)
        return NAN;
    double t = 0.0;
    struct search search = {driver, contact, event, 0.0, {0.0, 1.0}};
    while (t < give_up) {
        search.t0 = t;
        search.y0[0] = y[0];
        search.y0[1] = y[1];
        if (gsl_odeiv2_driver_apply(driver, &t, t + step, y) != GSL_SUCCESS) {
            t = NAN;
            goto out;
        }
        if (event_function(contact, event, y) <= 0.0) {
            t = locate(&search, step, y);
            goto out;
        }
    }
    t = INFINITY;
    y[1] = 0.0;
out:
    gsl_odeiv2_driver_free(driver);
    return t;
}

/* Arguments w0_squared, two_mu, beta, gamma, v0 as a contact, with its units of length and time. */
static struct contact
scaled(const double *a, double *length)
{
    const double w0_squared = a[0], two_mu = a[1], beta = a[2], gamma = a[3], v0 = a[4];
    *length = pow((1.0 + 0.5 * beta) * v0 * v0 / w0_squared, 1.0 / (2.0 + beta));
    return (struct contact){.beta = beta, .gamma = gamma, .c = two_mu * pow(*length, 1.0 + gamma) / v0};
}

static bool
in_domain(const double *a)
{
    return a[0] > 0.0 && a[1] >= 0.0 && a[2] > -1.0 && a[3] >= 0.0 && a[3] <= 1.0 + a[2] && a[4] > 0.0;
}

static double
quantity(const double *a, enum event event, char which)
{
    if (!in_domain(a))
        return NAN;
    double length, y[2];
    const struct contact contact = scaled(a, &length);
    const double t = solve(&contact, event, y);
    if (which == 't')
        return t * length / a[4];
    return which == 'x' ? y[0] * length : fabs(y[1]);
}

static double
restitution(const double *a)
{
    return quantity(a, OVERLAP_ENDS, 'e');
}
const struct gravel_theory gravel_theory_ode_restitution = {
    "ode_restitution",
    "e of x'' + 2 mu x^gamma x' + w0^2 x^(1+beta) = 0, end at zero overlap",
    "S3 Eq. 26",
    "1",
    {"w0_squared", "two_mu", "beta", "gamma", "v0"},
    restitution};

static double
contact_time(const double *a)
{
    return quantity(a, OVERLAP_ENDS, 't');
}
const struct gravel_theory gravel_theory_ode_contact_time = {"ode_contact_time",
                                                             "t_c of the same contact, end at zero overlap",
                                                             "S3 Eq. 26",
                                                             "s",
                                                             {"w0_squared", "two_mu", "beta", "gamma", "v0"},
                                                             contact_time};

static double
overlap(const double *a)
{
    return quantity(a, TURNS, 'x');
}
const struct gravel_theory gravel_theory_ode_overlap = {
    "ode_overlap", "largest overlap of the same contact",           "S3 Eq. 26",
    "m",           {"w0_squared", "two_mu", "beta", "gamma", "v0"}, overlap};

/* x(t) from the touch on; 0 once the overlap has ended. */
static double
trajectory(const double *a)
{
    double length, y[2];
    if (!in_domain(a) || !(a[5] >= 0.0))
        return NAN;
    struct contact contact = scaled(a, &length);
    const double end = a[5] * a[4] / length;
    if (end >= solve(&contact, OVERLAP_ENDS, y))
        return 0.0;
    gsl_odeiv2_system system;
    gsl_odeiv2_driver *driver = begin(&system, &contact, y);
    if (!driver)
        return NAN;
    double t = 0.0;
    const int status = end > 0.0 ? gsl_odeiv2_driver_apply(driver, &t, end, y) : GSL_SUCCESS;
    gsl_odeiv2_driver_free(driver);
    return status == GSL_SUCCESS ? y[0] * length : NAN;
}
const struct gravel_theory gravel_theory_ode_trajectory = {"ode_trajectory",
                                                           "x(t) of the same contact, 0 after its end",
                                                           "S3 Eq. 26, Fig. 48",
                                                           "m",
                                                           {"w0_squared", "two_mu", "beta", "gamma", "v0", "t"},
                                                           trajectory};

static double
restitution_force_end(const double *a)
{
    return quantity(a, FORCE_ENDS, 'e');
}
const struct gravel_theory gravel_theory_ode_restitution_force_end = {
    "ode_restitution_force_end",
    "e of the same contact without attraction: end at zero force",
    "S3 Eq. 26, end as Schwager and Poeschel 2007",
    "1",
    {"w0_squared", "two_mu", "beta", "gamma", "v0"},
    restitution_force_end};

static double
contact_time_force_end(const double *a)
{
    return quantity(a, FORCE_ENDS, 't');
}
const struct gravel_theory gravel_theory_ode_contact_time_force_end = {
    "ode_contact_time_force_end",
    "t_c of the same contact without attraction: end at zero force",
    "S3 Eq. 26, end as Schwager and Poeschel 2007",
    "s",
    {"w0_squared", "two_mu", "beta", "gamma", "v0"},
    contact_time_force_end};

/* The viscoelastic sphere in its own units: y'' + b sqrt(y) y' + y^(3/2) = 0, y(0) = 0, y'(0) = 1, where
 * b = beta v^(1/5), beta = (3/2) A (k/m_red)^(2/5), A the dissipative constant. */
static double
viscoelastic(double b, enum event event)
{
    return quantity((const double[]){1.0, b, 0.5, 0.5, 1.0}, event, 'e');
}

static double
kuwabara_restitution(const double *a)
{
    return viscoelastic(a[0], OVERLAP_ENDS);
}
const struct gravel_theory gravel_theory_kuwabara_restitution = {
    "kuwabara_restitution",
    "e of y'' + b sqrt(y) y' + y^(3/2) = 0, b = beta v^(1/5), end at zero overlap",
    "Kuwabara and Kono 1987; Brilliantov et al. 1996",
    "1",
    {"beta_v15"},
    kuwabara_restitution};

static double
kuwabara_restitution_force_end(const double *a)
{
    return viscoelastic(a[0], FORCE_ENDS);
}
const struct gravel_theory gravel_theory_kuwabara_restitution_force_end = {
    "kuwabara_restitution_force_end",
    "e of the same sphere without attraction: end at zero force",
    "Schwager and Poeschel 2008",
    "1",
    {"beta_v15"},
    kuwabara_restitution_force_end};

/* Arguments energy, two_mu, diameter, m_red, v0. */
static double
lennard_jones(const double *a, enum event event, char which)
{
    const double energy = a[0], two_mu = a[1], d = a[2], m = a[3], v0 = a[4];
    if (!(energy > 0.0 && two_mu >= 0.0 && d > 0.0 && m > 0.0 && v0 > 0.0))
        return NAN;
    const double length = v0 / sqrt(72.0 * energy / (d * d * m));
    const struct contact contact = {.c = two_mu * length / v0, .a = length / d};
    double y[2];
    const double t = solve(&contact, event, y);
    if (which == 't')
        return t * length / v0;
    return which == 'x' ? y[0] * length : fabs(y[1]);
}

static double
lennard_jones_restitution(const double *a)
{
    return lennard_jones(a, OVERLAP_ENDS, 'e');
}
const struct gravel_theory gravel_theory_lennard_jones_restitution = {
    "lennard_jones_restitution",
    "e of the truncated Lennard-Jones contact with a linear dashpot, end at the cut-off",
    "S4 Eqs. 10, 11",
    "1",
    {"energy", "two_mu", "diameter", "m_red", "v0"},
    lennard_jones_restitution};

static double
lennard_jones_restitution_force_end(const double *a)
{
    return lennard_jones(a, FORCE_ENDS, 'e');
}
const struct gravel_theory gravel_theory_lennard_jones_restitution_force_end = {
    "lennard_jones_restitution_force_end",
    "e of the same contact without attraction: end at zero force",
    "S4 Eqs. 10, 11",
    "1",
    {"energy", "two_mu", "diameter", "m_red", "v0"},
    lennard_jones_restitution_force_end};

static double
lennard_jones_contact_time(const double *a)
{
    return lennard_jones(a, OVERLAP_ENDS, 't');
}
const struct gravel_theory gravel_theory_lennard_jones_contact_time = {"lennard_jones_contact_time",
                                                                       "t_c of the same contact",
                                                                       "S4 Eqs. 10, 11",
                                                                       "s",
                                                                       {"energy", "two_mu", "diameter", "m_red", "v0"},
                                                                       lennard_jones_contact_time};

static double
lennard_jones_overlap(const double *a)
{
    return lennard_jones(a, TURNS, 'x');
}
const struct gravel_theory gravel_theory_lennard_jones_overlap = {"lennard_jones_overlap",
                                                                  "largest overlap of the same contact",
                                                                  "S4 Eqs. 10, 11",
                                                                  "m",
                                                                  {"energy", "two_mu", "diameter", "m_red", "v0"},
                                                                  lennard_jones_overlap};

/* Without damping: epsilon (q^6 - 1)^2 = m v0^2/2 at the turning point. */
static double
lennard_jones_elastic_overlap(const double *a)
{
    const double energy = a[0], d = a[1], m = a[2], v0 = a[3];
    return d * (1.0 - pow(1.0 + v0 * sqrt(0.5 * m / energy), -1.0 / 6.0));
}
const struct gravel_theory gravel_theory_lennard_jones_elastic_overlap = {
    "lennard_jones_elastic_overlap",
    "x_max = d (1 - (1 + v0 sqrt(m/(2 epsilon)))^(-1/6)) without damping",
    "S4 Eq. 10",
    "m",
    {"energy", "diameter", "m_red", "v0"},
    lennard_jones_elastic_overlap};

/* S4 Eq. 10 as it is printed; its d is the diameter, where V is cut, over 2^(1/6). */
static double
lennard_jones_potential(const double *a)
{
    const double energy = a[0], cut = a[1], r = cut - a[2], ratio = cut / (pow(2.0, 1.0 / 6.0) * r);
    return r > cut ? 0.0 : 4.0 * energy * (pow(ratio, 12.0) - pow(ratio, 6.0)) + energy;
}
const struct gravel_theory gravel_theory_lennard_jones_potential = {
    "lennard_jones_potential",
    "V = 4 epsilon ((s/r)^12 - (s/r)^6) + epsilon up to the cut r = 2^(1/6) s, the diameter; r = diameter - overlap",
    "S4 Eq. 10",
    "J",
    {"energy", "diameter", "overlap"},
    lennard_jones_potential};
