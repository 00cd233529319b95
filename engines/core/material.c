/* Conversions between the statements of a material and force constants: the only place where they stand.
 *
 * Everything rests on two facts.
 *   Linear:    m x'' + c x' + k x = 0 has e = exp(-mu t_end), t_end = theta(zeta)/w0, where theta depends on
 *              the end of the contact (zero overlap or zero force) and on zeta = mu/w0 only.
 *   Nonlinear: m x'' + c x^gamma x' + k x^(1+beta) = 0 with x'(0) = v becomes
 *              s'' + delta s^gamma s' + s^(1+beta) = 0, s'(0) = 1, in units of
 *              T = (m/k)^(1/(2+beta)) v^(-beta/(2+beta)) and v T; delta = c (v T)^gamma T/m, so that e is a
 *              function of delta (S3 App. C; PHYSICS.md section 1).  The Lennard-Jones law, beta = gamma = 0, has
 *              q^7 (q^6 - 1)/(6 a) in the place of s, q = 1/(1 - a s), a = v T/d.
 * A wall has m_red = m; with the same force constants it takes k and c of a pair of equal beads, m_red = m/2. */
#include "engines/core/material.h"

#include <math.h>
#include <stddef.h>

/* w0 t_end of a linear contact. */
static double
linear_angle(double zeta, bool cohesionless)
{
    const double w2 = (1.0 - zeta) * (1.0 + zeta);
    if (!cohesionless)
        return w2 > 0.0 ? M_PI / sqrt(w2) : INFINITY;
    if (w2 > 1e-12)
        return atan2(2.0 * zeta * sqrt(w2), 2.0 * zeta * zeta - 1.0) / sqrt(w2);
    if (w2 > -1e-12)
        return 2.0; /* the common limit of both branches at zeta = 1 */
    return 2.0 * asinh(sqrt(-w2)) / sqrt(-w2);
}

double
gravel_linear_contact_time(struct gravel_linear linear, bool cohesionless)
{
    return linear_angle(linear.mu / linear.w0, cohesionless) / linear.w0;
}

double
gravel_linear_restitution(struct gravel_linear linear, bool cohesionless)
{
    return exp(-linear.mu * gravel_linear_contact_time(linear, cohesionless));
}

/* Root of the falling function f on [0, infinity) with f(0) >= 0, by doubling and bisection to the last bit. */
static double
falling_root(double (*f)(double x, const void *context), const void *context)
{
    double low = 0.0, high = 1.0;
    while (f(high, context) > 0.0 && high < 1e15) {
        low = high;
        high *= 2.0;
    }
    for (;;) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high || high - low < 1e-300)
            return middle;
        *(f(middle, context) > 0.0 ? &low : &high) = middle;
    }
}

static double
clipped_excess(double zeta, const void *target)
{
    return *(const double *)target - zeta * linear_angle(zeta, true);
}

struct gravel_linear
gravel_linear_from_restitution(double restitution, double contact_time, bool cohesionless)
{
    const double loss = -log(restitution);
    if (!cohesionless) {
        const double mu = loss / contact_time, w = M_PI / contact_time;
        return (struct gravel_linear){.w0 = hypot(w, mu), .mu = mu};
    }
    const double zeta = loss > 0.0 ? falling_root(clipped_excess, &loss) : 0.0;
    const double w0 = linear_angle(zeta, true) / contact_time;
    return (struct gravel_linear){.w0 = w0, .mu = zeta * w0};
}

/* The reduced equation of a nonlinear contact. */
struct reduced {
    double beta, gamma, delta;
    double hardening; /* a of the Lennard-Jones law; 0: power law */
    bool cohesionless;
};

static double
reduced_elastic(const struct reduced *r, double s)
{
    if (r->hardening == 0.0)
        return pow(s, 1.0 + r->beta);
    const double q = 1.0 / (1.0 - r->hardening * s), q3 = q * q * q;
    return q * q3 * q3 * (q3 * q3 - 1.0) / (6.0 * r->hardening);
}

static double
reduced_force(const struct reduced *r, double s, double u)
{
    s = fmax(s, 0.0);
    return reduced_elastic(r, s) + r->delta * pow(s, r->gamma) * u;
}

/* -s'(end) by the classical Runge-Kutta method.  s^gamma has a branch point at s = 0, so the steps shrink with s
 * at both ends, from 1/400 in the middle to 1e-6; the end lies within one of the short ones, where s is a
 * straight line.  Error below 1e-6 (checked against Tsuji's closed form). */
static double
reduced_restitution(const struct reduced *r)
{
    double s = 0.0, u = 1.0;
    for (int k = 0; k < 1000000; k++) {
        const double h = fmin(1.0 / 400.0, 1e-6 + 0.02 * s / fabs(u));
        const double a1 = -reduced_force(r, s, u);
        const double u2 = u + 0.5 * h * a1, a2 = -reduced_force(r, s + 0.5 * h * u, u2);
        const double u3 = u + 0.5 * h * a2, a3 = -reduced_force(r, s + 0.5 * h * u2, u3);
        const double u4 = u + h * a3, a4 = -reduced_force(r, s + h * u3, u4);
        const double s1 = s + h * (u + 2.0 * (u2 + u3) + u4) / 6.0;
        const double u1 = u + h * (a1 + 2.0 * (a2 + a3) + a4) / 6.0;
        const double before = r->cohesionless ? -a1 : s;
        const double after = r->cohesionless ? reduced_force(r, s1, u1) : s1;
        if (u1 < 0.0 && after <= 0.0) {
            const double part = before / (before - after);
            return -(u + part * (u1 - u));
        }
        s = s1;
        u = u1;
    }
    return 0.0; /* so strongly damped that the overlap only creeps back */
}

struct reduced_target {
    struct reduced law;
    double restitution;
};

static double
reduced_excess(double delta, const void *context)
{
    const struct reduced_target *t = context;
    struct reduced law = t->law;
    law.delta = delta;
    return reduced_restitution(&law) - t->restitution;
}

static double
time_unit(double m_red, double k, double beta, double v)
{
    return pow(m_red / k, 1.0 / (2.0 + beta)) * pow(v, -beta / (2.0 + beta));
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
    const double unit = time_unit(m_red, k, m->beta, v);
    const struct reduced_target target = {
        .law = {.beta = m->beta,
                .gamma = m->gamma,
                .cohesionless = m->cohesionless,
                .hardening = m->statement == GRAVEL_BY_ENERGY ? v * unit / d : 0.0},
        .restitution = restitution,
    };
    const double delta = falling_root(reduced_excess, &target);
    return delta * m_red / (unit * pow(v * unit, m->gamma));
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
wall_constants(const struct gravel_material *material, const struct gravel_wall *wall, double m, double d, double *k,
               double *c)
{
    pair_constants(material, 0.5 * m, d, k, c);
    if (wall->contact == GRAVEL_SCALED_DASHPOT)
        *c *= wall->dashpot;
    if (wall->contact != GRAVEL_OWN_RESTITUTION)
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

/* I(beta) of S3 Eq. C2: t_c = I x_max/v at low dissipation. */
static double
duration_factor(double beta)
{
    return sqrt(M_PI) * tgamma(1.0 / (2.0 + beta)) / ((1.0 + 0.5 * beta) * tgamma((4.0 + beta) / (4.0 + 2.0 * beta)));
}

/* t_c of the undamped Lennard-Jones contact: with q^6 - 1 = A sin(theta), A = 6 v/(w0 d), the energy integral becomes
 * (2/w0) times that of (1 + A sin theta)^(-7/6) over a quarter turn, here by Simpson's rule (1e-6 at A = 6). */
static double
lennard_jones_time(double w0, double d, double v)
{
    enum { INTERVALS = 128 };
    const double a = 6.0 * v / (w0 * d), h = 0.5 * M_PI / INTERVALS;
    double sum = 0.0;
    for (int k = 0; k <= INTERVALS; k++)
        sum += (k == 0 || k == INTERVALS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0) * pow(1.0 + a * sin(k * h), -7.0 / 6.0);
    return 2.0 / w0 * sum * h / 3.0;
}

static double
duration(const struct gravel_force *f, double m_red, double v)
{
    if (f->range > 0.0)
        return lennard_jones_time(sqrt(f->k / m_red), f->range, v);
    if (f->beta == 0.0 && f->gamma == 0.0)
        return gravel_linear_contact_time((struct gravel_linear){.w0 = sqrt(f->k / m_red), .mu = 0.5 * f->c / m_red},
                                          f->cohesionless);
    return duration_factor(f->beta) * pow(1.0 + 0.5 * f->beta, 1.0 / (2.0 + f->beta)) *
           time_unit(m_red, f->k, f->beta, v);
}

double
gravel_material_tangential(const struct gravel_material *material, const struct gravel_wall *wall)
{
    return wall != NULL ? wall->tangential_restitution : material->tangential_restitution;
}

struct gravel_force
gravel_material_force(const struct gravel_material *material, const struct gravel_wall *wall, double m_red,
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
    if (material->tangential == GRAVEL_TANGENTIAL_SPRING)
        f.kt = material->tangential_stiffness * f.k;
    const double e_t = gravel_material_tangential(material, wall);
    if (e_t < 1.0) {
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

/* What is left to carry at the overlap x = d y/(1 + y) of the Lennard-Jones law, where its q is 1 + y. */
static double
load_left(double y, const void *context)
{
    const struct loaded *l = context;
    const struct reduced law = {.hardening = 1.0};
    return l->load - l->force->k * l->force->range * reduced_elastic(&law, y / (1.0 + y));
}

double
gravel_force_overlap(const struct gravel_force *f, double load)
{
    if (f->range == 0.0)
        return pow(load / f->k, 1.0 / (1.0 + f->beta));
    const double y = falling_root(load_left, &(struct loaded){f, load});
    return f->range * y / (1.0 + y);
}

double
gravel_tangential_factor(int dimension, bool rotation)
{
    return !rotation ? 1.0 : dimension == 3 ? 3.5 : 3.0;
}

/* Restitution of a pair (or of a wall, m_red = m) without velocity dependence. */
static double
constant_restitution(const struct gravel_material *m, const struct gravel_wall *wall, double m_red, double diameter)
{
    if (wall != NULL && wall->contact == GRAVEL_OWN_RESTITUTION)
        return wall->restitution;
    const bool linear = gravel_material_is_linear(m);
    const bool stated = !linear || m->statement == GRAVEL_BY_RESTITUTION_AND_TIME;
    if (stated && wall == NULL)
        return m->restitution;
    if (stated && (m->restitution <= 0.0 || m->restitution >= 1.0)) /* no dashpot, or one without limit */
        return m->restitution;
    if (!linear) { /* 1 - e is proportional to delta, and m_red doubles (S3 App. C, low dissipation) */
        const double multiple = wall != NULL && wall->contact == GRAVEL_SCALED_DASHPOT ? wall->dashpot : 1.0;
        return fmax(0.0, 1.0 - multiple * (1.0 - m->restitution) * pow(2.0, (1.0 + m->gamma) / (2.0 + m->beta) - 1.0));
    }
    const struct gravel_force f = gravel_material_force(m, wall, m_red, diameter, 1.0);
    return gravel_linear_restitution((struct gravel_linear){.w0 = sqrt(f.k / m_red), .mu = 0.5 * f.c / m_red},
                                     m->cohesionless);
}

double
gravel_material_restitution(const struct gravel_material *material, const struct gravel_wall *wall, double m_red,
                            double diameter, double v)
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

double
gravel_material_contact_time(const struct gravel_material *material, const struct gravel_wall *wall, double m_red,
                             double diameter, double v)
{
    const struct gravel_force f = gravel_material_force(material, wall, m_red, diameter, 1.0);
    return duration(&f, m_red, v);
}
