/* One contact from inside: overlap, its rate and the law's normal force against the time since the bodies touched.
 * The bodies are the first two particles, or a single particle and the first wall, on a straight course without
 * gravity, so that the moment of touch follows from the initial state (a wall must be a plane at rest).
 *
 * contact_energy is what the contact has taken from the relative motion so far, m_red (v_0^2 - x'^2)/2 with v_0 the
 * speed at the touch: the potential at the present overlap where nothing is dissipated, found without its formula. */
#include "cases/measure/contact.h"
#include "cases/measure/series.h"
#include "engines/core/normal_force.h"
#include "engines/core/root.h"

struct overlap_trace {
    int32_t second; /* 1, or -1: the first wall */
    struct gravel_force force;
    double touch, approach; /* [s], [m/s] */
    double m_red;           /* [kg] */
    bool touched;
    struct gravel_series series; /* time, overlap, rate, force */
};

/* Overlap x [m], negative for a gap, and x' [m/s]. */
static void
overlap_of(const struct gravel_system *system, const struct gravel_particle *p, int32_t second, double *x, double *rate)
{
    if (second < 0) {
        const struct gravel_wall *wall = &system->walls[-1 - second];
        const double z = v3_dot(v3_sub(p[0].x, wall->origin), wall->axis), side = z < 0.0 ? -1.0 : 1.0;
        *x = p[0].radius - side * z;
        *rate = -side * v3_dot(p[0].v, wall->axis);
        return;
    }
    const struct vec3 r = v3_sub(p[second].x, p[0].x), v = v3_sub(p[second].v, p[0].v);
    *x = p[0].radius + p[second].radius - v3_norm(r);
    *rate = -v3_dot(r, v) / v3_norm(r);
}

/* Time and normal speed of the first touch; INFINITY when the bodies miss. */
static void
first_touch(const struct gravel_system *system, int32_t second, double *touch, double *approach)
{
    const struct gravel_particle *p = system->particles;
    double x, rate;
    overlap_of(system, p, second, &x, &rate);
    *approach = rate;
    if (second < 0) {
        *touch = rate > 0.0 ? fmax(-x, 0.0) / rate : INFINITY;
        return;
    }
    const struct vec3 r = v3_sub(p[second].x, p[0].x), v = v3_sub(p[second].v, p[0].v);
    const double sum = p[0].radius + p[second].radius;
    *touch = gravel_pair_contact(v3_dot(r, v), v3_norm2(r) - sum * sum, v3_norm2(v));
    *approach = isfinite(*touch) ? -v3_dot(v3_axpy(r, *touch, v), v) / sum : NAN;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    const bool wall = system->n_particles == 1 && system->n_walls > 0;
    if ((!wall && system->n_particles != 2) || (wall && system->walls[0].shape != GRAVEL_PLANE) ||
        v3_norm2(system->gravity) > 0.0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.overlap_trace: found %zu particles and %zu walls, allowed two "
                           "particles, or one and a plane, without gravity",
                           system->n_particles, system->n_walls);
    struct overlap_trace *m = measure;
    m->second = wall ? -1 : 1;
    m->force = gravel_contact_force(system, 0, m->second, &m->m_red);
    m->series.width = 4;
    first_touch(system, m->second, &m->touch, &m->approach);
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct overlap_trace *m = measure;
    gravel_series_free(&m->series);
}

static void
add_row(struct overlap_trace *m, double time, double x, double rate, double force)
{
    double *row = gravel_series_next(&m->series);
    if (row == NULL)
        return;
    row[0] = time;
    row[1] = x;
    row[2] = rate;
    row[3] = force;
}

/* The touch itself, which is known and where a dashpot's force jumps, stands between the samples. */
static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct overlap_trace *m = measure;
    const double time = state->t - m->touch;
    double x, rate;
    overlap_of(state->system, state->particles, m->second, &x, &rate);
    if (time > 0.0 && !m->touched) {
        add_row(m, 0.0, 0.0, m->approach, gravel_normal_force(&m->force, 0.0, m->approach).force);
        m->touched = true;
    }
    add_row(m, time, fmax(x, 0.0), rate, x > 0.0 ? gravel_normal_force(&m->force, x, rate).force : 0.0);
}

/* Of a contact that was seen to end: the rows from the touch on, time over the duration and rate over the touch speed.
 * Between the last overlap and the next sample the bodies part freely. */
static enum gravel_status
scaled_trace(const struct overlap_trace *m, const struct gravel_results *r, struct gravel_error *error)
{
    const size_t n = m->series.n;
    size_t last = n;
    for (size_t k = 0; k < n; k++)
        if (gravel_series_row(&m->series, k)[1] > 0.0)
            last = k;
    const double *end = last + 1 < n ? gravel_series_row(&m->series, last) : NULL;
    if (end == NULL || end[2] >= 0.0)
        return GRAVEL_OK;
    const double duration = end[0] - end[1] / end[2];
    struct gravel_series scaled = {.width = 2};
    for (size_t k = 0; k <= last + 1; k++) {
        const double *row = gravel_series_row(&m->series, k);
        double *next = row[0] >= 0.0 ? gravel_series_next(&scaled) : NULL;
        if (next == NULL)
            continue;
        next[0] = k > last ? 1.0 : row[0] / duration;
        next[1] = row[2] / m->approach;
    }
    const enum gravel_status status = gravel_series_check(&scaled, error);
    if (status == GRAVEL_OK)
        r->table(r->self, "scaled_trace", "phase|rate", "1|1", scaled.n, scaled.data);
    gravel_series_free(&scaled);
    return status;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct overlap_trace *m = measure;
    if (!isfinite(m->touch))
        return gravel_fail(error, GRAVEL_PHYSICS, "measure.overlap_trace: the bodies do not meet");
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK || m->series.n == 0)
        return status;
    const double *last = gravel_series_row(&m->series, m->series.n - 1);
    r->number(r->self, "time_in_contact", "s", last[0], 0.0);
    r->number(r->self, "overlap", "m", last[1], 0.0);
    r->number(r->self, "opening_rate", "m/s", -last[2], 0.0);
    r->number(r->self, "force", "N", last[3], 0.0);
    r->number(r->self, "touch_speed", "m/s", m->approach, 0.0);
    r->number(r->self, "contact_energy", "J", 0.5 * m->m_red * (m->approach - last[2]) * (m->approach + last[2]), 0.0);
    r->table(r->self, "overlap_trace", "time_in_contact|overlap|rate|force", "s|m|m/s|N", m->series.n, m->series.data);
    gravel_contact_report(state->system, 0, m->second, m->approach, r);
    return scaled_trace(m, r, error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct overlap_trace *m = measure;
    GRAVEL_ARCHIVE(archive, m->touched);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"time_in_contact", "s"},
    {"overlap", "m"},
    {"opening_rate", "m/s"},
    {"force", "N"},
    {"touch_speed", "m/s"},
    {"contact_energy", "J"},
    {"overlap_trace", "s|m|m/s|N", "time_in_contact|overlap|rate|force"},
    {"scaled_trace", "1|1", "phase|rate"},
    GRAVEL_CONTACT_YIELDS,
    {0},
};

const struct gravel_measure_ops gravel_measure_overlap_trace = {
    .name = "overlap_trace",
    .what = "Table time_in_contact|overlap|rate|force of one contact, the force from the law at the sampled state, one "
            "row a sample; its last row, the energy that the contact has taken from the relative motion, w0 and mu as "
            "numbers; of a contact that has ended table phase|rate, time over its duration and rate over the touch "
            "speed.",
    .reference = "S3 Eqs. 17-20",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct overlap_trace),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
