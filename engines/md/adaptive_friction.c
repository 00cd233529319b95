/* Tangential springs as differential equations.
 *
 * With n the normal, u the slip velocity, F the normal force, S = kt xi + ct u the force of spring and dashpot without
 * a bound, and M = mu F Coulomb's bound, the scheme of law.h with steps dt -> 0 becomes
 *
 *   sticking, |S| < M:   F_t = -S,     xi' = u + w n x xi - n (n'.xi);
 *   sliding:             F_t = -M s,   M s' = kt u + ct (u' - w n x u) - (its parts along s and n) + M (w n x s - n
 * (n'.s)); unloaded, F <= 0:   F_t = 0,      S = 0.
 *
 * s = S/|S| is the direction of sliding; xi = (M s - ct u)/kt follows from it.  The terms with n' keep xi and s in the
 * tangent plane, which rotates; those with w, the spin about n, turn them with the contact. A sticking contact begins
 * to slide where |S| reaches M. A sliding contact sticks again where the unbounded S would no longer grow faster than
 * the bound, (kt xi)'.s + ct u'.s < M'. An unloaded contact sticks, with S = 0, where F becomes positive. These times
 * are located as zeros (adaptive_events.c).
 *
 * In fixed steps the scheme of law.h is of first order where s rotates, of second order in a plane
 * (tests/unit/test_md_adaptive_friction.c). With Hertz' force kt begins at zero: with a tangential dashpot the bounded
 * spring is stretched against the slip immediately and then accelerates it. That law is refused (adaptive.c).
 *
 * Where M is small, s follows the slip quickly, at a rate kt u/M: a stiff equation for a negligible force. Errors of s
 * are weighted with M, and the rate of s is limited where M is below about the root of the tolerance times the bound of
 * a full contact: the error of the impulse is then about the tolerance.
 *
 * Rates of n, u and of the overlap's rate are finite differences along the motion with the present accelerations: they
 * hold for every shape and motion of a wall. */
#include "engines/md/adaptive_friction.h"
#include "engines/md/attached.h"
#include "engines/md/geometry.h"

#include <string.h>

/* Interval of the differences in largest steps; the formula is of fourth order: errors of 1e-13. */
static const double difference = 1e-3;

/* Bounds below this part of a full contact's, times the tolerance or its root, are negligible. */
static const double negligible = 0.1;

/* Is there a spring under Coulomb's bound? */
static bool
has_friction_bound(const struct gravel_force *f)
{
    return f->kt > 0.0 && f->friction > 0.0;
}

/* A live contact in the trial state, whose rates are known. */
struct friction {
    struct gravel_md_geometry m;
    struct vec3 normal_rate, slip_rate; /* n' [1/s], u' [m/s^2] */
    double rate2;                       /* the overlap's second derivative [m/s^2] */
    double spin;                        /* w [rad/s] */
    double kt;                          /* [N/m] */
    double normal_force;                /* F, not clipped [N] */
    double bound, bound_rate;           /* M, below zero where F pulls [N], and M' [N/s] */
    struct vec3 trial, trial_rate;      /* S [N], and its rate without a bound [N/s] */
    struct vec3 direction;              /* s; of S' where S vanishes, or zero */
    double full;                        /* bound of a full contact [N] */
};

/* Move particle i of the trial state by a time h. */
static void
move_trial(const struct gravel_md *md, int32_t i, double t, double h)
{
    struct gravel_md_adaptive *a = md->method;
    a->x[i] = v3_axpy(a->x[i], h, v3_axpy(a->v[i], 0.5 * h, a->rates.a[i]));
    a->v[i] = v3_axpy(a->v[i], h, a->rates.a[i]);
    if (a->rates.alpha != NULL)
        a->omega[i] = v3_axpy(a->omega[i], h, a->rates.alpha[i]);
    gravel_md_attached_move(md, t + h, (struct gravel_md_span){(size_t)i, (size_t)i + 1}, a->x + i, a->v + i,
                            a->omega + i);
}

/* The contact geometry at t + h, of the motion with the present accelerations; the trial state is restored. */
static struct gravel_md_geometry
geometry_after(const struct gravel_md *md, double t, double h, int32_t i, int32_t j)
{
    struct gravel_md_adaptive *a = md->method;
    struct gravel_md_geometry m = {0};
    const int32_t other = j < 0 ? i : j;
    const struct vec3 x[2] = {a->x[i], a->x[other]}, v[2] = {a->v[i], a->v[other]},
                      omega[2] = {a->omega[i], a->omega[other]};
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_EXTRAPOLATED, .t = t + h, .x = a->x, .v = a->v, .omega = a->omega};
    move_trial(md, i, t, h);
    if (j >= 0)
        move_trial(md, j, t, h);
    (void)gravel_md_contact_geometry(md, &at, i, j, INFINITY, &m);
    a->x[i] = x[0], a->v[i] = v[0], a->omega[i] = omega[0];
    a->x[other] = x[1], a->v[other] = v[1], a->omega[other] = omega[1];
    return m;
}

static void
differentiate(const struct gravel_md *md, double t, int32_t i, int32_t j, struct friction *b)
{
    static const double weight[4] = {1.0, -8.0, 8.0, -1.0}, node[4] = {-2.0, -1.0, 1.0, 2.0};
    const double h = difference * md->dt;
    for (int k = 0; k < 4; k++) {
        const struct gravel_md_geometry m = geometry_after(md, t, node[k] * h, i, j);
        const double w = weight[k] / (12.0 * h);
        b->normal_rate = v3_axpy(b->normal_rate, w, m.normal);
        b->slip_rate = v3_axpy(b->slip_rate, w, m.slip);
        b->rate2 += w * m.rate;
    }
}

/* Rate of S in directions that turn with the contact, without a bound and at constant kt [N/s]. */
static struct vec3
free_rate(const struct friction *b, double ct)
{
    const struct vec3 turned = v3_scale(b->spin, v3_cross(b->m.normal, b->m.slip));
    return v3_axpy(v3_scale(b->kt, b->m.slip), ct, v3_sub(b->slip_rate, turned));
}

static struct friction
friction_at(const struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k)
{
    const struct gravel_md_adaptive *a = md->method;
    const int32_t i = list->i[k], j = list->j[k], c = list->contact[k];
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_EXTRAPOLATED, .t = t, .x = a->x, .v = a->v, .omega = a->omega};
    const struct gravel_md_record *r = &md->pool.records[c];
    struct gravel_force f = md->pool.force[c];
    struct friction b = {0};
    double energy;
    if (!gravel_md_contact_geometry(md, &at, i, j, INFINITY, &b.m))
        return b;
    differentiate(md, t, i, j, &b);
    b.spin = gravel_md_normal_spin(md, &at, i, j, &b.m);
    f.cohesionless = false;
    b.normal_force = gravel_normal_force(&f, b.m.overlap, b.m.rate).force;
    /* Powers of the overlap have no rate at zero overlap: they are evaluated at a small overlap. */
    const double inside = fmax(b.m.overlap, GRAVEL_MD_LANDING_TOLERANCE * gravel_md_radius(md, i));
    b.kt = gravel_md_tangential_stiffness(&f, inside);
    b.bound = f.friction * gravel_normal_force(&f, inside, b.m.rate).force;
    /* There the bound does not grow with the overlap, although a dashpot that begins at zero overlap has an unlimited
     * rate: a contact that slid would stick at once, and slide at once again. */
    const bool held = b.m.overlap < inside && f.gamma > 0.0 && r->tangential == GRAVEL_MD_SLIDING;
    b.bound_rate = f.friction * gravel_md_normal_force_rate(&f, inside, held ? 0.0 : b.m.rate, b.rate2);
    b.full = f.friction * gravel_elastic_force(&f, a->speed * md->dt, &energy);
    const struct vec3 q = v3_reject(r->trial, b.m.normal);
    if (r->tangential == GRAVEL_MD_STICKING)
        b.trial = v3_axpy(v3_scale(f.ct, b.m.slip), b.kt, q);
    else if (r->tangential == GRAVEL_MD_SLIDING)
        b.trial = v3_scale(b.bound / v3_norm(q), q);
    b.trial_rate = v3_add(free_rate(&b, f.ct), v3_scale(b.spin, v3_cross(b.m.normal, b.trial)));
    if (f.beta > 0.0)
        b.trial_rate = v3_axpy(b.trial_rate, f.beta * b.m.rate / inside, b.trial);
    b.trial_rate = v3_reject(b.trial_rate, b.m.normal);
    const struct vec3 along = r->tangential == GRAVEL_MD_SLIDING                      ? q
                              : v3_norm(b.trial) > negligible * a->tolerance * b.full ? b.trial
                                                                                      : b.trial_rate;
    b.direction = v3_norm(along) > 0.0 ? v3_scale(1.0 / v3_norm(along), along) : v3(0, 0, 0);
    return b;
}

/* Excess of S over its bound [N], and the rate of the excess [N/s]. */
static double
excess(const struct friction *b)
{
    return v3_norm(b->trial) - fmax(b->bound, 0.0);
}

static double
excess_rate(const struct friction *b)
{
    return v3_dot(b->direction, b->trial_rate) - b->bound_rate;
}

void
gravel_md_adaptive_spring_slope(const struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k,
                                struct vec3 *slope)
{
    const int32_t c = list->contact[k];
    const struct gravel_md_record *r = &md->pool.records[c];
    *slope = v3(0, 0, 0);
    if (md->pool.force[c].kt == 0.0 || r->tangential == GRAVEL_MD_UNLOADED)
        return;
    const struct friction b = friction_at(md, t, list, k);
    const struct vec3 q = v3_reject(r->trial, b.m.normal);
    if (r->tangential == GRAVEL_MD_STICKING) {
        *slope = b.m.slip;
    } else {
        const double least = negligible * sqrt(gravel_md_adaptive_of(md)->tolerance) * b.full;
        const struct vec3 rate = v3_reject(free_rate(&b, md->pool.force[c].ct), b.m.normal);
        *slope = v3_scale(v3_norm(q) / sqrt(b.bound * b.bound + least * least), v3_reject(rate, b.direction));
    }
    *slope = v3_axpy(*slope, b.spin, v3_cross(b.m.normal, q));
    *slope = v3_axpy(*slope, -v3_dot(b.normal_rate, q), b.m.normal);
}

double
gravel_md_adaptive_direction_weight(const struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k)
{
    const struct gravel_md_adaptive *a = md->method;
    const struct gravel_md_record *r = &md->pool.records[list->contact[k]];
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_EXTRAPOLATED, .t = t, .x = a->x, .v = a->v, .omega = a->omega};
    struct gravel_md_geometry m;
    double energy;
    if (r->tangential != GRAVEL_MD_SLIDING ||
        !gravel_md_contact_geometry(md, &at, list->i[k], list->j[k], INFINITY, &m))
        return 1.0;
    const struct gravel_force *f = &md->pool.force[list->contact[k]];
    const double full = gravel_elastic_force(f, a->speed * md->dt, &energy);
    return fmin(fabs(gravel_normal_force(f, m.overlap, m.rate).force) / full, 1.0);
}

bool
gravel_md_adaptive_has_friction_bound(const struct gravel_md *md, const struct gravel_md_list *list, size_t k)
{
    return list->contact[k] >= 0 && has_friction_bound(&md->pool.force[list->contact[k]]);
}

void
gravel_md_adaptive_friction_switches(const struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k,
                                     struct gravel_md_switches *s)
{
    const struct gravel_md_record *r = &md->pool.records[list->contact[k]];
    const struct friction b = friction_at(md, t, list, k);
    s->of[GRAVEL_MD_UNLOADING] = r->tangential == GRAVEL_MD_UNLOADED ? -1.0 : -b.normal_force;
    s->of[GRAVEL_MD_STICK_SLIP] = r->tangential == GRAVEL_MD_UNLOADED  ? b.normal_force
                                  : r->tangential == GRAVEL_MD_SLIDING ? -excess_rate(&b)
                                                                       : excess(&b);
}

bool
gravel_md_adaptive_friction_changes_at_start(const struct gravel_md *md, const struct gravel_md_list *list, size_t k)
{
    const struct gravel_md_record *r = &md->pool.records[list->contact[k]];
    const struct friction b = friction_at(md, md->t, list, k);
    const double small = negligible * gravel_md_adaptive_of(md)->tolerance * b.full, over = excess(&b),
                 growth = excess_rate(&b);
    /* Without slip S stays zero while M decreases to zero: no change. */
    if (r->tangential == GRAVEL_MD_STICKING && v3_norm(b.direction) == 0.0)
        return false;
    if (r->tangential == GRAVEL_MD_STICKING)
        return over > small || (over > -small && growth * md->dt > small);
    return r->tangential == GRAVEL_MD_SLIDING && growth < 0.0;
}

void
gravel_md_adaptive_change_friction(struct gravel_md *md, const struct gravel_md_list *list, size_t k,
                                   enum gravel_md_switch which)
{
    const struct gravel_md_adaptive *a = md->method;
    struct gravel_md_record *r = &md->pool.records[list->contact[k]];
    const struct friction b = friction_at(md, md->t, list, k);
    const struct vec3 at_rest = v3_scale(1.0 / b.kt, v3_axpy(b.trial, -md->pool.force[list->contact[k]].ct, b.m.slip));
    if (which == GRAVEL_MD_UNLOADING) {
        r->tangential = GRAVEL_MD_UNLOADED;
        r->spring = v3(0, 0, 0);
    } else if (r->tangential == GRAVEL_MD_STICKING) {
        r->tangential = GRAVEL_MD_SLIDING;
        r->spring = v3_scale(a->speed * md->dt, b.direction);
    } else {
        r->tangential = GRAVEL_MD_STICKING;
        r->spring = at_rest;
    }
}
