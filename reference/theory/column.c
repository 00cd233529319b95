/* The column of N beads on a sinusoidal plate z = A0 sin(w t) in the fluidised regime, X = (N - 1)(1 - e) for an
 * elastic plate and N (1 - e) for e_p = e (S3 Sec. 4.3), and the landing of a cluster (S3 Sec. 4.5.3). */
#include "reference/theory/laws.h"

#include <math.h>

/* S3 Eq. 40b: fit over 0 < X <= 2.8. */
static double
phi(double x)
{
    return 1.0 - 0.098 * x - 0.073 * x * x;
}

static double
column_phi(const double *a)
{
    return a[0] >= 0.0 && a[0] <= 2.8 ? phi(a[0]) : NAN;
}
const struct gravel_theory gravel_theory_column_phi = {
    "column_phi", "phi(X) = 1 - 0.098 X - 0.073 X^2, X <= 2.8", "S3 Eq. 40b", "1", {"X"}, column_phi};

/* S3 Eqs. 39, 40: the scaled height F of S3.hcm.prefactor at any X. */
static double
scaled_height(const double *a)
{
    return 4.0 / 3.0 * column_phi(a);
}
const struct gravel_theory gravel_theory_column_scaled_height = {
    "column_scaled_height", "F = (h_cm - h_cm0) g X/(A0 w)^2 = (4/3) phi(X), X <= 2.8", "S3 Eqs. 39, 40", "1", {"X"},
    scaled_height};

/* S3 Eq. 40a. */
static double
column_height(const double *a)
{
    const double a0w = a[0], g = a[1], x = a[2];
    return x > 0.0 ? 4.0 / 3.0 * a0w * a0w / g * column_phi(&a[2]) / x : NAN;
}
const struct gravel_theory gravel_theory_column_height = {
    "column_height", "h_cm - h_cm0 = (4/3) (A0 w)^2 phi(X)/(g X)", "S3 Eq. 40a", "m", {"peak_velocity", "gravity", "X"},
    column_height};

/* The prefactor of (A0 w)^2/(g X) as X -> 0: the fit of S3, and kinetic theory of a nearly elastic column. */
static double
prefactor(const double *a)
{
    (void)a;
    return 4.0 / 3.0;
}
const struct gravel_theory gravel_theory_column_height_prefactor = {
    "column_height_prefactor", "(h_cm - h_cm0) g X/(A0 w)^2 -> 4/3 as X -> 0", "S3 Eq. 39", "1", {NULL}, prefactor};

static double
prefactor_kinetic(const double *a)
{
    (void)a;
    return M_SQRT2;
}
const struct gravel_theory gravel_theory_column_height_prefactor_kinetic = {
    "column_height_prefactor_kinetic",
    "(h_cm - h_cm0) g X/(A0 w)^2 -> sqrt(2) as X -> 0",
    "kinetic theory; PHYSICS.md, S3.hcm.prefactor",
    "1",
    {NULL},
    prefactor_kinetic};

/* S3 Eq. 41b: fit over 0 < X <= 2.8. */
static double
tau(double x)
{
    return 1.0 - 0.087 * x - 0.065 * x * x;
}

static double
column_tau(const double *a)
{
    return a[0] >= 0.0 && a[0] <= 2.8 ? tau(a[0]) : NAN;
}
const struct gravel_theory gravel_theory_column_tau = {
    "column_tau", "phi'(X) = 1 - 0.087 X - 0.065 X^2, X <= 2.8", "S3 Eq. 41b", "1", {"X"}, column_tau};

/* S3 Eq. 41a. */
static double
dissipation_time(const double *a)
{
    const double a0w = a[0], g = a[1], x = a[2];
    return x > 0.0 ? M_PI * a0w / g * column_tau(&a[2]) / (x * sqrt(x)) : NAN;
}
const struct gravel_theory gravel_theory_column_dissipation_time = {"column_dissipation_time",
                                                                    "tau_D = pi A0 w phi'(X)/(g X^1.5)",
                                                                    "S3 Eq. 41a",
                                                                    "s",
                                                                    {"peak_velocity", "gravity", "X"},
                                                                    dissipation_time};

/* S3 Eq. 42: tau_D f = 1. */
static double
critical_acceleration(const double *a)
{
    return a[0] >= 0.0 ? 2.0 * a[0] * sqrt(a[0]) / column_tau(a) : NAN;
}
const struct gravel_theory gravel_theory_column_critical_acceleration = {
    "column_critical_acceleration", "alpha_c = 2 X^1.5/phi'(X)", "S3 Eq. 42", "1", {"X"}, critical_acceleration};

/* S3 Eq. 46, a bead's mass taken off: (N/2) Phi e_eff^2 v_c^2, v_c from the inelastic bead. */
static double
relative_energy(const double *a)
{
    const double n = a[0], e_eff = a[1], fraction = a[2], peak_velocity = a[3], alpha = a[4];
    const double v_c = peak_velocity * gravel_theory_inelastic_impact_velocity.eval(&alpha);
    return 0.5 * n * fraction * e_eff * e_eff * v_c * v_c;
}
const struct gravel_theory gravel_theory_landing_relative_energy = {
    "landing_relative_energy",
    "E_rel/m after a cluster of N beads lands, (N/2) Phi e_eff^2 v_c^2",
    "S3 Eq. 46",
    "m2/s2",
    {"n", "effective_restitution", "fraction", "peak_velocity", "acceleration"},
    relative_energy};

/* S3 Eq. 48 over m: (N/2) [(v_p + e_eff v_c)^2 - e_eff v_c v_p Phi]. */
static double
kinetic_energy(const double *a)
{
    const double n = a[0], e_eff = a[1], fraction = a[2], peak_velocity = a[3], alpha = a[4];
    const double v_c = peak_velocity * gravel_theory_inelastic_impact_velocity.eval(&alpha);
    const double v_p = peak_velocity * cos(2.0 * M_PI * gravel_theory_inelastic_landing.eval(&alpha));
    const double v = v_p + e_eff * v_c;
    return 0.5 * n * (v * v - e_eff * v_c * v_p * fraction);
}
const struct gravel_theory gravel_theory_landing_kinetic_energy = {
    "landing_kinetic_energy",
    "E_kin/m after a cluster lands, (N/2) [(v_p + e_eff v_c)^2 - e_eff v_c v_p Phi]",
    "S3 Eq. 48",
    "m2/s2",
    {"n", "effective_restitution", "fraction", "peak_velocity", "acceleration"},
    kinetic_energy};
