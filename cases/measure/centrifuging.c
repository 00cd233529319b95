/* The part of a drum's filling that rotates with the wall: a particle counts while, for at least the last turn, its
 * velocity has differed from the wall's at its place by less than a part of it.
 *
 * What has come over the top: the free particles in the upper quadrant where the wall descends, above the axis and
 * downhill of it (S1's upper right one: its slopes rise to the left).  A filling that goes round as a whole has a
 * quarter of its particles there.  Their depth is the mean of R - r, R inside the lining, r the distance of a centre
 * from the axis: a particle at the lining has its radius, and particles all over the quadrant have R/3 (the mean of
 * r over it is 2 R/3); 0 where there is none. */
#include "cases/measure/drum.h"

#include <stdlib.h>

static const struct gravel_key options_list[] = {
    {"tolerance", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1, "0.3", NULL,
     "allowed difference from the wall's velocity, as a part of it"},
    {0},
};

struct centrifuging {
    struct gravel_drum drum;
    double tolerance;
    double turn;   /* [s] */
    size_t n;      /* particles */
    double *since; /* [n] time since when each rotates with the wall, INFINITY: it does not; owned */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct gravel_drum drum;
    const enum gravel_status status = gravel_drum_of(system, "centrifuging", &drum, error);
    if (status != GRAVEL_OK)
        return status;
    const double rate = fabs(system->walls[drum.wall].motion.spin);
    if (!(rate > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "measure.centrifuging: %s does not rotate",
                           system->walls[drum.wall].name);
    struct centrifuging *m = measure;
    double *since = malloc(system->n_particles * sizeof *since);
    if (since == NULL)
        return gravel_no_memory(error);
    *m = (struct centrifuging){.drum = drum,
                               .tolerance = gravel_options_real(options, "tolerance"),
                               .turn = 2.0 * M_PI / rate,
                               .n = system->n_particles,
                               .since = since};
    for (size_t k = 0; k < system->n_particles; k++)
        since[k] = INFINITY;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct centrifuging *m = measure;
    free(m->since);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "centrifuged_fraction", .unit = "1", .n = 1},
                                              {.name = "top_fraction", .unit = "1", .n = 1},
                                              {.name = "descending_fraction", .unit = "1", .n = 1},
                                              {.name = "descending_depth", .unit = "m", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct centrifuging *m = measure;
    const struct gravel_wall *wall = &state->system->walls[m->drum.wall];
    size_t n = 0, riding = 0, top = 0, descending = 0;
    double depth = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        const struct vec3 u = gravel_wall_velocity_at(wall, state->t, p->x);
        if (v3_norm(v3_sub(p->v, u)) > m->tolerance * v3_norm(u))
            m->since[k] = INFINITY;
        else
            m->since[k] = fmin(m->since[k], state->t);
        n++;
        riding += state->t - m->since[k] >= m->turn;
        const double side = gravel_drum_side(&m->drum, p->x), height = gravel_drum_height(&m->drum, p->x);
        top += height > 0.5 * m->drum.radius;
        if (side < 0.0 && height > 0.0) {
            descending++;
            depth += m->drum.radius - hypot(side, height);
        }
    }
    values[0] = n > 0 ? (double)riding / (double)n : 0.0;
    values[1] = n > 0 ? (double)top / (double)n : 0.0;
    values[2] = n > 0 ? (double)descending / (double)n : 0.0;
    values[3] = descending > 0 ? depth / (double)descending : 0.0;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct centrifuging *m = measure;
    GRAVEL_ARCHIVE_SAME(archive, m->n);
    GRAVEL_ARCHIVE_ARRAY(archive, m->since, m->n);
}

static const struct gravel_yield yields[] = {
    {"centrifuged_fraction", "1"}, {"top_fraction", "1"}, {"descending_fraction", "1"}, {"descending_depth", "m"}, {0},
};

const struct gravel_measure_ops gravel_measure_centrifuging = {
    .name = "centrifuging",
    .what =
        "Fraction of the free particles that have gone round with the drum's wall for a turn or longer, fraction "
        "higher than half a radius above the axis, fraction in the upper quadrant where the wall descends, and mean "
        "distance of their centres from the lining's inside.",
    .reference = "S1 Sec. 3.2",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_CYLINDER | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct centrifuging),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
};
