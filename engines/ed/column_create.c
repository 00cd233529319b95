/* Creation of the column: accepted systems, memory, and the clusters of the initial state. */
#include "engines/ed/column_create.h"

#include "engines/core/material_check.h"
#include "engines/ed/column_calendar.h"
#include "engines/ed/column_lrv.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    HORIZON_FLIGHTS = 8 /* relative times lose about 3 bits before their origin is advanced */
};

static const double touch_tolerance = 1e-12;  /* in diameters: beads with a smaller gap touch */
static const double overlap_tolerance = 1e-9; /* in diameters: largest overlap of an initial state */

/* What the capabilities do not say: the order of the bodies. */
static enum gravel_status
check_order(const struct gravel_system *system, struct gravel_error *error)
{
    if (system->n_particles == 0)
        return gravel_fail(error, GRAVEL_INPUT, "a column needs at least one bead");
    if (system->gravity.z > 0.0)
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "ed-column needs gravity downwards, not %g m/s^2 along z",
                           system->gravity.z);
    if (system->n_walls > 1)
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "ed-column has one plate below the beads, not %zu walls",
                           system->n_walls);
    for (size_t i = 0; i < system->n_particles; i++)
        if (system->particles[i].attached != GRAVEL_FREE)
            return gravel_fail(error, GRAVEL_UNSUPPORTED, "ed-column: particle %zu is not free", i);
    if (system->n_walls > 0 && system->walls[0].axis.z == 0.0)
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "ed-column: wall '%s' is not normal to z", system->walls[0].name);
    return GRAVEL_OK;
}

enum gravel_status
gravel_column_check_material(const struct gravel_system *system, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < gravel_system_n_contacts(system) && status == GRAVEL_OK; k++) {
        char section[GRAVEL_SECTION_MAX];
        int32_t species, partner;
        const struct gravel_contact c = gravel_system_contact_at(system, k, &species, &partner);
        gravel_system_contact_section(system, species, partner, section);
        if (c.wall == NULL)
            status = gravel_material_check_hard(c.material, NULL, section, "ed-column", error);
    }
    return status;
}

static enum gravel_status
allocate(struct gravel_column *column, struct gravel_error *error)
{
    const size_t n = column->n;
    for (column->n_leaves = 1; column->n_leaves < n;)
        column->n_leaves *= 2;
    column->particle = calloc(n, sizeof *column->particle);
    column->offset = calloc(n, sizeof *column->offset);
    column->beads = calloc(n, sizeof *column->beads);
    column->pairs = calloc(n, sizeof *column->pairs);
    column->calendar = calloc(2 * column->n_leaves, sizeof *column->calendar);
    if (column->particle == NULL || column->offset == NULL || column->beads == NULL || column->pairs == NULL ||
        column->calendar == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < column->n_leaves; k++)
        column->calendar[column->n_leaves + k] = (struct gravel_column_node){INFINITY, k};
    return GRAVEL_OK;
}

/* Order the beads by height: insertion sort, because most systems are already in order. */
static void
sort_beads(struct gravel_column *column)
{
    const struct gravel_particle *particles = column->system.particles;
    for (size_t i = 0; i < column->n; i++) {
        size_t j = i;
        for (; j > 0 && particles[column->particle[j - 1]].x.z > particles[i].x.z; j--)
            column->particle[j] = column->particle[j - 1];
        column->particle[j] = i;
    }
}

static void
set_plate(struct gravel_column *column)
{
    if (!column->has_plate)
        return;
    const struct gravel_wall *wall = &column->system.walls[column->wall];
    column->plate = gravel_plate_of_wall(wall, 0.0, wall->axis.z > 0.0 ? 1.0 : -1.0, column->system.gravity);
    column->plate.mean += wall->origin.z;
    column->plate.velocity = wall->motion.velocity.z;
}

/* Largest relative time: several flights over the plate, in whole periods if it oscillates.  The time of a bounce
 * on the plate must exceed the resolution of such times, otherwise bounces would repeat without end: this bounds the
 * cutoff from below. */
static void
set_horizon(struct gravel_column *column)
{
    const struct gravel_plate *plate = &column->plate;
    double square = pow(plate->amplitude * plate->omega, 2.0);
    for (size_t i = 0; i < column->n; i++) {
        const struct gravel_column_bead *bead = &column->beads[i];
        square = fmax(square, bead->v * bead->v + 2.0 * column->gravity * fmax(0.0, bead->z - plate->mean));
    }
    const double flights = HORIZON_FLIGHTS * 2.0 * sqrt(square) / column->gravity;
    if (plate->amplitude > 0.0) {
        const double period = 2.0 * M_PI / plate->omega;
        column->horizon = period * fmax(HORIZON_FLIGHTS, column->gravity > 0.0 ? ceil(flights / period) : 0.0);
    } else {
        column->horizon = column->has_plate && flights > 0.0 ? flights : INFINITY;
    }
    const double acceleration = column->gravity + plate->amplitude * plate->omega * plate->omega;
    if (column->horizon < INFINITY)
        column->cutoff = fmax(column->cutoff, 8.0 * DBL_EPSILON * column->horizon * acceleration);
}

/* The velocity that sets the scale of the column [m/s]: A0 w of the plate; without it the range of the velocities at
 * the start, plate included, with what the fall onto the plate adds.  No unit and no uniform motion changes a column's
 * results, so that the cutoff must be a part of such a velocity. */
static double
driving_velocity(const struct gravel_column *column)
{
    const struct gravel_plate *plate = &column->plate;
    if (column->has_plate && plate->amplitude * plate->omega > 0.0)
        return plate->amplitude * plate->omega;
    double low = column->has_plate ? plate->velocity : INFINITY, high = column->has_plate ? plate->velocity : -INFINITY;
    double drop = 0.0;
    for (size_t i = 0; i < column->n; i++) {
        const struct gravel_column_bead *bead = &column->beads[i];
        low = fmin(low, bead->v);
        high = fmax(high, bead->v);
        if (column->has_plate)
            drop = fmax(drop, bead->z - plate->mean);
    }
    return sqrt((high - low) * (high - low) + 2.0 * column->gravity * drop);
}

/* The contact's diameter is the distance of the centres, which the places of the beads need.  As the mean diameter of a
 * material it serves as well: the restitution of hard bodies depends on no diameter. */
static void
set_pairs(struct gravel_column *column)
{
    const struct gravel_system *system = &column->system;
    for (size_t k = 0; k < column->n; k++) {
        struct gravel_column_pair *pair = &column->pairs[k];
        const struct gravel_particle *high = &system->particles[column->particle[k]];
        if (k == 0) {
            *pair = (struct gravel_column_pair){
                .m_red = high->mass, .low_share = 0.0, .high_share = 1.0, .diameter = 2.0 * high->radius};
        } else {
            const struct gravel_particle *low = &system->particles[column->particle[k - 1]];
            const double total = low->mass + high->mass;
            *pair = (struct gravel_column_pair){.m_red = low->mass * high->mass / total,
                                                .low_share = high->mass / total,
                                                .high_share = low->mass / total,
                                                .diameter = low->radius + high->radius};
        }
        pair->restitution = NAN;
        if (k == 0 && !column->has_plate)
            continue;
        const struct gravel_contact c = gravel_column_pair_contact(column, k);
        if (c.material->restitution_law == GRAVEL_CONSTANT_RESTITUTION)
            pair->restitution = gravel_material_restitution(c.material, c.wall, pair->m_red, pair->diameter, 1.0);
    }
}

/* Reduced heights, clusters of beads that touch at rest, and the first events. */
static enum gravel_status
set_beads(struct gravel_column *column, double cutoff_ratio, struct gravel_error *error)
{
    double offset = 0.0;
    for (size_t i = 0; i < column->n; i++) {
        const struct gravel_particle *particle = &column->system.particles[column->particle[i]];
        offset += i > 0 ? column->pairs[i].diameter : particle->radius;
        column->offset[i] = offset;
        column->beads[i] = (struct gravel_column_bead){0.0, particle->x.z - offset, particle->v.z, particle->mass};
    }
    column->cutoff = cutoff_ratio * driving_velocity(column);
    for (size_t k = 0; k < column->n; k++) {
        if (k == 0 && !column->has_plate)
            continue;
        const struct gravel_vertical plate = gravel_plate_motion(&column->plate, 0.0);
        const double gap = column->beads[k].z - (k > 0 ? column->beads[k - 1].z : plate.z);
        const double u = (k > 0 ? column->beads[k - 1].v : plate.v) - column->beads[k].v;
        const double diameter = column->pairs[k].diameter;
        if (gap < -overlap_tolerance * diameter)
            return gravel_fail(error, GRAVEL_INPUT, "ed-column: particle %zu overlaps %s by %g m", column->particle[k],
                               k > 0 ? "the one below it" : "the plate, or is below it,", -gap);
        column->pairs[k].linked = gap <= touch_tolerance * diameter && fabs(u) <= column->cutoff;
    }
    set_horizon(column);
    struct gravel_column_change all = {.first = 0, .last = column->n_leaves - 1, .landing_from = 0.0};
    for (size_t k = 0; k < column->n; k++) {
        if (!column->pairs[k].linked)
            continue;
        const struct gravel_column_change change = gravel_column_contact(column, k, 0.0);
        all.landing_from = fmax(all.landing_from, change.landing_from);
        k = change.last;
    }
    gravel_column_predict(column, 0.0, all);
    return GRAVEL_OK;
}

void
gravel_column_destroy(void *engine)
{
    struct gravel_column *column = engine;
    if (column == NULL)
        return;
    gravel_system_free(&column->system);
    free(column->particle);
    free(column->offset);
    free(column->beads);
    free(column->pairs);
    free(column->calendar);
    free(column);
}

enum gravel_status
gravel_column_create(void **engine, const struct gravel_system *system, const struct gravel_options *engine_options,
                     const struct gravel_sink *sink, struct gravel_error *error)
{
    *engine = NULL;
    enum gravel_status status = check_order(system, error);
    if (status == GRAVEL_OK)
        status = gravel_column_check_material(system, error);
    if (status != GRAVEL_OK)
        return status;
    struct gravel_column *column = calloc(1, sizeof *column);
    if (column == NULL)
        return gravel_no_memory(error);
    if ((status = gravel_system_copy(&column->system, system, error)) != GRAVEL_OK)
        goto fail;
    if (sink != NULL)
        column->sink = *sink;
    column->n = system->n_particles;
    column->has_plate = system->n_walls > 0;
    column->gravity = system->gravity.z < 0.0 ? -system->gravity.z : 0.0;
    column->counters.min_contact_steps = INFINITY;
    if ((status = allocate(column, error)) != GRAVEL_OK)
        goto fail;
    sort_beads(column);
    set_plate(column);
    set_pairs(column);
    if ((status = set_beads(column, gravel_options_real(engine_options, "cutoff_ratio"), error)) != GRAVEL_OK)
        goto fail;
    *engine = column;
    return GRAVEL_OK;
fail:
    gravel_column_destroy(column);
    return status;
}
