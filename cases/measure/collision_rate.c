/* Collisions of a particle with others in a second. */
#include "cases/measure/measure.h"

struct rate {
    size_t pairs, walls; /* since the last sample */
};

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "collision_rate", .unit = "1/s", .n = 1},
                                              {.name = "wall_collision_rate", .unit = "1/s", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct rate *m = measure;
    (*(e->j >= 0 ? &m->pairs : &m->walls))++;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct rate *m = measure;
    size_t n = 0;
    for (size_t k = 0; k < state->system->n_particles; k++)
        n += state->particles[k].attached == GRAVEL_FREE;
    const double norm = state->since > 0.0 && n > 0 ? 1.0 / (state->since * (double)n) : 0.0;
    values[0] = 2.0 * (double)m->pairs * norm;
    values[1] = (double)m->walls * norm;
    *m = (struct rate){0};
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct rate *m = measure;
    GRAVEL_ARCHIVE(archive, m->pairs);
    GRAVEL_ARCHIVE(archive, m->walls);
}

static const struct gravel_yield yields[] = {
    {"collision_rate", "1/s"},
    {"wall_collision_rate", "1/s"},
    {0},
};

const struct gravel_measure_ops gravel_measure_collision_rate = {
    .name = "collision_rate",
    .what = "Collisions with other particles, 2 n_pairs/(N t), and with walls, n_walls/(N t), of a free particle.",
    .reference = "F.rate (Enskog)",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .sheared = true,
    .size = sizeof(struct rate),
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .event = event,
};
