/* Refuses systems that no engine can run, naming the particle or wall. */
#include "engines/core/system.h"

#include <stdlib.h>

static enum gravel_status
check_particle(const struct gravel_system *system, size_t k, struct gravel_error *error)
{
    const struct gravel_particle *p = &system->particles[k];
    const char *species = p->species >= 0 && (size_t)p->species < system->n_species
                              ? system->species_name[p->species] : "?";
    if (!(p->radius > 0.0) || !isfinite(p->radius))
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): radius is %g m, must be positive", k, species,
                           p->radius);
    if (!(p->mass > 0.0) || !isfinite(p->mass) || !(p->inertia > 0.0) || !isfinite(p->inertia))
        return gravel_fail(error, GRAVEL_INPUT,
                           "particle %zu (%s): mass is %g kg and inertia %g kg m^2, both must be positive", k, species,
                           p->mass, p->inertia);
    if (!v3_finite(p->x) || !v3_finite(p->v) || !v3_finite(p->omega))
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): position, velocity or spin is not finite", k,
                           species);
    if (p->held >= 0 && (size_t)p->held >= system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): held by wall %d, which does not exist", k,
                           species, (int)p->held);
    const bool off_line = system->dimension == 1 && (p->x.x != 0.0 || p->v.x != 0.0);
    const bool off_plane = system->dimension <= 2 && (p->x.y != 0.0 || p->v.y != 0.0);
    if (off_line || off_plane)
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s) leaves the %s of a %d-dimensional system", k,
                           species, system->dimension == 1 ? "z axis" : "(x, z) plane", system->dimension);
    const double x[3] = {p->x.x, p->x.y, p->x.z};
    const double low[3] = {system->box.low.x, system->box.low.y, system->box.low.z};
    const double high[3] = {system->box.high.x, system->box.high.y, system->box.high.z};
    for (int d = 0; d < 3; d++)
        if (system->box.periodic[d] && (x[d] < low[d] || x[d] > high[d]))
            return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s) is outside the periodic box on axis %c", k,
                               species, "xyz"[d]);
    return GRAVEL_OK;
}

static enum gravel_status
check_walls_of(const struct gravel_system *system, size_t k, double tolerance, struct gravel_error *error)
{
    const struct gravel_particle *p = &system->particles[k];
    for (size_t w = 0; w < system->n_walls && p->held == GRAVEL_FREE; w++) {
        const struct gravel_nearest near = gravel_wall_nearest(&system->walls[w], 0.0, p->x);
        if (near.distance < p->radius * (1.0 - tolerance))
            return gravel_fail(error, GRAVEL_INPUT,
                               "wall %s cuts particle %zu: the distance %g m is less than the radius %g m",
                               system->walls[w].name, k, near.distance, p->radius);
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_pair(const struct gravel_system *system, size_t i, size_t j, double tolerance, struct gravel_error *error)
{
    const struct gravel_particle *a = &system->particles[i], *b = &system->particles[j];
    if (a->held != GRAVEL_FREE && b->held != GRAVEL_FREE)
        return GRAVEL_OK;
    const double s = a->radius + b->radius, smaller = a->radius < b->radius ? a->radius : b->radius;
    const double r = v3_norm(gravel_box_separation(&system->box, a->x, b->x));
    if (r < s - tolerance * smaller)
        return gravel_fail(error, GRAVEL_INPUT, "particles %zu and %zu overlap by %g m at the start", i, j, s - r);
    return GRAVEL_OK;
}

struct sorted {
    double x;
    size_t k;
};

static int
by_x(const void *a, const void *b)
{
    const double x = ((const struct sorted *)a)->x, y = ((const struct sorted *)b)->x;
    return (x > y) - (x < y);
}

/* Sweep along the axis of the largest extent: only neighbours within two radii are compared. */
static enum gravel_status
check_overlaps(const struct gravel_system *system, double tolerance, struct gravel_error *error)
{
    const size_t n = system->n_particles;
    const bool periodic = system->box.periodic[0] || system->box.periodic[1] || system->box.periodic[2];
    struct sorted *order = malloc((n + 1) * sizeof *order);
    if (order == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory");
    struct vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3(-INFINITY, -INFINITY, -INFINITY);
    double largest = 0.0;
    for (size_t k = 0; k < n; k++) {
        const struct vec3 x = system->particles[k].x;
        low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        largest = fmax(largest, system->particles[k].radius);
    }
    const struct vec3 extent = v3_sub(high, low);
    const int axis = extent.z >= extent.x && extent.z >= extent.y ? 2 : extent.x >= extent.y ? 0 : 1;
    for (size_t k = 0; k < n; k++) {
        const struct vec3 x = system->particles[k].x;
        order[k] = (struct sorted){.x = axis == 2 ? x.z : axis == 0 ? x.x : x.y, .k = k};
    }
    qsort(order, n, sizeof *order, by_x);
    /* Images meet across the box's faces: there the whole wrapped neighbourhood is compared. */
    const double length = axis == 2 ? system->box.high.z - system->box.low.z
                          : axis == 0 ? system->box.high.x - system->box.low.x
                                      : system->box.high.y - system->box.low.y;
    enum gravel_status status = GRAVEL_OK;
    for (size_t a = 0; a < n && status == GRAVEL_OK; a++) {
        const double reach = system->particles[order[a].k].radius + largest;
        for (size_t step = 1; step < n && status == GRAVEL_OK; step++) {
            const size_t b = (a + step) % n;
            const bool wrapped = a + step >= n;
            if (wrapped && !(periodic && system->box.periodic[axis]))
                break;
            if (order[b].x + (wrapped ? length : 0.0) - order[a].x > reach)
                break;
            status = check_pair(system, order[a].k, order[b].k, tolerance, error);
        }
    }
    free(order);
    return status;
}

enum gravel_status
gravel_system_check(const struct gravel_system *system, double tolerance, struct gravel_error *error)
{
    if (system->n_particles == 0)
        return gravel_fail(error, GRAVEL_INPUT, "the system has no particles");
    for (size_t k = 0; k < system->n_particles; k++) {
        enum gravel_status status = check_particle(system, k, error);
        if (status == GRAVEL_OK)
            status = check_walls_of(system, k, tolerance, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return check_overlaps(system, tolerance, error);
}
