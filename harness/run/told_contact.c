/* Of two free bodies whose only contact between two instants, at which they touch nothing, is this one, gravity changes
 * both velocities alike, so that their relative velocity is u before the contact and u' after it: with the normal n at
 * its start approach = -u n,  rebound = u' n,  impulse = m_red (approach + rebound), dissipated = m_red (approach^2 -
 * rebound^2)/2 + what tangential forces took. Of a contact with a wall u is relative to the wall, and gravity acts
 * while it lasts.  A contact that lasts turns its normal by theta, the time integral of the tangential velocity over
 * the distance.  Where no force is tangential its moment is kept, and with overlaps of up to a fifth of the distance
 * theta <= duration |u_t|/(0.8^2 sum of radii). */
#include "harness/run/told_contact.h"

#include "harness/run/course_fault.h"

#include <math.h>

/* Of the approach, at least: codes keep to as much of the energy of contacts (invariant "energy"). */
static const double least = 1e-2;
static const double shrunk = 0.8 * 0.8;
/* Hard bodies may meet twice at one time, to rounding, but with another velocity, as the first collision changes it. */
static const double equal = 1e-9;

/* What is told of a contact that is looked at once a step may be late by a step at both ends, in which the spring
 * changes the velocity by w0 dt = pi dt/duration of it and the dashpot by c/m_red dt = 2 ln(1/e) dt/duration. */
static double
tolerance(const struct gravel_event *e, const struct gravel_course_limits *limits)
{
    if (e->duration == 0.0)
        return 2.0 * limits->part;
    const double restitution = fmin(fmax(fabs(e->rebound) / e->approach, 1e-3), 1.0);
    const double change = (M_PI - 2.0 * log(restitution)) * limits->contact_step / e->duration;
    return least + change * (1.0 + change);
}

/* The collision as the states have it. */
struct seen {
    double approach, rebound; /* along the normal at the start [m/s] */
    double tangential;        /* relative velocity across it, at the start [m/s] */
    double mass;              /* reduced [kg] */
    double distance;          /* of the centre from the other one or from the wall [m] */
    double rounding;          /* of a velocity [m/s] */
    bool left_at_once;        /* a hard wall: the body did not rest on it */
};

/* Of a free body after the time dt. */
static struct gravel_particle
fly(const struct gravel_particle *p, struct vec3 g, double dt)
{
    struct gravel_particle later = *p;
    later.x = v3_axpy(v3_axpy(p->x, dt, p->v), 0.5 * dt * dt, g);
    later.v = v3_axpy(p->v, dt, g);
    return later;
}

static struct seen
see_pair(const struct gravel_course *course, const struct gravel_particle *now, const struct gravel_event *e)
{
    const struct vec3 g = course->system->gravity;
    const struct gravel_particle a = fly(&course->calm[e->i], g, e->t - course->calm_t[e->i]),
                                 b = fly(&course->calm[e->j], g, e->t - course->calm_t[e->j]);
    const struct vec3 u = v3_sub(a.v, b.v), after = v3_sub(now[e->i].v, now[e->j].v);
    return (struct seen){.approach = -v3_dot(u, e->normal),
                         .rebound = v3_dot(after, e->normal),
                         .tangential = v3_norm(v3_reject(u, e->normal)),
                         .mass = a.mass * b.mass / (a.mass + b.mass),
                         .distance = a.radius + b.radius};
}

static struct seen
see_wall(const struct gravel_course *course, const struct gravel_particle *now, double t, const struct gravel_event *e,
         const struct gravel_course_limits *limits)
{
    const struct gravel_wall *wall = &course->system->walls[-1 - e->j];
    const struct vec3 g = course->system->gravity;
    const double start = e->t - e->duration;
    const struct gravel_particle a = fly(&course->calm[e->i], g, start - course->calm_t[e->i]),
                                 b = fly(&now[e->i], g, e->t - t);
    const struct vec3 u = v3_sub(a.v, gravel_wall_nearest(wall, start, a.x).velocity);
    const struct gravel_nearest end = gravel_wall_nearest(wall, e->t, b.x);
    const struct vec3 after = v3_sub(b.v, end.velocity);
    const double far =
        1e-5 * a.radius + gravel_course_slack(course, limits, gravel_course_calm(course, now, t, (size_t)e->i)).x;
    return (struct seen){.approach = -v3_dot(u, e->normal),
                         .rebound = v3_dot(after, e->normal),
                         .tangential = v3_norm(v3_reject(u, e->normal)),
                         .mass = a.mass,
                         .distance = a.radius,
                         .left_at_once = fabs(end.distance - a.radius) <= far,
                         .rounding = limits->part * gravel_wall_speed_bound(wall, v3_norm(v3_sub(a.x, wall->origin))) *
                                     (1.0 + fabs(wall->motion.angular_frequency) * t)};
}

/* What was told, NaN where it was not, against the states. */
static void
see(struct gravel_course *course, const struct gravel_event *e, enum gravel_course_quantity quantity, double told,
    double deviation, double allowed)
{
    const struct gravel_course_fault seen = {(int8_t)quantity, false,   e->i, e->j, e->t - e->duration, e->t,
                                             fabs(deviation),  allowed, told};
    gravel_course_see(course, GRAVEL_COURSE_CONTACT, &seen, &course->contact);
}

static void
compare(struct gravel_course *course, const struct gravel_particle *now, double t, const struct gravel_event *e,
        const struct gravel_course_limits *limits)
{
    struct seen s = e->j >= 0 ? see_pair(course, now, e) : see_wall(course, now, t, e, limits);
    const double part = tolerance(e, limits), g = v3_norm(course->system->gravity);
    s.rounding +=
        gravel_course_slack(course, limits, gravel_course_calm(course, now, t, (size_t)e->i)).v +
        (e->j >= 0 ? gravel_course_slack(course, limits, gravel_course_calm(course, now, t, (size_t)e->j)).v : 0.0);
    const double size = fmax(s.approach, e->approach), allowed = part * size + s.rounding;
    see(course, e, GRAVEL_OFF_APPROACH, e->approach, s.approach - e->approach, allowed);
    if ((e->duration > 0.0 && course->rough) || (e->j < 0 && e->duration == 0.0 && !s.left_at_once))
        return;
    const double theta = s.tangential * e->duration / (shrunk * s.distance);
    const double turned = theta * (size + s.tangential), fell = e->j >= 0 ? 0.0 : g * e->duration;
    const double off = allowed + turned + fell; /* of the rebound; more than the approach where two bodies graze */
    const double impulse = e->impulse - s.mass * (e->approach + e->rebound);
    const double lost = e->dissipated - 0.5 * s.mass * (e->approach * e->approach - e->rebound * e->rebound);
    see(course, e, GRAVEL_OFF_REBOUND, e->rebound, s.rebound - e->rebound, off);
    see(course, e, GRAVEL_OFF_IMPULSE, e->impulse, impulse, s.mass * (off + allowed));
    if (!course->rough)
        see(course, e, GRAVEL_OFF_LOSS, e->dissipated, lost, 0.5 * s.mass * off * (2.0 * size + off));
}

/* A wall whose velocity changes while the contact lasts gives it more than the bodies' velocities tell. */
static bool
is_judged(const struct gravel_course *course, const struct gravel_event *e)
{
    if (e->j >= 0)
        return true;
    const struct gravel_wall *wall = &course->system->walls[-1 - e->j];
    return wall->motion.n_knots == 0 && (e->duration == 0.0 || !gravel_wall_moves(wall)) &&
           (e->duration == 0.0 || wall->shape == GRAVEL_PLANE);
}

/* Of body i this contact alone was told between two instants at which it touches nothing. */
static bool
stands_alone(const struct gravel_course *course, size_t i, const struct gravel_event *e)
{
    const struct gravel_event *told = &course->told[i];
    return course->calm_t[i] >= 0.0 && course->n_told[i] == 1 && !course->met[i] && told->t == e->t &&
           told->i == e->i && told->j == e->j;
}

void
gravel_told_contacts(struct gravel_course *course, const struct gravel_particle *now, double t,
                     const struct gravel_course_limits *limits)
{
    for (size_t i = 0; i < course->system->n_particles; i++) {
        const struct gravel_event *e = &course->told[i];
        if (e->i == (int32_t)i && stands_alone(course, i, e) && (e->j < 0 || stands_alone(course, (size_t)e->j, e)) &&
            is_judged(course, e))
            compare(course, now, t, e, limits);
    }
}

bool
gravel_told_twice(const struct gravel_course *course, const struct gravel_event *e)
{
    const struct gravel_event *p = &course->told[e->i];
    const bool same = p->i == e->i && p->j == e->j, other = e->j >= 0 && p->i == e->j && p->j == e->i;
    if (course->n_told[e->i] != 1 || (e->j >= 0 && course->n_told[e->j] != 1) || !(same || other) ||
        (same ? 1.0 : -1.0) * v3_dot(p->normal, e->normal) < 0.99)
        return false;
    if (e->duration > 0.0 || p->duration > 0.0)
        return e->t - e->duration < p->t - 0.5 * fmin(e->duration, p->duration);
    return e->t <= p->t && fabs(e->approach - p->approach) <= equal * p->approach;
}
