#include "harness/run/build.h"

#include "cases/prepare/motion.h"
#include "cases/prepare/size.h"
#include "engines/core/rng.h"
#include "engines/core/shear.h"
#include "harness/case/describe.h"
#include "harness/case/parts.h"
#include "harness/case/system.h"
#include "harness/run/effect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double
stated_radius(const struct gravel_case_species *s)
{
    return isnan(s->radius) ? 0.5 * s->diameter : s->radius;
}

/* One particle of a species, `scale` times as large as stated; the mass is that of a sphere in every dimension, or on
 * request that of a disk in two. */
static struct gravel_particle
build_particle(const struct gravel_case_species *s, double scale, int dimension, int species)
{
    const double r = scale * stated_radius(s);
    struct gravel_particle particle = {.radius = r, .species = species, .attached = GRAVEL_FREE};
    if (s->weigh == GRAVEL_WEIGH_DISKS)
        particle.mass = s->density * M_PI * r * r;
    else
        particle.mass = isnan(s->mass) ? s->density * (4.0 / 3.0) * M_PI * r * r * r : s->mass * scale * scale * scale;
    particle.inertia = gravel_inertia(dimension, particle.mass, particle.radius);
    return particle;
}

static struct gravel_size
build_size(const struct gravel_case_species *s)
{
    return (struct gravel_size){
        .law = s->distribution == GRAVEL_SIZES_UNIFORM      ? GRAVEL_SIZE_UNIFORM
               : s->distribution == GRAVEL_SIZES_LOG_NORMAL ? GRAVEL_SIZE_LOG_NORMAL
                                                            : GRAVEL_SIZE_EQUAL,
        .spread = isnan(s->spread) ? 0.0 : s->spread,
        .truncation = isnan(s->truncation) ? 0.0 : s->truncation,
    };
}

/* All particles of species k; their sizes are the stream (seed, "sizes", k). */
static enum gravel_status
build_species(const struct gravel_case_species *s, size_t k, uint64_t seed, struct gravel_system *system,
              struct gravel_error *error)
{
    const size_t first = system->n_particles, count = (size_t)s->count;
    const struct gravel_size size = build_size(s);
    const struct gravel_particle one = build_particle(s, 1.0, system->dimension, (int)k);
    if (!(one.inertia > 0.0 && isfinite(one.inertia) && one.mass > 0.0 && isfinite(one.mass)))
        return gravel_fail_at(error, GRAVEL_INPUT, s->section,
                              "found a radius of %g m with a mass of %g kg, allowed: finite mass and moment of inertia",
                              one.radius, one.mass);
    const enum gravel_status status = gravel_system_resize(system, first + count, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, "sizes", k);
    if (rng == NULL)
        return gravel_no_memory(error);
    for (size_t i = first; i < first + count; i++)
        system->particles[i] = build_particle(s, gravel_size_draw(&size, rng), system->dimension, (int)k);
    gsl_rng_free(rng);
    return GRAVEL_OK;
}

/* A message of a generator begins with "prepare.<generator>"; that of a part becomes "prepare.<name>". */
static void
rename_section(const struct gravel_part *part, struct gravel_error *error)
{
    char section[sizeof error->path], text[sizeof error->text];
    snprintf(section, sizeof section, "prepare.%.60s", part->generator->name);
    const size_t length = strlen(section);
    if (error == NULL)
        return;
    if (error->path[0] == '\0') {
        snprintf(error->path, sizeof error->path, "%s", part->section);
    } else if (strncmp(error->path, section, length) == 0) {
        snprintf(text, sizeof text, "%s%s", part->section, error->path + length);
        snprintf(error->path, sizeof error->path, "%.190s", text);
    }
    if (strncmp(error->text, section, length) == 0) {
        snprintf(text, sizeof text, "%s%s", part->section, error->text + length);
        memcpy(error->text, text, sizeof text);
    }
}

/* The particles that a part places, as a system of their own with the same walls. */
static enum gravel_status
take_part(struct gravel_system *own, const struct gravel_system *system, const struct gravel_part *part,
          struct gravel_error *error)
{
    const enum gravel_status status = gravel_system_copy(own, system, error);
    if (status != GRAVEL_OK)
        return status;
    own->n_particles = 0;
    for (size_t k = 0; k < system->n_particles; k++)
        if (part->takes[system->particles[k].species])
            own->particles[own->n_particles++] = system->particles[k];
    return GRAVEL_OK;
}

/* Put the particles of a part, of which the generator may have added some, into the system of all. */
static enum gravel_status
put_part(const struct gravel_system *own, struct gravel_system *system, size_t n_stated, const struct gravel_part *part,
         struct gravel_error *error)
{
    size_t next = 0;
    for (size_t k = 0; k < n_stated; k++)
        if (part->takes[system->particles[k].species])
            next++;
    const size_t n_taken = next, n_before = system->n_particles;
    const enum gravel_status status = gravel_system_resize(system, n_before + own->n_particles - n_taken, error);
    if (status != GRAVEL_OK)
        return status;
    next = 0;
    for (size_t k = 0; k < n_stated; k++)
        if (part->takes[system->particles[k].species])
            system->particles[k] = own->particles[next++];
    for (size_t k = n_before; k < system->n_particles; k++)
        system->particles[k] = own->particles[next++];
    return GRAVEL_OK;
}

/* Random numbers of a part are its own, so that two of one generator differ. */
static uint64_t
part_seed(const struct gravel_part *part, const char *prepare, uint64_t seed)
{
    return strcmp(prepare, gravel_overlay) == 0 ? seed ^ gravel_hash_text(part->name) : seed;
}

static enum gravel_status
place_part(const struct gravel_options *parameters, const struct gravel_part *part, uint64_t seed,
           struct gravel_system *system, struct gravel_error *error)
{
    struct gravel_options options = {0};
    enum gravel_status status = gravel_options_view(&options, parameters, part->section, error);
    if (status == GRAVEL_OK) {
        status = part->generator->fill(system, &options, seed, error);
        if (status != GRAVEL_OK)
            rename_section(part, error);
    }
    if (status == GRAVEL_OK)
        status = gravel_motion_add(system, &options, part->section, error);
    gravel_options_free(&options);
    return status;
}

/* Particles whose radius a generator has changed get the mass of their species' density. */
static void
set_masses(const struct gravel_description *d, struct gravel_system *system)
{
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        const struct gravel_case_species *s = &d->species[p->species];
        if (p->mass != 0.0)
            continue;
        const struct gravel_particle one =
            build_particle(s, p->radius / stated_radius(s), system->dimension, p->species);
        p->mass = one.mass;
        p->inertia = one.inertia;
    }
}

static enum gravel_status
place_particles(const struct gravel_options *parameters, const char *prepare, uint64_t seed,
                const struct gravel_description *d, struct gravel_system *system, struct gravel_error *error)
{
    static const double touching = 1e-9; /* beads may touch at the start: smaller overlaps [radii] are rounding */
    struct gravel_part parts[GRAVEL_PARTS_MAX];
    const size_t n_stated = system->n_particles;
    size_t n_parts;
    enum gravel_status status = gravel_case_parts(parameters, prepare, d, parts, &n_parts, error);
    if (status == GRAVEL_OK && strcmp(prepare, gravel_overlay) != 0) {
        status = place_part(parameters, &parts[0], seed, system, error);
        n_parts = 0;
    }
    for (size_t k = 0; k < n_parts && status == GRAVEL_OK; k++) {
        struct gravel_system own = {0};
        status = take_part(&own, system, &parts[k], error);
        if (status == GRAVEL_OK)
            status = place_part(parameters, &parts[k], part_seed(&parts[k], prepare, seed), &own, error);
        if (status == GRAVEL_OK)
            status = put_part(&own, system, n_stated, &parts[k], error);
        gravel_system_free(&own);
    }
    if (status != GRAVEL_OK)
        return status;
    set_masses(d, system);
    return gravel_system_check(system, touching, error);
}

enum gravel_status
gravel_case_build_empty(const struct gravel_options *parameters, uint64_t seed, struct gravel_system *system,
                        struct gravel_error *error)
{
    struct gravel_description description;
    *system = (struct gravel_system){0};
    gravel_case_describe(&description, parameters);
    if (description.material.law < 0) /* a record of a damaged store */
        return gravel_fail_at(error, GRAVEL_INPUT, "material.law", "missing");
    const enum gravel_status status = gravel_case_system(&description, system, error);
    system->thermostat.seed = seed;
    if (status != GRAVEL_OK)
        gravel_system_free(system);
    return status;
}

enum gravel_status
gravel_case_build(const struct gravel_options *parameters, const char *prepare, uint64_t seed,
                  struct gravel_system *system, struct gravel_error *error)
{
    struct gravel_description description;
    *system = (struct gravel_system){0};
    gravel_case_describe(&description, parameters);
    enum gravel_status status = gravel_case_system(&description, system, error);
    const struct gravel_thermostat thermostat = system->thermostat;
    system->thermostat.strength = 0.0; /* generators that run an engine run it without kicks */
    for (size_t k = 0; k < description.n_species && status == GRAVEL_OK; k++)
        status = build_species(&description.species[k], k, seed, system, error);
    if (status == GRAVEL_OK)
        status = place_particles(parameters, prepare, seed, &description, system, error);
    for (size_t i = 0; i < system->n_particles && gravel_box_is_sheared(&system->box); i++)
        system->particles[i].v =
            v3_add(system->particles[i].v, gravel_shear_flow(&system->box, system->particles[i].x));
    system->thermostat = thermostat;
    system->thermostat.seed = seed;
    if (status == GRAVEL_OK)
        status = gravel_check_effects(&description, system, error);
    if (status != GRAVEL_OK)
        gravel_system_free(system);
    return status;
}
