/* Parameters of a case file -> the physical system: the only place where user units become the engines'. */
#include "harness/case/case.h"

#include "cases/prepare/prepare.h"
#include "cases/prepare/size.h"
#include "engines/core/rng.h"
#include "harness/case/schema.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 160 };

/* Parameters below one section. */
struct view {
    const struct gravel_options *p;
    const char *section;
};

static const char *
path_of(const struct view *v, const char *name, char *path)
{
    snprintf(path, PATH_SIZE, "%s.%s", v->section, name);
    return path;
}

static bool
has(const struct view *v, const char *name)
{
    char path[PATH_SIZE];
    return gravel_options_has(v->p, path_of(v, name, path));
}

static double
real(const struct view *v, const char *name)
{
    char path[PATH_SIZE];
    return gravel_options_real(v->p, path_of(v, name, path));
}

/* 0 where nothing is stated. */
static double
real_or_zero(const struct view *v, const char *name)
{
    return has(v, name) ? real(v, name) : 0.0;
}

static const char *
text(const struct view *v, const char *name)
{
    char path[PATH_SIZE];
    return gravel_options_text(v->p, path_of(v, name, path));
}

static struct vec3
vec(const struct view *v, const char *name)
{
    char path[PATH_SIZE];
    return gravel_options_vec3(v->p, path_of(v, name, path));
}

/* Position of `word` in a NULL-terminated list; the schema allows no other words. */
static int
index_of(const char *word, const char *const *words)
{
    int k = 0;
    while (words[k] != NULL && strcmp(words[k], word) != 0)
        k++;
    return k;
}

static void
build_space(const struct gravel_options *p, struct gravel_system *system)
{
    system->dimension = (int)gravel_options_int(p, "dimension");
    system->gravity = gravel_options_vec3(p, "gravity");
    system->box = (struct gravel_box){
        .periodic = {gravel_options_bool(p, "box.periodic_x"), gravel_options_bool(p, "box.periodic_y"),
                     gravel_options_bool(p, "box.periodic_z")},
        .low = gravel_options_vec3(p, "box.low"),
        .high = gravel_options_vec3(p, "box.high"),
    };
}

/* Exponents of the named laws (S3 Sec. 2.3). */
static const struct {
    const char *law;
    double beta, gamma;
} laws[] = {{"linear", 0.0, 0.0}, {"hertz", 0.5, 0.0}, {"hertz-kuwabara-kono", 0.5, 0.5}, {"taguchi", 0.5, 0.25}};

static void
build_material(const struct gravel_options *p, struct gravel_material *m)
{
    static const char *const restitution_laws[] = {"constant", "power", "bizon", NULL};
    const struct view v = {.p = p, .section = "material"};
    *m = (struct gravel_material){
        .statement = has(&v, "contact_time") ? GRAVEL_BY_RESTITUTION_AND_TIME
                     : has(&v, "stiffness")  ? GRAVEL_BY_STIFFNESS_AND_DAMPING
                     : has(&v, "young")      ? GRAVEL_BY_ELASTICITY
                     : has(&v, "energy")     ? GRAVEL_BY_ENERGY
                                             : GRAVEL_BY_RATES,
        .beta = real_or_zero(&v, "beta"),
        .gamma = real_or_zero(&v, "gamma"),
        .cohesionless = real(&v, "cohesionless") != 0.0,
        .restitution = real(&v, "restitution"), /* NaN: soft spheres do without it */
        .contact_time = real_or_zero(&v, "contact_time"),
        .stiffness = real_or_zero(&v, "stiffness"),
        .damping = real_or_zero(&v, "damping"),
        .rate_squared = real_or_zero(&v, "rate_squared"),
        .damping_rate = real_or_zero(&v, "damping_rate"),
        .young = real_or_zero(&v, "young"),
        .poisson = real_or_zero(&v, "poisson"),
        .energy = real_or_zero(&v, "energy"),
        .reference_velocity = real(&v, "reference_velocity"),
        .restitution_law = (enum gravel_restitution_law)index_of(text(&v, "restitution_law"), restitution_laws),
        .restitution_exponent = real_or_zero(&v, "restitution_exponent"),
        .rotation = real(&v, "rotation") != 0.0,
        .tangential_restitution = real(&v, "tangential_restitution"),
        .friction = real(&v, "friction"),
        .rolling_friction = real(&v, "rolling_friction"),
        .tangential = has(&v, "tangential_stiffness") ? GRAVEL_TANGENTIAL_SPRING : GRAVEL_TANGENTIAL_VISCOUS,
        .tangential_stiffness = real_or_zero(&v, "tangential_stiffness"),
    };
    for (size_t k = 0; k < sizeof laws / sizeof laws[0]; k++)
        if (strcmp(laws[k].law, text(&v, "law")) == 0) {
            m->beta = laws[k].beta;
            m->gamma = laws[k].gamma;
        }
}

/* A0 from alpha = A0 w^2/g or from A0 w; the rate from Fr = rate^2 R/g. */
static struct gravel_motion
build_motion(const struct view *v, double g)
{
    const double w = 2.0 * M_PI * real_or_zero(v, "motion.frequency");
    return (struct gravel_motion){
        .velocity = vec(v, "motion.velocity"),
        .amplitude = has(v, "motion.acceleration")    ? real(v, "motion.acceleration") * g / (w * w)
                     : has(v, "motion.peak_velocity") ? real(v, "motion.peak_velocity") / w
                                                      : real_or_zero(v, "motion.amplitude"),
        .direction = has(v, "motion.direction") ? v3_unit(vec(v, "motion.direction")) : v3(0, 0, 0),
        .angular_frequency = w,
        .phase = real(v, "motion.phase"),
        .spin = has(v, "rotation.froude") ? sqrt(real(v, "rotation.froude") * g / real(v, "rotation.reference_radius"))
                                          : real_or_zero(v, "rotation.rate"),
        .ramp = real(v, "rotation.ramp"),
    };
}

static struct gravel_wall
build_wall(const struct gravel_options *p, const char *name)
{
    static const char *const shapes[] = {"plane", "disk",      "cylinder", "ring", "line",
                                         "point", "rectangle", "segment",  NULL};
    static const char *const touches[] = {"bounce", "stick", "absorb", NULL};
    static const char *const rules[] = {"same-force-constants", "restitution", "scaled-dashpot", NULL};
    char section[64];
    snprintf(section, sizeof section, "walls.%s", name);
    const struct view v = {.p = p, .section = section};
    struct gravel_wall wall = {
        .shape = (enum gravel_shape)index_of(text(&v, "shape"), shapes),
        .origin = vec(&v, "origin"),
        .axis = v3_unit(vec(&v, "axis")),
        .radius = real_or_zero(&v, "radius"),
        .length = real_or_zero(&v, "length"),
        .width = real_or_zero(&v, "width"),
        .motion = build_motion(&v, v3_norm(gravel_options_vec3(p, "gravity"))),
        .touch = (enum gravel_touch)index_of(text(&v, "touch"), touches),
        .contact = has(&v, "contact.rule") ? (enum gravel_wall_contact)index_of(text(&v, "contact.rule"), rules)
                                           : GRAVEL_SAME_FORCE_CONSTANTS,
        .restitution = real_or_zero(&v, "contact.restitution"),
        .dashpot = real_or_zero(&v, "contact.dashpot"),
        .tangential_restitution = real(&v, "contact.tangential_restitution"),
        .friction = real(&v, "contact.friction"),
        .rolling_friction = real(&v, "contact.rolling_friction"),
    };
    if (has(&v, "edge"))
        wall.edge = v3_unit(v3_reject(vec(&v, "edge"), wall.axis));
    snprintf(wall.name, sizeof wall.name, "%s", name);
    return wall;
}

/* Finite numbers may have products that are not. */
static enum gravel_status
check_motion(const struct gravel_wall *wall, struct gravel_error *error)
{
    const struct gravel_motion *m = &wall->motion;
    const double w = m->angular_frequency, acceleration = m->amplitude * w * w;
    if (!isfinite(w * w) || !isfinite(acceleration) || !isfinite(m->spin) || !v3_finite(m->velocity))
        return gravel_fail(error, GRAVEL_INPUT,
                           "walls.%s: found an amplitude of %g m at %g rad/s and a spin of %g rad/s, "
                           "allowed: finite accelerations",
                           wall->name, m->amplitude, w, m->spin);
    return GRAVEL_OK;
}

static enum gravel_status
build_walls(const struct gravel_options *p, struct gravel_system *system, struct gravel_error *error)
{
    char names[GRAVEL_WALLS_MAX][32];
    const size_t n = gravel_schema_names(p, "walls", names, GRAVEL_WALLS_MAX);
    if (n == 0)
        return GRAVEL_OK;
    system->walls = calloc(n, sizeof *system->walls);
    if (system->walls == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory");
    enum gravel_status status = GRAVEL_OK;
    for (; system->n_walls < n && status == GRAVEL_OK; system->n_walls++) {
        system->walls[system->n_walls] = build_wall(p, names[system->n_walls]);
        status = check_motion(&system->walls[system->n_walls], error);
    }
    return status;
}

/* One particle of a species, `scale` times as large as stated; the mass is that of a sphere in every dimension. */
static struct gravel_particle
build_particle(const struct view *v, double scale, int dimension, int species)
{
    const double stated = has(v, "radius") ? real(v, "radius") : 0.5 * real(v, "diameter"), r = scale * stated;
    struct gravel_particle particle = {.radius = r, .species = species, .attached = GRAVEL_FREE};
    particle.mass =
        has(v, "mass") ? real(v, "mass") * scale * scale * scale : real(v, "density") * (4.0 / 3.0) * M_PI * r * r * r;
    particle.inertia = gravel_inertia(dimension, particle.mass, particle.radius);
    return particle;
}

static struct gravel_size
build_size(const struct view *v)
{
    static const char *const size_laws[] = {"uniform", "log-normal", NULL};
    return (struct gravel_size){
        .law = has(v, "distribution")
                   ? (enum gravel_size_law)(GRAVEL_SIZE_UNIFORM + index_of(text(v, "distribution"), size_laws))
                   : GRAVEL_SIZE_EQUAL,
        .spread = real_or_zero(v, "spread"),
        .truncation = real_or_zero(v, "truncation"),
    };
}

/* All particles of species k; their sizes are the stream (seed, "sizes", k). */
static enum gravel_status
build_species(const struct view *v, size_t k, uint64_t seed, struct gravel_system *system, struct gravel_error *error)
{
    const size_t first = system->n_particles, count = (size_t)real(v, "count");
    const struct gravel_size size = build_size(v);
    const enum gravel_status status = gravel_system_resize(system, first + count, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, "sizes", k);
    if (rng == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory");
    for (size_t i = first; i < first + count; i++)
        system->particles[i] = build_particle(v, gravel_size_draw(&size, rng), system->dimension, (int)k);
    gsl_rng_free(rng);
    return GRAVEL_OK;
}

static enum gravel_status
build_particles(const struct gravel_options *p, uint64_t seed, struct gravel_system *system, struct gravel_error *error)
{
    char names[GRAVEL_SPECIES_MAX][32] = {"grain"}, section[64];
    const bool single = gravel_options_has(p, "particles.count");
    const size_t n = single ? 1 : gravel_schema_names(p, "particles", names, GRAVEL_SPECIES_MAX);
    for (size_t k = 0; k < n; k++) {
        snprintf(section, sizeof section, "particles%s%.31s", single ? "" : ".", single ? "" : names[k]);
        const struct view v = {.p = p, .section = section};
        const struct gravel_particle one = build_particle(&v, 1.0, system->dimension, (int)k);
        if (!(one.inertia > 0.0 && isfinite(one.inertia) && one.mass > 0.0 && isfinite(one.mass)))
            return gravel_fail(error, GRAVEL_INPUT,
                               "%s: found a radius of %g m with a mass of %g kg, allowed: finite "
                               "mass and moment of inertia",
                               section, one.radius, one.mass);
        const enum gravel_status status = build_species(&v, k, seed, system, error);
        if (status != GRAVEL_OK)
            return status;
        snprintf(system->species_name[system->n_species++], sizeof system->species_name[0], "%.31s", names[k]);
    }
    return GRAVEL_OK;
}

/* Beads may touch at the start: overlaps below this part of the radius are rounding. */
static const double touching = 1e-9;

enum gravel_status
gravel_case_build(const struct gravel_options *parameters, const char *prepare, uint64_t seed,
                  struct gravel_system *system, struct gravel_error *error)
{
    char section[96];
    struct gravel_options options = {0};
    const struct gravel_prepare_ops *generator = gravel_prepare_find(prepare);
    *system = (struct gravel_system){0};
    if (generator == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "prepare: found no generator called %.60s", prepare);
    build_space(parameters, system);
    build_material(parameters, &system->material);
    enum gravel_status status = build_walls(parameters, system, error);
    if (status == GRAVEL_OK)
        status = build_particles(parameters, seed, system, error);
    snprintf(section, sizeof section, "prepare.%s", prepare);
    if (status == GRAVEL_OK)
        status = gravel_options_view(&options, parameters, section, error);
    if (status == GRAVEL_OK)
        status = generator->fill(system, &options, seed, error);
    if (status == GRAVEL_OK)
        status = gravel_system_check(system, touching, error);
    gravel_options_free(&options);
    if (status != GRAVEL_OK)
        gravel_system_free(system);
    return status;
}
