/* One sphere on the first wall, a plane: how far it rolls, when it comes to rest, how fast it gains speed downhill, and
 * what is left of its motion where it should be at rest. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

/* At rest is what has less than this part of the initial speed. */
static const double rest = 1e-3;

struct roll_out {
    struct vec3 normal, start, downhill; /* downhill: unit vector in the plane, or zero where it is level */
    double angle;                        /* of the plane [deg] */
    double first_speed, stop_time;       /* [m/s], [s]; stop_time < 0: has not stopped */
    struct gravel_series path;           /* t, way, speed, downhill speed */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    const double g = v3_norm(system->gravity);
    if (system->n_particles != 1 || system->n_walls == 0 || system->walls[0].shape != GRAVEL_PLANE || !(g > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.roll_out: needs one particle, a plane as first wall, and gravity");
    struct roll_out *m = measure;
    const struct vec3 n = system->walls[0].axis, slope = v3_reject(system->gravity, n);
    m->normal = n;
    m->downhill = v3_norm(slope) > 1e-12 * g ? v3_unit(slope) : v3(0, 0, 0);
    m->angle = atan2(v3_norm(slope), fabs(v3_dot(system->gravity, n))) * 180.0 / M_PI;
    m->start = system->particles[0].x;
    m->first_speed = v3_norm(v3_reject(system->particles[0].v, n));
    m->stop_time = -1.0;
    m->path.width = 4;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct roll_out *m = measure;
    gravel_series_free(&m->path);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct roll_out *m = measure;
    const struct gravel_particle *p = state->particles;
    const struct vec3 v = v3_reject(p->v, m->normal);
    double *row = gravel_series_next(&m->path);
    if (row == NULL)
        return;
    row[0] = state->t;
    row[1] = v3_norm(v3_reject(v3_sub(p->x, m->start), m->normal));
    row[2] = v3_norm(v);
    row[3] = v3_dot(v, m->downhill);
    if (m->path.n < 2 || m->stop_time >= 0.0 || row[2] >= rest * m->first_speed)
        return;
    const double *before = gravel_series_row(&m->path, m->path.n - 2);
    m->stop_time = before[0] + (row[0] - before[0]) * (before[2] - rest * m->first_speed) / (before[2] - row[2]);
}

/* Mean and spread of the speed over the last quarter of the run. */
static void
report_rest(const struct gravel_series *path, const struct gravel_results *r)
{
    const size_t from = path->n - path->n / 4 - 1;
    double sum = 0.0, squares = 0.0;
    const double n = (double)(path->n - from);
    for (size_t k = from; k < path->n; k++)
        sum += gravel_series_row(path, k)[2];
    for (size_t k = from; k < path->n; k++) {
        const double d = gravel_series_row(path, k)[2] - sum / n;
        squares += d * d;
    }
    r->number(r->self, "final_speed", "m/s", sum / n, 0.0);
    r->number(r->self, "chatter", "m/s", sqrt(squares / n), 0.0);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct roll_out *m = measure;
    const enum gravel_status status = gravel_series_check(&m->path, error);
    if (status != GRAVEL_OK)
        return status;
    if (m->path.n < 8)
        return gravel_fail(error, GRAVEL_INPUT, "measure.roll_out: found %zu samples, allowed at least 8", m->path.n);
    const double *middle = gravel_series_row(&m->path, m->path.n / 2),
                 *last = gravel_series_row(&m->path, m->path.n - 1);
    r->number(r->self, "slope", "deg", m->angle, 0.0);
    r->number(r->self, "first_speed", "m/s", m->first_speed, 0.0);
    r->number(r->self, "way", "m", last[1], 0.0);
    if (m->stop_time >= 0.0)
        r->number(r->self, "stop_time", "s", m->stop_time, 0.0);
    r->number(r->self, "downhill_acceleration", "m/s^2", (last[3] - middle[3]) / (last[0] - middle[0]), 0.0);
    report_rest(&m->path, r);
    r->table(r->self, "roll_out", "t|way|speed|downhill_speed", "s|m|m/s|m/s", m->path.n, m->path.data);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct roll_out *m = measure;
    GRAVEL_ARCHIVE(archive, m->stop_time);
    gravel_series_archive(&m->path, archive);
}

static const struct gravel_yield yields[] = {
    {"final_speed", "m/s"},
    {"chatter", "m/s"},
    {"slope", "deg", .is_determined = true},
    {"first_speed", "m/s"},
    {"way", "m"},
    {"stop_time", "s"},
    {"downhill_acceleration", "m/s^2"},
    {"roll_out", "s|m|m/s|m/s", "t|way|speed|downhill_speed"},
    {0},
};

const struct gravel_measure_ops gravel_measure_roll_out = {
    .name = "roll_out",
    .what = "One sphere on a plane: way, time to rest, acceleration downhill over the second half, mean and spread of "
            "the speed "
            "in the last quarter; table t|way|speed|downhill_speed.",
    .reference = "S2",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_PLANE | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct roll_out),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
