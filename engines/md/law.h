/* The contact law, for every exponent and in every mode.  kernel.c has the same formulas a second time, for many
 * contacts at a time in large systems; tests/unit/test_md_dense.c holds the two together.
 *
 * Normal force F of the overlap x: core/normal_force.h.  Tangential force -kt x^beta xi - ct u_t, at most friction
 * times F (S3 Eqs. 16-18; S2; Cundall and Strack 1979).  Rolling torque against the relative spin, at most mu_r R F
 * (S2, on the relative spin and regularised).
 *
 * With beta = 1/2 the tangential spring is that of Hertz and Mindlin without its history of partial slip, as in LAMMPS'
 * gran/hertz/history: its stiffness follows the overlap, so that a spring under load gains or loses energy
 * xi^2/2 d(kt x^beta)/dt by the normal motion.  The ledger counts that with the tangential dissipation. */
#ifndef GRAVEL_MD_LAW_H
#define GRAVEL_MD_LAW_H

#include "engines/core/normal_force.h"

/* Stiffness of the normal spring at the overlap x > 0 [N/m]. */
static inline double
gravel_md_normal_stiffness(const struct gravel_force *f, double x)
{
    if (f->range == 0.0)
        return (1.0 + f->beta) * f->k * gravel_law_power(x, f->beta);
    const double q = 1.0 / (1.0 - x / f->range), q2 = q * q, q6 = q2 * q2 * q2;
    return f->k / 6.0 * q2 * q6 * (13.0 * q6 - 7.0);
}

/* Rate of the normal force, not clipped, for x > 0 [N/s]; rate2 is the overlap's second time derivative. */
static inline double
gravel_md_normal_force_rate(const struct gravel_force *f, double x, double rate, double rate2)
{
    return gravel_md_normal_stiffness(f, x) * rate +
           f->c * gravel_law_power(x, f->gamma) * (rate2 + f->gamma * rate * rate / x);
}

/* Stiffness of the tangential spring at the overlap x [N/m]. */
static inline double
gravel_md_tangential_stiffness(const struct gravel_force *f, double x)
{
    return f->kt > 0.0 ? f->kt * gravel_law_power(fmax(x, 0.0), f->beta) : 0.0;
}

/* Tangential force on the first body for a slip velocity of its surface over the second's and an elastic slip xi [m] of
 * a spring of stiffness kt; where it exceeds the Coulomb bound, xi is reduced so that spring and dashpot together are
 * at the bound.
 */
static inline struct vec3
gravel_md_tangential_force(const struct gravel_force *f, double kt, double normal, struct vec3 slip, struct vec3 *xi)
{
    struct vec3 force = v3_scale(-f->ct, slip);
    if (kt > 0.0)
        force = v3_axpy(force, -kt, *xi);
    if (f->friction > 0.0) {
        const double most = f->friction * fmax(normal, 0.0), size = v3_norm(force);
        if (size > most) {
            force = v3_scale(most / size, force);
            if (kt > 0.0)
                *xi = v3_scale(-1.0 / kt, v3_axpy(force, f->ct, slip));
        }
    }
    return force;
}

/* State of a tangential spring under the Coulomb bound.  gravel_md_tangential_force() determines it anew in every call;
 * the adaptive integrator locates its changes in time. */
enum gravel_md_tangential_state {
    GRAVEL_MD_STICKING,
    GRAVEL_MD_SLIDING, /* spring and dashpot together are at the Coulomb bound */
    GRAVEL_MD_UNLOADED /* the normal force is not positive: no tangential force */
};

/* The same force in a known tangential state: sticking, it is not limited; sliding, it is at the bound, against the
 * direction *xi of spring and dashpot.  On return *xi is the elastic slip [m]. */
static inline struct vec3
gravel_md_tangential_force_in_state(const struct gravel_force *f, double kt, double normal, struct vec3 slip,
                                    enum gravel_md_tangential_state state, struct vec3 *xi)
{
    if (state == GRAVEL_MD_STICKING)
        return v3_axpy(v3_scale(-f->ct, slip), -kt, *xi);
    const struct vec3 force =
        state == GRAVEL_MD_SLIDING ? v3_scale(-f->friction * normal / v3_norm(*xi), *xi) : v3(0, 0, 0);
    *xi = kt > 0.0 ? v3_scale(-1.0 / kt, v3_axpy(force, f->ct, slip)) : v3(0, 0, 0);
    return force;
}

/* Torque on the first body for its spin relative to the second one's, both normal to the contact's normal. */
static inline struct vec3
gravel_md_rolling_torque(const struct gravel_force *f, double normal, struct vec3 spin)
{
    const double most = f->rolling_arm * fmax(normal, 0.0), size = f->rolling * v3_norm(spin);
    return v3_scale(size > most ? -f->rolling * most / size : -f->rolling, spin);
}

#endif
