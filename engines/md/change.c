/* Contacts that began or ended within the last step: the jump of their force, and the events that are reported. */
#include "engines/md/change.h"
#include "engines/md/constants.h"
#include "engines/md/contact.h"
#include "engines/md/geometry.h"
#include "engines/md/integrator.h"
#include "engines/md/shear.h"

#include <stdlib.h>

static struct vec3
velocity_after_force(const struct gravel_md *md, int32_t i)
{
    return md->integrator->velocity_after_force != NULL ? md->integrator->velocity_after_force(md, i) : md->v[i];
}

/* Gap and its rate at the end of the step, with the velocities after the force has been integrated in full. */
static void
separation(const struct gravel_md *md, int32_t i, int32_t j, double *gap, double *rate)
{
    const struct vec3 v = velocity_after_force(md, i);
    if (j < 0) {
        const struct gravel_nearest near = gravel_wall_nearest(&md->system.walls[-1 - j], md->t, md->x[i]);
        *gap = near.distance - gravel_md_radius(md, i);
        *rate = v3_dot(v3_sub(v, near.velocity), near.normal);
        return;
    }
    double slip;
    const struct vec3 r = gravel_md_separation(md, md->t, md->x[j], md->x[i], &slip);
    const double d = v3_norm(r);
    *gap = d - gravel_md_radius(md, i) - gravel_md_radius(md, j);
    *rate = v3_dot(v3_sub(v3_sub(v, velocity_after_force(md, j)), v3(slip, 0, 0)), r) / d;
}

/* The dashpots' force on i at zero overlap, with the rate and the slip of the contact geometry. */
static struct vec3
force_at_zero_overlap(const struct gravel_force *f, const struct gravel_md_geometry *m, struct vec3 *tangential)
{
    struct vec3 xi = v3(0, 0, 0);
    const double normal = gravel_normal_force(f, 0.0, m->rate).force;
    *tangential = gravel_md_tangential_force(f, gravel_md_tangential_stiffness(f, 0.0), normal, m->slip, &xi);
    return v3_axpy(*tangential, normal, m->normal);
}

/* The rolling torque's part of correct_force_jump(): it jumps with the dashpot's force that bounds it.  Returns the
 * power lost. */
static double
correct_rolling(struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                const struct gravel_md_geometry *m, const struct gravel_force *f, double correction)
{
    struct vec3 attached;
    const struct vec3 spin = gravel_md_rolling_spin(md, at, i, j, m->normal, &attached);
    const double normal = gravel_normal_force(f, 0.0, m->rate).force;
    const struct vec3 torque = gravel_md_rolling_torque(f, normal, spin);
    const double loss = -v3_dot(torque, spin);
    md->omega[i] = v3_axpy(md->omega[i], correction * gravel_md_inverse_inertia(md, i), torque);
    if (j >= 0)
        md->omega[j] = v3_axpy(md->omega[j], -correction * gravel_md_inverse_inertia(md, j), torque);
    md->integral[GRAVEL_MD_ROLLING] += correction * loss;
    md->integral[GRAVEL_MD_WORK] += correction * gravel_md_rolling_work(md, i, j, torque, attached);
    return loss;
}

/* Energy of the relative motion of two bodies at their contact point [J]. */
static double
relative_energy(const struct gravel_md *md, int32_t i, int32_t j, const struct gravel_md_geometry *m)
{
    const double inverse_mass =
        gravel_md_inverse_mass(md, (size_t)i) + (j >= 0 ? gravel_md_inverse_mass(md, (size_t)j) : 0.0);
    const double square = m->rate * m->rate + v3_norm2(m->slip) / md->tangential_factor;
    return inverse_mass > 0.0 ? 0.5 * square / inverse_mass : 0.0;
}

/* A force that jumps at time s before the last point of the step grid is integrated with an error by any formula on the
 * step grid: the first point inside a contact represents half a step before it (the last one half a step after it),
 * while the dashpot acted for the time s (or dt - s).  The velocities are corrected by the difference, which would
 * otherwise be an error of first order in dt. */
static void
correct_force_jump(struct gravel_md *md, const struct gravel_md_change *change)
{
    const int32_t i = change->i, j = change->j;
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_STEP, md->t);
    struct gravel_force found;
    const struct gravel_force *const f = gravel_md_force_of(md, i, j, change->contact, &found);
    struct gravel_md_geometry m;
    double gap, rate;
    if (!gravel_md_contact_geometry(md, &here, i, j, INFINITY, &m))
        return;
    separation(md, i, j, &gap, &rate);
    m.rate = -rate;
    if (change->ended)
        md->counters.returned_energy += relative_energy(md, i, j, &m);
    const double dt = md->dt, distance = change->ended ? gap : -gap, speed = change->ended ? rate : -rate;
    const double elapsed = distance <= 0.0 ? 0.0 : speed > 0.0 ? distance / speed : 0.5 * dt + md->lag;
    const double s = fmin(fmax(elapsed - md->lag, 0.0), dt);
    const double correction = change->ended ? 0.5 * dt - s : s - 0.5 * dt;
    struct vec3 tangential;
    const struct vec3 force = force_at_zero_overlap(f, &m, &tangential),
                      torque_over_arm = v3_cross(tangential, m.normal);
    md->v[i] = v3_axpy(md->v[i], correction * gravel_md_inverse_mass(md, i), force);
    if (j >= 0)
        md->v[j] = v3_axpy(md->v[j], -correction * gravel_md_inverse_mass(md, j), force);
    if (md->system.material.rotation) {
        md->omega[i] = v3_axpy(md->omega[i], correction * gravel_md_inverse_inertia(md, i) * m.arm_i, torque_over_arm);
        if (j >= 0)
            md->omega[j] =
                v3_axpy(md->omega[j], correction * gravel_md_inverse_inertia(md, j) * m.arm_j, torque_over_arm);
    }
    const double normal_loss = v3_dot(v3_sub(force, tangential), m.normal) * m.rate;
    const double tangential_loss = -v3_dot(tangential, m.slip);
    md->integral[GRAVEL_MD_NORMAL] += correction * normal_loss;
    md->integral[GRAVEL_MD_TANGENTIAL] += correction * tangential_loss;
    md->integral[GRAVEL_MD_WORK] += correction * gravel_md_work(md, i, j, &m, force);
    const double rolling_loss = f->rolling_arm > 0.0 ? correct_rolling(md, &here, i, j, &m, f, correction) : 0.0;
    if (md->pool.records != NULL) {
        struct gravel_md_record *r = &md->pool.records[change->contact];
        if (!change->ended)
            r->start = md->t - md->lag - s;
        r->impulse += correction * v3_dot(force, m.normal);
        r->dissipated += correction * (normal_loss + tangential_loss + rolling_loss);
    }
}

static struct gravel_event
event_of(const struct gravel_md *md, const struct gravel_md_change *change)
{
    const struct gravel_md_record *r = &md->pool.records[change->contact];
    double gap, rate;
    separation(md, change->i, change->j, &gap, &rate);
    const double late = rate > 0.0 ? fmin(fmax(gap, 0.0) / rate, md->dt + md->lag) : 0.0;
    return (struct gravel_event){
        .t = md->t - late,
        .duration = md->t - late - r->start,
        .i = md->id[change->i],
        .j = change->j >= 0 ? md->id[change->j] : change->j,
        .normal = r->normal,
        .approach = r->approach,
        .rebound = rate,
        .impulse = r->impulse,
        .dissipated = r->dissipated,
        .overlap = r->largest,
    };
}

static int
by_time(const void *a, const void *b)
{
    const struct gravel_event *p = &((const struct gravel_md_change *)a)->event;
    const struct gravel_event *q = &((const struct gravel_md_change *)b)->event;
    if (p->t != q->t)
        return p->t < q->t ? -1 : 1;
    if (p->i != q->i)
        return p->i < q->i ? -1 : 1;
    return p->j < q->j ? -1 : p->j > q->j;
}

static void
release_ended(struct gravel_md *md)
{
    for (size_t k = 0; k < md->n_changes; k++) {
        const struct gravel_md_change *change = &md->changes[k];
        if (!change->ended)
            continue;
        md->counters.min_contact_steps =
            fmin(md->counters.min_contact_steps, gravel_md_contact_age(md, change->contact));
        gravel_md_contact_release(md, change->i, change->j, change->contact);
    }
    md->n_changes = 0;
}

void
gravel_md_changes_apply(struct gravel_md *md)
{
    for (size_t k = 0; k < md->n_changes; k++)
        correct_force_jump(md, &md->changes[k]);
    if (md->sink.event != NULL) {
        for (size_t k = 0; k < md->n_changes; k++)
            md->changes[k].event = event_of(md, &md->changes[k]);
        qsort(md->changes, md->n_changes, sizeof *md->changes, by_time);
        for (size_t k = 0; k < md->n_changes; k++)
            if (md->changes[k].ended)
                md->sink.event(md->sink.self, &md->changes[k].event);
    }
    release_ended(md);
}
