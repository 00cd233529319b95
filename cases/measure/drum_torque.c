/* Torque of a drum's filling on the drum, about its axis: the angular momentum that the cylinder and the spheres it
 * carries take from the free particles over the sampling interval.  The end planes give none while they have no
 * friction, so that in a steady state it is the moment of the filling's weight. */
#include "cases/measure/drum.h"

#include <stdlib.h>

struct drum_torque {
    struct gravel_drum drum;
    struct vec3 gravity;
    bool *carried; /* [n_particles] by the drum; owned */
    double taken;  /* angular momentum about the axis since the last sample [N m s] */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct drum_torque *m = measure;
    const enum gravel_status status = gravel_drum_of(system, "drum_torque", &m->drum, error);
    if (status != GRAVEL_OK)
        return status;
    m->gravity = system->gravity;
    m->carried = malloc(system->n_particles * sizeof *m->carried);
    if (m->carried == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < system->n_particles; k++)
        m->carried[k] = system->particles[k].attached == (int32_t)m->drum.wall;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct drum_torque *m = measure;
    free(m->carried);
}

static double
ratio_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)measure, (void)mean, (void)k;
    return s[0] / s[1];
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "torque", .unit = "N m", .n = 1},
                                              {.name = "weight_moment", .unit = "N m", .n = 1},
                                              {.name = "torque_ratio", .unit = "1", .n = 1, .of = ratio_of}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

/* About the axis, of an impulse at x and a twist. */
static double
angular_momentum(const struct drum_torque *m, struct vec3 x, struct vec3 impulse, struct vec3 twist)
{
    return v3_dot(v3_add(v3_cross(v3_sub(x, m->drum.origin), impulse), twist), m->drum.axis);
}

static bool
in_drum(const struct drum_torque *m, int32_t body)
{
    return body >= 0 ? m->carried[body] : (size_t)(-1 - body) == m->drum.wall;
}

static void
push(void *measure, const struct gravel_push *p)
{
    struct drum_torque *m = measure;
    if (in_drum(m, p->i) == in_drum(m, p->j))
        return;
    if (in_drum(m, p->j))
        m->taken -= angular_momentum(m, p->x, p->impulse, p->twist);
    else if (p->j >= 0)
        m->taken -= angular_momentum(m, v3_sub(p->x, p->branch), v3_scale(-1.0, p->impulse), p->twist_j);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct drum_torque *m = measure;
    double moment = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached == GRAVEL_FREE)
            moment += angular_momentum(m, p->x, v3_scale(p->mass, m->gravity), v3(0, 0, 0));
    }
    values[0] = state->since > 0.0 ? m->taken / state->since : moment;
    values[1] = moment;
    m->taken = 0.0;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct drum_torque *m = measure;
    GRAVEL_ARCHIVE(archive, m->taken);
}

static const struct gravel_yield yields[] = {
    {"torque", "N m"},
    {"weight_moment", "N m"},
    {"torque_ratio", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_drum_torque = {
    .name = "drum_torque",
    .what = "Torque of the free particles on a drum about its axis, the moment of their weight, and the first over the "
            "second, which is 1 in a steady state between end planes without friction.",
    .reference = "balance of angular momentum",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_CYLINDER | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct drum_torque),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .push = push,
};
