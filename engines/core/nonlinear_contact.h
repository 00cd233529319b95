/* A nonlinear contact in reduced units (S3 App. C; engines/PHYSICS.md section 1).
 *
 * m x'' + c x^gamma x' + k x^(1+beta) = 0 with x'(0) = v becomes s'' + delta s^gamma s' + s^(1+beta) = 0, s'(0) = 1, in
 * units of T = (m/k)^(1/(2+beta)) v^(-beta/(2+beta)) and v T; delta = c (v T)^gamma T/m, so that e is a function of
 * delta. The truncated Lennard-Jones law (S4 Eq. 10), beta = gamma = 0, has q^7 (q^6 - 1)/(6 a), q = 1/(1 - a s), a = v
 * T/d, in the place of s. */
#ifndef GRAVEL_CORE_NONLINEAR_CONTACT_H
#define GRAVEL_CORE_NONLINEAR_CONTACT_H

#include <stdbool.h>

struct gravel_reduced {
    double beta, gamma, delta;
    double hardening; /* a of the Lennard-Jones law; 0: power law */
    bool cohesionless;
};

/* Elastic force at the overlap s >= 0, below 1/hardening. */
double gravel_reduced_elastic(const struct gravel_reduced *law, double s);

/* e = -s'(end), to about 1e-10; 0 for damping so strong that the overlap does not end within 1000 T.  NAN when out of
 * memory. */
double gravel_reduced_restitution(const struct gravel_reduced *law);

/* The delta at which `law` has this restitution in (0, 1]; law->delta is not used. */
double gravel_reduced_damping(const struct gravel_reduced *law, double restitution);

/* T [s]. */
double gravel_reduced_time_unit(double m_red, double k, double beta, double v);

/* Contact time [s] of the power law at low dissipation, I(beta) x_max/v (S3 Eq. C2). */
double gravel_power_law_time(double m_red, double k, double beta, double v);

/* Contact time [s] of the undamped Lennard-Jones contact with w0^2 = k/m_red, k = 72 epsilon/d^2.  NAN when out of
 * memory. */
double gravel_lennard_jones_time(double w0, double d, double v);

#endif
