/* Forces of all contacts at one instant.
 *
 * Conventions of a contact of i with j (a particle or a wall): n points from j to i; the slip is the velocity
 * of i's surface over j's at the contact point, which divides the distance in the ratio of the radii, so that
 * angular momentum is conserved exactly.  Held particles and walls have infinite mass; what they do on free
 * particles is counted as work, so that the energy ledger closes. */
#include "engines/md/law.h"
#include "engines/md/state.h"

#include <string.h>

/* An overlap of this part of the smaller diameter makes a run of the contact model meaningless. */
static const double meaningless_overlap = 0.5;

/* Bodies closer than this part of a diameter touch at the end of a flight, which is known to rounding only. */
static const double landing_tolerance = 1e-11;

struct instant {
    enum gravel_md_mode mode;
    double t;
    const struct vec3 *x, *v, *omega;
    struct gravel_md_rates *rates;
};

/* Geometry of a possible contact. */
struct meeting {
    double overlap, diameter;
    double arm_i, arm_j;   /* from the centres to the contact point */
    struct vec3 normal, v; /* v: velocity of i relative to j's, spins not yet counted */
    struct vec3 wall_v;    /* velocity of the wall, or of a held j, at the contact point */
};

static bool
meet_particle(const struct gravel_md *md, const struct instant *at, int32_t i, int32_t j, double margin,
              struct meeting *m)
{
    const struct gravel_particle *p = md->system.particles;
    const struct vec3 r = gravel_box_separation(&md->system.box, at->x[j], at->x[i]);
    const double sum = p[i].radius + p[j].radius, d2 = v3_norm2(r);
    const double reach = sum * (1.0 + margin);
    if (!(d2 < reach * reach))
        return false;
    const double d = sqrt(d2);
    m->overlap = sum - d;
    m->diameter = 2.0 * fmin(p[i].radius, p[j].radius);
    m->arm_i = d * p[i].radius / sum;
    m->arm_j = d - m->arm_i;
    m->normal = d > 0.0 ? v3_scale(1.0 / d, r) : v3(0, 0, 1);
    m->v = v3_sub(at->v[i], at->v[j]);
    return true;
}

static bool
meet_wall(const struct gravel_md *md, const struct instant *at, int32_t i, int32_t w, double margin,
          struct meeting *m)
{
    const double radius = md->system.particles[i].radius;
    const struct gravel_nearest near = gravel_wall_nearest(&md->system.walls[w], at->t, at->x[i]);
    if (!(near.distance < radius * (1.0 + margin)))
        return false;
    m->overlap = radius - near.distance;
    m->diameter = 2.0 * radius;
    m->arm_i = near.distance;
    m->arm_j = 0.0;
    m->normal = near.normal;
    m->v = v3_sub(at->v[i], near.velocity);
    m->wall_v = near.velocity;
    return true;
}

/* What a contact does at one instant. */
struct action {
    struct gravel_md_normal normal;
    struct gravel_md_jump jump;
};

/* Power of `force` (on i) through the other body's surface, if a wall moves that body. */
static double
work_power(const struct gravel_md *md, const struct instant *at, int32_t i, int32_t j, const struct meeting *m,
           struct vec3 force)
{
    if (j < 0)
        return v3_dot(force, m->wall_v);
    if (md->inverse_mass[j] == 0.0)
        return v3_dot(force, v3_axpy(at->v[j], m->arm_j, v3_cross(at->omega[j], m->normal)));
    if (md->inverse_mass[i] == 0.0)
        return -v3_dot(force, v3_axpy(at->v[i], -m->arm_i, v3_cross(at->omega[i], m->normal)));
    return 0.0;
}

/* Velocity of i's surface over j's, without its normal part. */
static struct vec3
slip_velocity(const struct gravel_md *md, const struct instant *at, int32_t i, int32_t j, const struct meeting *m)
{
    const struct vec3 slip = v3_reject(m->v, m->normal);
    if (!md->system.material.rotation)
        return slip;
    struct vec3 roll = v3_scale(m->arm_i, at->omega[i]);
    if (j >= 0)
        roll = v3_axpy(roll, m->arm_j, at->omega[j]);
    return v3_sub(slip, v3_cross(roll, m->normal));
}

/* Add the contact's force to the rates. */
static struct action
apply(struct gravel_md *md, const struct instant *at, int32_t i, int32_t j, const struct meeting *m,
      const struct gravel_force *f)
{
    struct gravel_md_rates *rates = at->rates;
    struct action act = {
        .normal = gravel_md_normal_force(f, fmax(m->overlap, 0.0), -v3_dot(m->v, m->normal))};
    struct vec3 force = v3_scale(act.normal.force, m->normal);
    if (f->gamma == 0.0)
        act.jump.force = v3_scale(act.normal.damping, m->normal);
    act.jump.power[GRAVEL_MD_NORMAL] = act.normal.dissipated;
    if (f->ct > 0.0) {
        const struct vec3 slip = slip_velocity(md, at, i, j, m);
        const struct vec3 tangential = gravel_md_tangential_force(f, act.normal.force, slip);
        act.jump.power[GRAVEL_MD_TANGENTIAL] = -v3_dot(tangential, slip);
        act.jump.force = v3_add(act.jump.force, tangential);
        act.jump.torque = v3_cross(tangential, m->normal); /* (-n) x f_t */
        force = v3_add(force, tangential);
    }
    rates->a[i] = v3_axpy(rates->a[i], md->inverse_mass[i], force);
    if (j >= 0)
        rates->a[j] = v3_axpy(rates->a[j], -md->inverse_mass[j], force);
    if (rates->alpha != NULL) {
        rates->alpha[i] = v3_axpy(rates->alpha[i], m->arm_i * md->inverse_inertia[i], act.jump.torque);
        if (j >= 0)
            rates->alpha[j] = v3_axpy(rates->alpha[j], m->arm_j * md->inverse_inertia[j], act.jump.torque);
    }
    rates->elastic += act.normal.energy;
    rates->power[GRAVEL_MD_NORMAL] += act.normal.dissipated;
    rates->power[GRAVEL_MD_TANGENTIAL] += act.jump.power[GRAVEL_MD_TANGENTIAL];
    rates->power[GRAVEL_MD_WORK] += work_power(md, at, i, j, m, force);
    act.jump.power[GRAVEL_MD_WORK] = work_power(md, at, i, j, m, act.jump.force);
    return act;
}

/* What is remembered of a live contact at a point of the step grid. */
static void
record(struct gravel_md *md, const struct instant *at, const struct gravel_md_pair *pair,
       const struct meeting *m, const struct action *act)
{
    struct gravel_md_contact *c = &md->pool.items[pair->contact];
    if (c->steps == 0) {
        c->start = at->t;
        c->approach = -v3_dot(m->v, m->normal);
        c->normal = m->normal;
    }
    c->steps++;
    c->overlap = m->overlap;
    c->largest = fmax(c->largest, m->overlap);
    c->jump = act->jump;
    /* The interval before a landing was a flight: only the half after it counts. */
    const double h = at->mode == GRAVEL_MD_LANDING ? 0.5 * md->dt : md->dt;
    c->impulse += h * act->normal.force;
    c->dissipated += h * (act->jump.power[GRAVEL_MD_NORMAL] + act->jump.power[GRAVEL_MD_TANGENTIAL]);
    const double relative = m->overlap / m->diameter;
    if (relative > md->counters.max_overlap)
        md->counters.max_overlap = relative;
    if (!(relative <= meaningless_overlap)) {
        md->fault_i = pair->i;
        md->fault_j = pair->j;
    }
}

static enum gravel_status
visit(struct gravel_md *md, const struct instant *at, struct gravel_md_pair *pair, struct gravel_error *error)
{
    struct meeting m;
    const double margin = at->mode == GRAVEL_MD_LANDING ? landing_tolerance : 0.0;
    const bool close = pair->j >= 0 ? meet_particle(md, at, pair->i, pair->j, margin, &m)
                                    : meet_wall(md, at, pair->i, -1 - pair->j, margin, &m);
    const bool touches = close && (m.overlap > 0.0 || v3_dot(m.v, m.normal) < 0.0);
    enum gravel_status status = GRAVEL_OK;
    if (at->mode == GRAVEL_MD_PROBE) {
        if (touches && pair->contact >= 0) {
            apply(md, at, pair->i, pair->j, &m, &md->pool.items[pair->contact].force);
            at->rates->contacts++;
        }
        return status;
    }
    if (!touches)
        return pair->contact >= 0 ? gravel_md_contact_end(md, pair, error) : status;
    if (pair->contact < 0) {
        if ((status = gravel_md_contact_begin(md, pair, error)) != GRAVEL_OK)
            return status;
        if (at->mode == GRAVEL_MD_STEP && (status = gravel_md_change(md, pair, false, error)) != GRAVEL_OK)
            return status;
    }
    const struct action act = apply(md, at, pair->i, pair->j, &m, &md->pool.items[pair->contact].force);
    record(md, at, pair, &m, &act);
    at->rates->contacts++;
    if (pair->j < 0 && md->system.walls[-1 - pair->j].touch != GRAVEL_BOUNCE)
        md->n_caught++;
    return status;
}

static enum gravel_status
fault(const struct gravel_md *md, struct gravel_error *error)
{
    if (md->fault_j < 0)
        return gravel_fail(error, GRAVEL_PHYSICS,
                           "particle %d overlaps wall '%s' by more than half its diameter at t = %g s: the "
                           "contact is too soft for its speed, or the time step too long",
                           (int)md->fault_i, md->system.walls[-1 - md->fault_j].name, md->t);
    return gravel_fail(error, GRAVEL_PHYSICS,
                       "particles %d and %d overlap by more than half a diameter at t = %g s: the contact is "
                       "too soft for their speed, or the time step too long",
                       (int)md->fault_i, (int)md->fault_j, md->t);
}

enum gravel_status
gravel_md_forces(struct gravel_md *md, enum gravel_md_mode mode, double t, const struct vec3 *x,
                 const struct vec3 *v, const struct vec3 *omega, struct gravel_md_rates *rates,
                 struct gravel_error *error)
{
    const struct instant at = {.mode = mode, .t = t, .x = x, .v = v, .omega = omega, .rates = rates};
    memset(rates->power, 0, sizeof rates->power);
    rates->elastic = 0.0;
    rates->contacts = 0;
    for (size_t i = 0; i < md->n; i++)
        rates->a[i] = gravel_md_is_free(md, i) ? md->system.gravity : v3(0, 0, 0);
    if (rates->alpha != NULL)
        memset(rates->alpha, 0, md->n * sizeof *rates->alpha);
    struct gravel_md_list *const lists[] = {&md->pairs, &md->touches};
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < lists[l]->n; k++) {
            const enum gravel_status status = visit(md, &at, &lists[l]->items[k], error);
            if (status != GRAVEL_OK)
                return status;
        }
    if (mode != GRAVEL_MD_PROBE)
        md->counters.contact_steps += rates->contacts;
    return md->fault_i >= 0 ? fault(md, error) : GRAVEL_OK;
}
