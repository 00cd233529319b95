/* The two halves of a box that a plane separates: how unequally the particles are shared, how often they change sides,
 * and their energy.  A particle that changes sides and comes back between two samples is not counted. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"axis", GRAVEL_TYPE_CHOICE, 0, NULL, 0, 0, "x", "x|y|z", "the plane between the halves is normal to this axis"},
    {"at", GRAVEL_TYPE_REAL, 0, "m", 0, 0, "0", NULL, "where it cuts the axis"},
    {0},
};

enum { ASYMMETRY, IMBALANCE, TRANSFER, ENERGY, MEANS };

struct halves {
    int axis;
    double at;
    size_t n;
    bool *above; /* [n] sides at the last sample; owned */
    struct gravel_mean means[MEANS];
};

static void
destroy(void *measure)
{
    free(((struct halves *)measure)->above);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct halves *m = measure;
    m->axis = gravel_options_text(options, "axis")[0] - 'x';
    m->at = gravel_options_real(options, "at");
    m->n = system->n_particles;
    if (!gravel_has_axis(system->dimension, m->axis))
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.halves.axis", "found %c, allowed an axis of %dD",
                              'x' + m->axis, system->dimension);
    if (system->box.periodic[m->axis])
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.halves.axis",
                              "found %c, on which the box is periodic, allowed an axis with two ends", 'x' + m->axis);
    m->above = calloc(m->n + 1, sizeof *m->above);
    if (m->above == NULL)
        return gravel_no_memory(error);
    m->means[ASYMMETRY] = (struct gravel_mean){.name = "asymmetry", .unit = "1", .n = 1};
    m->means[IMBALANCE] = (struct gravel_mean){.name = "imbalance", .unit = "1", .n = 1};
    m->means[TRANSFER] = (struct gravel_mean){.name = "transfer_rate", .unit = "1/s", .n = 1};
    m->means[ENERGY] = (struct gravel_mean){.name = "total_energy", .unit = "J", .n = 1};
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = MEANS;
    return ((const struct halves *)measure)->means;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct halves *m = measure;
    double above = 0.0, changes = 0.0;
    for (size_t k = 0; k < m->n; k++) {
        const bool now = v3_component(state->particles[k].x, m->axis) >= m->at;
        changes += now != m->above[k];
        above += now;
        m->above[k] = now;
    }
    values[IMBALANCE] = (2.0 * above - (double)m->n) / (double)m->n;
    values[ASYMMETRY] = fabs(values[IMBALANCE]);
    values[TRANSFER] = state->since > 0.0 ? 0.5 * changes / state->since : 0.0;
    values[ENERGY] = gravel_kinetic_energy(state->particles, m->n) + gravel_rotational_energy(state->particles, m->n) +
                     gravel_potential_energy(state->particles, m->n, state->system->gravity);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct halves *m = measure;
    GRAVEL_ARCHIVE_ARRAY(archive, m->above, m->n);
}

static const struct gravel_yield yields[] = {
    {"asymmetry", "1"}, {"imbalance", "1"}, {"transfer_rate", "1/s"}, {"total_energy", "J"}, {0}};

const struct gravel_measure_ops gravel_measure_halves = {
    .name = "halves",
    .what = "|N_1 - N_2|/N and (N_1 - N_2)/N of the two sides of a plane, N_1 above it; the rate at which particles "
            "cross it in one direction, half of that in both; total energy, the potential one from the origin.",
    .reference = "S0; Eggers 1999, Phys. Rev. Lett. 83, 5322",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct halves),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
};
