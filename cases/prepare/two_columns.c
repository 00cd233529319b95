/* Two columns of beads on the z axis that meet: the first `lower` beads move up, the others down (S3 Figs. 5, 6
 * and App. A). */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "cases/prepare/stack.h"

static const struct gravel_key options[] = {
    GRAVEL_STACK_KEYS,
    {"lower", GRAVEL_TYPE_INT, GRAVEL_REQUIRED, "1", 1, 1e6, NULL, NULL, "number of beads in the lower column"},
    {"gap", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL, "m", 0, INFINITY, NULL, NULL,
     "gap between the columns; the separation when absent"},
    {"lower_velocity", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m/s", 0, 0, NULL, NULL,
     "of the lower column, positive upwards"},
    {"upper_velocity", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m/s", 0, 0, NULL, NULL, "of the upper column"},
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    (void)seed;
    const size_t n = system->n_particles, lower = (size_t)gravel_options_int(o, "lower");
    if (lower >= n)
        return gravel_prepare_refuse(error, "two-columns", "lower", "found %zu, allowed 1 to %zu", lower, n - 1);
    const double up = gravel_options_real(o, "lower_velocity"), down = gravel_options_real(o, "upper_velocity");
    double separation;
    const enum gravel_status status = gravel_stack_separation(system, o, up - down, "two-columns", &separation, error);
    if (status != GRAVEL_OK)
        return status;
    const double gap = gravel_options_has(o, "gap") ? gravel_options_real(o, "gap") : separation;
    const double top = gravel_stack_fill(system, 0, lower, 0.0, separation);
    gravel_stack_fill(system, lower, n - lower, top + gap, separation);
    for (size_t k = 0; k < n; k++)
        system->particles[k].v = v3(0, 0, k < lower ? up : down);
    return GRAVEL_OK;
}

const struct gravel_prepare_ops gravel_prepare_two_columns = {
    .name = "two-columns",
    .what = "Two columns of beads on the z axis that move towards each other.",
    .reference = "S3 Sec. 3.2, Figs. 5 and 6; App. A",
    .options = options,
    .fill = fill,
};
