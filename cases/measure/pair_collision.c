/* One collision, seen from outside: the first contact's event, and the states before and after the run. */
#include "cases/measure/contact.h"

struct pair_collision {
    struct gravel_event first;
    size_t n_events;
};

static void
event(void *measure, const struct gravel_event *e)
{
    struct pair_collision *m = measure;
    if (m->n_events++ == 0)
        m->first = *e;
}

/* Velocity of i's surface relative to j's at the point of contact; a wall is taken at rest. */
static struct vec3
slip(const struct gravel_event *e, const struct gravel_particle *p)
{
    const struct gravel_particle *i = &p[e->i];
    struct vec3 u = v3_axpy(i->v, -i->radius, v3_cross(i->omega, e->normal));
    if (e->j >= 0) {
        const struct gravel_particle *j = &p[e->j];
        u = v3_sub(u, v3_axpy(j->v, j->radius, v3_cross(j->omega, e->normal)));
    }
    return v3_reject(u, e->normal);
}

static void
report_velocities(const struct gravel_particle *p, size_t n, const struct gravel_results *r)
{
    static const char *const velocity[2][3] = {{"vx_first", "vy_first", "vz_first"},
                                               {"vx_second", "vy_second", "vz_second"}};
    static const char *const spin[2][3] = {{"spin_x_first", "spin_y_first", "spin_z_first"},
                                           {"spin_x_second", "spin_y_second", "spin_z_second"}};
    for (size_t k = 0; k < n && k < 2; k++) {
        const double v[3] = {p[k].v.x, p[k].v.y, p[k].v.z}, w[3] = {p[k].omega.x, p[k].omega.y, p[k].omega.z};
        for (int d = 0; d < 3; d++) {
            r->number(r->self, velocity[k][d], "m/s", v[d], 0.0);
            r->number(r->self, spin[k][d], "rad/s", w[d], 0.0);
        }
    }
}

static double
mechanical(const struct gravel_particle *p, size_t n)
{
    return gravel_kinetic_energy(p, n) + gravel_rotational_energy(p, n);
}

/* Slip of the surfaces, and what the first particle gets of it, and of rolling resistance, which needs no slip. */
static void
report_tangential(const struct gravel_event *e, const struct gravel_state *state, const struct gravel_results *r)
{
    const struct gravel_particle *p0 = state->system->particles, *p = state->particles;
    const struct vec3 before = slip(e, p0), after = slip(e, p);
    r->number(r->self, "slip", "m/s", v3_norm(before), 0.0);
    if (v3_norm2(before) > 0.0)
        r->number(r->self, "slip_restitution", "1", v3_dot(before, after) / v3_norm2(before), 0.0);
    else if (!state->system->material.rotation)
        return;
    const struct vec3 kick = v3_reject(v3_sub(p[0].v, p0[0].v), e->normal);
    r->number(r->self, "tangential_kick", "m/s", v3_norm(kick), 0.0);
    r->number(r->self, "spin_change", "rad/s", v3_norm(v3_sub(p[0].omega, p0[0].omega)), 0.0);
}

/* Tangential velocity of i's centre relative to j's, or to a wall at rest. */
static struct vec3
centre_slide(const struct gravel_event *e, const struct gravel_particle *p)
{
    return v3_reject(e->j >= 0 ? v3_sub(p[e->i].v, p[e->j].v) : p[e->i].v, e->normal);
}

/* The part of the centres' tangential velocity that is left, where there was one. */
static void
report_centre(const struct gravel_event *e, const struct gravel_state *state, const struct gravel_results *r)
{
    const struct vec3 before = centre_slide(e, state->system->particles), after = centre_slide(e, state->particles);
    if (v3_norm(before) > 1e-12 * e->approach)
        r->number(r->self, "centre_tangential_restitution", "1", v3_dot(before, after) / v3_norm2(before), 0.0);
}

/* Normal velocity of i away from j, or from a wall at rest. */
static double
separation_speed(const struct gravel_event *e, const struct gravel_particle *p)
{
    return v3_dot(e->j >= 0 ? v3_sub(p[e->i].v, p[e->j].v) : p[e->i].v, e->normal);
}

/* Of a contact without duration from the velocities before and after: its event has the restitution that the collision
 * rule was given.  A soft contact's normal turns while it lasts, and more contacts follow only with more bodies. */
static double
restitution_of(const struct pair_collision *m, const struct gravel_state *state)
{
    const struct gravel_event *e = &m->first;
    if (e->duration > 0.0 || m->n_events > 1)
        return e->rebound / e->approach;
    return -separation_speed(e, state->particles) / separation_speed(e, state->system->particles);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct pair_collision *m = measure;
    const struct gravel_event *e = &m->first;
    if (m->n_events == 0)
        return gravel_fail(error, GRAVEL_PHYSICS, "measure.pair_collision: there was no collision before t = %g s",
                           state->t);
    const double restitution = restitution_of(m, state);
    r->number(r->self, "contacts", "1", (double)m->n_events, 0.0);
    r->number(r->self, "restitution", "1", restitution, 0.0);
    r->number(r->self, "restitution_loss", "1", 1.0 - restitution, 0.0);
    r->number(r->self, "approach", "m/s", e->approach, 0.0);
    r->number(r->self, "loss", "J",
              mechanical(state->system->particles, state->system->n_particles) -
                  mechanical(state->particles, state->system->n_particles),
              0.0);
    const struct gravel_particle *p = state->particles;
    const struct gravel_material *material =
        gravel_system_contact(state->system, p[e->i].species, e->j >= 0 ? p[e->j].species : e->j).material;
    if (material->statement == GRAVEL_BY_RESTITUTION_AND_TIME && e->j >= 0)
        r->number(r->self, "restitution_error", "1", fabs(restitution - material->restitution), 0.0);
    if (e->duration > 0.0) {
        r->number(r->self, "duration", "s", e->duration, 0.0);
        r->number(r->self, "max_overlap", "m", e->overlap, 0.0);
    }
    r->number(r->self, "radius", "m", state->particles[0].radius, 0.0);
    r->number(r->self, "m1", "kg", state->particles[0].mass, 0.0);
    if (e->j >= 0)
        r->number(r->self, "m2", "kg", state->particles[1].mass, 0.0);
    gravel_contact_report(state->system, e->i, e->j, e->approach, r);
    report_centre(e, state, r);
    report_tangential(e, state, r);
    report_velocities(state->particles, state->system->n_particles, r);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct pair_collision *m = measure;
    GRAVEL_ARCHIVE(archive, m->n_events);
    GRAVEL_ARCHIVE(archive, m->first.t);
    GRAVEL_ARCHIVE(archive, m->first.duration);
    GRAVEL_ARCHIVE(archive, m->first.i);
    GRAVEL_ARCHIVE(archive, m->first.j);
    GRAVEL_ARCHIVE(archive, m->first.normal);
    GRAVEL_ARCHIVE(archive, m->first.approach);
    GRAVEL_ARCHIVE(archive, m->first.rebound);
    GRAVEL_ARCHIVE(archive, m->first.impulse);
    GRAVEL_ARCHIVE(archive, m->first.dissipated);
    GRAVEL_ARCHIVE(archive, m->first.overlap);
}

static const struct gravel_yield yields[] = {
    {"vx_first", "m/s"},
    {"vy_first", "m/s"},
    {"vz_first", "m/s"},
    {"vx_second", "m/s"},
    {"vy_second", "m/s"},
    {"vz_second", "m/s"},
    {"spin_x_first", "rad/s"},
    {"spin_y_first", "rad/s"},
    {"spin_z_first", "rad/s"},
    {"spin_x_second", "rad/s"},
    {"spin_y_second", "rad/s"},
    {"spin_z_second", "rad/s"},
    {"slip", "m/s"},
    {"slip_restitution", "1"},
    {"tangential_kick", "m/s"},
    {"spin_change", "rad/s"},
    {"centre_tangential_restitution", "1"},
    {"contacts", "1"},
    {"restitution", "1"},
    {"restitution_loss", "1"},
    {"approach", "m/s"},
    {"loss", "J"},
    {"restitution_error", "1"},
    {"duration", "s"},
    {"max_overlap", "m"},
    {"radius", "m"},
    {"m1", "kg"},
    {"m2", "kg"},
    GRAVEL_CONTACT_YIELDS,
    {0},
};

const struct gravel_measure_ops gravel_measure_pair_collision = {
    .name = "pair_collision",
    .what =
        "One collision: e, duration, largest overlap, energy loss, the parts of the surfaces' slip and of the "
        "centres' tangential velocity that are left, the first particle's changes of tangential velocity and spin, the "
        "contact's w0 and mu, damping ratio c/sqrt(k m) or beta v^(1/5), velocities and spins after it.",
    .reference = "S3 Sec. 3.1, S1 Sec. 2",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct pair_collision),
    .archive = archive_state,
    .event = event,
    .finish = finish,
};
