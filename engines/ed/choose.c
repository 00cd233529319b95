/* What the engine chooses by the look of the system at the start: lists or cells, and how large they are. */
#include "engines/ed/memory.h"
#include "engines/ed/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Found by trial with spheres: cells are faster than lists where neighbours are farther apart than this, in mean
 * diameters (packing fraction 0.36), and their best edge in largest diameters.  It must be above 1. */
static const double DILUTE = 1.13, CELL_EDGE = 1.01;

double
gravel_ed_mean_radius(const struct gravel_system *system)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->n_particles; i++)
        sum += system->particles[i].radius;
    return sum / (double)system->n_particles;
}

/* Height of an atmosphere at the particles' temperature along axis d [m]; INFINITY without gravity. */
static double
thermal_height(const struct gravel_system *system, int d)
{
    const double g = fabs(v3_component(system->gravity, d));
    double sum = 0.0;
    for (size_t i = 0; i < system->n_particles; i++)
        sum += v3_norm2(system->particles[i].v);
    return g > 0.0 ? sum / ((double)system->n_particles * system->dimension * g) : INFINITY;
}

/* Mean distance of neighbours in mean diameters, from the volume that the particles fill, or that they will fill when
 * they have fallen as an atmosphere. */
static double
mean_spacing(const struct gravel_system *system, bool fallen)
{
    const double diameter = 2.0 * gravel_ed_mean_radius(system);
    double volume = 1.0;
    for (int d = 0; d < 3; d++) {
        if (system->dimension < 3 && (d == 1 || (d == 0 && system->dimension == 1)))
            continue;
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < system->n_particles; i++) {
            low = fmin(low, v3_component(system->particles[i].x, d));
            high = fmax(high, v3_component(system->particles[i].x, d));
        }
        const double extent = system->box.periodic[d]
                                  ? v3_component(system->box.high, d) - v3_component(system->box.low, d)
                                  : high - low + diameter;
        volume *= fallen ? fmin(extent, thermal_height(system, d)) : extent;
    }
    return pow(volume / (double)system->n_particles, 1.0 / system->dimension) / diameter;
}

/* Large shells mean long lists, small ones many renewals.  Both numbers were found by trial with spheres at
 * packing fractions 0.1, 0.3 and 0.49; the speed varies by 5 % where they vary by 30 %. */
static enum gravel_status
choose_shell(struct gravel_ed *ed, double spacing, struct gravel_error *error)
{
    const struct gravel_box *box = &ed->system.box;
    double largest = 0.0, smallest = INFINITY;
    for (size_t i = 0; i < ed->system.n_particles; i++) {
        largest = fmax(largest, ed->system.particles[i].radius);
        smallest = fmin(smallest, ed->system.particles[i].radius);
    }
    ed->reach = fmax(0.6, 0.6 + 1.2 * (spacing - 1.02)) * gravel_ed_mean_radius(&ed->system);
    ed->ahead = fmin(0.7, fmax(0.0, 1.0 - 1.1 / pow(spacing, 3)));
    ed->room = INFINITY;
    for (int d = 0; d < 3; d++) {
        if (!box->periodic[d])
            continue;
        const double length = v3_component(box->high, d) - v3_component(box->low, d);
        ed->room = fmin(ed->room, 0.125 * length);
        if (0.125 * length - 0.5 * largest < 0.01 * largest)
            return gravel_fail(error, GRAVEL_UNSUPPORTED,
                               "the periodic box is %g m long in direction %c; it must be longer than four "
                               "radii of the largest particle, %g m",
                               length, "xyz"[d], 4.08 * largest);
    }
    ed->reach = fmin(ed->reach, ed->room - 0.5 * smallest);
    return GRAVEL_OK;
}

/* Cells of the best edge, if the system is one for them. */
static enum gravel_status
try_cells(struct gravel_ed *ed, struct gravel_error *error)
{
    double largest = 0.0, smallest = INFINITY;
    for (int32_t i = 0; i < ed->n; i++) {
        largest = fmax(largest, ed->body[i].radius);
        smallest = fmin(smallest, ed->body[i].radius);
    }
    if (largest > 2.0 * smallest)
        return GRAVEL_OK; /* too many small ones would be in a cell */
    const enum gravel_status status = gravel_cells_init(ed, CELL_EDGE * 2.0 * largest, error);
    if (status != GRAVEL_OK || ed->cells.stay == NULL)
        return status;
    /* What only lists need. */
    gravel_lists_free(&ed->free_near);
    gravel_lists_free(&ed->wall_near);
    free(ed->shell);
    free(ed->mark);
    ed->shell = NULL;
    ed->mark = NULL;
    return GRAVEL_OK;
}

enum gravel_status
gravel_ed_choose_neighbours(struct gravel_ed *ed, const char *wish, struct gravel_error *error)
{
    const bool must = strcmp(wish, "cells") == 0;
    enum gravel_status status = choose_shell(ed, mean_spacing(&ed->system, false), error);
    if (status == GRAVEL_OK && (must || (strcmp(wish, "auto") == 0 && mean_spacing(&ed->system, true) > DILUTE)))
        status = try_cells(ed, error);
    if (status != GRAVEL_OK || ed->cells.stay != NULL)
        return status;
    if (must)
        return gravel_fail(error, GRAVEL_UNSUPPORTED,
                           "cells instead of neighbour lists need similar spheres that nothing holds, absorbs or "
                           "makes grow, at most %d walls, and five cells on every axis",
                           (int)GRAVEL_CELL_WALLS);
    return gravel_grid_init(&ed->grid, &ed->system, ed->body, 2.0 * ed->reach, error);
}
