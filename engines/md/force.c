/* Forces of all contacts at one instant, one contact at a time: every law, wall and mode. */
#include "engines/md/law.h"
#include "engines/md/meeting.h"

#include <string.h>

/* What a contact does at one instant. */
struct action {
    struct gravel_md_normal normal;
    double tangential; /* power given to the tangential force and to rolling resistance [W] */
};

/* Add the contact's rolling resistance to the rates; returns the power lost.  Rare, and out of the way of others. */
__attribute__((noinline)) static double
roll(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
     const struct gravel_md_meeting *m, const struct gravel_force *f, double normal)
{
    struct gravel_md_rates *rates = at->rates;
    struct vec3 attached;
    const struct vec3 spin = gravel_md_rolling_spin(md, at, i, j, m->normal, &attached);
    const struct vec3 torque = gravel_md_rolling_torque(f, normal, spin);
    const double lost = -v3_dot(torque, spin);
    rates->alpha[i] = v3_axpy(rates->alpha[i], gravel_md_inverse_inertia(md, i), torque);
    if (j >= 0)
        rates->alpha[j] = v3_axpy(rates->alpha[j], -gravel_md_inverse_inertia(md, j), torque);
    rates->power[GRAVEL_MD_ROLLING] += lost;
    rates->power[GRAVEL_MD_WORK] += gravel_md_rolling_work(md, i, j, torque, attached);
    return lost;
}

/* Add the contact's force to the rates; `grip` of its spring if that is known, or NULL. */
static struct action
apply(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
      const struct gravel_md_meeting *m, const struct gravel_force *f, const enum gravel_md_grip *grip, struct vec3 *xi)
{
    struct gravel_md_rates *rates = at->rates;
    const double overlap = at->mode == GRAVEL_MD_CONTINUED ? m->overlap : fmax(m->overlap, 0.0);
    struct action act = {.normal = gravel_md_normal_force(f, overlap, m->rate)};
    struct vec3 force = v3_scale(act.normal.force, m->normal);
    if (f->ct > 0.0 || f->kt > 0.0) {
        const double kt = gravel_md_tangential_stiffness(f, m->overlap);
        const struct vec3 tangential = grip != NULL && f->kt > 0.0
                                           ? gravel_md_gripping_force(f, kt, act.normal.force, m->slip, *grip, xi)
                                           : gravel_md_tangential_force(f, kt, act.normal.force, m->slip, xi);
        const struct vec3 torque = v3_cross(tangential, m->normal); /* (-n) x f_t */
        act.tangential = -v3_dot(tangential, m->slip);
        rates->sheared += 0.5 * kt * v3_norm2(*xi);
        force = v3_add(force, tangential);
        if (rates->alpha != NULL) {
            rates->alpha[i] = v3_axpy(rates->alpha[i], m->arm_i * gravel_md_inverse_inertia(md, i), torque);
            if (j >= 0)
                rates->alpha[j] = v3_axpy(rates->alpha[j], m->arm_j * gravel_md_inverse_inertia(md, j), torque);
        }
    }
    rates->a[i] = v3_axpy(rates->a[i], gravel_md_inverse_mass(md, i), force);
    if (j >= 0)
        rates->a[j] = v3_axpy(rates->a[j], -gravel_md_inverse_mass(md, j), force);
    rates->elastic += act.normal.energy;
    rates->power[GRAVEL_MD_NORMAL] += act.normal.dissipated;
    rates->power[GRAVEL_MD_TANGENTIAL] += act.tangential;
    if (f->rolling_arm > 0.0)
        act.tangential += roll(md, at, i, j, m, f, act.normal.force);
    rates->power[GRAVEL_MD_WORK] += gravel_md_work(md, i, j, m, force);
    return act;
}

/* What a listener wants to know of a live contact at a point of the step grid. */
static void
record(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_record *r,
       const struct gravel_md_meeting *m, const struct action *act, bool begins)
{
    if (begins) {
        r->start = at->t;
        r->approach = m->rate;
        r->normal = m->normal;
    }
    /* The interval before a landing was a flight: only what is after it counts. */
    const double h = at->mode == GRAVEL_MD_LANDING ? 0.5 * md->dt - md->lag : md->dt;
    r->largest = fmax(r->largest, m->overlap);
    r->impulse += h * act->normal.force;
    r->dissipated += h * (act->normal.dissipated + act->tangential);
}

/* Slip of the contact at this instant: its sum over the steps is half a step ahead, so that an explicit sum
 * is of second order.  The part out of the present tangent plane is dropped. */
static struct vec3
slip_sum(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_meeting *m,
         struct vec3 xi, bool begins)
{
    double h = 0.5 * md->dt;
    if (at->mode == GRAVEL_MD_PROBE)
        h = at->t - (md->t - md->lag) - 0.5 * md->dt;
    else if (begins)
        h = at->mode == GRAVEL_MD_STEP && m->rate > 0.0 ? fmin(m->overlap / m->rate, md->dt) : 0.0;
    return v3_axpy(v3_reject(xi, m->normal), h, m->slip);
}

/* A live contact at a point of the step grid. */
static void
go_on(struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_list *list, size_t k,
      const struct gravel_md_meeting *m, bool begins)
{
    const int32_t i = list->i[k], j = list->j[k], c = list->contact[k];
    struct gravel_md_record *const r = md->pool.records != NULL ? &md->pool.records[c] : NULL;
    struct gravel_force own;
    const struct gravel_force *f = r != NULL ? &r->force : &own;
    if (r == NULL)
        own = gravel_md_constants(md, i, j);
    struct vec3 xi = f->kt > 0.0 ? slip_sum(md, at, m, md->pool.place[c].xi, begins) : v3(0, 0, 0);
    const struct action act = apply(md, at, i, j, m, f, NULL, &xi);
    if (f->kt > 0.0)
        md->pool.place[c].xi = v3_axpy(xi, 0.5 * md->dt - (at->mode == GRAVEL_MD_LANDING ? md->lag : 0.0), m->slip);
    if (r != NULL)
        record(md, at, r, m, &act, begins);
    const double relative = m->overlap / m->diameter;
    if (relative > md->counters.max_overlap)
        md->counters.max_overlap = relative;
    /* A wall is thin: who gets to its other side overlaps it by less and less from then on. */
    const bool crossed = j < 0 && m->arm_i < -m->rate * md->dt && at->mode == GRAVEL_MD_STEP;
    if (!(relative <= GRAVEL_MD_MEANINGLESS_OVERLAP) || crossed) {
        md->fault_i = i;
        md->fault_j = j;
    }
    at->rates->contacts++;
    if (j < 0 && md->system.walls[-1 - j].touch != GRAVEL_BOUNCE)
        md->n_caught++;
}

/* A test that costs little and never denies a touch: most listed pairs are apart, most particles are above the
 * highest place of an oscillating plane, or at least above its present one, or well inside a cylinder. */
static inline bool
apart(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j)
{
    double reach = gravel_md_radius(md, i);
    if (j >= 0) {
        const struct vec3 r =
            md->wraps ? gravel_box_separation(&md->system.box, at->x[j], at->x[i]) : v3_sub(at->x[i], at->x[j]);
        reach += gravel_md_radius(md, j);
        return v3_norm2(r) > (1.0 + 4.0 * GRAVEL_MD_LANDING_TOLERANCE) * reach * reach;
    }
    const struct gravel_wall *wall = &md->system.walls[-1 - j];
    reach *= 1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE;
    if (wall->shape != GRAVEL_PLANE && wall->shape != GRAVEL_CYLINDER)
        return false;
    const struct vec3 arm = v3_sub(at->x[i], v3_axpy(wall->origin, at->t, wall->motion.velocity));
    const double along = v3_dot(arm, wall->axis);
    if (wall->shape == GRAVEL_PLANE) {
        const struct gravel_motion *motion = &wall->motion;
        if (fabs(along) > reach + fabs(motion->amplitude) || motion->amplitude == 0.0)
            return fabs(along) > reach;
        const double sine = sin(motion->angular_frequency * at->t + motion->phase);
        return fabs(along - sine * v3_dot(gravel_wall_vibration(wall), wall->axis)) > reach;
    }
    /* A cylinder oscillates along its axis, so that the distance from the axis remains. */
    const double across = v3_norm2(arm) - along * along, inner = wall->radius - reach, outer = wall->radius + reach;
    return (inner > 0.0 && across < inner * inner) || across > outer * outer;
}

/* A live contact of a trial state: it goes on whatever the overlap, and its force and loss are left for the caller. */
static void
continued(struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_list *list, size_t k)
{
    struct gravel_md_meeting m;
    struct gravel_md_record *const r = &md->pool.records[list->contact[k]];
    if (!gravel_md_meet(md, at, list->i[k], list->j[k], INFINITY, &m))
        return;
    struct vec3 xi = v3_reject(r->trial, m.normal);
    const struct action act = apply(md, at, list->i[k], list->j[k], &m, &r->force, &r->grip, &xi);
    r->push = act.normal.force;
    r->loss = act.normal.dissipated + act.tangential;
    at->rates->contacts++;
}

enum gravel_status
gravel_md_visit(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_list *list, size_t k,
                struct gravel_error *error)
{
    struct gravel_md_meeting m;
    const int32_t i = list->i[k], j = list->j[k];
    const bool lives = list->contact[k] >= 0;
    if (at->mode == GRAVEL_MD_CONTINUED) {
        if (lives)
            continued(md, at, list, k);
        return GRAVEL_OK;
    }
    const bool touches =
        gravel_md_meet(md, at, i, j, at->mode == GRAVEL_MD_LANDING ? GRAVEL_MD_LANDING_TOLERANCE : 0.0, &m) &&
        (m.overlap > 0.0 || m.rate > 0.0);
    enum gravel_status status = GRAVEL_OK;
    if (at->mode == GRAVEL_MD_PROBE) {
        if (touches && lives) {
            const int32_t c = list->contact[k];
            const struct gravel_md_record *const r = md->adaptive != NULL ? &md->pool.records[c] : NULL;
            const struct gravel_force f = r != NULL ? r->force : gravel_md_constants(md, i, j);
            struct vec3 xi =
                r != NULL ? v3_reject(r->trial, m.normal) : slip_sum(md, at, &m, md->pool.place[c].xi, false);
            apply(md, at, i, j, &m, &f, r != NULL ? &r->grip : NULL, &xi);
            at->rates->contacts++;
        }
        return status;
    }
    if (!touches)
        return lives ? gravel_md_contact_end(md, list, k, error) : status;
    if (!lives)
        status = gravel_md_contact_begin(md, list, k, at->mode == GRAVEL_MD_STEP, error);
    if (status == GRAVEL_OK)
        go_on(md, at, list, k, &m, !lives);
    return status;
}

/* Beads on a line: the same test by one difference.  A column's time goes here, beside the integrator. */
static enum gravel_status
visit_line(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    const struct vec3 *const x = at->x;
    const double far = 1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE;
    const int32_t *const first = md->pairs.i, *const second = md->pairs.j, *const contact = md->pairs.contact;
    const size_t n = md->pairs.n;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        const int32_t i = first[k], j = second[k];
        if (contact[k] >= 0 || !(fabs(x[i].z - x[j].z) > far * (gravel_md_radius(md, i) + gravel_md_radius(md, j))))
            status = gravel_md_visit(md, at, &md->pairs, k, error);
    }
    return status;
}

static enum gravel_status
visit_all(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_list *list,
          struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < list->n && status == GRAVEL_OK; k++)
        if (list->contact[k] >= 0 || !apart(md, at, list->i[k], list->j[k]))
            status = gravel_md_visit(md, at, list, k, error);
    return status;
}

enum gravel_status
gravel_md_overlap_fault(const struct gravel_md *md, struct gravel_error *error)
{
    if (md->fault_j < 0)
        return gravel_fail(error, GRAVEL_PHYSICS,
                           "particle %d overlaps wall '%s' by half its diameter at t = %g s: the "
                           "contact is too soft for its speed, or the time step too long",
                           (int)md->id[md->fault_i], md->system.walls[-1 - md->fault_j].name, md->t);
    return gravel_fail(error, GRAVEL_PHYSICS,
                       "particles %d and %d overlap by more than half a diameter at t = %g s: the contact is "
                       "too soft for their speed, or the time step too long",
                       (int)md->id[md->fault_i], (int)md->id[md->fault_j], md->t);
}

static void
no_forces(const struct gravel_md *md, struct gravel_md_rates *rates)
{
    const struct vec3 g = md->system.gravity;
    if (md->system.dimension == 1)
        for (size_t i = 0; i < md->n; i++)
            rates->a[i] = v3(0, 0, gravel_md_is_free(md, i) ? g.z : 0.0);
    else
        for (size_t i = 0; i < md->n; i++)
            rates->a[i] = gravel_md_is_free(md, i) ? g : v3(0, 0, 0);
    if (rates->alpha != NULL)
        memset(rates->alpha, 0, md->n * sizeof *rates->alpha);
}

enum gravel_status
gravel_md_forces(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    struct gravel_md_rates *rates = at->rates;
    enum gravel_status status = GRAVEL_OK;
    memset(rates->power, 0, sizeof rates->power);
    rates->elastic = rates->sheared = 0.0;
    rates->contacts = 0;
    if (md->dense != NULL && !md->far_images && at->mode == GRAVEL_MD_STEP) {
        status = gravel_md_dense_pairs(md, at, error);
    } else {
        no_forces(md, rates);
        status =
            md->system.dimension == 1 && !md->wraps ? visit_line(md, at, error) : visit_all(md, at, &md->pairs, error);
    }
    if (status == GRAVEL_OK)
        status = visit_all(md, at, &md->touches, error);
    if (at->mode != GRAVEL_MD_PROBE)
        md->counters.contact_steps += rates->contacts;
    return status == GRAVEL_OK && md->fault_i >= 0 ? gravel_md_overlap_fault(md, error) : status;
}
