/* Dense random packings by swelling (Lubachevsky and Stillinger 1990, J. Stat. Phys. 60, 561): points at random places
 * with the velocities of a gas grow to the particles' sizes while they collide elastically, in the event-driven engine.
 *
 * The box is periodic on every axis during the growth.  On axes on which the case's box is not, it is smaller by the
 * largest radius at both faces, so that no particle extends beyond them.  All have the same mass during the growth,
 * which mixes sizes best. */
#include "cases/prepare/engine_run.h"
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "cases/prepare/stack.h"
#include "cases/prepare/thermal.h"

#include <stdio.h>
#include <string.h>

static const struct gravel_key options[] = {
    {"low", GRAVEL_TYPE_VEC3, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "lower corner of a box"},
    {"high", GRAVEL_TYPE_VEC3, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "upper corner of the box"},
    {"rate", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 10, "0.1", NULL,
     "part of their size by which particles grow while they fly a mean diameter at thermal speed, in the beginning"},
    {"flight", GRAVEL_TYPE_REAL, 0, "1", 0, 1e6, "10", NULL,
     "mean diameters that they fly afterwards, until correlations of the growth have decayed"},
    GRAVEL_THERMAL_KEYS,
    {0},
};

static bool
same(double a, double b, double scale)
{
    return fabs(a - b) <= 1e-9 * scale;
}

/* One axis of the box of the growth. */
static void
span(bool used, bool periodic, double case_low, double case_high, double radius, double *low, double *high)
{
    const double length = *high - *low;
    if (!used)
        *low = *high = 0.0;
    else if (!(periodic && same(*low, case_low, length) && same(*high, case_high, length))) {
        *low += radius;
        *high -= radius;
    }
}

static enum gravel_status
choose_box(const struct gravel_system *system, const struct gravel_options *o, struct gravel_box *box,
           struct gravel_error *error)
{
    const struct gravel_box *of_case = &system->box;
    const int d = system->dimension;
    struct vec3 low = gravel_options_vec3(o, "low"), high = gravel_options_vec3(o, "high");
    double radius = 0.0;
    for (size_t k = 0; k < system->n_particles; k++)
        radius = fmax(radius, system->particles[k].radius);
    span(d > 1, of_case->periodic[0], of_case->low.x, of_case->high.x, radius, &low.x, &high.x);
    span(d > 2, of_case->periodic[1], of_case->low.y, of_case->high.y, radius, &low.y, &high.y);
    span(true, of_case->periodic[2], of_case->low.z, of_case->high.z, radius, &low.z, &high.z);
    if (!(high.z > low.z) || (d > 1 && !(high.x > low.x)) || (d > 2 && !(high.y > low.y)))
        return gravel_prepare_refuse(error, "swollen", "high", "found no space for a particle between low and high");
    *box = (struct gravel_box){.periodic = {d > 1, d > 2, true}, .low = low, .high = high};
    return GRAVEL_OK;
}

/* Elastic, smooth points of mass 1 at random places; they fly a mean diameter a second. */
static enum gravel_status
scatter(struct gravel_system *points, const struct gravel_system *system, const struct gravel_box *box, gsl_rng *rng,
        double *diameter, struct gravel_error *error)
{
    *points = (struct gravel_system){.dimension = system->dimension, .box = *box, .n_species = 1};
    points->material = (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                                .restitution = 1.0,
                                                .contact_time = 1.0,
                                                .tangential_restitution = 1.0};
    const enum gravel_status status = gravel_system_resize(points, system->n_particles, error);
    if (status != GRAVEL_OK)
        return status;
    const struct vec3 size = v3_sub(box->high, box->low);
    for (size_t k = 0; k < points->n_particles; k++) {
        struct gravel_particle *p = &points->particles[k];
        p->radius = system->particles[k].radius;
        p->mass = p->inertia = 1.0;
        p->x.x = box->low.x + size.x * gsl_rng_uniform(rng);
        p->x.y = box->low.y + size.y * gsl_rng_uniform(rng);
        p->x.z = box->low.z + size.z * gsl_rng_uniform(rng);
    }
    *diameter = gravel_mean_diameter(points);
    gravel_thermalise(points, *diameter * *diameter, rng);
    return GRAVEL_OK;
}

/* Growth and the flight afterwards; the positions become the points'. */
static enum gravel_status
swell(struct gravel_system *points, double rate, double flight, double diameter, struct gravel_error *error)
{
    char growth[32];
    struct gravel_engine_run run;
    snprintf(growth, sizeof growth, "%.17g", rate);
    enum gravel_status status =
        gravel_engine_run_start(&run, "ed", points, (const char *const[]){"growth", growth, NULL}, error);
    if (status == GRAVEL_OK)
        status = run.ops->advance(run.engine, 1.0 / rate, error);
    if (status == GRAVEL_OK) {
        struct gravel_energy energy;
        status = run.ops->energy(run.engine, &energy);
        const double speed = sqrt(2.0 * energy.kinetic / ((double)points->n_particles * points->dimension));
        if (status == GRAVEL_OK && flight > 0.0 && speed > 0.0)
            status = run.ops->advance(run.engine, 1.0 / rate + flight * diameter / speed, error);
    }
    if (status == GRAVEL_OK)
        run.ops->snapshot(run.engine, points->particles);
    gravel_engine_run_end(&run);
    return status;
}

static double
wrap(double x, double low, double high)
{
    return high > low ? x - (high - low) * floor((x - low) / (high - low)) : 0.0;
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    struct gravel_box box;
    struct gravel_system points = {0};
    struct gravel_error cause = {0};
    double diameter;
    enum gravel_status status = choose_box(system, o, &box, error);
    if (status != GRAVEL_OK)
        return status;
    gsl_rng *rng = gravel_rng_create(seed, "swollen", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    status = scatter(&points, system, &box, rng, &diameter, &cause);
    if (status == GRAVEL_OK)
        status = swell(&points, gravel_options_real(o, "rate"), gravel_options_real(o, "flight"), diameter, &cause);
    for (size_t k = 0; k < system->n_particles && status == GRAVEL_OK; k++) {
        const struct vec3 x = points.particles[k].x;
        system->particles[k].x =
            v3(wrap(x.x, box.low.x, box.high.x), wrap(x.y, box.low.y, box.high.y), wrap(x.z, box.low.z, box.high.z));
    }
    if (status == GRAVEL_OK) {
        gravel_thermalise(system, gravel_options_real(o, "temperature"), rng);
        if (system->dimension == 1)
            gravel_stack_sort(system);
    } else {
        /* An error of the engine about these particles in this box is an error of the case. */
        status = gravel_fail(error, status == GRAVEL_MEMORY ? status : GRAVEL_INPUT, "prepare.swollen: %s", cause.text);
    }
    gravel_system_free(&points);
    gsl_rng_free(rng);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_swollen = {
    .name = "swollen",
    .what = "A dense random packing: points that grow to the particles' sizes while they fly and collide elastically.",
    .reference = "Lubachevsky and Stillinger 1990, J. Stat. Phys. 60, 561",
    .options = options,
    .simulates = true,
    .fill = fill,
};
