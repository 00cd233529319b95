/* Many pairs, each on a straight course to one collision: the first particle with the second, the third with the
 * fourth,
 * ..  Every pair has the same geometry at contact, turned at random, and its own time before it.  The pairs' points of
 * contact form a square or cubic lattice that begins at the box's lower corner, so that pairs lie across its sides, and
 * that moves as a whole; in a sheared box each layer of it moves with the flow, too. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "engines/core/rng.h"

#include <gsl/gsl_randist.h>
#include <math.h>

static const struct gravel_key options[] = {
    {"speed", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, "m/s", 0, INFINITY, NULL, NULL,
     "relative speed of a pair before its collision"},
    {"angle", GRAVEL_TYPE_REAL, GRAVEL_BELOW_MAX, "deg", 0, 90, "0", NULL,
     "angle between the relative velocity and the line of centres at contact"},
    {"flight", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, "s", 0, INFINITY, NULL, NULL,
     "longest time before a collision; each pair's is random, uniform from 0"},
    {"drift", GRAVEL_TYPE_VEC3, 0, "m/s", 0, 0, "[0, 0, 0]", NULL, "velocity of all pairs' centres of mass"},
    {0},
};

struct lattice {
    struct vec3 low, cell; /* [m] */
    size_t n;              /* cells on each axis */
};

static double
axis_place(double low, double cell, double k, double shift, double length)
{
    const double x = fmod(k * cell + shift, length);
    return low + (x < 0.0 ? x + length : x);
}

/* The point `shift` from the corner of cell k, in the box. */
static struct vec3
place(const struct gravel_system *system, const struct lattice *l, size_t k, struct vec3 shift)
{
    const bool flat = system->dimension == 2;
    const size_t ix = k % l->n, iy = flat ? 0 : k / l->n % l->n, iz = k / (flat ? l->n : l->n * l->n);
    const struct vec3 length = v3_scale((double)l->n, l->cell);
    return v3(axis_place(l->low.x, l->cell.x, (double)ix, shift.x, length.x),
              flat ? 0.0 : axis_place(l->low.y, l->cell.y, (double)iy, shift.y, length.y),
              axis_place(l->low.z, l->cell.z, (double)iz, shift.z, length.z));
}

static enum gravel_status
make_lattice(const struct gravel_system *system, const struct gravel_options *o, struct lattice *l,
             struct gravel_error *error)
{
    const struct gravel_box *box = &system->box;
    const bool flat = system->dimension == 2;
    if (system->dimension == 1 || !box->periodic[0] || !(flat || box->periodic[1]) || !box->periodic[2])
        return gravel_fail(error, GRAVEL_INPUT,
                           "prepare.pairs: needs two or three dimensions and a box that is periodic on every axis");
    if (system->n_particles % 2 != 0)
        return gravel_fail(error, GRAVEL_INPUT, "prepare.pairs: found %zu particles, allowed an even number",
                           system->n_particles);
    l->n = (size_t)ceil(pow(0.5 * (double)system->n_particles, 1.0 / system->dimension) - 1e-9);
    l->low = box->low;
    l->cell = v3_scale(1.0 / (double)l->n, v3_sub(box->high, box->low));
    double radius = 0.0, share = 0.5; /* largest radius; largest part of the relative velocity that one particle has */
    for (size_t k = 0; k < system->n_particles; k += 2) {
        const struct gravel_particle *p = &system->particles[k];
        radius = fmax(radius, fmax(p[0].radius, p[1].radius));
        share = fmax(share, fmax(p[0].mass, p[1].mass) / (p[0].mass + p[1].mass));
    }
    const double least = fmin(fmin(l->cell.x, flat ? INFINITY : l->cell.y), l->cell.z);
    const double way = share * gravel_options_real(o, "speed") * gravel_options_real(o, "flight");
    if (least < 2.0 * way + 5.0 * radius)
        return gravel_prepare_refuse(error, "pairs", "flight",
                                     "particles that fly up to %g m need cells of %g m, the box has cells of %g m", way,
                                     2.0 * way + 5.0 * radius, least);
    return GRAVEL_OK;
}

/* Put a particle at the point `shift` from the corner of cell k, in the box.  A sheared box adds its flow at that place
 * to every velocity: both particles of a pair get that of the corner. */
static void
put(struct gravel_particle *p, const struct gravel_system *system, const struct lattice *l, size_t k, struct vec3 shift,
    struct vec3 v)
{
    p->x = place(system, l, k, shift);
    p->v = v3_sub(v, v3(system->box.shear_rate * shift.z, 0, 0));
}

/* A unit vector of random direction, in the (x, z) plane in two dimensions, and one normal to it. */
static void
draw_directions(int dimension, gsl_rng *rng, struct vec3 *normal, struct vec3 *tangent)
{
    if (dimension == 2) {
        gsl_ran_dir_2d(rng, &normal->x, &normal->z);
        normal->y = 0.0;
        *tangent = v3(-normal->z, 0.0, normal->x);
        return;
    }
    struct vec3 other;
    gsl_ran_dir_3d(rng, &normal->x, &normal->y, &normal->z);
    do
        gsl_ran_dir_3d(rng, &other.x, &other.y, &other.z);
    while (v3_norm2(v3_reject(other, *normal)) < 0.01);
    *tangent = v3_unit(v3_reject(other, *normal));
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    struct lattice lattice;
    const enum gravel_status status = make_lattice(system, o, &lattice, error);
    if (status != GRAVEL_OK)
        return status;
    const double speed = gravel_options_real(o, "speed"), angle = gravel_options_real(o, "angle") * M_PI / 180.0;
    const struct vec3 drift = gravel_options_vec3(o, "drift");
    if (system->dimension == 2 && drift.y != 0.0)
        return gravel_prepare_refuse(error, "pairs", "drift", "found %g m/s along y, allowed 0 in two dimensions",
                                     drift.y);
    gsl_rng *rng = gravel_rng_create(seed, "pairs", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; 2 * k < system->n_particles; k++) {
        struct gravel_particle *a = &system->particles[2 * k], *b = a + 1;
        struct vec3 n = {0}, t = {0};
        draw_directions(system->dimension, rng, &n, &t);
        const double flight = gravel_options_real(o, "flight") * gsl_rng_uniform_pos(rng);
        const struct vec3 u = v3_add(v3_scale(-speed * cos(angle), n), v3_scale(speed * sin(angle), t));
        const double share = b->mass / (a->mass + b->mass);
        const struct vec3 va = v3_scale(share, u), vb = v3_scale(share - 1.0, u);
        put(a, system, &lattice, k, v3_axpy(v3_scale(a->radius, n), -flight, va), v3_add(va, drift));
        put(b, system, &lattice, k, v3_axpy(v3_scale(-b->radius, n), -flight, vb), v3_add(vb, drift));
    }
    gsl_rng_free(rng);
    return GRAVEL_OK;
}

const struct gravel_prepare_ops gravel_prepare_pairs = {
    .name = "pairs",
    .what =
        "Many pairs in a periodic box, alike but turned at random, each of which approaches one collision of its own.",
    .reference = "PHYSICS.md Sec. 3",
    .options = options,
    .fill = fill,
};
