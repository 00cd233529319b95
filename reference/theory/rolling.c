/* A sphere that rolls without slip on a plane against a rolling torque mu_r R F (S2, on the spin relative to the
 * plane): with I = (2/5) m R^2 the equations m a = g_t - f and I a/R = f R - mu_r R F give a = (5/7) (g_t/m - mu_r
 * F/m). */
#include "reference/theory/laws.h"

#include <math.h>

static double
deceleration(double mu_r, double g)
{
    return 5.0 / 7.0 * mu_r * g;
}

static double
rolling_stop_distance(const double *a)
{
    return a[0] * a[0] / (2.0 * deceleration(a[1], a[2]));
}
const struct gravel_theory gravel_theory_rolling_stop_distance = {
    "rolling_stop_distance",      "way of a rolling sphere to rest, v0^2/(2 (5/7) mu_r g)",
    "S2, Newton-Euler equations", "m",
    {"v0", "mu_r", "g"},          rolling_stop_distance};

static double
rolling_stop_time(const double *a)
{
    return a[0] / deceleration(a[1], a[2]);
}
const struct gravel_theory gravel_theory_rolling_stop_time = {
    "rolling_stop_time",          "time of a rolling sphere to rest, v0/((5/7) mu_r g)",
    "S2, Newton-Euler equations", "s",
    {"v0", "mu_r", "g"},          rolling_stop_time};

/* Below the threshold tan(theta) = mu_r the sphere stays. */
static double
rolling_incline_acceleration(const double *a)
{
    const double theta = a[0] * M_PI / 180.0;
    return 5.0 / 7.0 * a[2] * fmax(0.0, sin(theta) - a[1] * cos(theta));
}
const struct gravel_theory gravel_theory_rolling_incline_acceleration = {
    "rolling_incline_acceleration", "(5/7) g max(0, sin theta - mu_r cos theta) of a sphere that rolls down an incline",
    "S2, Newton-Euler equations",   "m/s^2",
    {"angle", "mu_r", "g"},         rolling_incline_acceleration};

/* Without rolling resistance: the friction of rolling without slip, (2/7) m g sin(theta), is at most mu m g cos(theta);
 * beyond that the sphere slides. */
static double
incline_acceleration(const double *a)
{
    const double theta = a[0] * M_PI / 180.0, mu = a[1], g = a[2];
    return tan(theta) <= 3.5 * mu ? 5.0 / 7.0 * g * sin(theta) : g * (sin(theta) - mu * cos(theta));
}
const struct gravel_theory gravel_theory_incline_acceleration = {
    "incline_acceleration",
    "(5/7) g sin theta of a sphere that rolls down an incline, g (sin theta - mu cos theta) above tan theta = (7/2) "
    "mu, "
    "where it slides",
    "Newton-Euler equations, Coulomb's law",
    "m/s^2",
    {"angle", "mu", "g"},
    incline_acceleration};

/* Below the threshold the regularised torque c w balances m g sin(theta) R; with c = (2/5) m R^2/t_c, which stops a
 * relative spin in the contact time, the sphere creeps at w R = (5/2) g sin(theta) t_c. */
static double
rolling_creep(const double *a)
{
    const double theta = a[0] * M_PI / 180.0;
    return tan(theta) < a[1] ? 2.5 * a[2] * sin(theta) * a[3] : NAN;
}
const struct gravel_theory gravel_theory_rolling_creep = {
    "rolling_creep",
    "speed (5/2) g sin(theta) t_c at which the regularised resistance lets a sphere creep",
    "S2, regularised",
    "m/s",
    {"angle", "mu_r", "g", "contact_time"},
    rolling_creep};

static double
rolling_energy(const double *a)
{
    return 0.7 * a[0] * a[1] * a[1];
}
const struct gravel_theory gravel_theory_rolling_energy = {
    "rolling_energy",         "energy (7/10) m v^2 of a sphere that rolls without slip",
    "Newton-Euler equations", "J",
    {"mass", "v0"},           rolling_energy};

/* A contact whose rolling torque is at its bound mu_r R F throughout: I w' = mu_r R times the normal impulse. */
static double
rolling_pair_spin(const double *a)
{
    const double mu_r = a[0], e = a[1], v = a[2], r1 = a[3], m1 = a[4], r2 = a[5], m2 = a[6];
    const double impulse = m1 * m2 / (m1 + m2) * (1.0 + e) * v, arm = r1 * r2 / (r1 + r2);
    return mu_r * arm * impulse / (0.4 * m1 * r1 * r1);
}
const struct gravel_theory gravel_theory_rolling_pair_spin = {
    "rolling_pair_spin",
    "change of a sphere's spin mu_r R m_red (1 + e) v/I, R = r1 r2/(r1 + r2), by a collision with another",
    "S2, Newton-Euler equations",
    "rad/s",
    {"mu_r", "restitution", "approach", "radius", "mass", "other_radius", "other_mass"},
    rolling_pair_spin};
