#include "harness/case/system.h"

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
        .tangential = isnan(m->tangential_stiffness) ? GRAVEL_TANGENTIAL_VISCOUS : GRAVEL_TANGENTIAL_SPRING,
        .tangential_stiffness = or_zero(m->tangential_stiffness),
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

static struct gravel_wall
build_wall(const struct gravel_case_wall *w, double g)
{
    struct gravel_wall wall = {
        .shape = (enum gravel_shape)w->shape,
        .origin = w->origin,
        .axis = v3_unit(w->axis),
        .radius = or_zero(w->radius),
        .length = or_zero(w->length),
        .width = or_zero(w->width),
        .motion = build_motion(w, g),
        .touch = (enum gravel_wall_response)w->touch,
        .contact = w->contact.rule >= 0 ? (enum gravel_wall_contact)w->contact.rule : GRAVEL_SAME_FORCE_CONSTANTS,
        .servo = {or_zero(w->servo.mass), or_zero(w->servo.force), or_zero(w->servo.damping)},
        .restitution = or_zero(w->contact.restitution),
        .dashpot = or_zero(w->contact.dashpot),
        .tangential_restitution = w->contact.tangential_restitution,
        .friction = w->contact.friction,
        .rolling_friction = w->contact.rolling_friction,
    };
    if (!isnan(w->edge.x))
        wall.edge = v3_unit(v3_reject(w->edge, wall.axis));
    snprintf(wall.name, sizeof wall.name, "%s", w->name);
    return wall;
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

enum gravel_status
gravel_case_system(const struct gravel_description *d, struct gravel_system *system, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    *system = (struct gravel_system){
        .dimension = (int)d->space.dimension,
        .gravity = d->space.gravity,
        .box = build_box(&d->box),
        .material = build_material(&d->material),
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
    }
    return status;
}
