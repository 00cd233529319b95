/* Whether particles stay on their side of the walls, and whether they come to rest.  Both faces of a wall act, so a
 * particle must stay on the side of every plane and disk and inside or outside of every cylinder as it began.
 * A particle beside a disk is confined by the wall that stands there, and that wall counts it. */
#include "cases/measure/measure.h"

#include <stdlib.h>

struct confinement {
    double least;   /* smallest part of the particles on their side, at any sample */
    double fastest; /* largest rms speed at any sample [m/s] */
    double speed;   /* rms at the last [m/s] */
    size_t n_begun;
    bool *begun; /* [n_begun], particles x walls: the side at the start; owned */
    bool started;
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct confinement *m = measure;
    m->n_begun = system->n_particles * system->n_walls;
    m->begun = calloc(m->n_begun + 1, sizeof *m->begun);
    if (m->begun == NULL)
        return gravel_no_memory(error);
    m->least = 1.0;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct confinement *m = measure;
    free(m->begun);
}

/* Which side of a plane or disk, or inside a cylinder; the other shapes have no sides. */
static bool
side(const struct gravel_wall *w, double t, struct vec3 x)
{
    const struct vec3 r = v3_sub(x, v3_add(w->origin, gravel_wall_shift(w, t)));
    switch (w->shape) {
    case GRAVEL_PLANE:
    case GRAVEL_DISK: return v3_dot(r, w->axis) > 0.0;
    case GRAVEL_CYLINDER: return v3_norm2(v3_reject(r, w->axis)) < w->radius * w->radius;
    default: return true;
    }
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct confinement *m = measure;
    const struct gravel_system *s = state->system;
    size_t inside = 0, n = 0;
    double square = 0.0;
    for (size_t k = 0; k < s->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        bool kept = true;
        for (size_t w = 0; w < s->n_walls; w++) {
            const bool now = side(&s->walls[w], state->t, p->x);
            bool *begun = &m->begun[k * s->n_walls + w];
            if (!m->started)
                *begun = now;
            kept = kept && now == *begun;
        }
        if (p->attached != GRAVEL_FREE)
            continue;
        inside += kept;
        square += v3_norm2(p->v);
        n++;
    }
    m->started = true;
    m->least = n > 0 ? fmin(m->least, (double)inside / (double)n) : 0.0;
    m->speed = n > 0 ? sqrt(square / (double)n) : 0.0;
    m->fastest = fmax(m->fastest, m->speed);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct confinement *m = measure;
    r->number(r->self, "particles_inside", "1", m->least, 0.0);
    r->number(r->self, "residual_speed", "1", m->fastest > 0.0 ? m->speed / m->fastest : 0.0, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct confinement *m = measure;
    GRAVEL_ARCHIVE(archive, m->least);
    GRAVEL_ARCHIVE(archive, m->fastest);
    GRAVEL_ARCHIVE(archive, m->speed);
    GRAVEL_ARCHIVE(archive, m->started);
    GRAVEL_ARCHIVE_ARRAY(archive, m->begun, m->n_begun);
}

static const struct gravel_yield yields[] = {
    {"particles_inside", "1"},
    {"residual_speed", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_confinement = {
    .name = "confinement",
    .what =
        "Smallest part of the particles that are on their side of every plane, disk and cylinder at any sample; rms "
        "speed at the end over the largest.",
    .reference = "S1 Sec. 3",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_WALL,
    .yields = yields,
    .size = sizeof(struct confinement),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
