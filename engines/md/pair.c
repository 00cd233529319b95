#include "engines/md/pair.h"
#include "engines/md/constants.h"
#include "engines/md/contact.h"
#include "engines/md/geometry.h"
#include "engines/md/integrator.h"

/* Force and powers of a contact at one instant. */
struct contact_force {
    struct gravel_normal normal;
    double tangential; /* power given to the tangential force and to rolling resistance [W] */
    struct vec3 force; /* on i, normal and tangential [N] */
};

/* Add the contact's rolling resistance to the rates; returns the dissipated power [W].  Not inlined: it is rare. */
__attribute__((noinline)) static double
add_rolling(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
            const struct gravel_md_geometry *m, const struct gravel_force *f, double normal)
{
    struct gravel_md_rates *rates = at->rates;
    struct vec3 attached;
    const struct vec3 spin = gravel_md_rolling_spin(md, at, i, j, m->normal, &attached);
    const struct vec3 torque = gravel_md_rolling_torque(f, normal, spin);
    const double loss = -v3_dot(torque, spin);
    rates->alpha[i] = v3_axpy(rates->alpha[i], gravel_md_inverse_inertia(md, i), torque);
    if (j >= 0)
        rates->alpha[j] = v3_axpy(rates->alpha[j], -gravel_md_inverse_inertia(md, j), torque);
    rates->power[GRAVEL_MD_ROLLING] += loss;
    rates->power[GRAVEL_MD_WORK] += gravel_md_rolling_work(md, i, j, torque, attached);
    return loss;
}

/* Add the contact's force to the rates.  `state`: of its tangential spring where an integrator locates the changes of
 * state, or NULL. */
static struct contact_force
add_force(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
          const struct gravel_md_geometry *m, const struct gravel_force *f,
          const enum gravel_md_tangential_state *state, struct vec3 *xi)
{
    struct gravel_md_rates *rates = at->rates;
    const double overlap = at->mode == GRAVEL_MD_TRIAL ? m->overlap : gravel_max(m->overlap, 0.0);
    struct contact_force contact = {.normal = gravel_normal_force(f, overlap, m->rate)};
    struct vec3 force = v3_scale(contact.normal.force, m->normal);
    if (f->ct > 0.0 || f->kt > 0.0) {
        const double kt = gravel_md_tangential_stiffness(f, m->overlap);
        const struct vec3 tangential =
            state != NULL && f->kt > 0.0
                ? gravel_md_tangential_force_in_state(f, kt, contact.normal.force, m->slip, *state, xi)
                : gravel_md_tangential_force(f, kt, contact.normal.force, m->slip, xi);
        const struct vec3 torque = v3_cross(tangential, m->normal); /* (-n) x f_t */
        contact.tangential = -v3_dot(tangential, m->slip);
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
    rates->elastic += contact.normal.energy;
    rates->power[GRAVEL_MD_NORMAL] += contact.normal.dissipated;
    rates->power[GRAVEL_MD_TANGENTIAL] += contact.tangential;
    if (f->rolling_arm > 0.0)
        contact.tangential += add_rolling(md, at, i, j, m, f, contact.normal.force);
    if (j < 0 || md->any_attached || m->image_slip != 0.0)
        rates->power[GRAVEL_MD_WORK] += gravel_md_work(md, i, j, m, force);
    contact.force = force;
    return contact;
}

/* Add this point of the step grid to the history of a live contact. */
static void
update_record(const struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_record *r,
              const struct gravel_md_geometry *m, const struct contact_force *contact, bool begins)
{
    if (begins) {
        r->start = at->t;
        r->approach = m->rate;
        r->normal = m->normal;
    }
    /* Before a landing there was no force: only the half step after it counts. */
    const double h = at->mode == GRAVEL_MD_LANDING ? 0.5 * md->dt - md->lag : md->dt;
    r->largest = gravel_max(m->overlap, r->largest);
    r->impulse += h * contact->normal.force;
    r->dissipated += h * (contact->normal.dissipated + contact->tangential);
}

/* The spring turns with the contact in the time h since the last point of the step grid, with the tangent plane and
 * with the spin about the normal; its length remains. */
static struct vec3
turn(struct vec3 xi, struct vec3 normal, double spin, double h)
{
    struct vec3 turned = v3_reject(xi, normal);
    turned = v3_axpy(turned, h * spin, v3_cross(normal, turned));
    const double before = v3_norm2(xi), now = v3_norm2(turned);
    return now > 0.0 ? v3_scale(sqrt(before / now), turned) : turned;
}

/* Slip of the contact at this instant: its sum over the steps is half a step ahead, so that an explicit sum
 * is of second order. */
static struct vec3
slip_sum(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
         const struct gravel_md_geometry *m, struct vec3 xi, bool begins)
{
    double h = 0.5 * md->dt, passed = md->dt;
    if (at->mode == GRAVEL_MD_EXTRAPOLATED) {
        passed = at->t - (md->t - md->lag);
        h = passed - 0.5 * md->dt;
    } else if (begins) {
        h = at->mode == GRAVEL_MD_STEP && m->rate > 0.0 ? gravel_min(m->overlap / m->rate, md->dt) : 0.0;
    }
    return v3_axpy(turn(xi, m->normal, gravel_md_normal_spin(md, at, i, j, m), passed), h, m->slip);
}

/* Of a live contact at a point of the step grid: counters, captured particles, and the overlap that ends the run. */
static inline void
count_contact(struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
              const struct gravel_md_geometry *m, struct vec3 force)
{
    const double relative = m->overlap / m->diameter;
    /* A wall has no thickness: once a particle's centre has crossed it, its overlap decreases. */
    const bool crossed = j < 0 && m->arm_i < -m->rate * md->dt && at->mode == GRAVEL_MD_STEP;
    if (!(relative <= GRAVEL_MD_MEANINGLESS_OVERLAP) || crossed) {
        md->fault_i = i;
        md->fault_j = j;
    }
    gravel_md_note_contact(md, at, j, relative, force);
}

/* A live contact at a point of the step grid. */
static void
update_contact(struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_list *list, size_t k,
               const struct gravel_md_geometry *m, bool begins)
{
    const int32_t i = list->i[k], j = list->j[k], slot = list->contact[k];
    struct gravel_md_record *const r = md->pool.records != NULL ? &md->pool.records[slot] : NULL;
    struct gravel_force found;
    const struct gravel_force *const f = gravel_md_force_of(md, i, j, slot, &found);
    struct vec3 xi = f->kt > 0.0 ? slip_sum(md, at, i, j, m, md->pool.slot[slot].xi, begins) : v3(0, 0, 0);
    const struct contact_force contact = add_force(md, at, i, j, m, f, NULL, &xi);
    if (f->kt > 0.0)
        md->pool.slot[slot].xi = v3_axpy(xi, 0.5 * md->dt - (at->mode == GRAVEL_MD_LANDING ? md->lag : 0.0), m->slip);
    if (r != NULL)
        update_record(md, at, r, m, &contact, begins);
    count_contact(md, at, i, j, m, contact.force);
}

/* A live contact of a trial state: it has its smooth force whatever the overlap. */
static void
evaluate_trial(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_list *list,
               size_t k)
{
    struct gravel_md_geometry m;
    struct gravel_md_record *const r = &md->pool.records[list->contact[k]];
    if (!gravel_md_contact_geometry(md, at, list->i[k], list->j[k], INFINITY, &m))
        return;
    struct vec3 xi = v3_reject(r->trial, m.normal);
    const struct contact_force contact =
        add_force(md, at, list->i[k], list->j[k], &m, &md->pool.force[list->contact[k]], &r->tangential, &xi);
    r->normal_force = contact.normal.force;
    r->power_lost = contact.normal.dissipated + contact.tangential;
    at->rates->contacts++;
}

/* A live contact of an extrapolated state: it has a force where the bodies overlap, or touch and approach, as at the
 * end of a free flight, where the overlap is 0 but for rounding.  False: none. */
static bool
evaluate_extrapolated(const struct gravel_md *md, const struct gravel_md_instant *at, const struct gravel_md_list *list,
                      size_t k, struct gravel_push *push)
{
    struct gravel_md_geometry m;
    const int32_t i = list->i[k], j = list->j[k], c = list->contact[k];
    if (!gravel_md_contact_geometry(md, at, i, j, GRAVEL_MD_LANDING_TOLERANCE, &m) ||
        !(m.overlap > 0.0 || m.rate > 0.0))
        return false;
    const struct gravel_md_record *const r = md->integrator->integrates_springs ? &md->pool.records[c] : NULL;
    struct gravel_force found;
    const struct gravel_force *const f = gravel_md_force_of(md, i, j, c, &found);
    struct vec3 xi = r != NULL ? v3_reject(r->trial, m.normal) : slip_sum(md, at, i, j, &m, md->pool.slot[c].xi, false);
    const struct contact_force contact = add_force(md, at, i, j, &m, f, r != NULL ? &r->tangential : NULL, &xi);
    at->rates->contacts++;
    *push = (struct gravel_push){.i = md->id[i],
                                 .j = j < 0 ? j : md->id[j],
                                 .x = at->x[i],
                                 .branch = v3_scale(j < 0 ? m.arm_i : m.arm_i + m.arm_j, m.normal),
                                 .impulse = contact.force,
                                 .twist = v3_scale(m.arm_i, v3_cross(contact.force, m.normal)),
                                 .twist_j = v3_scale(m.arm_j, v3_cross(contact.force, m.normal))};
    return true;
}

void
gravel_md_evaluate_pair(const struct gravel_md *md, const struct gravel_md_instant *at,
                        const struct gravel_md_list *list, size_t k)
{
    if (at->mode == GRAVEL_MD_TRIAL)
        evaluate_trial(md, at, list, k);
    else
        evaluate_extrapolated(md, at, list, k, &(struct gravel_push){0});
}

bool
gravel_md_evaluate_push(const struct gravel_md *md, const struct gravel_md_instant *at,
                        const struct gravel_md_list *list, size_t k, struct gravel_push *push)
{
    return list->contact[k] >= 0 && evaluate_extrapolated(md, at, list, k, push);
}

enum gravel_status
gravel_md_process_pair(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_md_list *list, size_t k,
                       struct gravel_error *error)
{
    struct gravel_md_geometry m;
    const bool live = list->contact[k] >= 0;
    const double margin = at->mode == GRAVEL_MD_LANDING ? GRAVEL_MD_LANDING_TOLERANCE : 0.0;
    const bool touches =
        gravel_md_contact_geometry(md, at, list->i[k], list->j[k], margin, &m) && (m.overlap > 0.0 || m.rate > 0.0);
    enum gravel_status status = GRAVEL_OK;
    if (!touches)
        return live ? gravel_md_contact_end(md, list, k, error) : status;
    if (!live)
        status = gravel_md_contact_begin(md, list, k, at->mode == GRAVEL_MD_STEP, error);
    if (status == GRAVEL_OK)
        update_contact(md, at, list, k, &m, !live);
    return status;
}

/* Whether a live contact has nothing but its normal force. */
static bool
is_plain(const struct gravel_md *md, const struct gravel_force *f)
{
    return f->ct == 0.0 && f->kt == 0.0 && f->rolling_arm == 0.0 && !md->any_attached;
}

enum gravel_status
gravel_md_process_beads(struct gravel_md *md, const struct gravel_md_instant *at, size_t k, struct gravel_error *error)
{
    const int32_t i = md->pairs.i[k], j = md->pairs.j[k], slot = md->pairs.contact[k];
    const double radius_i = gravel_md_radius(md, i), radius_j = gravel_md_radius(md, j);
    struct gravel_md_geometry m;
    if (slot < 0 || at->mode != GRAVEL_MD_STEP || !is_plain(md, &md->pool.force[slot]) ||
        !gravel_md_bead_geometry(at, i, j, radius_i, radius_j, 0.0, &m))
        return gravel_md_process_pair(md, at, &md->pairs, k, error);
    struct gravel_md_rates *const rates = at->rates;
    const struct contact_force contact = {.normal = gravel_normal_force(&md->pool.force[slot], m.overlap, m.rate)};
    const double force = contact.normal.force * m.normal.z;
    rates->a[i].z += gravel_md_inverse_mass(md, i) * force;
    rates->a[j].z += -gravel_md_inverse_mass(md, j) * force;
    rates->elastic += contact.normal.energy;
    rates->power[GRAVEL_MD_NORMAL] += contact.normal.dissipated;
    update_record(md, at, &md->pool.records[slot], &m, &contact, false);
    count_contact(md, at, i, j, &m, v3(0, 0, force));
    return GRAVEL_OK;
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
