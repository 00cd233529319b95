/* The longest waves of a gas in a periodic box: over the wave vectors k = 2 pi/L_a along each axis a, of n particles of
 * relative velocity u and temperature T,
 *     shear_mode    mean of |sum m u_b exp(i k x_a)|^2/(n m T) over all axes b other than a, 1 in equilibrium
 *     sound_mode    the same along b = a
 *     density_mode  mean of |sum exp(2 i k x_a)|^2/n, the structure factor at 2 k: 1 for points thrown at random, less
 *                   where particles exclude each other, more where they cluster.  A shear wave heats the gas where its
 *                   gradient is steep, twice in a wave length, and drives the particles from there
 * Masses may differ: n m is then the sum of the masses. */
#include "cases/measure/gas_box.h"
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

enum { SHEAR, SOUND, DENSITY, MEANS };

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[MEANS] = {
        {.name = "shear_mode", .unit = "1", .n = 1},
        {.name = "sound_mode", .unit = "1", .n = 1},
        {.name = "density_mode", .unit = "1", .n = 1},
    };
    (void)measure;
    *count = MEANS;
    return list;
}

/* Squares of the sums along axis a: of the momenta relative to `drift`, and of 1 (index 3, at 2 k). */
static void
add_wave(const struct gravel_state *state, int a, struct vec3 drift, double square[4])
{
    const struct gravel_box *box = &state->system->box;
    const double k = 2.0 * M_PI / (v3_component(box->high, a) - v3_component(box->low, a));
    double sum[4][2] = {{0.0}};
    for (size_t i = 0; i < state->system->n_particles; i++) {
        const struct gravel_particle *p = &state->particles[i];
        const double wave[2] = {cos(k * v3_component(p->x, a)), sin(k * v3_component(p->x, a))};
        const double twice[2] = {wave[0] * wave[0] - wave[1] * wave[1], 2.0 * wave[0] * wave[1]};
        for (int part = 0; part < 2; part++) {
            for (int b = 0; b < 3; b++)
                sum[b][part] += p->mass * (v3_component(p->v, b) - v3_component(drift, b)) * wave[part];
            sum[3][part] += twice[part];
        }
    }
    for (int b = 0; b < 4; b++)
        square[b] = sum[b][0] * sum[b][0] + sum[b][1] * sum[b][1];
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)measure;
    const struct gravel_system *system = state->system;
    const int d = system->dimension;
    const double n = (double)system->n_particles;
    struct vec3 momentum = v3(0, 0, 0);
    double mass = 0.0;
    for (size_t i = 0; i < system->n_particles; i++) {
        momentum = v3_axpy(momentum, state->particles[i].mass, state->particles[i].v);
        mass += state->particles[i].mass;
    }
    const double norm = mass * gravel_gas_temperature(state->particles, system->n_particles, d);
    values[SHEAR] = values[SOUND] = values[DENSITY] = 0.0;
    for (int a = 0; a < 3; a++) {
        if (!gravel_has_axis(d, a))
            continue;
        double square[4];
        add_wave(state, a, v3_scale(1.0 / mass, momentum), square);
        values[DENSITY] += square[3] / (d * n);
        values[SOUND] += norm > 0.0 ? square[a] / (d * norm) : 0.0;
        for (int b = 0; b < 3; b++)
            if (b != a && gravel_has_axis(d, b))
                values[SHEAR] += norm > 0.0 ? square[b] / (d * (d - 1) * norm) : 0.0;
    }
}

static const struct gravel_yield yields[] = {{"shear_mode", "1"}, {"sound_mode", "1"}, {"density_mode", "1"}, {0}};

const struct gravel_measure_ops gravel_measure_gas_modes = {
    .name = "gas_modes",
    .what =
        "Longest waves in a periodic box, mean over the axes: of the velocity across and along the wave, over their "
        "equilibrium value at the same temperature, and of the density, the structure factor at half the wave length.",
    .reference = "Goldhirsch and Zanetti 1993",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_PERIODIC,
    .yields = yields,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
