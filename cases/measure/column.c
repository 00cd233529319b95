#include "cases/measure/column.h"

/* Restitution of two beads like the first, or of that bead at the plate. */
static double
restitution(const struct gravel_system *system, const struct gravel_wall *plate, double m_red, double v)
{
    const struct gravel_particle *p = system->particles;
    const int32_t partner = plate != NULL ? -1 - (int32_t)(plate - system->walls) : p[0].species;
    const struct gravel_contact c = gravel_system_contact(system, p[0].species, partner);
    return gravel_material_restitution(c.material, c.wall, m_red, 2.0 * p[0].radius, v);
}

double
gravel_column_dissipation(const struct gravel_system *system, const struct gravel_wall *plate)
{
    const struct gravel_particle *p = system->particles;
    const double peak = plate != NULL ? plate->motion.amplitude * plate->motion.angular_frequency : 0.0;
    const double v = peak > 0.0 ? peak : fabs(p[0].v.z);
    const double e = restitution(system, NULL, 0.5 * p[0].mass, v);
    const double e_p = plate != NULL ? restitution(system, plate, p[0].mass, v) : 1.0;
    return (double)(system->n_particles - 1) * (1.0 - e) + (1.0 - e_p);
}

static int32_t
find_plate(const struct gravel_system *system)
{
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].motion.amplitude != 0.0)
            return (int32_t)w;
    return system->n_walls > 0 ? 0 : -1;
}

enum gravel_status
gravel_column_of(const struct gravel_system *system, const char *name, struct gravel_column *c,
                 struct gravel_error *error)
{
    const struct gravel_particle *p = system->particles;
    if (system->dimension != 1 || system->n_particles == 0)
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s: needs beads in one dimension", name);
    *c = (struct gravel_column){.n = system->n_particles, .plate = find_plate(system), .gravity = -system->gravity.z};
    for (size_t k = 0; k < c->n; k++) {
        c->mass += p[k].mass;
        if (k > 0 && !(p[k].x.z > p[k - 1].x.z))
            return gravel_fail(error, GRAVEL_INPUT, "measure.%s: bead %zu is not above bead %zu", name, k, k - 1);
    }
    const struct gravel_wall *plate = c->plate >= 0 ? &system->walls[c->plate] : NULL;
    if (plate != NULL) {
        c->floor = plate->origin.z;
        c->amplitude = plate->motion.amplitude;
        c->angular_frequency = plate->motion.angular_frequency;
        c->phase = plate->motion.phase;
        c->peak_velocity = c->amplitude * c->angular_frequency;
        c->acceleration = c->gravity > 0.0 ? c->peak_velocity * c->angular_frequency / c->gravity : 0.0;
    }
    const double v = c->peak_velocity > 0.0 ? c->peak_velocity : fabs(p[0].v.z), d = 2.0 * p[0].radius;
    const double m_red = 0.5 * p[0].mass;
    const struct gravel_material *material = gravel_system_contact(system, p[0].species, p[0].species).material;
    c->restitution = restitution(system, NULL, m_red, v);
    c->plate_restitution = plate != NULL ? restitution(system, plate, p[0].mass, v) : 1.0;
    c->dissipation = gravel_column_dissipation(system, plate);
    c->contact_time = gravel_material_contact_time(material, NULL, m_red, d, v);
    return GRAVEL_OK;
}

void
gravel_column_reduce(const struct gravel_column *c, const struct gravel_particle *p, double *z)
{
    double below = c->floor;
    for (size_t k = 0; k < c->n; k++) {
        z[k] = p[k].x.z - below - p[k].radius;
        below += 2.0 * p[k].radius;
    }
}

double
gravel_column_height(const struct gravel_column *c, const struct gravel_particle *p)
{
    double below = c->floor, sum = 0.0;
    for (size_t k = 0; k < c->n; k++) {
        sum += p[k].mass * (p[k].x.z - below - p[k].radius);
        below += 2.0 * p[k].radius;
    }
    return sum / c->mass;
}
