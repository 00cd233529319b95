/* The linear spring-dashpot contact, x'' + 2 mu x' + w0^2 x = 0 with x(0) = 0, x'(0) = v0 (S3 Eq. 19), and its two
 * ends: zero overlap (S3 Sec. 3.1.1; the dashpot may pull at the end) and zero force (Schwager and Poeschel 2007; it
 * may not).  w0^2 = K/m_red [1/s^2], mu [1/s], zeta = mu/w0. */
#include "reference/theory/laws.h"

#include <math.h>

/* w = sqrt(w0^2 - mu^2); NaN when overdamped, where the overlap never ends. */
static double
damped_frequency(double w0, double mu)
{
    return w0 > mu && mu >= 0.0 ? sqrt((w0 - mu) * (w0 + mu)) : NAN;
}

/* S3 Eq. 23: e = exp(-pi mu / w); 0 from critical damping on. */
static double
restitution(const double *a)
{
    if (a[1] >= a[0])
        return a[0] > 0.0 ? 0.0 : NAN;
    return exp(-M_PI * a[1] / damped_frequency(a[0], a[1]));
}
const struct gravel_theory gravel_theory_lsd_restitution = {
    "lsd_restitution", "e = exp(-pi mu / w), w = sqrt(w0^2 - mu^2): end at zero overlap",
    "S3 Eq. 23",       "1",
    {"w0", "mu"},      restitution};

/* S3 Eq. 22: t_c = pi / w. */
static double
contact_time(const double *a)
{
    return M_PI / damped_frequency(a[0], a[1]);
}
const struct gravel_theory gravel_theory_lsd_contact_time = {
    "lsd_contact_time", "t_c = pi / w: end at zero overlap", "S3 Eq. 22", "s", {"w0", "mu"}, contact_time};

/* S3 Eq. 24: x_max = (v0/w0) exp(-(mu/w) asin(w/w0)). */
static double
overlap(const double *a)
{
    const double w0 = a[0], mu = a[1], v0 = a[2], w = damped_frequency(w0, mu);
    return v0 / w0 * exp(-mu / w * asin(w / w0));
}
const struct gravel_theory gravel_theory_lsd_overlap = {
    "lsd_overlap", "x_max = (v0/w0) exp(-(mu/w) asin(w/w0))", "S3 Eq. 24", "m", {"w0", "mu", "v0"}, overlap};

/* S3 Eq. 20: x(t) = (v0/w) exp(-mu t) sin(w t), 0 <= t <= t_c. */
static double
trajectory(const double *a)
{
    const double w = damped_frequency(a[0], a[1]), t = a[3];
    return t >= 0.0 && t * w <= M_PI ? a[2] / w * exp(-a[1] * t) * sin(w * t) : NAN;
}
const struct gravel_theory gravel_theory_lsd_trajectory = {
    "lsd_trajectory", "x(t) = (v0/w) exp(-mu t) sin(w t), 0 <= t <= t_c", "S3 Eq. 20", "m", {"w0", "mu", "v0", "t"},
    trajectory};

/* Time at which w0^2 x + 2 mu x' returns to zero, in units of 1/w0:
 * atan2(2 zeta W, 2 zeta^2 - 1)/W with W = sqrt(1 - zeta^2), 2 for zeta = 1, 2 ln(zeta + s)/s with
 * s = sqrt(zeta^2 - 1) above.  All three are one function f(zeta^2 - 1) that is smooth at 1. */
static double
force_end(double zeta)
{
    const double q = (zeta - 1.0) * (zeta + 1.0), s = sqrt(fabs(q));
    if (s < 1e-6)
        return 2.0 * (1.0 - (zeta - 1.0) / 3.0); /* the next term is O((zeta - 1)^2) < 1e-24 */
    return q < 0.0 ? atan2(2.0 * zeta * s, 2.0 * zeta * zeta - 1.0) / s : 2.0 * log(zeta + s) / s;
}

/* Schwager and Poeschel 2007: ln e = -mu t_end at every damping. */
static double
restitution_force_end(const double *a)
{
    return a[0] > 0.0 && a[1] >= 0.0 ? exp(-a[1] / a[0] * force_end(a[1] / a[0])) : NAN;
}
const struct gravel_theory gravel_theory_lsd_restitution_force_end = {
    "lsd_restitution_force_end",
    "ln e = -(zeta/W) atan2(2 zeta W, 2 zeta^2 - 1): end at zero force, no attraction",
    "Schwager and Poeschel 2007",
    "1",
    {"w0", "mu"},
    restitution_force_end};

static double
contact_time_force_end(const double *a)
{
    return a[0] > 0.0 && a[1] >= 0.0 ? force_end(a[1] / a[0]) / a[0] : NAN;
}
const struct gravel_theory gravel_theory_lsd_contact_time_force_end = {
    "lsd_contact_time_force_end",
    "t_c = atan2(2 zeta W, 2 zeta^2 - 1)/(w0 W): end at zero force",
    "Schwager and Poeschel 2007",
    "s",
    {"w0", "mu"},
    contact_time_force_end};

/* After the force has ended, at x = (2 mu/w0^2) e v0, the bodies part freely with e v0. */
static double
overlap_time_force_end(const double *a)
{
    return contact_time_force_end(a) + 2.0 * a[1] / (a[0] * a[0]);
}
const struct gravel_theory gravel_theory_lsd_overlap_time_force_end = {
    "lsd_overlap_time_force_end",
    "t_c + 2 mu/w0^2: the overlap's end without attraction, later than the force's",
    "derived from Schwager and Poeschel 2007",
    "s",
    {"w0", "mu"},
    overlap_time_force_end};

/* Inverse of S3 Eqs. 22 and 23: w = pi/t_c, mu = -ln(e)/t_c, w0^2 = w^2 + mu^2. */
static double
frequency(const double *a)
{
    return a[0] > 0.0 && a[0] <= 1.0 && a[1] > 0.0 ? hypot(M_PI, log(a[0])) / a[1] : NAN;
}
const struct gravel_theory gravel_theory_lsd_frequency = {
    "lsd_frequency", "w0 = sqrt(pi^2 + ln^2 e)/t_c",  "S3 Eqs. 22, 23 solved",
    "1/s",           {"restitution", "contact_time"}, frequency};

static double
damping(const double *a)
{
    return a[0] > 0.0 && a[0] <= 1.0 && a[1] > 0.0 ? -log(a[0]) / a[1] : NAN;
}
const struct gravel_theory gravel_theory_lsd_damping = {
    "lsd_damping", "mu = -ln(e)/t_c", "S3 Eqs. 22, 23 solved", "1/s", {"restitution", "contact_time"}, damping};

/* A bead at a wall that has the force constants of a pair of equal beads: m_red doubles, so w0^2 and mu halve and
 * ln e_wall = -pi (L/2)/sqrt(pi^2/2 + L^2/4), L = -ln e (from S3 Eqs. 22, 23). */
static double
wall_restitution(const double *a)
{
    if (!(a[0] > 0.0 && a[0] <= 1.0))
        return NAN;
    const double half = -0.5 * log(a[0]);
    return exp(-M_PI * half / sqrt(0.5 * M_PI * M_PI + half * half));
}
const struct gravel_theory gravel_theory_lsd_wall_restitution = {
    "lsd_wall_restitution",
    "e of a wall with the force constants K and D of a pair of equal beads of restitution e",
    "S3 Sec. 3.2, derived from Eqs. 22, 23",
    "1",
    {"restitution"},
    wall_restitution};

/* For claims that an engine returns what the material states. */
static double
stated(const double *a)
{
    return a[0];
}
const struct gravel_theory gravel_theory_stated = {
    "stated", "x: the quantity equals a number that the case states", "definition", "", {"x"}, stated};
