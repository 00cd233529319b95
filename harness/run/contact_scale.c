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
        const double m_red = partner >= 0 ? p->mass * q->mass / (p->mass + q->mass) : p->mass;
        visit(self, contact, m_red, 4.0 * p->radius * q->radius / (p->radius + q->radius));
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

/* Clear *self, a bool, unless the contact returns all energy by its material. */
static void
clear_unless_elastic(void *self, struct gravel_contact c, double m_red, double diameter)
{
    bool *elastic = self;
    const struct gravel_material *m = c.material;
    const double friction = c.wall != NULL ? c.wall->friction : m->friction;
    const double rolling = c.wall != NULL ? c.wall->rolling_friction : m->rolling_friction;
    *elastic = *elastic && m->damping == 0.0 && m->damping_rate == 0.0 && friction == 0.0 && rolling == 0.0 &&
               gravel_material_restitution(m, c.wall, m_red, diameter, 1.0) == 1.0 &&
               (!m->rotation || fabs(gravel_material_tangential(m, c.wall)) == 1.0);
}

bool
gravel_system_is_elastic(const struct gravel_system *s)
{
    bool elastic = true;
    visit_contacts(s, clear_unless_elastic, &elastic);
    return elastic;
}

/* Extremes over the contacts. */
struct extremes {
    double speed;    /* of a particle [m/s] */
    double shortest; /* contact time [s] */
    double fastest;  /* w0 of the linear law [rad/s] */
};

static void
find_extremes(void *self, struct gravel_contact c, double m_red, double diameter)
{
    struct extremes *e = self;
    const double v = c.wall != NULL ? e->speed : 2.0 * e->speed;
    e->shortest = fmin(e->shortest, gravel_material_contact_time(c.material, c.wall, m_red, diameter, v));
    if (gravel_material_is_linear(c.material))
        e->fastest = fmax(e->fastest, sqrt(gravel_material_force(c.material, c.wall, m_red, diameter, 1.0).k / m_red));
}

static struct extremes
extremes_of(const struct gravel_system *s, double speed)
{
    struct extremes e = {.speed = speed, .shortest = INFINITY};
    visit_contacts(s, find_extremes, &e);
    return e;
}

double
gravel_shortest_contact(const struct gravel_system *s, double speed)
{
    return extremes_of(s, speed).shortest;
}

double
gravel_fastest_contact(const struct gravel_system *s, double speed)
{
    const struct extremes e = extremes_of(s, speed);
    return fmax(M_PI / e.shortest, e.fastest);
}
