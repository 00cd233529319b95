/* Refuses systems that no engine can run, naming the particle or wall. */
#include "engines/core/system.h"

#include <limits.h>
#include <stdlib.h>

static enum gravel_status
check_particle(const struct gravel_system *system, size_t k, struct gravel_error *error)
{
    const struct gravel_particle *p = &system->particles[k];
    const char *species =
        p->species >= 0 && (size_t)p->species < system->n_species ? system->species_name[p->species] : "?";
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
    if (p->attached >= 0 && (size_t)p->attached >= system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): attached to wall %d, which does not exist", k,
                           species, (int)p->attached);
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
    for (size_t w = 0; w < system->n_walls && p->attached == GRAVEL_FREE; w++) {
        const struct gravel_nearest near = gravel_wall_nearest(&system->walls[w], 0.0, p->x);
        if (near.distance < p->radius * (1.0 - tolerance))
            return gravel_fail(error, GRAVEL_INPUT,
                               "wall %s cuts particle %zu: the distance %g m is less than the radius %g m",
                               system->walls[w].name, k, near.distance, p->radius);
    }
    return GRAVEL_OK;
}

/* What moves along itself stays where it is; no other shape is predicted aside its axis. */
static enum gravel_status
check_motion(const struct gravel_wall *wall, struct gravel_error *error)
{
    const struct vec3 d = wall->motion.direction;
    const bool own = v3_norm2(d) == 0.0;
    if (!own && (wall->shape != GRAVEL_PLANE || !(fabs(v3_norm2(d) - 1.0) < 1e-12)))
        return gravel_fail(error, GRAVEL_INPUT,
                           "wall %s: vibration along (%g, %g, %g), allowed: a unit vector at a plane, "
                           "(0, 0, 0) at other shapes",
                           wall->name, d.x, d.y, d.z);
    return GRAVEL_OK;
}

static enum gravel_status
check_pair(const struct gravel_system *system, size_t i, size_t j, double tolerance, struct gravel_error *error)
{
    const struct gravel_particle *a = &system->particles[i], *b = &system->particles[j];
    if (a->attached != GRAVEL_FREE && b->attached != GRAVEL_FREE)
        return GRAVEL_OK;
    const double s = a->radius + b->radius, smaller = a->radius < b->radius ? a->radius : b->radius;
    const double r = v3_norm(gravel_box_separation(&system->box, a->x, b->x));
    if (r < s - tolerance * smaller)
        return gravel_fail(error, GRAVEL_INPUT, "particles %zu and %zu overlap by %g m at the start", i, j, s - r);
    return GRAVEL_OK;
}

/* The particles of one size class, sorted by cell: the cells are at least as long as the class' largest diameter, so
 * that whoever is no larger has its partners in this class in the same or in adjacent cells.  A periodic axis has a
 * whole number of cells; fewer than three are one. */
struct celled {
    uint64_t cell;
    size_t k;
};

struct cells {
    double low[3], edge[3];
    uint64_t n[3];
    bool periodic[3];
    struct celled *sorted; /* room for all particles; owned */
    size_t n_members;
};

enum { CELLS_MOST = 1 << 20 }; /* along an axis, so that a cell's number fits 64 bits */

/* Sizes of one class differ by less than a factor of two. */
static int
size_class(const struct gravel_particle *p)
{
    return ilogb(p->radius);
}

static void
coordinates(struct vec3 x, double c[3])
{
    c[0] = x.x;
    c[1] = x.y;
    c[2] = x.z;
}

static void
measure_cells(const struct gravel_system *system, int class, struct cells *cells)
{
    double high[3] = {-INFINITY, -INFINITY, -INFINITY}, box_low[3], box_high[3], largest = 0.0, x[3];
    for (int d = 0; d < 3; d++)
        cells->low[d] = INFINITY;
    for (size_t k = 0; k < system->n_particles; k++) {
        coordinates(system->particles[k].x, x);
        if (size_class(&system->particles[k]) == class)
            largest = fmax(largest, 2.0 * system->particles[k].radius);
        for (int d = 0; d < 3; d++) {
            cells->low[d] = fmin(cells->low[d], x[d]);
            high[d] = fmax(high[d], x[d]);
        }
    }
    coordinates(system->box.low, box_low);
    coordinates(system->box.high, box_high);
    for (int d = 0; d < 3; d++) {
        cells->periodic[d] = system->box.periodic[d];
        if (cells->periodic[d]) {
            cells->low[d] = box_low[d];
            high[d] = box_high[d];
        }
        const double extent = high[d] - cells->low[d];
        cells->n[d] = (uint64_t)fmin(fmax(floor(extent / largest), 1.0), CELLS_MOST);
        if (cells->periodic[d] && cells->n[d] < 3)
            cells->n[d] = 1;
        cells->edge[d] = fmax(extent / (double)cells->n[d], largest);
    }
}

static void
cell_of(const struct cells *cells, struct vec3 position, uint64_t cell[3])
{
    double x[3];
    coordinates(position, x);
    for (int d = 0; d < 3; d++) {
        const double s = floor((x[d] - cells->low[d]) / cells->edge[d]);
        cell[d] = s < 0.0 ? 0 : s >= (double)cells->n[d] ? cells->n[d] - 1 : (uint64_t)s;
    }
}

static uint64_t
number_of(const uint64_t cell[3])
{
    return (cell[2] << 42) | (cell[1] << 21) | cell[0];
}

static int
by_cell(const void *a, const void *b)
{
    const uint64_t x = ((const struct celled *)a)->cell, y = ((const struct celled *)b)->cell;
    return (x > y) - (x < y);
}

static size_t
first_in(const struct cells *cells, uint64_t number)
{
    size_t low = 0, high = cells->n_members;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (cells->sorted[middle].cell < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The adjacent cell in the direction of `offset` (0 to 26); false when there is none. */
static bool
adjacent(const struct cells *cells, const uint64_t cell[3], int offset, uint64_t other[3])
{
    for (int d = 0; d < 3; d++, offset /= 3) {
        const int step = offset % 3 - 1;
        const bool beyond = (step < 0 && cell[d] == 0) || (step > 0 && cell[d] + 1 == cells->n[d]);
        if (step != 0 && (cells->n[d] == 1 || (beyond && !cells->periodic[d])))
            return false;
        other[d] = (cell[d] + cells->n[d] + (uint64_t)(int64_t)step) % cells->n[d];
    }
    return true;
}

/* Particle i against the members of the class, which are of its size or larger.  Pairs of a class are met once. */
static enum gravel_status
check_neighbours(const struct gravel_system *system, const struct cells *cells, size_t i, bool same_class,
                 double tolerance, struct gravel_error *error)
{
    uint64_t cell[3], other[3];
    cell_of(cells, system->particles[i].x, cell);
    for (int offset = 0; offset < 27; offset++) {
        if (!adjacent(cells, cell, offset, other))
            continue;
        const uint64_t number = number_of(other);
        for (size_t s = first_in(cells, number); s < cells->n_members && cells->sorted[s].cell == number; s++) {
            const size_t j = cells->sorted[s].k;
            if (j == i || (same_class && j < i))
                continue;
            const enum gravel_status status =
                i < j ? check_pair(system, i, j, tolerance, error) : check_pair(system, j, i, tolerance, error);
            if (status != GRAVEL_OK)
                return status;
        }
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_class(const struct gravel_system *system, int class, struct cells *cells, double tolerance,
            struct gravel_error *error)
{
    measure_cells(system, class, cells);
    cells->n_members = 0;
    for (size_t k = 0; k < system->n_particles; k++)
        if (size_class(&system->particles[k]) == class) {
            uint64_t cell[3];
            cell_of(cells, system->particles[k].x, cell);
            cells->sorted[cells->n_members++] = (struct celled){number_of(cell), k};
        }
    qsort(cells->sorted, cells->n_members, sizeof *cells->sorted, by_cell);
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < system->n_particles && status == GRAVEL_OK; k++) {
        const int own = size_class(&system->particles[k]);
        if (own <= class)
            status = check_neighbours(system, cells, k, own == class, tolerance, error);
    }
    return status;
}

static enum gravel_status
check_overlaps(const struct gravel_system *system, double tolerance, struct gravel_error *error)
{
    struct cells cells = {.sorted = malloc(system->n_particles * sizeof *cells.sorted)};
    if (cells.sorted == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = GRAVEL_OK;
    int done = INT_MAX; /* from the largest class down */
    for (;;) {
        int class = INT_MIN;
        for (size_t k = 0; k < system->n_particles; k++) {
            const int own = size_class(&system->particles[k]);
            class = own < done && own > class ? own : class;
        }
        if (class == INT_MIN || status != GRAVEL_OK)
            break;
        status = check_class(system, class, &cells, tolerance, error);
        done = class;
    }
    free(cells.sorted);
    return status;
}

/* In a narrower box a pair touches through two images at once, and a particle itself. */
static enum gravel_status
check_box(const struct gravel_system *system, struct gravel_error *error)
{
    double low[3], high[3], largest = 0.0;
    coordinates(system->box.low, low);
    coordinates(system->box.high, high);
    for (size_t k = 0; k < system->n_particles; k++)
        largest = fmax(largest, 2.0 * system->particles[k].radius);
    for (int d = 0; d < 3; d++)
        if (system->box.periodic[d] && high[d] - low[d] < 2.0 * largest)
            return gravel_fail(error, GRAVEL_INPUT,
                               "the periodic box is %g m long on axis %c, less than two diameters of the largest "
                               "particle, %g m",
                               high[d] - low[d], "xyz"[d], 2.0 * largest);
    return GRAVEL_OK;
}

/* Engines do not bring particles back into the box, so a wall must be the same in every image of it. */
static bool
repeats(const struct gravel_wall *wall, const double axis[3], int d)
{
    if (wall->shape == GRAVEL_PLANE)
        return axis[d] == 0.0;
    const bool endless = wall->shape == GRAVEL_LINE || (wall->shape == GRAVEL_CYLINDER && wall->length == 0.0);
    return endless && axis[(d + 1) % 3] == 0.0 && axis[(d + 2) % 3] == 0.0;
}

static enum gravel_status
check_walls_repeat(const struct gravel_system *system, struct gravel_error *error)
{
    for (size_t w = 0; w < system->n_walls; w++) {
        const struct gravel_wall *wall = &system->walls[w];
        double axis[3];
        coordinates(wall->axis, axis);
        for (int d = 0; d < 3; d++)
            if (system->box.periodic[d] && !repeats(wall, axis, d))
                return gravel_fail(error, GRAVEL_INPUT,
                                   "wall %s does not repeat itself along the periodic axis %c; planes along it do, and "
                                   "endless cylinders and lines parallel to it",
                                   wall->name, "xyz"[d]);
    }
    return GRAVEL_OK;
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
    for (size_t w = 0; w < system->n_walls; w++) {
        const enum gravel_status status = check_motion(&system->walls[w], error);
        if (status != GRAVEL_OK)
            return status;
    }
    enum gravel_status status = check_box(system, error);
    if (status == GRAVEL_OK)
        status = check_overlaps(system, tolerance, error);
    return status == GRAVEL_OK ? check_walls_repeat(system, error) : status;
}
