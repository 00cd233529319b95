/* A rough plane: a layer of spheres (in two dimensions a row of disks) that a plane carries, on a hexagonal lattice or
 * at random places without overlap.  All particles of the generator become part of the layer.
 *
 * The layer covers a rectangle about the plane's origin, of which `length` lies along the first direction in the plane,
 * that of x (of z where the plane is normal to x), and `width` along the second.  Where both are those of a periodic
 * box, the layer repeats itself. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "engines/core/rng.h"

#include <string.h>

static const struct gravel_key options[] = {
    {"wall", GRAVEL_TYPE_TEXT, GRAVEL_REQUIRED, NULL, 0, 0, NULL, NULL, "name of the plane that carries the layer"},
    {"pattern", GRAVEL_TYPE_CHOICE, GRAVEL_REQUIRED, NULL, 0, 0, NULL, "hexagonal|random",
     "rows of equal distance, every other one shifted by half of it; or random places without overlap"},
    {"row", GRAVEL_TYPE_INT, GRAVEL_OPTIONAL, "1", 1, 1e6, NULL, NULL,
     "hexagonal: number of spheres in a row along the first direction"},
    {"length", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, "m", 0, INFINITY, NULL, NULL,
     "of the layer along the first direction in the plane, about its origin"},
    {"width", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN, "m", 0, INFINITY, NULL, NULL,
     "along the second direction; in three dimensions only"},
    {"height", GRAVEL_TYPE_REAL, 0, "m", 0, 0, "0", NULL, "of the centres over the plane, along its axis"},
    {0},
};

enum { TRIES = 100000 };

struct layer {
    const struct gravel_wall *wall;
    struct vec3 first, second, corner; /* directions in the plane; the lowest corner [m] */
    double length, width;
    int32_t index; /* of the wall */
};

static enum gravel_status
find_layer(const struct gravel_system *system, const struct gravel_options *o, struct layer *layer,
           struct gravel_error *error)
{
    const char *name = gravel_options_text(o, "wall");
    const bool space = system->dimension == 3;
    size_t w = 0;
    while (w < system->n_walls && strcmp(system->walls[w].name, name) != 0)
        w++;
    if (w == system->n_walls || system->walls[w].shape != GRAVEL_PLANE)
        return gravel_prepare_refuse(error, "layer", "wall", "found %s, allowed the name of a plane", name);
    if (system->dimension < 2)
        return gravel_fail(error, GRAVEL_INPUT, "prepare.layer: found one dimension, allowed two or three");
    if (gravel_options_has(o, "width") != space)
        return gravel_prepare_refuse(error, "layer", "width", "found %s, allowed in three dimensions, and needed there",
                                     space ? "none" : "one");
    const struct gravel_wall *wall = &system->walls[w];
    const struct vec3 x = v3_reject(v3(1, 0, 0), wall->axis);
    *layer = (struct layer){.wall = wall, .index = (int32_t)w, .length = gravel_options_real(o, "length")};
    layer->first = v3_norm(x) > 1e-6 ? v3_unit(x) : v3(0, 0, 1);
    layer->second = v3_cross(wall->axis, layer->first);
    layer->width = space ? gravel_options_real(o, "width") : 0.0;
    layer->corner = v3_axpy(wall->origin, gravel_options_real(o, "height"), wall->axis);
    layer->corner = v3_axpy(layer->corner, -0.5 * layer->length, layer->first);
    layer->corner = v3_axpy(layer->corner, -0.5 * layer->width, layer->second);
    return GRAVEL_OK;
}

/* The place at these lengths along both directions, inside the periodic box. */
static struct vec3
place(const struct gravel_system *system, const struct layer *l, double along, double aside)
{
    const struct gravel_box *box = &system->box;
    struct vec3 x = v3_axpy(v3_axpy(l->corner, along, l->first), aside, l->second);
    if (box->periodic[0])
        x.x = fmin(fmax(x.x, box->low.x), box->high.x);
    if (box->periodic[1])
        x.y = fmin(fmax(x.y, box->low.y), box->high.y);
    if (box->periodic[2])
        x.z = fmin(fmax(x.z, box->low.z), box->high.z);
    return x;
}

static enum gravel_status
fill_hexagonal(struct gravel_system *system, const struct gravel_options *o, const struct layer *l,
               struct gravel_error *error)
{
    const size_t n = system->n_particles;
    if (!gravel_options_has(o, "row"))
        return gravel_prepare_refuse(error, "layer", "row", "found none, which the pattern hexagonal needs");
    const size_t row = (size_t)gravel_options_int(o, "row"), rows = n / row;
    if (n % row != 0 || (system->dimension == 2 && rows != 1))
        return gravel_prepare_refuse(error, "layer", "row", "found %zu of %zu spheres, allowed %s", row, n,
                                     system->dimension == 2 ? "all of them" : "a divisor of their number");
    const double step = l->length / (double)row, advance = l->width / (double)rows;
    for (size_t k = 0; k < n; k++) {
        const double shift = k / row % 2 == 1 ? 0.75 : 0.25;
        system->particles[k].x =
            place(system, l, ((double)(k % row) + shift) * step, ((double)(k / row) + 0.5) * advance);
    }
    return GRAVEL_OK;
}

static bool
is_free(const struct gravel_system *system, size_t k)
{
    const struct gravel_particle *p = system->particles;
    for (size_t i = 0; i < k; i++)
        if (v3_norm(gravel_box_separation(&system->box, p[k].x, p[i].x)) < p[k].radius + p[i].radius)
            return false;
    return true;
}

static enum gravel_status
fill_random(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, const struct layer *l,
            struct gravel_error *error)
{
    if (gravel_options_has(o, "row"))
        return gravel_prepare_refuse(error, "layer", "row", "found one, which the pattern random has no use for");
    gsl_rng *rng = gravel_rng_create(seed, "layer", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < system->n_particles && status == GRAVEL_OK; k++) {
        int tries = 0;
        do {
            const double along = l->length * gsl_rng_uniform(rng);
            system->particles[k].x = place(system, l, along, l->width * gsl_rng_uniform(rng));
        } while (!is_free(system, k) && ++tries < TRIES);
        if (tries == TRIES)
            status =
                gravel_fail(error, GRAVEL_INPUT,
                            "prepare.layer: found no free place for sphere %zu of %zu; random insertion of equal ones "
                            "ends near a coverage of 0.55",
                            k + 1, system->n_particles);
    }
    gsl_rng_free(rng);
    return status;
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    struct layer layer;
    enum gravel_status status = find_layer(system, o, &layer, error);
    if (status != GRAVEL_OK)
        return status;
    status = strcmp(gravel_options_text(o, "pattern"), "random") == 0 ? fill_random(system, o, seed, &layer, error)
                                                                      : fill_hexagonal(system, o, &layer, error);
    for (size_t k = 0; k < system->n_particles && status == GRAVEL_OK; k++) {
        struct gravel_particle *p = &system->particles[k];
        p->attached = layer.index;
        gravel_wall_carry(layer.wall, 0.0, p->x, 0.0, &p->x, &p->v, &p->omega);
    }
    return status;
}

const struct gravel_prepare_ops gravel_prepare_layer = {
    .name = "layer",
    .what = "A rough plane: spheres that a plane carries, on a hexagonal lattice or at random without overlap.",
    .reference = "S1 Sec. 3.2; Silbert et al. 2001, Phys. Rev. E 64, 051302",
    .options = options,
    .fill = fill,
};
