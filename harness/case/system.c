#include "harness/case/system.h"

#include "engines/io/motion_table.h"
#include "harness/case/contacts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* 0 where nothing is stated. */
static double
or_zero(double stated)
{
    return isnan(stated) ? 0.0 : stated;
}

static struct vec3
vec_or_zero(struct vec3 stated)
{
    return isnan(stated.x) ? v3(0, 0, 0) : stated;
}

static struct gravel_box
build_box(const struct gravel_case_box *box)
{
    return (struct gravel_box){
        .periodic = {box->periodic_x, box->periodic_y, box->periodic_z},
        .low = vec_or_zero(box->low),
        .high = vec_or_zero(box->high),
        .shear_rate = or_zero(box->shear_rate),
    };
}

/* Exponents of the laws that have a name (S3 Sec. 2.3). */
static const struct {
    double beta, gamma;
} exponents[] = {
    [GRAVEL_LAW_LINEAR] = {0.0, 0.0},
    [GRAVEL_LAW_HERTZ] = {0.5, 0.0},
    [GRAVEL_LAW_HERTZ_KUWABARA_KONO] = {0.5, 0.5},
    [GRAVEL_LAW_TAGUCHI] = {0.5, 0.25},
    [GRAVEL_LAW_LENNARD_JONES] = {0.0, 0.0},
};

static struct gravel_material
build_material(const struct gravel_case_material *m)
{
    const bool general = m->law == GRAVEL_LAW_GENERAL;
    return (struct gravel_material){
        .statement = !isnan(m->contact_time) ? GRAVEL_BY_RESTITUTION_AND_TIME
                     : !isnan(m->stiffness)  ? GRAVEL_BY_STIFFNESS_AND_DAMPING
                     : !isnan(m->young)      ? GRAVEL_BY_ELASTICITY
                     : !isnan(m->energy)     ? GRAVEL_BY_ENERGY
                                             : GRAVEL_BY_RATES,
        .beta = general ? m->beta : exponents[m->law].beta,
        .gamma = general ? m->gamma : exponents[m->law].gamma,
        .cohesionless = m->cohesionless,
        .restitution = m->restitution, /* NaN: soft spheres do without it */
        .contact_time = or_zero(m->contact_time),
        .stiffness = or_zero(m->stiffness),
        .damping = or_zero(m->damping),
        .rate_squared = or_zero(m->rate_squared),
        .damping_rate = or_zero(m->damping_rate),
        .young = or_zero(m->young),
        .poisson = or_zero(m->poisson),
        .energy = or_zero(m->energy),
        .reference_velocity = m->reference_velocity,
        .restitution_law = (enum gravel_restitution_law)m->restitution_law,
        .restitution_exponent = or_zero(m->restitution_exponent),
        .rotation = m->rotation,
        .tangential_restitution = m->tangential_restitution,
        .friction = m->friction,
        .rolling_friction = m->rolling_friction,
        .tangential = isnan(m->tangential_stiffness) && m->tangential_law != GRAVEL_SHEAR_MINDLIN
                          ? GRAVEL_TANGENTIAL_VISCOUS
                          : GRAVEL_TANGENTIAL_SPRING,
        .tangential_stiffness = or_zero(m->tangential_stiffness),
        .tangential_damping = or_zero(m->tangential_damping),
    };
}

/* A0 from alpha = A0 w^2/g or from A0 w; the rate from Fr = rate^2 R/g. */
static struct gravel_motion
build_motion(const struct gravel_case_wall *wall, double g)
{
    const double w = 2.0 * M_PI * or_zero(wall->motion.frequency);
    return (struct gravel_motion){
        .velocity = wall->motion.velocity,
        .amplitude = !isnan(wall->motion.acceleration)    ? wall->motion.acceleration * g / (w * w)
                     : !isnan(wall->motion.peak_velocity) ? wall->motion.peak_velocity / w
                                                          : or_zero(wall->motion.amplitude),
        .direction = isnan(wall->motion.direction.x) ? v3(0, 0, 0) : v3_unit(wall->motion.direction),
        .angular_frequency = w,
        .phase = wall->motion.phase,
        .spin = !isnan(wall->rotation.froude) ? sqrt(wall->rotation.froude * g / wall->rotation.reference_radius)
                                              : or_zero(wall->rotation.rate),
        .ramp = wall->rotation.ramp,
    };
}

static struct gravel_wall_contact
build_wall_contact(const struct gravel_case_wall_contact *c)
{
    return (struct gravel_wall_contact){
        .rule = c->rule >= 0 ? (enum gravel_wall_rule)c->rule : GRAVEL_SAME_FORCE_CONSTANTS,
        .restitution = or_zero(c->restitution),
        .dashpot = or_zero(c->dashpot),
        .young = isnan(c->young) ? INFINITY : c->young,
        .poisson = or_zero(c->poisson),
        .tangential_restitution = c->tangential_restitution,
        .friction = c->friction,
        .rolling_friction = c->rolling_friction,
    };
}

static struct gravel_wall
build_wall(const struct gravel_case_wall *w, double g)
{
    struct gravel_wall wall = {
        .shape = (enum gravel_shape)w->shape,
        .origin = w->origin,
        .axis = v3_unit(w->axis),
        .radius = or_zero(w->radius),
        .radius_end = or_zero(w->radius_end),
        .length = or_zero(w->length),
        .width = or_zero(w->width),
        .motion = build_motion(w, g),
        .touch = (enum gravel_wall_response)w->touch,
        .contact = build_wall_contact(&w->contact),
        .servo = {or_zero(w->servo.mass), or_zero(w->servo.force), or_zero(w->servo.damping)},
    };
    if (!isnan(w->edge.x))
        wall.edge = v3_unit(v3_reject(w->edge, wall.axis));
    snprintf(wall.name, sizeof wall.name, "%s", w->name);
    return wall;
}

static struct gravel_moduli
moduli_of(const struct gravel_description *d, size_t species)
{
    const struct gravel_case_species *s = &d->species[species];
    return isnan(s->young) ? (struct gravel_moduli){d->material.young, d->material.poisson}
                           : (struct gravel_moduli){s->young, s->poisson};
}

/* The material of a pair whose bodies have these moduli, where it is stated by moduli. */
static struct gravel_material
mix(const struct gravel_case_material *stated, struct gravel_moduli a, struct gravel_moduli b)
{
    struct gravel_material m = build_material(stated);
    if (m.statement == GRAVEL_BY_ELASTICITY)
        gravel_material_mix(&m, a, b);
    if (stated->tangential_law == GRAVEL_SHEAR_MINDLIN)
        m.tangential_stiffness = gravel_mindlin_ratio(m.beta, a, b);
    return m;
}

static struct gravel_species_contact
build_contact(const struct gravel_description *d, size_t a, size_t b)
{
    const size_t k = gravel_description_contact(d, (int32_t)a, (int32_t)b);
    const struct gravel_case_contact *own = k < d->n_contacts ? &d->contacts[k] : NULL;
    const struct gravel_case_material *m = own != NULL ? &own->material : &d->material;
    const struct gravel_moduli of_pair = {m->young, m->poisson};
    const bool alike = own != NULL && own->own_moduli;
    return (struct gravel_species_contact){
        .material = mix(m, alike ? of_pair : moduli_of(d, a), alike ? of_pair : moduli_of(d, b)),
        .stated = own != NULL,
    };
}

/* At a wall: the pair of equal beads, but the tangential spring of Mindlin's law has the moduli of both sides. */
static struct gravel_species_contact
build_contact_at_wall(const struct gravel_description *d, size_t a, size_t w)
{
    const size_t k = gravel_description_contact(d, (int32_t)a, -1 - (int32_t)w);
    const size_t beads = gravel_description_contact(d, (int32_t)a, (int32_t)a);
    const struct gravel_case_contact *own = k < d->n_contacts ? &d->contacts[k] : NULL;
    const struct gravel_case_contact *pair = own != NULL ? own : beads < d->n_contacts ? &d->contacts[beads] : NULL;
    const struct gravel_case_material *m = pair != NULL ? &pair->material : &d->material;
    const struct gravel_moduli of_pair = {m->young, m->poisson};
    const struct gravel_moduli body = pair != NULL && pair->own_moduli ? of_pair : moduli_of(d, a);
    struct gravel_species_contact c = {
        .material = mix(m, body, body),
        .wall = build_wall_contact(own != NULL ? &own->wall : &d->walls[w].contact),
        .stated = own != NULL,
    };
    if (m->tangential_law == GRAVEL_SHEAR_MINDLIN && c.wall.rule == GRAVEL_ELASTIC_WALL)
        c.material.tangential_stiffness =
            gravel_mindlin_ratio(c.material.beta, body, (struct gravel_moduli){c.wall.young, c.wall.poisson});
    return c;
}

/* Whether contacts differ by species. */
static bool
differ(const struct gravel_description *d)
{
    bool some = d->n_contacts > 0;
    for (size_t k = 0; k < d->n_species; k++)
        some = some || !isnan(d->species[k].young);
    for (size_t w = 0; w < d->n_walls; w++)
        some = some ||
               (d->walls[w].contact.rule == GRAVEL_ELASTIC_WALL && d->material.tangential_law == GRAVEL_SHEAR_MINDLIN);
    return some;
}

/* The table of contacts; none where all have the default. */
static enum gravel_status
build_contacts(const struct gravel_description *d, struct gravel_system *system, struct gravel_error *error)
{
    const size_t n = d->n_species, n_walls = d->n_walls;
    if (!differ(d))
        return GRAVEL_OK;
    system->contacts = calloc(n * (n + n_walls), sizeof *system->contacts);
    if (system->contacts == NULL)
        return gravel_no_memory(error);
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++)
            system->contacts[b * n + a] = build_contact(d, a, b);
        for (size_t w = 0; w < n_walls; w++)
            system->contacts[(n + w) * n + a] = build_contact_at_wall(d, a, w);
    }
    return GRAVEL_OK;
}

/* Finite numbers may have products that are not. */
static enum gravel_status
check_motion(const struct gravel_motion *m, const char *section, struct gravel_error *error)
{
    const double w = m->angular_frequency, acceleration = m->amplitude * w * w;
    if (!isfinite(w * w) || !isfinite(acceleration) || !isfinite(m->spin) || !v3_finite(m->velocity))
        return gravel_fail_at(error, GRAVEL_INPUT, section,
                              "found an amplitude of %g m at %g rad/s and a spin of %g rad/s, "
                              "allowed: finite accelerations",
                              m->amplitude, w, m->spin);
    return GRAVEL_OK;
}

static enum gravel_status
read_table(const struct gravel_case_wall *stated, struct gravel_motion *motion, struct gravel_error *error)
{
    char path[64];
    struct gravel_error why;
    if (stated->motion.table == NULL)
        return GRAVEL_OK;
    const enum gravel_status status = gravel_motion_table_read("table", stated->motion.table, motion, &why);
    snprintf(path, sizeof path, "%s.motion.table", stated->section);
    return status == GRAVEL_OK ? status : gravel_fail_at(error, status, path, "%s", why.text);
}

enum gravel_status
gravel_case_system(const struct gravel_description *d, struct gravel_system *system, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    *system = (struct gravel_system){
        .dimension = (int)d->space.dimension,
        .gravity = d->space.gravity,
        .box = build_box(&d->box),
        .material = mix(&d->material, (struct gravel_moduli){d->material.young, d->material.poisson},
                        (struct gravel_moduli){d->material.young, d->material.poisson}),
        .thermostat = {or_zero(d->thermostat.strength), or_zero(d->thermostat.interval), 0},
    };
    for (; system->n_species < d->n_species; system->n_species++)
        snprintf(system->species_name[system->n_species], sizeof system->species_name[0], "%s",
                 d->species[system->n_species].name);
    if (d->n_walls > 0 && (system->walls = calloc(d->n_walls, sizeof *system->walls)) == NULL)
        return gravel_no_memory(error);
    for (; system->n_walls < d->n_walls && status == GRAVEL_OK; system->n_walls++) {
        struct gravel_wall *wall = &system->walls[system->n_walls];
        *wall = build_wall(&d->walls[system->n_walls], v3_norm(d->space.gravity));
        status = check_motion(&wall->motion, d->walls[system->n_walls].section, error);
        if (status == GRAVEL_OK)
            status = read_table(&d->walls[system->n_walls], &wall->motion, error);
    }
    return status == GRAVEL_OK ? build_contacts(d, system, error) : status;
}
