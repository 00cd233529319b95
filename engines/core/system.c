#include "engines/core/system.h"
#include "engines/core/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
gravel_system_free(struct gravel_system *system)
{
    for (size_t w = 0; w < system->n_walls; w++)
        free(system->walls[w].motion.knots);
    free(system->particles);
    free(system->walls);
    free(system->contacts);
    system->particles = NULL;
    system->walls = NULL;
    system->contacts = NULL;
    system->n_particles = system->n_walls = 0;
}

enum gravel_status
gravel_system_resize(struct gravel_system *system, size_t n_particles, struct gravel_error *error)
{
    if (!gravel_array_resize(&system->particles, n_particles + 1, sizeof *system->particles))
        return gravel_no_memory(error);
    for (size_t k = system->n_particles; k < n_particles; k++)
        system->particles[k] = (struct gravel_particle){.attached = GRAVEL_FREE};
    system->n_particles = n_particles;
    return GRAVEL_OK;
}

/* Walls with tables of their own; `to` has room for them. */
static bool
copy_walls(struct gravel_system *to, const struct gravel_system *from)
{
    for (to->n_walls = 0; to->n_walls < from->n_walls; to->n_walls++) {
        const struct gravel_motion *m = &from->walls[to->n_walls].motion;
        struct gravel_wall *wall = &to->walls[to->n_walls];
        *wall = from->walls[to->n_walls];
        if (m->n_knots == 0)
            continue;
        wall->motion.knots = malloc(m->n_knots * sizeof *m->knots);
        if (wall->motion.knots == NULL)
            return false;
        memcpy(wall->motion.knots, m->knots, m->n_knots * sizeof *m->knots);
    }
    return true;
}

enum gravel_status
gravel_system_copy(struct gravel_system *to, const struct gravel_system *from, struct gravel_error *error)
{
    *to = *from;
    to->n_walls = 0;
    to->particles = malloc((from->n_particles + 1) * sizeof *to->particles);
    to->walls = malloc((from->n_walls + 1) * sizeof *to->walls);
    const size_t n_contacts = from->contacts != NULL ? (from->n_species + from->n_walls) * from->n_species : 0;
    to->contacts = n_contacts > 0 ? malloc(n_contacts * sizeof *to->contacts) : NULL;
    if (to->particles == NULL || to->walls == NULL || (n_contacts > 0 && to->contacts == NULL) ||
        !copy_walls(to, from)) {
        gravel_system_free(to);
        return gravel_no_memory(error);
    }
    if (from->n_particles > 0)
        memcpy(to->particles, from->particles, from->n_particles * sizeof *to->particles);
    if (n_contacts > 0)
        memcpy(to->contacts, from->contacts, n_contacts * sizeof *to->contacts);
    return GRAVEL_OK;
}

/* The table's element; NULL without a table. */
static const struct gravel_species_contact *
element(const struct gravel_system *s, int32_t species, int32_t partner)
{
    const size_t row = partner >= 0 ? (size_t)partner : s->n_species + (size_t)(-1 - partner);
    return s->contacts != NULL ? &s->contacts[row * s->n_species + (size_t)species] : NULL;
}

struct gravel_contact
gravel_system_contact(const struct gravel_system *s, int32_t species, int32_t partner)
{
    const struct gravel_species_contact *own = element(s, species, partner);
    return (struct gravel_contact){.material = own != NULL ? &own->material : &s->material,
                                   .wall = partner >= 0  ? NULL
                                           : own != NULL ? &own->wall
                                                         : &s->walls[-1 - partner].contact};
}

static size_t
n_pairs(const struct gravel_system *s)
{
    return s->contacts != NULL ? s->n_species * (s->n_species + 1) / 2 : 1;
}

size_t
gravel_system_n_contacts(const struct gravel_system *s)
{
    return n_pairs(s) + s->n_walls * (s->contacts != NULL ? s->n_species : 1);
}

struct gravel_contact
gravel_system_contact_at(const struct gravel_system *s, size_t k, int32_t *species, int32_t *partner)
{
    const size_t pairs = n_pairs(s), n = s->contacts != NULL ? s->n_species : 1;
    if (k >= pairs) {
        *species = (int32_t)((k - pairs) % n);
        *partner = -1 - (int32_t)((k - pairs) / n);
    } else {
        for (*species = 0; k >= n - (size_t)*species; ++*species)
            k -= n - (size_t)*species;
        *partner = *species + (int32_t)k;
    }
    return gravel_system_contact(s, *species, *partner);
}

const char *
gravel_system_contact_section(const struct gravel_system *s, int32_t species, int32_t partner, char *section)
{
    const struct gravel_species_contact *own = element(s, species, partner);
    const int32_t first = partner >= 0 && partner < species ? partner : species;
    const char *wall = partner < 0 ? s->walls[-1 - partner].name : "";
    if (own != NULL && own->stated)
        snprintf(section, GRAVEL_SECTION_MAX, "contacts.%s+%s", s->species_name[first],
                 partner < 0 ? wall : s->species_name[species + partner - first]);
    else
        snprintf(section, GRAVEL_SECTION_MAX, partner < 0 ? "walls.%s.contact" : "material%s", wall);
    return section;
}

double
gravel_inertia(int dimension, double mass, double radius)
{
    return (dimension == 2 ? 0.5 : 0.4) * mass * radius * radius;
}

double
gravel_unit_ball(int dimension)
{
    static const double volume[4] = {1.0, 2.0, M_PI, 4.0 / 3.0 * M_PI};
    return volume[dimension];
}

double
gravel_mean_diameter(const struct gravel_system *system)
{
    double diameter = 0.0;
    for (size_t k = 0; k < system->n_particles; k++)
        diameter += 2.0 * system->particles[k].radius / (double)system->n_particles;
    return diameter;
}

double
gravel_kinetic_energy(const struct gravel_particle *particles, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        if (particles[k].attached == GRAVEL_FREE)
            sum += 0.5 * particles[k].mass * v3_norm2(particles[k].v);
    return sum;
}

double
gravel_rotational_energy(const struct gravel_particle *particles, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        if (particles[k].attached == GRAVEL_FREE)
            sum += 0.5 * particles[k].inertia * v3_norm2(particles[k].omega);
    return sum;
}

double
gravel_potential_energy(const struct gravel_particle *particles, size_t n, struct vec3 gravity)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        if (particles[k].attached == GRAVEL_FREE)
            sum -= particles[k].mass * v3_dot(gravity, particles[k].x);
    return sum;
}

static unsigned
contact_needs(struct gravel_contact contact)
{
    const struct gravel_material *m = contact.material;
    unsigned needs = 0;
    if ((contact.wall != NULL ? contact.wall->friction : m->friction) > 0.0)
        needs |= GRAVEL_CAP_FRICTION;
    if ((contact.wall != NULL ? contact.wall->rolling_friction : m->rolling_friction) > 0.0)
        needs |= GRAVEL_CAP_ROLLING;
    if (m->beta != 0.0 || m->gamma != 0.0 || m->restitution_law != GRAVEL_CONSTANT_RESTITUTION)
        needs |= GRAVEL_CAP_NONLINEAR;
    if (!gravel_material_force_has_restitution_law(m))
        needs |= GRAVEL_CAP_COLLISION_LAW;
    return needs;
}

unsigned
gravel_system_needs(const struct gravel_system *system)
{
    const struct gravel_material *m = &system->material;
    unsigned needs = GRAVEL_CAP_1D << (system->dimension - 1);
    if (v3_norm2(system->gravity) > 0.0)
        needs |= GRAVEL_CAP_GRAVITY;
    if (m->rotation)
        needs |= GRAVEL_CAP_ROTATION;
    for (size_t k = 0; k < gravel_system_n_contacts(system); k++) {
        int32_t species, partner;
        needs |= contact_needs(gravel_system_contact_at(system, k, &species, &partner));
    }
    if (system->box.periodic[0] || system->box.periodic[1] || system->box.periodic[2])
        needs |= GRAVEL_CAP_PERIODIC;
    if (system->box.shear_rate != 0.0)
        needs |= GRAVEL_CAP_SHEAR;
    if (system->thermostat.strength > 0.0)
        needs |= GRAVEL_CAP_THERMOSTAT;
    for (size_t k = 0; k < system->n_walls; k++) {
        const struct gravel_wall *wall = &system->walls[k];
        needs |= GRAVEL_CAP_SHAPE_FIRST << wall->shape;
        if (wall->servo.mass > 0.0)
            needs |= GRAVEL_CAP_SERVO;
        if (wall->motion.amplitude != 0.0)
            needs |= GRAVEL_CAP_VIBRATION;
        if (v3_norm2(wall->motion.velocity) > 0.0)
            needs |= GRAVEL_CAP_TRANSLATION;
        if (wall->motion.n_knots > 0)
            needs |= GRAVEL_CAP_TABLE;
        if (wall->motion.spin != 0.0)
            needs |= GRAVEL_CAP_WALL_SPIN;
        if (wall->touch == GRAVEL_STICK || wall->touch == GRAVEL_ABSORB)
            needs |= GRAVEL_CAP_STICKY;
        if (wall->touch == GRAVEL_CARRY)
            needs |= GRAVEL_CAP_CARRIERS;
    }
    for (size_t k = 0; k < system->n_particles; k++)
        if (system->particles[k].attached >= 0)
            return needs | GRAVEL_CAP_ATTACHED;
    return needs;
}

int
gravel_capability_names(unsigned capabilities, char *buffer, size_t size)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {
        {GRAVEL_CAP_1D, "1D"},
        {GRAVEL_CAP_2D, "2D"},
        {GRAVEL_CAP_3D, "3D"},
        {GRAVEL_CAP_GRAVITY, "gravity"},
        {GRAVEL_CAP_ROTATION, "rotation"},
        {GRAVEL_CAP_PERIODIC, "periodic box"},
        {GRAVEL_CAP_VIBRATION, "vibrating walls"},
        {GRAVEL_CAP_TRANSLATION, "moving walls"},
        {GRAVEL_CAP_WALL_SPIN, "rotating walls"},
        {GRAVEL_CAP_ATTACHED, "attached particles"},
        {GRAVEL_CAP_STICKY, "sticky or absorbing walls"},
        {GRAVEL_CAP_FRICTION, "friction"},
        {GRAVEL_CAP_ROLLING, "rolling resistance"},
        {GRAVEL_CAP_NONLINEAR, "nonlinear contacts"},
        {GRAVEL_CAP_COLLISION_LAW, "material.restitution_law that no contact force has (allowed with soft spheres: "
                                   "constant, or power with restitution_exponent (2 gamma - beta)/(2 + beta))"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_PLANE, "plane"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_DISK, "disk"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_CYLINDER, "cylinder"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_RING, "ring"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_LINE, "line"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_POINT, "point"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_RECTANGLE, "rectangle"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_SEGMENT, "segment"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_CONE, "cone"},
        {GRAVEL_CAP_SHAPE_FIRST << GRAVEL_ORIFICE, "orifice"},
        {GRAVEL_CAP_THERMOSTAT, "thermostat"},
        {GRAVEL_CAP_SHEAR, "sheared box"},
        {GRAVEL_CAP_SERVO, "planes with a servo"},
        {GRAVEL_CAP_TABLE, "walls moved by a table"},
        {GRAVEL_CAP_CARRIERS, "contacts between bodies on prescribed paths"},
    };
    size_t length = 0;
    if (size > 0)
        buffer[0] = '\0';
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const size_t more = strlen(names[k].name) + (length > 0 ? 2 : 0);
        if (!(capabilities & names[k].bit) || length + more + 1 > size)
            continue;
        if (length > 0)
            strcat(buffer, ", ");
        strcat(buffer, names[k].name);
        length += more;
    }
    return (int)length;
}

enum gravel_status
gravel_system_check_needs(const struct gravel_system *system, unsigned capabilities, const char *engine,
                          struct gravel_error *error)
{
    char names[512];
    const unsigned missing = gravel_system_needs(system) & ~capabilities;
    if (missing == 0)
        return GRAVEL_OK;
    gravel_capability_names(missing, names, sizeof names);
    return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", engine, names);
}

/* Particles come round a periodic axis to the other face of a plane across it. */
static bool
comes_round(const struct gravel_box *box, struct vec3 axis)
{
    return (box->periodic[0] && axis.x != 0.0) || (box->periodic[1] && axis.y != 0.0) ||
           (box->periodic[2] && axis.z != 0.0);
}

double
gravel_system_side(const struct gravel_system *system, size_t w, double t, struct vec3 x)
{
    const struct gravel_wall *wall = &system->walls[w];
    const struct vec3 r = v3_sub(x, v3_add(wall->origin, gravel_wall_shift(wall, t)));
    if (wall->touch == GRAVEL_CARRY)
        return 0.0;
    if (wall->shape == GRAVEL_PLANE)
        return comes_round(&system->box, wall->axis) ? 0.0 : v3_dot(r, wall->axis);
    if (wall->shape == GRAVEL_CYLINDER && wall->length == 0.0)
        return v3_norm(v3_reject(r, wall->axis)) - wall->radius;
    return 0.0;
}
