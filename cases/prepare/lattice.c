/* Particles on a square or cubic lattice that fills a box, shifted at random within their cells, with the
 * velocities of a gas of the given temperature. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/thermal.h"

static const struct gravel_key options[] = {
    {"low", GRAVEL_TYPE_VEC3, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "lower corner of the box"},
    {"high", GRAVEL_TYPE_VEC3, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "upper corner of the box"},
    {"jitter", GRAVEL_TYPE_REAL, 0, "1", 0, 1, "0", NULL, "random shift as a part of what the cell leaves free"},
    GRAVEL_THERMAL_KEYS,
    {0},
};

struct cells {
    double low[3], size[3]; /* [m] */
    size_t n[3];
};

/* The coarsest lattice that has `n` cells: grow the axis whose cells are longest. */
static struct cells
divide(const struct gravel_options *o, int dimension, size_t n)
{
    const struct vec3 a = gravel_options_vec3(o, "low"), b = gravel_options_vec3(o, "high");
    const double length[3] = {b.x - a.x, b.y - a.y, b.z - a.z};
    const bool used[3] = {dimension > 1, dimension > 2, true};
    struct cells c = {.low = {a.x, a.y, a.z}, .n = {1, 1, 1}};
    while (c.n[0] * c.n[1] * c.n[2] < n) {
        int longest = 2;
        for (int d = 0; d < 2; d++)
            if (used[d] && length[d] / (double)c.n[d] > length[longest] / (double)c.n[longest])
                longest = d;
        c.n[longest]++;
    }
    for (int d = 0; d < 3; d++) {
        c.size[d] = used[d] ? length[d] / (double)c.n[d] : 0.0;
        c.low[d] = used[d] ? c.low[d] : 0.0;
    }
    return c;
}

/* Centre of the k-th cell on axis d, shifted by at most `jitter` of its free half-width. */
static double
place(const struct cells *c, int d, size_t k, double radius, double jitter, gsl_rng *rng)
{
    const double shift = jitter * (0.5 * c->size[d] - radius) * (2.0 * gsl_rng_uniform(rng) - 1.0);
    return c->size[d] == 0.0 ? 0.0 : c->low[d] + ((double)k + 0.5) * c->size[d] + shift;
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    const struct cells c = divide(o, system->dimension, system->n_particles);
    for (int d = 0; d < 3; d++)
        for (size_t k = 0; k < system->n_particles; k++)
            if (c.size[d] != 0.0 && c.size[d] < 2.0 * system->particles[k].radius)
                return gravel_fail(error, GRAVEL_INPUT, "prepare.lattice: %zu particles do not fit: cells of %g m",
                                   system->n_particles, c.size[d]);
    gsl_rng *rng = gravel_rng_create(seed, "lattice", 0);
    if (rng == NULL)
        return gravel_no_memory(error);
    const double jitter = gravel_options_real(o, "jitter");
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        const size_t layer = c.n[0] * c.n[1];
        p->x.x = place(&c, 0, k % layer % c.n[0], p->radius, jitter, rng);
        p->x.y = place(&c, 1, k % layer / c.n[0], p->radius, jitter, rng);
        p->x.z = place(&c, 2, k / layer, p->radius, jitter, rng);
    }
    gravel_thermalise(system, gravel_options_real(o, "temperature"), rng);
    gsl_rng_free(rng);
    return GRAVEL_OK;
}

const struct gravel_prepare_ops gravel_prepare_lattice = {
    .name = "lattice",
    .what = "A box filled from below on a jittered lattice, with the velocities of a gas.",
    .reference = "S0, S4 Sec. 3",
    .options = options,
    .fill = fill,
};
