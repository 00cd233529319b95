/* Mean spin of the free particles of a drum about its axis; 1 in units of the drum's rate is rigid rotation. */
#include "cases/measure/drum.h"

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    return gravel_drum_of(system, "spin", measure, error);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "mean_spin", .unit = "rad/s", .n = 1},
                                              {.name = "spin_ratio", .unit = "1", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    const struct gravel_drum *m = measure;
    double sum = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < state->system->n_particles; k++)
        if (state->particles[k].attached == GRAVEL_FREE) {
            sum += v3_dot(state->particles[k].omega, m->axis);
            n++;
        }
    const double rate = gravel_wall_rate(&state->system->walls[m->wall], state->t);
    values[0] = n > 0 ? sum / (double)n : 0.0;
    values[1] = rate != 0.0 ? values[0] / rate : 0.0;
}

static const struct gravel_yield yields[] = {
    {"mean_spin", "rad/s"},
    {"spin_ratio", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_spin = {
    .name = "spin",
    .what = "Mean spin of the free particles about the drum's axis, also over the drum's rate.",
    .reference = "S1 Sec. 3.2",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_CYLINDER | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct gravel_drum),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
