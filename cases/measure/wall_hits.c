/* Collisions with every wall in a second. */
#include "cases/measure/measure.h"

#include <stdio.h>
#include <stdlib.h>

struct one {
    size_t hits; /* since the last sample */
    char name[56];
};

struct walls {
    size_t n;
    struct one *walls;         /* [n]; owned */
    struct gravel_mean *means; /* [n]; owned */
};

static void
destroy(void *measure)
{
    struct walls *m = measure;
    free(m->walls);
    free(m->means);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct walls *m = measure;
    m->n = system->n_walls;
    m->walls = calloc(m->n + 1, sizeof *m->walls);
    m->means = calloc(m->n + 1, sizeof *m->means);
    if (m->walls == NULL || m->means == NULL)
        return gravel_no_memory(error);
    for (size_t w = 0; w < m->n; w++) {
        snprintf(m->walls[w].name, sizeof m->walls[w].name, "wall_hits.%s", system->walls[w].name);
        m->means[w] = (struct gravel_mean){.name = m->walls[w].name, .unit = "1/s", .n = 1};
    }
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct walls *m = measure;
    *count = m->n;
    return m->means;
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct walls *m = measure;
    if (e->j < 0)
        m->walls[-1 - e->j].hits++;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct walls *m = measure;
    for (size_t w = 0; w < m->n; w++) {
        values[w] = state->since > 0.0 ? (double)m->walls[w].hits / state->since : 0.0;
        m->walls[w].hits = 0;
    }
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct walls *m = measure;
    GRAVEL_ARCHIVE_COLUMN(archive, m->walls, m->n, hits);
}

static const struct gravel_yield yields[] = {{"wall_hits.*", "1/s"}, {0}};

const struct gravel_measure_ops gravel_measure_wall_hits = {
    .name = "wall_hits",
    .what =
        "Collisions of particles with every wall in a second.  Those with a smooth elastic wall are the rate at which "
        "particles would pass its place if the mirror image of the system were behind it.",
    .reference = "kinetic theory",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_WALL,
    .yields = yields,
    .size = sizeof(struct walls),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .event = event,
};
