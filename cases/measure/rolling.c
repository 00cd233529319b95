/* A sphere on the inside edge of an upright ring: how far it leaves the ring's plane, whether it rolls, and the period
 * of its swing about the lowest point, from the zeros of its sideways position between samples. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

struct rolling {
    struct gravel_wall ring;
    struct vec3 sideways; /* unit vector in the ring's plane, normal to gravity */
    double off;           /* largest distance from the plane, in radii of the sphere */
    double slip;          /* largest |slip| of the contact point, over the largest speed */
    double fastest;       /* [m/s] */
    double first, last;   /* zeros [s] */
    size_t n_zeros;
    struct gravel_series path; /* t, sideways, slip */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    const double g = v3_norm(system->gravity);
    size_t w = 0;
    while (w < system->n_walls && system->walls[w].shape != GRAVEL_RING)
        w++;
    if (w == system->n_walls || !(g > 0.0) || system->n_particles != 1 ||
        fabs(v3_dot(system->walls[w].axis, system->gravity)) > 1e-9 * g)
        return gravel_fail(error, GRAVEL_INPUT, "measure.rolling: needs one particle, gravity and an upright ring");
    struct rolling *m = measure;
    m->ring = system->walls[w];
    m->path.width = 3;
    m->sideways = v3_unit(v3_cross(system->walls[w].axis, system->gravity));
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct rolling *m = measure;
    gravel_series_free(&m->path);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct rolling *m = measure;
    const struct gravel_particle *p = state->particles;
    const struct gravel_nearest near = gravel_wall_nearest(&m->ring, state->t, p->x);
    const struct vec3 arm = v3_scale(-p->radius, near.normal);
    const struct vec3 slip = v3_reject(v3_add(p->v, v3_cross(p->omega, arm)), near.normal);
    const double x = v3_dot(v3_sub(p->x, m->ring.origin), m->sideways);
    m->off = fmax(m->off, fabs(v3_dot(v3_sub(p->x, m->ring.origin), m->ring.axis)) / p->radius);
    m->slip = fmax(m->slip, v3_norm(slip));
    m->fastest = fmax(m->fastest, v3_norm(p->v));
    double *row = gravel_series_next(&m->path);
    if (row == NULL)
        return;
    row[0] = state->t;
    row[1] = x;
    row[2] = v3_dot(slip, m->sideways);
    if (m->path.n < 2)
        return;
    const double *before = gravel_series_row(&m->path, m->path.n - 2);
    if ((x > 0.0) != (before[1] > 0.0)) {
        m->last = before[0] + (row[0] - before[0]) * before[1] / (before[1] - x);
        if (m->n_zeros++ == 0)
            m->first = m->last;
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct rolling *m = measure;
    const enum gravel_status status = gravel_series_check(&m->path, error);
    if (status != GRAVEL_OK)
        return status;
    if (m->n_zeros < 3)
        return gravel_fail(error, GRAVEL_INPUT, "measure.rolling: the run is shorter than a swing: %zu zeros",
                           m->n_zeros);
    r->number(r->self, "out_of_plane", "1", m->off, 0.0);
    r->number(r->self, "slip", "1", m->slip / m->fastest, 0.0);
    r->number(r->self, "swing_period", "s", 2.0 * (m->last - m->first) / (double)(m->n_zeros - 1), 0.0);
    r->table(r->self, "path", "t|sideways|slip", "s|m|m/s", m->path.n, m->path.data);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct rolling *m = measure;
    GRAVEL_ARCHIVE(archive, m->off);
    GRAVEL_ARCHIVE(archive, m->slip);
    GRAVEL_ARCHIVE(archive, m->fastest);
    GRAVEL_ARCHIVE(archive, m->first);
    GRAVEL_ARCHIVE(archive, m->last);
    GRAVEL_ARCHIVE(archive, m->n_zeros);
    gravel_series_archive(&m->path, archive);
}

static const struct gravel_yield yields[] = {
    {"out_of_plane", "1"}, {"slip", "1"}, {"swing_period", "s"}, {"path", "s|m|m/s", "t|sideways|slip"}, {0},
};

const struct gravel_measure_ops gravel_measure_rolling = {
    .name = "rolling",
    .what =
        "Largest distance of a sphere from the plane of an upright ring in radii, largest slip over the largest speed, "
        "period of its swing; table t|sideways|slip.",
    .reference = "S1 Sec. 3",
    .dimensions = GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_RING | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct rolling),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
