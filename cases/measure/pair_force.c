/* Force and torques between the first two particles, for bodies on prescribed paths: against time, and at the end. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

#include <stdio.h>

/* Columns of the table. */
enum { TIME, OVERLAP, NORMAL, TANGENTIAL, FORCE, TORQUE_1 = FORCE + 3, TORQUE_2 = TORQUE_1 + 3, WIDTH = TORQUE_2 + 3 };

struct pair_force {
    bool touched;
    struct vec3 impulse, twist_1, twist_2; /* of the present interval, on the first particle and about both centres */
    struct gravel_series series;
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct pair_force *m = measure;
    m->series.width = WIDTH;
    if (system->n_particles < 2)
        return gravel_fail(error, GRAVEL_INPUT, "measure.pair_force: found %zu particles, allowed from 2 on",
                           system->n_particles);
    const int32_t one = system->particles[0].attached, other = system->particles[1].attached;
    const bool held = one >= 0 && other >= 0;
    const bool touch = !held || (one != other && system->walls[one].touch == GRAVEL_CARRY &&
                                 system->walls[other].touch == GRAVEL_CARRY);
    return touch ? GRAVEL_OK
                 : gravel_fail(error, GRAVEL_INPUT,
                               "measure.pair_force: the first two particles are attached to walls %s and %s and do not "
                               "touch, allowed: two walls with touch: carry",
                               system->walls[one].name, system->walls[other].name);
}

static void
destroy(void *measure)
{
    struct pair_force *m = measure;
    gravel_series_free(&m->series);
}

static void
push(void *measure, const struct gravel_push *p)
{
    struct pair_force *m = measure;
    const bool forward = p->i == 0 && p->j == 1, backward = p->i == 1 && p->j == 0;
    if (!forward && !backward)
        return;
    m->touched = true;
    m->impulse = v3_axpy(m->impulse, forward ? 1.0 : -1.0, p->impulse);
    m->twist_1 = v3_add(m->twist_1, forward ? p->twist : p->twist_j);
    m->twist_2 = v3_add(m->twist_2, forward ? p->twist_j : p->twist);
}

static void
put(double *row, struct vec3 v)
{
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct pair_force *m = measure;
    const struct gravel_particle *p = state->particles;
    double *row = state->since > 0.0 ? gravel_series_next(&m->series) : NULL;
    if (row != NULL) {
        const struct vec3 r = gravel_box_separation(&state->system->box, p[1].x, p[0].x), normal = v3_unit(r);
        const struct vec3 force = v3_scale(1.0 / state->since, m->impulse);
        row[TIME] = state->t;
        row[OVERLAP] = fmax(p[0].radius + p[1].radius - v3_norm(r), 0.0);
        row[NORMAL] = v3_dot(force, normal);
        row[TANGENTIAL] = v3_norm(v3_reject(force, normal));
        put(row + FORCE, force);
        put(row + TORQUE_1, v3_scale(1.0 / state->since, m->twist_1));
        put(row + TORQUE_2, v3_scale(1.0 / state->since, m->twist_2));
    }
    m->impulse = m->twist_1 = m->twist_2 = v3(0, 0, 0);
}

static void
report(const struct gravel_results *r, const char *what, const char *unit, const double *value)
{
    for (int d = 0; d < 3; d++) {
        char name[32];
        snprintf(name, sizeof name, "%s.%c", what, "xyz"[d]);
        r->number(r->self, name, unit, value[d], 0.0);
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct pair_force *m = measure;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    if (!m->touched)
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.pair_force: the first two particles do not touch at any sample");
    const double *last = gravel_series_row(&m->series, m->series.n - 1);
    r->number(r->self, "overlap", "m", last[OVERLAP], 0.0);
    r->number(r->self, "normal_force", "N", last[NORMAL], 0.0);
    r->number(r->self, "tangential_force", "N", last[TANGENTIAL], 0.0);
    report(r, "force", "N", last + FORCE);
    report(r, "torque.1", "N m", last + TORQUE_1);
    report(r, "torque.2", "N m", last + TORQUE_2);
    r->table(r->self, "pair_force", "t|overlap|normal|tangential|fx|fy|fz|tx.1|ty.1|tz.1|tx.2|ty.2|tz.2",
             "s|m|N|N|N|N|N|N m|N m|N m|N m|N m|N m", m->series.n, m->series.data);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct pair_force *m = measure;
    GRAVEL_ARCHIVE(archive, m->touched);
    GRAVEL_ARCHIVE(archive, m->impulse);
    GRAVEL_ARCHIVE(archive, m->twist_1);
    GRAVEL_ARCHIVE(archive, m->twist_2);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"overlap", "m"},
    {"normal_force", "N"},
    {"tangential_force", "N"},
    {"force.*", "N"},
    {"torque.*", "N m"},
    {"pair_force", "s|m|N|N|N|N|N|N m|N m|N m|N m|N m|N m",
     "t|overlap|normal|tangential|fx|fy|fz|tx.1|ty.1|tz.1|tx.2|ty.2|tz.2"},
    {0},
};

const struct gravel_measure_ops gravel_measure_pair_force = {
    .name = "pair_force",
    .what = "Force of the second particle on the first and the torques of their contact about both centres, without "
            "rolling resistance: table over time, last row as numbers.  Positive normal_force: repulsion.",
    .reference = "PHYSICS.md Sec. 2",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct pair_force),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .push = push,
    .finish = finish,
};
