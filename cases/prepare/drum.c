/* A bed in a drum: free particles on a jittered cubic lattice that fills a cylinder from below, and a rough wall of
 * spheres that the cylinder carries, touching it from inside (S1 Sec. 3.2).
 *
 * Coordinates: y along the cylinder's axis between its two end planes, `up` against gravity and `side` normal to
 * both.  Every random shift stays within its own cell, so nothing overlaps by construction. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "engines/core/rng.h"

static const struct gravel_key options[] = {
    {"stuck", GRAVEL_TYPE_INT, 0, "1", 0, 1e6, "0", NULL,
     "number of spheres like the last particle that are fixed to the cylinder's inside, in addition to the particles"},
    {"spacing", GRAVEL_TYPE_REAL, 0, "1", 1, 10, "1.05", NULL, "lattice constant of the bed in diameters"},
    {"jitter", GRAVEL_TYPE_REAL, 0, "1", 0, 1, "0.5", NULL, "random shifts as a part of what the cells leave free"},
    {0},
};

struct drum {
    size_t wall;
    struct vec3 origin, axis, side, up; /* origin: on the axis, at the lower end plane */
    double radius, length;              /* [m] */
};

static struct vec3
at(const struct drum *d, double side, double y, double up)
{
    return v3_axpy(v3_axpy(v3_axpy(d->origin, side, d->side), y, d->axis), up, d->up);
}

/* Ends of the drum on its axis, from the flat walls normal to it. */
static bool
find_ends(const struct gravel_system *system, const struct gravel_wall *cylinder, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t w = 0; w < system->n_walls; w++) {
        const struct gravel_wall *wall = &system->walls[w];
        const bool flat = wall->shape == GRAVEL_PLANE || wall->shape == GRAVEL_DISK;
        if (!flat || fabs(v3_dot(wall->axis, cylinder->axis)) < 1.0 - 1e-9)
            continue;
        const double y = v3_dot(v3_sub(wall->origin, cylinder->origin), cylinder->axis);
        *low = fmin(*low, y);
        *high = fmax(*high, y);
    }
    return *low < *high;
}

static enum gravel_status
find_drum(const struct gravel_system *system, struct drum *d, struct gravel_error *error)
{
    size_t w = 0;
    while (w < system->n_walls && system->walls[w].shape != GRAVEL_CYLINDER)
        w++;
    double low, high;
    if (w == system->n_walls || !find_ends(system, &system->walls[w], &low, &high))
        return gravel_fail(error, GRAVEL_INPUT, "prepare.drum: needs a cylinder and two flat walls normal to its axis");
    const struct gravel_wall *wall = &system->walls[w];
    const struct vec3 up = v3_reject(v3_scale(-1.0, system->gravity), wall->axis);
    if (!(v3_norm2(up) > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "prepare.drum: gravity must have a part normal to the axis of %s",
                           wall->name);
    *d = (struct drum){.wall = w, .axis = wall->axis, .up = v3_unit(up), .radius = wall->radius, .length = high - low};
    d->side = v3_cross(d->axis, d->up);
    d->origin = v3_axpy(wall->origin, low, wall->axis);
    return GRAVEL_OK;
}

/* Uniform in +-1. */
static double
shift(gsl_rng *rng)
{
    return 2.0 * gsl_rng_uniform(rng) - 1.0;
}

/* Rows along the circumference, as many as make the cells nearly square. */
static enum gravel_status
line_wall(struct gravel_system *system, const struct drum *d, size_t first, double jitter, gsl_rng *rng,
          struct gravel_error *error)
{
    const size_t n = system->n_particles - first;
    const struct gravel_particle like = system->particles[first - 1];
    const double s = like.radius * (1.0 + 1e-9), rim = d->radius - s;
    const double squares = sqrt((double)n * d->length / (2.0 * M_PI * rim));
    const size_t rows = (size_t)fmax(1.0, fmin(round(squares), floor(d->length / (2.0 * s))));
    const double width = d->length / (double)rows, free_y = 0.5 * width - s;
    for (size_t row = 0, k = first; row < rows; row++) {
        const size_t n_row = n / rows + (row < n % rows);
        const double step = 2.0 * M_PI / (double)n_row, free_angle = 0.5 * step - asin(s / rim);
        if (n_row > 0 && (free_angle < 0.0 || free_y < 0.0))
            return gravel_prepare_refuse(error, "drum", "stuck", "%zu spheres do not fit on the wall", n);
        const double phase = 2.0 * M_PI * gsl_rng_uniform(rng);
        for (size_t c = 0; c < n_row; c++, k++) {
            const double angle = phase + (double)c * step + jitter * free_angle * shift(rng);
            const double y = ((double)row + 0.5) * width + jitter * free_y * shift(rng);
            struct gravel_particle *p = &system->particles[k];
            *p = like;
            p->attached = (int32_t)d->wall;
            p->x = at(d, rim * cos(angle), y, rim * sin(angle));
            gravel_wall_carry(&system->walls[d->wall], 0.0, p->x, 0.0, &p->x, &p->v, &p->omega);
        }
    }
    return GRAVEL_OK;
}

/* Cells of the lattice (constant a, particles of radius up to s) from below upwards; a cell is used when its
 * particle's centre stays within `inside` however it is shifted.  Returns the number placed. */
static size_t
fill_bed(struct gravel_system *system, const struct drum *d, double s, double inside, double a, double jitter,
         gsl_rng *rng)
{
    const size_t n = system->n_particles;
    const double free_cell = jitter * (0.5 * a - s);
    const size_t layers = (size_t)fmax(1.0, floor(d->length / a));
    const double depth = d->length / (double)layers, free_y = jitter * (0.5 * depth - s);
    const long half = (long)ceil(inside / a);
    size_t k = 0;
    for (long row = -half; row <= half; row++)
        for (long column = -half; column <= half; column++) {
            const double u = ((double)column + 0.5) * a, z = ((double)row + 0.5) * a;
            if (hypot(fabs(u) + free_cell, fabs(z) + free_cell) > inside)
                continue;
            for (size_t layer = 0; layer < layers && k < n; layer++, k++) {
                const double y = ((double)layer + 0.5) * depth + free_y * shift(rng);
                const double up = z + free_cell * shift(rng), aside = u + free_cell * shift(rng);
                system->particles[k].x = at(d, aside, y, up);
            }
        }
    return k;
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    struct drum d = {0};
    enum gravel_status status = find_drum(system, &d, error);
    if (status != GRAVEL_OK)
        return status;
    const size_t n = system->n_particles, stuck = (size_t)gravel_options_int(o, "stuck");
    double s = 0.0;
    for (size_t k = 0; k < n; k++)
        s = fmax(s, system->particles[k].radius);
    const double jitter = gravel_options_real(o, "jitter"), a = 2.0 * s * gravel_options_real(o, "spacing");
    const double lining = stuck > 0 ? 2.0 * system->particles[n - 1].radius : 0.0;

    gsl_rng *rng = gravel_rng_create(seed, "drum", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    const size_t placed = fill_bed(system, &d, s, d.radius - lining * (1.0 + 1e-9) - s, a, jitter, rng);
    if (placed < n)
        status = gravel_fail(error, GRAVEL_INPUT, "prepare.drum: only %zu of %zu particles fit", placed, n);
    if (status == GRAVEL_OK && stuck > 0)
        status = gravel_system_resize(system, n + stuck, error);
    if (status == GRAVEL_OK && stuck > 0)
        status = line_wall(system, &d, n, jitter, rng, error);
    gsl_rng_free(rng);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_drum = {
    .name = "drum",
    .what = "A cylinder filled from below on a jittered lattice, with a rough wall of spheres that it carries.",
    .reference = "S1 Sec. 3.2",
    .options = options,
    .fill = fill,
};
