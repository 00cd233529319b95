#include "harness/run/contact_scale.h"

#include <math.h>

typedef void visitor(void *self, struct gravel_contact contact, double m_red, double diameter);

/* Visit the contacts between the lightest particles of every two species, and with walls. */
static void
visit_species(const struct gravel_system *s, visitor *visit, void *self)
{
    const struct gravel_particle *lightest[GRAVEL_SPECIES_MAX] = {NULL};
    for (size_t i = 0; i < s->n_particles; i++) {
        const struct gravel_particle *p = &s->particles[i], **least = &lightest[p->species];
        if (*least == NULL || p->mass < (*least)->mass)
            *least = p;
    }
    for (size_t k = 0; k < gravel_system_n_contacts(s); k++) {
        int32_t species, partner;
        const struct gravel_contact contact = gravel_system_contact_at(s, k, &species, &partner);
        const struct gravel_particle *p = lightest[species], *q = partner >= 0 ? lightest[partner] : p;
        if (p == NULL || q == NULL)
            continue;
        const struct gravel_contact_scale scale = partner >= 0
                                                      ? gravel_contact_scale(p->mass, p->radius, q->mass, q->radius)
                                                      : (struct gravel_contact_scale){p->mass, 2.0 * p->radius};
        visit(self, contact, scale.mass, scale.diameter);
    }
}

/* Visit the contacts of every particle with another like it and with walls, or, where contacts differ by species,
 * those of visit_species(). */
static void
visit_contacts(const struct gravel_system *s, visitor *visit, void *self)
{
    if (s->contacts != NULL) {
        visit_species(s, visit, self);
        return;
    }
    for (size_t i = 0; i < s->n_particles; i++) {
        const double m = s->particles[i].mass, d = 2.0 * s->particles[i].radius;
        visit(self, gravel_system_contact(s, 0, 0), 0.5 * m, d);
        for (size_t w = 0; w < s->n_walls; w++)
            visit(self, gravel_system_contact(s, 0, -1 - (int32_t)w), m, d);
    }
}

/* Whether the contact has neither friction, nor rolling resistance, nor a tangential spring or a dashpot of its own; it
 * may have a tangential restitution. */
static bool
is_without_friction(struct gravel_contact c)
{
    const double friction = c.wall != NULL ? c.wall->friction : c.material->friction;
    const double rolling = c.wall != NULL ? c.wall->rolling_friction : c.material->rolling_friction;
    return friction == 0.0 && rolling == 0.0 && c.material->tangential != GRAVEL_TANGENTIAL_SPRING &&
           c.material->tangential_damping == 0.0;
}

/* Clear *self, a bool, unless the contact returns all energy by its material.  Tangential impulses and dashpots act on
 * bodies that do not rotate, too; a tangential spring is stretched at the end of a contact, and its energy is lost. */
static void
clear_unless_elastic(void *self, struct gravel_contact c, double m_red, double diameter)
{
    bool *elastic = self;
    const struct gravel_material *m = c.material;
    *elastic = *elastic && m->damping == 0.0 && m->damping_rate == 0.0 && is_without_friction(c) &&
               gravel_material_restitution(m, c.wall, m_red, diameter, 1.0) == 1.0 &&
               fabs(gravel_material_tangential(m, c.wall)) == 1.0;
}

bool
gravel_system_is_elastic(const struct gravel_system *s)
{
    bool elastic = true;
    for (size_t w = 0; w < s->n_walls; w++)
        elastic = elastic && s->walls[w].touch != GRAVEL_STICK && s->walls[w].touch != GRAVEL_ABSORB;
    visit_contacts(s, clear_unless_elastic, &elastic);
    return elastic;
}

/* Clear *self, a bool, unless the contact is smooth. */
static void
clear_unless_smooth(void *self, struct gravel_contact c, double m_red, double diameter)
{
    bool *smooth = self;
    (void)m_red, (void)diameter;
    *smooth = *smooth && is_without_friction(c) && gravel_material_tangential(c.material, c.wall) == 1.0;
}

bool
gravel_system_is_smooth(const struct gravel_system *s)
{
    bool smooth = true;
    visit_contacts(s, clear_unless_smooth, &smooth);
    return smooth;
}

/* Clear *self, a bool, where the contact has a tangential spring of a power law. */
static void
clear_unless_constant(void *self, struct gravel_contact c, double m_red, double diameter)
{
    bool *constant = self;
    const struct gravel_material *m = c.material;
    (void)m_red, (void)diameter;
    *constant = *constant && (m->tangential != GRAVEL_TANGENTIAL_SPRING || gravel_material_is_linear(m));
}

bool
gravel_system_springs_keep_energy(const struct gravel_system *s)
{
    bool constant = true;
    visit_contacts(s, clear_unless_constant, &constant);
    return constant;
}

/* Extremes over the contacts. */
struct extremes {
    int dimension;
    double speed;                        /* of a particle [m/s] */
    double shortest;                     /* contact time [s] */
    struct gravel_contact_rates fastest; /* [rad/s] */
};

/* A power law counts with its contact time t_c, and with the tangential stiffness and the dashpot that it has at the
 * overlap v t_c/pi, the largest one of a linear contact. */
static struct gravel_contact_rates
rates_of(const struct extremes *e, struct gravel_contact c, double m_red, double diameter, double v, double t_c)
{
    const struct gravel_material *m = c.material;
    const double factor = gravel_tangential_factor(e->dimension, m->rotation);
    const double overlap = v > 0.0 ? v * t_c / M_PI : 0.0;
    const struct gravel_force f = gravel_material_force(m, c.wall, m_red, diameter, factor);
    const double w0 = gravel_material_is_linear(m) ? sqrt(f.k / m_red) : (1.0 + 0.5 * f.beta) * M_PI / t_c;
    const double dashpot = f.gamma > 0.0 ? f.c * pow(overlap, f.gamma) : f.c;
    const double kt = f.beta > 0.0 ? f.kt * pow(overlap, f.beta) : f.kt;
    return (struct gravel_contact_rates){fmax(w0, sqrt(factor * kt / m_red)), fmax(dashpot, factor * f.ct) / m_red};
}

static void
find_extremes(void *self, struct gravel_contact c, double m_red, double diameter)
{
    struct extremes *e = self;
    const double v = c.wall != NULL ? e->speed : 2.0 * e->speed;
    const double t_c = gravel_material_contact_time(c.material, c.wall, m_red, diameter, v);
    const struct gravel_contact_rates rates = rates_of(e, c, m_red, diameter, v, t_c);
    e->shortest = fmin(e->shortest, t_c);
    e->fastest.spring = fmax(e->fastest.spring, rates.spring);
    e->fastest.dashpot = fmax(e->fastest.dashpot, rates.dashpot);
}

static struct extremes
extremes_of(const struct gravel_system *s, double speed)
{
    struct extremes e = {.dimension = s->dimension, .speed = speed, .shortest = INFINITY};
    visit_contacts(s, find_extremes, &e);
    return e;
}

double
gravel_shortest_contact(const struct gravel_system *s, double speed)
{
    return extremes_of(s, speed).shortest;
}

struct gravel_contact_rates
gravel_fastest_contact(const struct gravel_system *s, double speed)
{
    return extremes_of(s, speed).fastest;
}
