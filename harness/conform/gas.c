/* Elastic bodies in a box that is periodic on every axis: what codes of gases can do that have nothing else. */
#include "harness/conform/trials.h"
#include "harness/conform/world.h"

#include <math.h>

enum { GAS = 4 };
static const double duration = 0.05, contact_time = 1.0e-3, diameter = 0.018;
static const double side = 0.1; /* of the box [m]: more than three cells of a body */

static enum gravel_status
begin(struct gravel_system *gas, int dimension, struct gravel_error *error)
{
    const enum gravel_status status = gravel_world_cloud(gas, dimension, GAS, 1.0, contact_time, error);
    gas->box = (struct gravel_box){.periodic = {dimension > 1, dimension > 2, true}};
    gas->box.low = v3_scale(-0.125 * side, v3(1, 1, 1));
    gas->box.high = v3_add(gas->box.low, v3_scale(side, v3(1, 1, 1)));
    return status;
}

/* Largest distance of two states across the faces of the box, in diameters; the second state is first moved by `shift`.
 */
static double
distance(const struct gravel_box *box, const struct gravel_particle *a, const struct gravel_particle *b,
         struct vec3 shift)
{
    double largest = 0.0;
    for (size_t k = 0; k < GAS; k++)
        largest = fmax(largest, v3_norm(gravel_box_separation(box, a[k].x, v3_add(b[k].x, shift))) / diameter);
    return largest;
}

/* Run a gas and hand its states before and after to `compare`. */
static enum gravel_status
run(const struct gravel_engine_ops *ops, int dimension,
    double (*compare)(const struct gravel_particle *before, const struct gravel_particle *after, size_t n),
    double *deviation, struct gravel_error *error)
{
    struct gravel_system gas;
    struct gravel_particle end[GAS];
    enum gravel_status status = begin(&gas, dimension, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &gas, duration, end, error);
    if (status == GRAVEL_OK)
        *deviation = compare(gas.particles, end, GAS);
    gravel_system_free(&gas);
    return status;
}

static enum gravel_status
energy(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return run(ops, dimension, gravel_world_energy_change, deviation, error);
}

static enum gravel_status
momentum(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return run(ops, dimension, gravel_world_momentum_change, deviation, error);
}

/* The gas, and the same with every velocity changed by `u`. */
static enum gravel_status
compare_moving(const struct gravel_engine_ops *ops, int dimension, struct vec3 u, double *deviation,
               struct gravel_error *error)
{
    struct gravel_system gas;
    struct gravel_particle plain[GAS], moving[GAS];
    enum gravel_status status = begin(&gas, dimension, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &gas, duration, plain, error);
    for (size_t k = 0; status == GRAVEL_OK && k < GAS; k++)
        gas.particles[k].v = v3_add(gas.particles[k].v, u);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &gas, duration, moving, error);
    if (status == GRAVEL_OK)
        *deviation = distance(&gas.box, plain, moving, v3_scale(-duration, u));
    gravel_system_free(&gas);
    return status;
}

static enum gravel_status
boost(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    const struct vec3 u = v3(dimension > 1 ? 0.7 : 0.0, dimension > 2 ? -0.4 : 0.0, 1.1);
    return compare_moving(ops, dimension, u, deviation, error);
}

static enum gravel_status
repeat(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare_moving(ops, dimension, v3(0, 0, 0), deviation, error);
}

#define ALL GRAVEL_TRIAL_ALL

const struct gravel_trial gravel_gas_trials[] = {
    {"gas-energy", "four elastic bodies in a periodic box: kinetic energy, relative", ALL, 1, 5e-3, 1e-9, energy},
    {"gas-momentum", "the same: momentum, relative", ALL, 1, 1e-9, 1e-9, momentum},
    {"gas-boost", "the same in a moving frame: distance, in diameters", ALL, 1, 1e-6, 1e-8, boost},
    {"gas-repeat", "the same run twice: distance", ALL, 1, 0.0, 0.0, repeat},
    {0},
};
