/* Conversions between the statements of a material and force constants.  The linear law has closed forms
 * (linear_contact.h), the others are solved in reduced units (nonlinear_contact.h).
 *
 * A wall has m_red = m; with the same force constants it takes k and c of a pair of equal beads, m_red = m/2. */
#include "engines/core/material.h"

#include "engines/core/nonlinear_contact.h"
#include "engines/core/root.h"

#include <math.h>
#include <stddef.h>

double
gravel_contact_modulus(struct gravel_moduli a, struct gravel_moduli b)
{
    return 1.0 / ((1.0 - a.poisson * a.poisson) / a.young + (1.0 - b.poisson * b.poisson) / b.young);
}

double
gravel_mindlin_ratio(double beta, struct gravel_moduli a, struct gravel_moduli b)
{
    const double compliance_a = 2.0 * (2.0 - a.poisson) * (1.0 + a.poisson) / a.young;
    const double compliance_b = 2.0 * (2.0 - b.poisson) * (1.0 + b.poisson) / b.young;
    return 4.0 * (1.0 + beta) / ((compliance_a + compliance_b) * gravel_contact_modulus(a, b));
}

void
gravel_material_mix(struct gravel_material *material, struct gravel_moduli a, struct gravel_moduli b)
{
    const bool alike = a.young == b.young && a.poisson == b.poisson;
    material->young = alike ? a.young : 2.0 * gravel_contact_modulus(a, b);
    material->poisson = alike ? a.poisson : 0.0;
}

/* The dashpot that gives `restitution` at the reference velocity. */
static double
damping_from_restitution(const struct gravel_material *m, double m_red, double d, double k, double restitution)
{
    if (restitution >= 1.0)
        return 0.0;
    if (gravel_material_is_linear(m)) {
        const struct gravel_linear unit = gravel_linear_from_restitution(restitution, 1.0, m->cohesionless);
        return 2.0 * unit.mu / unit.w0 * sqrt(k * m_red);
    }
    /* Where 2 gamma = beta the velocity drops out of the result. */
    const double v = m->reference_velocity > 0.0 ? m->reference_velocity : 1.0;
    const double unit = gravel_reduced_time_unit(m_red, k, m->beta, v);
    const struct gravel_reduced law = {.beta = m->beta,
                                       .gamma = m->gamma,
                                       .cohesionless = m->cohesionless,
                                       .hardening = m->statement == GRAVEL_BY_ENERGY ? v * unit / d : 0.0};
    return gravel_reduced_damping(&law, restitution) * m_red / (unit * pow(v * unit, m->gamma));
}

/* k and c of a pair. */
static void
pair_constants(const struct gravel_material *m, double m_red, double d, double *k, double *c)
{
    switch (m->statement) {
    case GRAVEL_BY_RESTITUTION_AND_TIME: {
        const struct gravel_linear l = gravel_linear_from_restitution(m->restitution, m->contact_time, m->cohesionless);
        *k = m_red * l.w0 * l.w0;
        *c = 2.0 * m_red * l.mu;
        return;
    }
    case GRAVEL_BY_STIFFNESS_AND_DAMPING:
        *k = m->stiffness;
        *c = m->damping;
        return;
    case GRAVEL_BY_RATES:
        *k = m_red * m->rate_squared;
        *c = m_red * m->damping_rate;
        return;
    case GRAVEL_BY_ELASTICITY:
        *k = m->young / (3.0 * (1.0 - m->poisson * m->poisson)) * pow(d, 1.0 - m->beta);
        *c = damping_from_restitution(m, m_red, d, *k, m->restitution);
        return;
    case GRAVEL_BY_ENERGY:
        *k = 72.0 * m->energy / (d * d);
        *c = m_red * m->damping_rate;
        return;
    }
    *k = *c = NAN;
}

/* k and c of a wall contact; m is the particle's mass. */
static void
wall_constants(const struct gravel_material *material, const struct gravel_wall_contact *wall, double m, double d,
               double *k, double *c)
{
    if (wall->rule == GRAVEL_ELASTIC_WALL) { /* a pair of mean diameter 4 R*, R* the particle's radius */
        const struct gravel_moduli body = {material->young, material->poisson},
                                   half_space = {wall->young, wall->poisson};
        *k = 2.0 / 3.0 * gravel_contact_modulus(body, half_space) * pow(2.0 * d, 1.0 - material->beta);
        *c = damping_from_restitution(material, m, d, *k, wall->restitution);
        return;
    }
    pair_constants(material, 0.5 * m, d, k, c);
    if (wall->rule == GRAVEL_SCALED_DASHPOT)
        *c *= wall->dashpot;
    if (wall->rule != GRAVEL_OWN_RESTITUTION)
        return;
    if (gravel_material_is_linear(material)) {
        const struct gravel_linear pair = {.w0 = sqrt(*k / (0.5 * m)), .mu = *c / m};
        const double t_c = gravel_linear_contact_time(pair, material->cohesionless);
        const struct gravel_linear own = gravel_linear_from_restitution(wall->restitution, t_c, material->cohesionless);
        *k = m * own.w0 * own.w0;
        *c = 2.0 * m * own.mu;
        return;
    }
    *k *= 2.0; /* k/m_red as in a pair: the same contact time at low dissipation */
    *c = damping_from_restitution(material, m, d, *k, wall->restitution);
}

static double
duration(const struct gravel_force *f, double m_red, double v)
{
    if (f->range > 0.0)
        return gravel_lennard_jones_time(sqrt(f->k / m_red), f->range, v);
    if (f->beta == 0.0 && f->gamma == 0.0)
        return gravel_linear_contact_time((struct gravel_linear){.w0 = sqrt(f->k / m_red), .mu = 0.5 * f->c / m_red},
                                          f->cohesionless);
    return gravel_power_law_time(m_red, f->k, f->beta, v);
}

double
gravel_material_tangential(const struct gravel_material *material, const struct gravel_wall_contact *wall)
{
    return wall != NULL ? wall->tangential_restitution : material->tangential_restitution;
}

/* A wall with an own restitution that neither damps sliding nor has friction: the spring and the dashpot of the grains'
 * material would grip there without a bound. */
static bool
is_smooth(const struct gravel_wall_contact *wall)
{
    return wall != NULL && wall->rule == GRAVEL_OWN_RESTITUTION && wall->tangential_restitution == 1.0 &&
           wall->friction == 0.0;
}

struct gravel_force
gravel_material_force(const struct gravel_material *material, const struct gravel_wall_contact *wall, double m_red,
                      double diameter, double tangential_factor)
{
    struct gravel_force f = {
        .beta = material->beta,
        .gamma = material->gamma,
        .range = material->statement == GRAVEL_BY_ENERGY ? diameter : 0.0,
        .cohesionless = material->cohesionless,
        .friction = wall != NULL ? wall->friction : material->friction,
    };
    if (wall != NULL)
        wall_constants(material, wall, m_red, diameter, &f.k, &f.c);
    else
        pair_constants(material, m_red, diameter, &f.k, &f.c);
    if (material->tangential == GRAVEL_TANGENTIAL_SPRING && !is_smooth(wall))
        f.kt = material->tangential_stiffness * f.k;
    const double e_t = gravel_material_tangential(material, wall);
    if (material->tangential_damping > 0.0) {
        f.ct = is_smooth(wall) ? 0.0 : material->tangential_damping;
    } else if (e_t < 1.0) {
        const double v = material->reference_velocity > 0.0 ? material->reference_velocity : 1.0;
        f.ct = -log(e_t) * m_red / (tangential_factor * duration(&f, m_red, v));
    }
    const double rolling_friction = wall != NULL ? wall->rolling_friction : material->rolling_friction;
    if (rolling_friction > 0.0 && tangential_factor > 1.0) {
        const double v = material->reference_velocity > 0.0 ? material->reference_velocity : 1.0;
        const double inertia = m_red * 0.25 * diameter * diameter / (tangential_factor - 1.0);
        f.rolling_arm = rolling_friction * diameter * (wall != NULL ? 0.5 : 0.25);
        f.rolling = inertia / duration(&f, m_red, v);
    }
    return f;
}

struct loaded {
    const struct gravel_force *force;
    double load;
};

/* Load minus elastic force at the overlap x = d y/(1 + y) of the Lennard-Jones law, where its q is 1 + y. */
static double
load_left(double y, void *context)
{
    const struct loaded *l = context;
    const struct gravel_reduced law = {.hardening = 1.0};
    return l->load - l->force->k * l->force->range * gravel_reduced_elastic(&law, y / (1.0 + y));
}

double
gravel_force_overlap(const struct gravel_force *f, double load)
{
    if (f->range == 0.0)
        return pow(load / f->k, 1.0 / (1.0 + f->beta));
    const double y = gravel_falling_root(load_left, &(struct loaded){f, load});
    return f->range * y / (1.0 + y);
}

double
gravel_tangential_factor(int dimension, bool rotation)
{
    return !rotation ? 1.0 : dimension == 3 ? 3.5 : 3.0;
}

/* Restitution of a pair (or of a wall, m_red = m) without velocity dependence. */
static double
constant_restitution(const struct gravel_material *m, const struct gravel_wall_contact *wall, double m_red,
                     double diameter)
{
    if (wall != NULL && gravel_wall_states_restitution(wall))
        return wall->restitution;
    const bool linear = gravel_material_is_linear(m);
    const bool stated = !linear || m->statement == GRAVEL_BY_RESTITUTION_AND_TIME;
    if (stated && wall == NULL)
        return m->restitution;
    if (stated && !(m->restitution > 0.0 && m->restitution < 1.0)) /* not known, no dashpot, or one without limit */
        return m->restitution;
    if (!linear) { /* 1 - e is proportional to delta, and m_red doubles (S3 App. C, low dissipation) */
        const double multiple = wall != NULL && wall->rule == GRAVEL_SCALED_DASHPOT ? wall->dashpot : 1.0;
        return fmax(0.0, 1.0 - multiple * (1.0 - m->restitution) * pow(2.0, (1.0 + m->gamma) / (2.0 + m->beta) - 1.0));
    }
    const struct gravel_force f = gravel_material_force(m, wall, m_red, diameter, 1.0);
    return gravel_linear_restitution((struct gravel_linear){.w0 = sqrt(f.k / m_red), .mu = 0.5 * f.c / m_red},
                                     m->cohesionless);
}

double
gravel_material_restitution(const struct gravel_material *material, const struct gravel_wall_contact *wall,
                            double m_red, double diameter, double v)
{
    const double e0 = constant_restitution(material, wall, m_red, diameter);
    const double v_ref = material->reference_velocity;
    if (e0 >= 1.0)
        return e0;
    switch (material->restitution_law) {
    case GRAVEL_CONSTANT_RESTITUTION: return e0;
    case GRAVEL_POWER_RESTITUTION: return fmax(0.0, 1.0 - (1.0 - e0) * pow(v / v_ref, material->restitution_exponent));
    case GRAVEL_BIZON_RESTITUTION: return v < v_ref ? 1.0 - (1.0 - e0) * pow(v / v_ref, 0.75) : e0;
    }
    return e0;
}

bool
gravel_material_force_has_restitution_law(const struct gravel_material *m)
{
    const double exponent = (2.0 * m->gamma - m->beta) / (2.0 + m->beta);
    switch (m->restitution_law) {
    case GRAVEL_CONSTANT_RESTITUTION: return true;
    case GRAVEL_POWER_RESTITUTION:
        return m->statement != GRAVEL_BY_ENERGY && fabs(m->restitution_exponent - exponent) < 1e-9;
    case GRAVEL_BIZON_RESTITUTION: return false;
    }
    return false;
}

double
gravel_material_contact_time(const struct gravel_material *material, const struct gravel_wall_contact *wall,
                             double m_red, double diameter, double v)
{
    const struct gravel_force f = gravel_material_force(material, wall, m_red, diameter, 1.0);
    return duration(&f, m_red, v);
}
