#include "harness/run/contact_scale.h"

#include <math.h>

/* Whether a contact of the particle p with another like it, or with a wall, returns all energy by its material. */
static bool
is_elastic_contact(const struct gravel_material *m, const struct gravel_wall *wall, const struct gravel_particle *p)
{
    const double mass = wall ? p->mass : 0.5 * p->mass;
    return gravel_material_restitution(m, wall, mass, 2.0 * p->radius, 1.0) == 1.0 &&
           (!m->rotation || fabs(gravel_material_tangential(m, wall)) == 1.0) &&
           (!wall || (wall->friction == 0.0 && wall->rolling_friction == 0.0));
}

bool
gravel_system_is_elastic(const struct gravel_system *s)
{
    const struct gravel_material *m = &s->material;
    bool elastic = m->damping == 0.0 && m->damping_rate == 0.0 && m->friction == 0.0 && m->rolling_friction == 0.0;
    for (size_t i = 0; elastic && i < s->n_particles; i++) {
        elastic = is_elastic_contact(m, NULL, &s->particles[i]);
        for (size_t w = 0; elastic && w < s->n_walls; w++)
            elastic = is_elastic_contact(m, &s->walls[w], &s->particles[i]);
    }
    return elastic;
}

double
gravel_shortest_contact(const struct gravel_system *s, double speed)
{
    double shortest = INFINITY;
    for (size_t i = 0; i < s->n_particles; i++) {
        const double m = s->particles[i].mass, d = 2.0 * s->particles[i].radius;
        shortest = fmin(shortest, gravel_material_contact_time(&s->material, NULL, 0.5 * m, d, 2.0 * speed));
        for (size_t w = 0; w < s->n_walls; w++)
            shortest = fmin(shortest, gravel_material_contact_time(&s->material, &s->walls[w], m, d, speed));
    }
    return shortest;
}

double
gravel_fastest_contact(const struct gravel_system *s, double speed)
{
    double fastest = M_PI / gravel_shortest_contact(s, speed);
    for (size_t i = 0; i < s->n_particles && gravel_material_is_linear(&s->material); i++) {
        const double m = s->particles[i].mass, d = 2.0 * s->particles[i].radius;
        fastest = fmax(fastest, sqrt(gravel_material_force(&s->material, NULL, 0.5 * m, d, 1.0).k / (0.5 * m)));
        for (size_t w = 0; w < s->n_walls; w++)
            fastest = fmax(fastest, sqrt(gravel_material_force(&s->material, &s->walls[w], m, d, 1.0).k / m));
    }
    return fastest;
}
