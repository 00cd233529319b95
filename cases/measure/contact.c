#include "cases/measure/contact.h"

struct gravel_force
gravel_contact_force(const struct gravel_system *system, int32_t i, int32_t j, double *m_red)
{
    const struct gravel_particle *a = &system->particles[i], *b = j >= 0 ? &system->particles[j] : NULL;
    const struct gravel_contact c = gravel_system_contact(system, a->species, b != NULL ? b->species : j);
    const struct gravel_contact_scale scale = b != NULL ? gravel_contact_scale(a->mass, a->radius, b->mass, b->radius)
                                                        : (struct gravel_contact_scale){a->mass, 2.0 * a->radius};
    *m_red = scale.mass;
    return gravel_material_force(c.material, c.wall, scale.mass, scale.diameter, 1.0);
}

void
gravel_contact_report(const struct gravel_system *system, int32_t i, int32_t j, double v,
                      const struct gravel_results *r)
{
    double m;
    const struct gravel_force force = gravel_contact_force(system, i, j, &m);
    if (force.beta == 0.0 && force.gamma == 0.0 && force.range == 0.0) {
        r->number(r->self, "w0", "1/s", sqrt(force.k / m), 0.0);
        r->number(r->self, "mu", "1/s", 0.5 * force.c / m, 0.0);
    }
    if (2.0 * force.gamma == force.beta && force.range == 0.0)
        r->number(r->self, "damping_ratio", "1", force.c / sqrt(force.k * m), 0.0);
    if (force.beta == 0.5 && force.gamma == 0.5)
        r->number(r->self, "beta_v15", "1", force.c / m * pow(force.k / m, -0.6) * pow(v, 0.2), 0.0);
}
