/* The material, stated once by the user, and the only place where statements are converted.
 *
 * Statement             what it fixes
 *   restitution+time    e and t_c of every pair, whatever its masses: the rates mu and w0 are the
 *                       material's constants (linear law only)
 *   stiffness+damping   K [N/m^(1+beta)] and D [N s/m^(1+gamma)] of every pair: force constants
 *   rates               w0^2 = K/m_red [1/(s^2 m^beta)] and 2 mu [1/(s m^gamma)] of every pair
 *                       (S3 gives its nonlinear parameters so)
 *   elastic             Young modulus, Poisson ratio, and e at a velocity: Hertz
 *   energy              depth epsilon of the truncated Lennard-Jones potential, and 2 mu as above
 *
 * Force constants follow S3 at walls: with the wall's GRAVEL_SAME_FORCE_CONSTANTS, k and c are those of a pair
 * of equal beads (m_red = m/2) while the wall contact itself has m_red = m, so that its restitution differs;
 * with GRAVEL_SCALED_DASHPOT c is the wall's `dashpot` times that of the pair.  With GRAVEL_ELASTIC_WALL k is that of
 * Hertz' contact with a half space, of the moduli of both and R* the particle's radius.
 *
 * Unlike bodies of the elastic statement: 1/E* = (1 - nu1^2)/Y1 + (1 - nu2^2)/Y2, and for the tangential stiffness
 * 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2 with G = Y/(2 (1 + nu)) (Johnson 1985, Contact Mechanics, Eqs. 4.20, 7.43).
 *
 * The force on an approaching pair with overlap x and overlap rate x' is
 *     F = k x^(1+beta) + c x^gamma x'        (S3 Eqs. 17, 18; repulsive when positive)
 * and the tangential viscous force is -c_t u_t with u_t the slip velocity of the surfaces (S3 Eq. 16).
 *
 * The truncated Lennard-Jones potential (S4 Eq. 10), cut where it has its minimum, is V = epsilon (q^6 - 1)^2 with
 * q = 1/(1 - x/d), x the overlap below the cut-off distance d: bodies end at the cut-off.  Its force
 * 12 (epsilon/d) q^7 (q^6 - 1) begins like k x, k = 72 epsilon/d^2, and hardens; the dashpot is that of the linear law
 * (S4 Eq. 11 with the sign that dissipates). */
#ifndef GRAVEL_CORE_MATERIAL_H
#define GRAVEL_CORE_MATERIAL_H

#include "engines/core/linear_contact.h"
#include "engines/core/status.h"
#include "engines/core/wall.h"

#include <stdbool.h>

enum gravel_statement {
    GRAVEL_BY_RESTITUTION_AND_TIME,
    GRAVEL_BY_STIFFNESS_AND_DAMPING,
    GRAVEL_BY_RATES,
    GRAVEL_BY_ELASTICITY,
    GRAVEL_BY_ENERGY
};

/* Restitution of a hard-sphere collision as a function of the approach speed v. */
enum gravel_restitution_law {
    GRAVEL_CONSTANT_RESTITUTION,
    GRAVEL_POWER_RESTITUTION, /* 1 - (1 - e0) (v/v_ref)^p, at least 0 (S3, Figs. 4 and 6: p = -0.2 there) */
    GRAVEL_BIZON_RESTITUTION  /* 1 - (1 - e0) (v/v_ref)^(3/4) below v_ref, e0 above (Bizon et al. 1998) */
};

enum gravel_tangential_law {
    GRAVEL_TANGENTIAL_VISCOUS, /* -c_t u_t, at most friction times the normal force */
    GRAVEL_TANGENTIAL_SPRING   /* -k_t x^beta xi - c_t u_t, xi the slip since the contact began, turned with the
                                  contact and cut where the Coulomb bound is reached (Cundall and Strack 1979); on
                                  Hertz' force the stiffness grows with the contact's radius (Mindlin 1949) */
};

struct gravel_material {
    enum gravel_statement statement;
    double beta, gamma;        /* exponents of the law: Hooke (0,0), Hertz (1/2,0), ... */
    bool cohesionless;         /* clip F >= 0: the contact ends at zero force, not at zero overlap */
    double restitution;        /* e */
    double contact_time;       /* t_c [s] */
    double stiffness;          /* K */
    double damping;            /* D */
    double rate_squared;       /* w0^2 = K / m_red */
    double damping_rate;       /* 2 mu */
    double young, poisson;     /* [Pa], [1] */
    double energy;             /* epsilon [J]; > 0 with the statement of that name only, where beta = gamma = 0 */
    double reference_velocity; /* [m/s]: where e holds (elastic statement, restitution laws) */
    enum gravel_restitution_law restitution_law; /* for hard spheres */
    double restitution_exponent;
    bool rotation;                 /* particles carry spin */
    double tangential_restitution; /* e_t in [-1, 1]; 1: smooth */
    double friction;               /* Coulomb coefficient; 0: none */
    double rolling_friction;       /* mu_r of the rolling torque mu_r R F, R the reduced radius; soft spheres only */
    enum gravel_tangential_law tangential; /* soft spheres only */
    double tangential_stiffness; /* k_t/k of the spring; 2/7 gives it the period of a sphere's linear normal contact,
                                    Mindlin's ratio is 2 (1 - nu)/(2 - nu) times 1 + beta */
    double tangential_damping;   /* c_t of every contact [N s/m]; 0: that of the tangential restitution; soft spheres
                                    only */
};

/* Young modulus [Pa] and Poisson ratio of one body; young = INFINITY: a rigid one. */
struct gravel_moduli {
    double young, poisson;
};

/* E* of two bodies in contact [Pa]. */
double gravel_contact_modulus(struct gravel_moduli a, struct gravel_moduli b);

/* k_t/k of the contact of two bodies without partial slip: 4 (1 + beta) times G* over E*, for Hertz' law 8 G* sqrt(R*
 * x) over (4/3) E* sqrt(R* x) (Mindlin 1949). */
double gravel_mindlin_ratio(double beta, struct gravel_moduli a, struct gravel_moduli b);

/* Give the elastic statement of a pair the modulus E* of unlike bodies: that of equal bodies with young = 2 E* and
 * poisson = 0.  Equal moduli are kept as they are. */
void gravel_material_mix(struct gravel_material *material, struct gravel_moduli a, struct gravel_moduli b);

/* The linear spring and dashpot, whose e and t_c have closed forms and depend on no velocity. */
static inline bool
gravel_material_is_linear(const struct gravel_material *m)
{
    return m->beta == 0.0 && m->gamma == 0.0 && m->statement != GRAVEL_BY_ENERGY;
}

/* Force constants of one kind of contact. */
struct gravel_force {
    double k, c; /* normal: F = k x^(1+beta) + c x^gamma x' */
    double beta, gamma;
    double range;  /* d of the Lennard-Jones law [m]; 0: the power law above */
    double kt, ct; /* tangential stiffness [N/m^(1+beta)] (0: viscous law) and viscosity [N s/m] */
    double friction;
    double rolling_arm; /* mu_r R [m] (0: no rolling resistance) */
    double rolling;     /* viscosity of the rolling resistance below its bound [N m s] */
    bool cohesionless;
};

/* Reduced mass [kg] and mean diameter 2 d1 d2/(d1 + d2) [m] of a contact. */
struct gravel_contact_scale {
    double mass, diameter;
};

/* Of two bodies with masses [kg] and radii [m]; a body on a prescribed path beside a free one has the mass INFINITY. */
static inline struct gravel_contact_scale
gravel_contact_scale(double m1, double r1, double m2, double r2)
{
    return (struct gravel_contact_scale){.mass = isinf(m1)   ? m2
                                                 : isinf(m2) ? m1
                                                             : m1 * m2 / (m1 + m2),
                                         .diameter = 4.0 * r1 * r2 / (r1 + r2)};
}

/* The contact of a pair with reduced mass m_red and mean diameter d, which only the elastic and
 * the energy statement use (S3 App. C; wall == NULL), or of a particle of mass m_red and diameter d with a wall.
 * `tangential_factor` is gravel_tangential_factor(); it turns e_t into the viscosity, with the contact time, for
 * nonlinear laws the one at reference_velocity.
 * The rolling torque mu_r R F against the relative spin, R = r1 r2/(r1 + r2), is regularised: below its bound it is
 * viscous and stops the relative spin alone in the contact time, slow enough for any time step. */
struct gravel_force gravel_material_force(const struct gravel_material *material,
                                          const struct gravel_wall_contact *wall, double m_red, double diameter,
                                          double tangential_factor);

/* The overlap [m] at which the elastic force alone carries `load` [N]: that of a contact at rest under a weight. */
double gravel_force_overlap(const struct gravel_force *force, double load);

/* 1 + m_red s^2 (1/I1 + 1/I2): 7/2 for spheres, 3 for disks, 1 without rotation; d(u_t)/dt = -factor F_t / m_red. */
double gravel_tangential_factor(int dimension, bool rotation);

/* Normal restitution of a hard-sphere contact at approach speed v >= 0 (same arguments).  For linear laws e0
 * follows from the force constants, for nonlinear ones it is `restitution` (at a wall with the same force
 * constants 1 - e0 scales as at low dissipation, S3 App. C); a velocity-dependent law then acts on e0. */
double gravel_material_restitution(const struct gravel_material *material, const struct gravel_wall_contact *wall,
                                   double m_red, double diameter, double v);

/* Whether soft spheres have the material's restitution law: a constant one, which their force has or replaces, or the
 * power law with the exponent of the force, p = (2 gamma - beta)/(2 + beta) (S3 App. C, low dissipation). */
bool gravel_material_force_has_restitution_law(const struct gravel_material *material);

/* Tangential restitution of a pair or wall contact. */
double gravel_material_tangential(const struct gravel_material *material, const struct gravel_wall_contact *wall);

/* Contact time [s] at approach speed v: exact for linear laws, low-dissipation for nonlinear ones
 * (S3 App. C; energy integral of the Lennard-Jones law). Used for time steps. */
double gravel_material_contact_time(const struct gravel_material *material, const struct gravel_wall_contact *wall,
                                    double m_red, double diameter, double v);

#endif
