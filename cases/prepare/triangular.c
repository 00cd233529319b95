/* Disks on a triangular lattice above a wall at z = 0, all with one velocity (S3 Sec. 3.2.3).  Rows of `row` disks at
 * the distance a = L/row, L the width of the periodic box, stand sqrt(3)/2 a apart, every other one shifted by a/2; the
 * gap is s0 = a - d.  Each disk is then shifted on both axes by a random length of at most jitter * s0; shifts that
 * make disks overlap are drawn again. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "engines/core/rng.h"

enum { DRAWS_MAX = 10000 };

static const struct gravel_key options[] = {
    {"row", GRAVEL_TYPE_INT, GRAVEL_REQUIRED, "1", 1, 1e6, NULL, NULL, "number of disks in a row"},
    {"jitter", GRAVEL_TYPE_REAL, 0, "1", 0, 0.5, "0", NULL, "largest random shift as a part of the gap"},
    {"velocity", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m/s", 0, 0, NULL, NULL, "common velocity, positive upwards"},
    {0},
};

struct lattice {
    size_t row;
    double left, constant, gap; /* [m] */
};

static struct vec3
site(const struct lattice *l, size_t k, double radius)
{
    const size_t layer = k / l->row;
    const double shift = layer % 2 == 1 ? 0.75 : 0.25;
    return v3(l->left + ((double)(k % l->row) + shift) * l->constant, 0,
              l->gap + radius + (double)layer * sqrt(0.75) * l->constant);
}

/* Disk k meets none of those placed before it, nor the wall.  Touching is no overlap. */
static bool
is_free(const struct gravel_system *system, size_t k)
{
    const struct gravel_particle *p = system->particles;
    if (p[k].x.z < p[k].radius)
        return false;
    for (size_t i = 0; i < k; i++) {
        const struct vec3 r = gravel_box_separation(&system->box, p[k].x, p[i].x);
        if (v3_norm(r) < (p[k].radius + p[i].radius) * (1.0 - 1e-12))
            return false;
    }
    return true;
}

static enum gravel_status
place(struct gravel_system *system, size_t k, const struct lattice *l, double jitter, gsl_rng *rng,
      struct gravel_error *error)
{
    struct gravel_particle *p = &system->particles[k];
    const struct vec3 x = site(l, k, p->radius);
    for (int draw = 0; draw < DRAWS_MAX; draw++) {
        const double dx = jitter * (2.0 * gsl_rng_uniform(rng) - 1.0), dz = jitter * (2.0 * gsl_rng_uniform(rng) - 1.0);
        p->x = v3(x.x + dx, 0, x.z + dz);
        if (is_free(system, k))
            return GRAVEL_OK;
    }
    return gravel_fail(error, GRAVEL_INPUT,
                       "prepare.triangular: found no place for disk %zu in %d draws, allowed is less jitter", k,
                       DRAWS_MAX);
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    const double width = system->box.high.x - system->box.low.x, d = 2.0 * system->particles[0].radius;
    struct lattice l = {.row = (size_t)gravel_options_int(o, "row"), .left = system->box.low.x};
    l.constant = width / (double)l.row;
    l.gap = l.constant - d;
    if (system->dimension != 2 || !system->box.periodic[0])
        return gravel_fail(error, GRAVEL_INPUT,
                           "prepare.triangular: needs two dimensions and a box that is periodic on x");
    if (l.gap < -1e-12 * d)
        return gravel_prepare_refuse(error, "triangular", "row",
                                     "found %zu disks of %g m in a box of %g m, allowed at most %g", l.row, d, width,
                                     floor(width / d));
    l.gap = l.gap < 1e-12 * d ? 0.0 : l.gap; /* the width is a rounded number */
    gsl_rng *rng = gravel_rng_create(seed, "triangular", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    const double jitter = gravel_options_real(o, "jitter") * l.gap;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < system->n_particles && status == GRAVEL_OK; k++) {
        system->particles[k].v = v3(0, 0, gravel_options_real(o, "velocity"));
        status = place(system, k, &l, jitter, rng, error);
    }
    gsl_rng_free(rng);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_triangular = {
    .name = "triangular",
    .what = "Disks on a triangular lattice above a wall, shifted at random within their gaps, with a common velocity.",
    .reference = "S3 Sec. 3.2.3",
    .options = options,
    .fill = fill,
};
