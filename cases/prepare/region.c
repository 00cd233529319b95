#include "cases/prepare/region.h"

#include "cases/prepare/insertion.h"
#include "cases/prepare/refuse.h"

#include <stdlib.h>

/* To place one particle: places free of walls, and draws, of which few are free of walls in a narrow hole. */
enum { TRIES = 100000, DRAWS = 100 * TRIES };

enum gravel_status
gravel_region_init(struct gravel_region *region, const struct gravel_system *system,
                   const struct gravel_options *options, const char *name, struct gravel_error *error)
{
    const int d = system->dimension;
    struct vec3 low = gravel_options_vec3(options, "low"), high = gravel_options_vec3(options, "high");
    if (d < 3)
        low.y = high.y = 0.0;
    if (d < 2)
        low.x = high.x = 0.0;
    const struct vec3 size = v3_sub(high, low);
    if (!(size.z > 0.0) || (d > 1 && !(size.x > 0.0)) || (d > 2 && !(size.y > 0.0)))
        return gravel_prepare_refuse(error, name, "high", "found [%g, %g, %g], allowed above low on every axis", high.x,
                                     high.y, high.z);
    *region =
        (struct gravel_region){.system = system, .low = low, .high = high, .centre = v3_scale(0.5, v3_add(low, high))};
    return GRAVEL_OK;
}

/* A centre on one axis: a radius away from both faces, unless they are those of the periodic box. */
static double
draw_axis(gsl_rng *rng, double low, double high, double radius, bool round)
{
    const double margin = round ? 0.0 : fmin(radius, 0.5 * (high - low));
    return low + margin + (high - low - 2.0 * margin) * gsl_rng_uniform(rng);
}

static bool
clear_of_walls(const struct gravel_region *region, struct vec3 x, double radius)
{
    for (size_t w = 0; w < region->system->n_walls; w++)
        if (region->system->walls[w].touch != GRAVEL_CARRY &&
            gravel_wall_nearest(&region->system->walls[w], 0.0, x).distance < radius)
            return false;
    return true;
}

static bool
same_side(const struct gravel_region *region, struct vec3 x)
{
    const struct gravel_system *s = region->system;
    for (size_t w = 0; w < s->n_walls; w++)
        if (gravel_system_side(s, w, 0.0, x) * gravel_system_side(s, w, 0.0, region->centre) < 0.0)
            return false;
    return true;
}

bool
gravel_region_draw(struct gravel_region *region, gsl_rng *rng, double radius, struct vec3 *place)
{
    const struct gravel_box *box = &region->system->box;
    const struct vec3 a = region->low, b = region->high;
    for (int k = 0; k < TRIES; k++) {
        place->z = draw_axis(rng, a.z, b.z, radius, box->periodic[2] && a.z == box->low.z && b.z == box->high.z);
        place->y = draw_axis(rng, a.y, b.y, radius, box->periodic[1] && a.y == box->low.y && b.y == box->high.y);
        place->x = draw_axis(rng, a.x, b.x, radius, box->periodic[0] && a.x == box->low.x && b.x == box->high.x);
        const bool inside = same_side(region, *place);
        region->drawn += 1.0;
        region->inside += inside;
        if (inside && clear_of_walls(region, *place, radius))
            return true;
    }
    return false;
}

/* Volume of the region, as the draws estimate it, in units of the unit ball's (disk's, segment's). */
static double
volume(const struct gravel_region *region)
{
    const int d = region->system->dimension;
    const struct vec3 size = v3_sub(region->high, region->low);
    const double box = (d > 1 ? size.x : 1.0) * (d > 2 ? size.y : 1.0) * size.z;
    return box * region->inside / region->drawn / gravel_unit_ball(d);
}

struct sized {
    double radius;
    size_t k; /* the particle */
};

static int
by_size(const void *a, const void *b)
{
    const struct sized *x = a, *y = b;
    if (x->radius != y->radius)
        return x->radius > y->radius ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

static enum gravel_status
refuse(const struct gravel_region *region, const struct sized *order, size_t n, const char *name,
       struct gravel_error *error)
{
    static const char *const ends[4] = {"", "0.75", "0.55", "0.38"};
    const int d = region->system->dimension;
    double filled = 0.0;
    for (size_t k = 0; k < n; k++)
        filled += pow(order[k].radius, d);
    return gravel_fail(error, GRAVEL_INPUT,
                       "prepare.%s: found no free place for particle %zu of %zu at a packing of %.3g; "
                       "random insertion of equal ones ends near %s",
                       name, n + 1, region->system->n_particles, n > 0 ? filled / volume(region) : 0.0, ends[d]);
}

static enum gravel_status
insert_all(struct gravel_region *region, struct gravel_system *system, struct gravel_insertion *insertion,
           const struct sized *order, gsl_rng *rng, const char *name, struct gravel_error *error)
{
    for (size_t n = 0; n < system->n_particles; n++) {
        struct gravel_particle *p = &system->particles[order[n].k];
        const double most = region->drawn + DRAWS;
        bool placed = false;
        for (int tries = 0; tries < TRIES && !placed && region->drawn < most; tries++) {
            if (!gravel_region_draw(region, rng, p->radius, &p->x))
                break;
            placed = gravel_insertion_fits(insertion, order[n].k);
        }
        if (!placed)
            return refuse(region, order, n, name, error);
        gravel_insertion_add(insertion, order[n].k);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_region_insert(struct gravel_region *region, struct gravel_system *system, gsl_rng *rng, const char *name,
                     struct gravel_error *error)
{
    struct gravel_insertion insertion = {0};
    struct sized *order = malloc((system->n_particles + 1) * sizeof *order);
    if (order == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < system->n_particles; k++)
        order[k] = (struct sized){system->particles[k].radius, k};
    qsort(order, system->n_particles, sizeof *order, by_size);
    enum gravel_status status = gravel_insertion_create(&insertion, system, region->low, region->high, error);
    if (status == GRAVEL_OK)
        status = insert_all(region, system, &insertion, order, rng, name, error);
    gravel_insertion_free(&insertion);
    free(order);
    return status;
}
