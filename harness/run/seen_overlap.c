#include "harness/run/seen_overlap.h"

#include "engines/core/cell_grid.h"

#include <math.h>

struct search {
    const struct gravel_system *system;
    const struct gravel_particle *particles;
    double largest; /* diameters */
};

static bool
visit_pair(void *context, size_t i, size_t j)
{
    struct search *s = context;
    const struct gravel_particle *a = &s->particles[i], *b = &s->particles[j];
    const bool touch = a->attached != GRAVEL_ABSORBED && b->attached != GRAVEL_ABSORBED &&
                       (a->attached == GRAVEL_FREE || b->attached == GRAVEL_FREE);
    const double sum = a->radius + b->radius;
    const double square = v3_norm2(gravel_box_separation(&s->system->box, a->x, b->x));
    if (touch && square < sum * sum)
        s->largest = fmax(s->largest, (sum - sqrt(square)) / (2.0 * fmin(a->radius, b->radius)));
    return true;
}

enum gravel_status
gravel_seen_overlap(const struct gravel_system *system, const struct gravel_particle *particles, double *largest)
{
    const struct gravel_cell_points points = gravel_cell_points_of(particles, system->n_particles);
    struct search search = {system, particles, 0.0};
    struct gravel_box box = system->box;
    struct gravel_cell_grid grid;
    struct gravel_error error;
    double largest_radius = 0.0;
    *largest = 0.0;
    for (size_t i = 0; i < system->n_particles; i++)
        largest_radius = fmax(largest_radius, particles[i].radius);
    if (largest_radius == 0.0) /* points that are to grow */
        return GRAVEL_OK;
    if (box.shear_rate != 0.0)
        box.periodic[2] = false;
    const enum gravel_status status = gravel_cell_grid_by_size(&grid, &points, &box, 0.0, &error);
    if (status == GRAVEL_OK)
        gravel_cell_grid_pairs(&grid, &points, visit_pair, &search);
    gravel_cell_grid_free(&grid);
    *largest = search.largest;
    return status;
}
