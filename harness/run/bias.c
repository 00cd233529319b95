#include "harness/run/bias.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Apply a change to the default material and to those of the table of contacts; false if none has what is changed. */
static bool
each_material(struct gravel_system *system, double factor,
              bool (*change)(const struct gravel_system *system, struct gravel_material *m, double factor))
{
    const size_t n = system->contacts != NULL ? (system->n_species + system->n_walls) * system->n_species : 0;
    bool has = change(system, &system->material, factor);
    for (size_t k = 0; k < n; k++)
        has = change(system, &system->contacts[k].material, factor) || has;
    return has;
}

/* The same for the contacts with walls. */
static bool
each_wall_contact(struct gravel_system *system, double factor,
                  bool (*change)(struct gravel_wall_contact *contact, double factor))
{
    const size_t pairs = system->n_species * system->n_species;
    const size_t n = system->contacts != NULL ? system->n_walls * system->n_species : 0;
    bool has = false;
    for (size_t w = 0; w < system->n_walls; w++)
        has = change(&system->walls[w].contact, factor) || has;
    for (size_t k = 0; k < n; k++)
        has = change(&system->contacts[pairs + k].wall, factor) || has;
    return has;
}

/* Damping that changes e to `factor` e: to first order in the dissipation, ln e is proportional to it. */
static double
damping_factor(const struct gravel_system *system, const struct gravel_material *m, double factor)
{
    const struct gravel_particle *p = system->particles;
    const double v = m->reference_velocity > 0.0 ? m->reference_velocity : 1.0;
    const double e = gravel_material_restitution(m, NULL, 0.5 * p->mass, 2.0 * p->radius, v);
    return e > 0.0 && e < 1.0 ? log(factor * e) / log(e) : 1.0;
}

static bool
change_restitution(const struct gravel_system *system, struct gravel_material *m, double factor)
{
    const double damping = system->n_particles > 0 ? damping_factor(system, m, factor) : 1.0;
    const bool by_damping = m->statement != GRAVEL_BY_RESTITUTION_AND_TIME && m->statement != GRAVEL_BY_ELASTICITY;
    const bool has = by_damping ? damping != 1.0 : m->restitution > 0.0;
    m->restitution = fmin(factor * m->restitution, 1.0);
    m->damping *= damping;
    m->damping_rate *= damping;
    return has;
}

static bool
change_wall_restitution(struct gravel_wall_contact *contact, double factor)
{
    if (!gravel_wall_states_restitution(contact) || !(contact->restitution > 0.0))
        return false;
    contact->restitution = fmin(factor * contact->restitution, 1.0);
    return true;
}

static bool
apply_restitution(struct gravel_system *system, double factor)
{
    const bool pairs = each_material(system, factor, change_restitution);
    return each_wall_contact(system, factor, change_wall_restitution) || pairs;
}

/* t_c is proportional to K^(-1/(2 + beta)) at a given speed; the damping follows so that e of the linear law stays. */
static bool
change_contact_time(const struct gravel_system *system, struct gravel_material *m, double factor)
{
    const double stiffness = pow(factor, -(2.0 + m->beta));
    (void)system;
    m->contact_time *= factor;
    m->stiffness *= stiffness;
    m->rate_squared *= stiffness;
    m->young *= pow(factor, -2.5);
    m->energy *= stiffness;
    m->damping /= factor;
    m->damping_rate /= factor;
    return true;
}

static bool
apply_contact_time(struct gravel_system *system, double factor)
{
    return each_material(system, factor, change_contact_time);
}

static bool
apply_gravity(struct gravel_system *system, double factor)
{
    system->gravity = v3_scale(factor, system->gravity);
    return v3_norm2(system->gravity) > 0.0;
}

/* The masses stay. */
static bool
apply_diameter(struct gravel_system *system, double factor)
{
    for (size_t i = 0; i < system->n_particles; i++) {
        system->particles[i].radius *= factor;
        system->particles[i].inertia *= factor * factor;
    }
    return system->n_particles > 0;
}

static bool
change_friction(const struct gravel_system *system, struct gravel_material *m, double factor)
{
    (void)system;
    m->friction *= factor;
    return m->friction > 0.0;
}

static bool
change_wall_friction(struct gravel_wall_contact *contact, double factor)
{
    contact->friction *= factor;
    return contact->friction > 0.0;
}

static bool
apply_friction(struct gravel_system *system, double factor)
{
    const bool pairs = each_material(system, factor, change_friction);
    return each_wall_contact(system, factor, change_wall_friction) || pairs;
}

static bool
apply_amplitude(struct gravel_system *system, double factor)
{
    bool has = false;
    for (size_t w = 0; w < system->n_walls; w++) {
        has = has || system->walls[w].motion.amplitude > 0.0;
        system->walls[w].motion.amplitude *= factor;
    }
    return has;
}

static bool
apply_frequency(struct gravel_system *system, double factor)
{
    bool has = false;
    for (size_t w = 0; w < system->n_walls; w++) {
        struct gravel_motion *motion = &system->walls[w].motion;
        has = has || motion->angular_frequency > 0.0 || motion->spin != 0.0;
        motion->angular_frequency *= factor;
        motion->spin *= factor;
    }
    return has;
}

static const struct gravel_bias_ops restitution = {"restitution", "normal restitution of pairs and walls",
                                                   apply_restitution},
                                    contact_time = {"contact_time", "duration of a contact", apply_contact_time},
                                    gravity = {"gravity", "acceleration of free fall", apply_gravity},
                                    diameter = {"diameter", "diameter of all particles", apply_diameter},
                                    friction = {"friction", "Coulomb coefficient of pairs and walls", apply_friction},
                                    amplitude = {"amplitude", "amplitude of vibrating walls", apply_amplitude},
                                    frequency = {"frequency", "frequency of vibrating and rate of rotating walls",
                                                 apply_frequency};

const struct gravel_bias_ops *const gravel_biases[] = {&restitution, &contact_time, &gravity,   &diameter,
                                                       &friction,    &amplitude,    &frequency, NULL};

static const struct gravel_bias_ops *
find(const char *name, size_t length)
{
    for (const struct gravel_bias_ops *const *b = gravel_biases; *b != NULL; b++)
        if (strlen((*b)->name) == length && strncmp((*b)->name, name, length) == 0)
            return *b;
    return NULL;
}

enum gravel_status
gravel_bias_parse(const char *text, struct gravel_bias *bias, struct gravel_error *error)
{
    char names[160] = "", *end = NULL;
    const size_t length = strcspn(text, "=");
    const char *number = text[length] == '=' ? text + length + 1 : "";
    *bias = (struct gravel_bias){find(text, length), strtod(number, &end)};
    for (size_t k = 0; gravel_biases[k] != NULL; k++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", k > 0 ? ", " : "",
                 gravel_biases[k]->name);
    if (bias->ops == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "--bias: found \"%.60s\", allowed is NAME=FACTOR, NAME one of: %s",
                           text, names);
    if (end == number || *end != '\0' || !(bias->factor > 0.0 && bias->factor < 2.0))
        return gravel_fail(error, GRAVEL_INPUT, "--bias %s: found \"%.60s\", allowed is a factor between 0 and 2",
                           bias->ops->name, number);
    return GRAVEL_OK;
}

enum gravel_status
gravel_bias_copy(const struct gravel_bias *bias, const struct gravel_system *system, struct gravel_system *biased,
                 struct gravel_error *error)
{
    const enum gravel_status status = gravel_system_copy(biased, system, error);
    if (status != GRAVEL_OK || bias->ops == NULL || bias->ops->apply(biased, bias->factor))
        return status;
    return gravel_fail(error, GRAVEL_UNSUPPORTED, "the system has no %s that a bias would change", bias->ops->name);
}
