#include "harness/run/build.h"

#include "cases/prepare/prepare.h"
#include "cases/prepare/size.h"
#include "engines/core/rng.h"
#include "harness/case/describe.h"
#include "harness/case/system.h"

#include <math.h>
#include <stdio.h>

/* One particle of a species, `scale` times as large as stated; the mass is that of a sphere in every dimension. */
static struct gravel_particle
build_particle(const struct gravel_case_species *s, double scale, int dimension, int species)
{
    const double stated = isnan(s->radius) ? 0.5 * s->diameter : s->radius, r = scale * stated;
    struct gravel_particle particle = {.radius = r, .species = species, .attached = GRAVEL_FREE};
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

/* Place the particles; an error that names no parameter is the generator's. */
static enum gravel_status
place_particles(const struct gravel_options *parameters, const struct gravel_prepare_ops *generator, uint64_t seed,
                struct gravel_system *system, struct gravel_error *error)
{
    static const double touching = 1e-9; /* beads may touch at the start: smaller overlaps [radii] are rounding */
    char section[sizeof error->path];
    struct gravel_options options = {0};
    snprintf(section, sizeof section, "prepare.%.60s", generator->name);
    enum gravel_status status = gravel_options_view(&options, parameters, section, error);
    if (status == GRAVEL_OK)
        status = generator->fill(system, &options, seed, error);
    if (status != GRAVEL_OK && error != NULL && error->path[0] == '\0')
        snprintf(error->path, sizeof error->path, "%s", section);
    if (status == GRAVEL_OK)
        status = gravel_system_check(system, touching, error);
    gravel_options_free(&options);
    return status;
}

enum gravel_status
gravel_case_build_empty(const struct gravel_options *parameters, struct gravel_system *system,
                        struct gravel_error *error)
{
    struct gravel_description description;
    *system = (struct gravel_system){0};
    gravel_case_describe(&description, parameters);
    const enum gravel_status status = gravel_case_system(&description, system, error);
    if (status != GRAVEL_OK)
        gravel_system_free(system);
    return status;
}

enum gravel_status
gravel_case_build(const struct gravel_options *parameters, const char *prepare, uint64_t seed,
                  struct gravel_system *system, struct gravel_error *error)
{
    struct gravel_description description;
    const struct gravel_prepare_ops *generator = gravel_prepare_find(prepare);
    *system = (struct gravel_system){0};
    if (generator == NULL)
        return gravel_fail_at(error, GRAVEL_INPUT, "prepare", "found no generator called %.60s", prepare);
    gravel_case_describe(&description, parameters);
    enum gravel_status status = gravel_case_system(&description, system, error);
    for (size_t k = 0; k < description.n_species && status == GRAVEL_OK; k++)
        status = build_species(&description.species[k], k, seed, system, error);
    if (status == GRAVEL_OK)
        status = place_particles(parameters, generator, seed, system, error);
    if (status != GRAVEL_OK)
        gravel_system_free(system);
    return status;
}
