/* Power-law contacts x'' + 2 mu x^gamma x' + w0^2 x^(1+beta) = 0 (S3 Eqs. 26, 27) at low dissipation (S3 App. C), and
 * the damping laws with a closed form of e.  w0^2 = E d^(1-beta)/m_red [1/(s^2 m^beta)]. */
#include "reference/theory/laws.h"

#include <math.h>

/* S3 Eq. C1: all kinetic energy m_red v0^2/2 is in the spring K x^(2+beta)/(2+beta). */
static double
max_overlap(double w0_squared, double beta, double v0)
{
    return w0_squared > 0.0 && beta > -1.0 && v0 > 0.0
               ? pow((1.0 + 0.5 * beta) * v0 * v0 / w0_squared, 1.0 / (2.0 + beta))
               : NAN;
}

static double
overlap(const double *a)
{
    return max_overlap(a[0], a[1], a[2]);
}
const struct gravel_theory gravel_theory_power_overlap = {
    "power_overlap",
    "x_max = ((1 + beta/2) v0^2/w0^2)^(1/(2+beta)), low dissipation",
    "S3 Eq. C1",
    "m",
    {"w0_squared", "beta", "v0"},
    overlap};

/* S3 Eq. C2: t_c = I(beta) x_max/v0. */
static double
elastic_time(double w0_squared, double beta, double v0)
{
    const double integral =
        sqrt(M_PI) * tgamma(1.0 / (2.0 + beta)) / ((1.0 + 0.5 * beta) * tgamma((4.0 + beta) / (4.0 + 2.0 * beta)));
    return integral * max_overlap(w0_squared, beta, v0) / v0;
}

static double
contact_time(const double *a)
{
    return elastic_time(a[0], a[1], a[2]);
}
const struct gravel_theory gravel_theory_power_contact_time = {
    "power_contact_time", "t_c = I(beta) x_max/v0, low dissipation", "S3 Eq. C2", "s", {"w0_squared", "beta", "v0"},
    contact_time};

/* Johnson 1985, Eq. 11.23: the depth at which Hertz' force of unlike spheres has taken the energy m_red v^2/2.
 * Arguments: Young modulus, Poisson ratio, radius and mass of one sphere, of the other, and the speed. */
static double
hertz_pair_overlap(const double *a)
{
    const double compliance = (1.0 - a[1] * a[1]) / a[0] + (1.0 - a[5] * a[5]) / a[4];
    const double curvature = 1.0 / a[2] + 1.0 / a[6], inverse_mass = 1.0 / a[3] + 1.0 / a[7];
    return pow(15.0 / 16.0 * compliance * sqrt(curvature) * a[8] * a[8] / inverse_mass, 0.4);
}
const struct gravel_theory gravel_theory_hertz_pair_overlap = {
    "hertz_pair_overlap",
    "x_max = (15 m_red v^2/(16 sqrt(R*) E*))^(2/5), 1/E* = sum (1 - nu^2)/Y, 1/R* = 1/R1 + 1/R2",
    "Johnson 1985, Eq. 11.23",
    "m",
    {"young1", "poisson1", "radius1", "m1", "young2", "poisson2", "radius2", "m2", "v"},
    hertz_pair_overlap};

/* Johnson 1985, Eq. 11.24: 2 x_max/v times the integral of (1 - s^(5/2))^(-1/2) over s from 0 to 1. */
static double
hertz_pair_time(const double *a)
{
    const double integral = 0.4 * sqrt(M_PI) * tgamma(0.4) / tgamma(0.9);
    return 2.0 * integral * hertz_pair_overlap(a) / a[8];
}
const struct gravel_theory gravel_theory_hertz_pair_time = {
    "hertz_pair_time",
    "t_c = 2.94 x_max/v of unlike elastic spheres",
    "Johnson 1985, Eq. 11.24",
    "s",
    {"young1", "poisson1", "radius1", "m1", "young2", "poisson2", "radius2", "m2", "v"},
    hertz_pair_time};

/* S3 Table C1: x_max ~ v0^n1, t_c ~ v0^n2, 1 - e ~ v0^n3. */
static double
overlap_exponent(const double *a)
{
    return 2.0 / (2.0 + a[0]);
}
const struct gravel_theory gravel_theory_overlap_exponent = {
    "overlap_exponent", "n1 = 2/(2 + beta) in x_max ~ v0^n1", "S3 Eq. C1, Table C1", "1", {"beta"}, overlap_exponent};

static double
contact_time_exponent(const double *a)
{
    return -a[0] / (2.0 + a[0]);
}
const struct gravel_theory gravel_theory_contact_time_exponent = {
    "contact_time_exponent", "n2 = -beta/(2 + beta) in t_c ~ v0^n2", "S3 Eq. C2, Table C1", "1", {"beta"},
    contact_time_exponent};

static double
dissipation_exponent(const double *a)
{
    return (2.0 * a[1] - a[0]) / (2.0 + a[0]);
}
const struct gravel_theory gravel_theory_dissipation_exponent = {
    "dissipation_exponent", "n3 = (2 gamma - beta)/(2 + beta) in 1 - e ~ v0^n3",
    "S3 Eq. C4, Table C1",  "1",
    {"beta", "gamma"},      dissipation_exponent};

/* Equal spheres of Young modulus Y, Poisson ratio nu, density rho and diameter d, without dissipation: K = E sqrt(d),
 * E = Y/(3 (1 - nu^2)), m_red = m/2. */
static double
hertz_contact_time(const double *a)
{
    const double young = a[0], poisson = a[1], density = a[2], d = a[3], v0 = a[4];
    const double m_red = 0.5 * density * M_PI / 6.0 * d * d * d;
    return elastic_time(young / (3.0 * (1.0 - poisson * poisson)) * sqrt(d) / m_red, 0.5, v0);
}
const struct gravel_theory gravel_theory_hertz_contact_time = {"hertz_contact_time",
                                                               "t_c of two equal elastic spheres, E = Y/(3 (1 - nu^2))",
                                                               "S3 App. C",
                                                               "s",
                                                               {"young", "poisson", "density", "diameter", "v0"},
                                                               hertz_contact_time};

/* Damping alpha sqrt(m_red k) x^(1/4) x' on a Hertz spring maps on the linear oscillator, so that e is independent of
 * the velocity. */
static double
tsuji_alpha(const double *a)
{
    return a[0] > 0.0 && a[0] <= 1.0 ? -sqrt(5.0) * log(a[0]) / hypot(M_PI, log(a[0])) : NAN;
}
const struct gravel_theory gravel_theory_tsuji_alpha = {
    "tsuji_alpha", "alpha = sqrt(5) (-ln e)/sqrt(pi^2 + ln^2 e)", "Antypov and Elliott 2011", "1", {"restitution"},
    tsuji_alpha};

/* Pade approximant of e(v) of the viscoelastic sphere with the contact ending at zero force, v* = sqrt(b),
 * b = beta v^(1/5) as in kuwabara_restitution. It is a fit with its own error: 1e-4 at b <= 0.1, 2.4 % at b = 1.5. */
static double
kuwabara_pade(const double *a)
{
    static const double c1 = 0.501086, b1 = 0.501086, b2 = 1.15345, b3 = 0.577977, b4 = 0.532178;
    const double v = sqrt(a[0]);
    return (1.0 + c1 * v) / (1.0 + v * (b1 + v * (b2 + v * (b3 + v * b4))));
}
const struct gravel_theory gravel_theory_kuwabara_pade = {
    "kuwabara_pade",
    "e = (1 + c1 v)/(1 + b1 v + b2 v^2 + b3 v^3 + b4 v^4), v = sqrt(beta v0^(1/5))",
    "Mueller and Poeschel 2011",
    "1",
    {"beta_v15"},
    kuwabara_pade};
