/* The gap functions.  For a sphere's centre at distance D from a convex set, only the acceleration of the path makes
 * D^2 concave: (D^2)'' >= -2 D |a|, with a the relative acceleration.  So one gap function is valid for disk faces and
 * edges, rectangles, corners and segments alike.  The inside of a cylinder and the ring are not convex; their gaps are
 * polynomials with their own bounds. */
#include "engines/ed/wall_time.h"

#include "engines/core/plate.h"
#include "engines/core/root.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* A gap below this fraction of the square of the body's size counts as zero. */
static const double ROUNDING = 1e-15;

static struct vec3
position(const struct gravel_flight *flight, double h)
{
    return v3_axpy(flight->x, h, v3_axpy(flight->v, 0.5 * h, flight->g));
}

static struct vec3
velocity(const struct gravel_flight *flight, double h)
{
    return v3_axpy(flight->v, h, flight->g);
}

/* --- distance from a point or an axis, under constant acceleration --- */

struct radial {
    struct vec3 p, v, a; /* relative to the centre, or projected along the axis */
    double limit;        /* distance of the contact */
    double sign;         /* +1 from outside, -1 from inside */
};

/* f = +-(p.p - limit^2).  (p.p)'' = 2 (v.v + p.a) + 6 v.a h + 3 a.a h^2, a convex parabola in h. */
static struct gravel_gap
radial_gap(const void *context, double h, double h_end, double *bound)
{
    const struct radial *r = context;
    const struct vec3 v = v3_axpy(r->v, h, r->a);
    const struct vec3 p = v3_axpy(r->p, 0.5 * h, v3_add(r->v, v));
    if (bound != NULL) {
        const double va = v3_dot(v, r->a), aa = v3_norm2(r->a), span = h_end - h;
        const double at_start = 2.0 * (v3_norm2(v) + v3_dot(p, r->a));
        const double at_end = at_start + 3.0 * span * (2.0 * va + aa * span);
        if (r->sign < 0.0)
            *bound = fmax(at_start, at_end);
        else if (-va > 0.0 && -va < aa * span)
            *bound = -(at_start - 3.0 * va * va / aa);
        else
            *bound = -fmin(at_start, at_end);
    }
    const double size = v3_norm(p);
    return (struct gravel_gap){r->sign * (size - r->limit) * (size + r->limit), 2.0 * r->sign * v3_dot(p, v)};
}

static double
radial_time(const struct radial *r, double horizon)
{
    if (v3_norm2(r->a) > 0.0)
        return gravel_first_contact(radial_gap, r, 0.0, horizon, ROUNDING * r->limit * r->limit);
    const double b = v3_dot(r->p, r->v), v2 = v3_norm2(r->v), size = v3_norm(r->p);
    const double c = (size - r->limit) * (size + r->limit);
    if (r->sign > 0.0)
        return gravel_pair_contact(b, c, v2);
    if (v2 == 0.0)
        return INFINITY;
    if (b > 0.0)
        return c >= 0.0 ? 0.0 : -c / (b + sqrt(b * b - v2 * c));
    return (sqrt(fmax(0.0, b * b - v2 * c)) - b) / v2;
}

/* --- convex primitives --- */

struct approach {
    const struct gravel_wall *wall;
    double t; /* the wall's time at h = 0 */
    struct gravel_flight flight;
    double acceleration; /* bound of the relative acceleration */
};

static struct gravel_gap
convex_gap(const void *context, double h, double h_end, double *bound)
{
    const struct approach *a = context;
    const struct gravel_nearest near = gravel_wall_nearest(a->wall, a->t + h, position(&a->flight, h));
    const struct vec3 v = v3_sub(velocity(&a->flight, h), gravel_wall_velocity(a->wall, a->t + h));
    if (bound != NULL) {
        const double span = h_end - h;
        const double farthest = near.distance + span * (v3_norm(v) + 0.5 * a->acceleration * span);
        *bound = a->acceleration > 0.0 ? 2.0 * farthest * a->acceleration : 0.0;
    }
    const double s = a->flight.radius;
    return (struct gravel_gap){(near.distance - s) * (near.distance + s), 2.0 * near.distance * v3_dot(near.normal, v)};
}

/* f = (P^2 - 4 R^2 rho^2), P = p.p + R^2 - s^2: the torus around the ring, a quartic without gravity (S1). */
static struct gravel_gap
ring_gap(const void *context, double h, double h_end, double *bound)
{
    const struct approach *a = context;
    const struct gravel_wall *wall = a->wall;
    const double ring = wall->radius, s = a->flight.radius;
    const struct vec3 centre = v3_add(wall->origin, gravel_wall_shift(wall, a->t + h));
    const struct vec3 p = v3_sub(position(&a->flight, h), centre);
    const struct vec3 v = v3_sub(velocity(&a->flight, h), gravel_wall_velocity(wall, a->t + h));
    const struct vec3 across = v3_reject(p, wall->axis);
    const double rho = v3_norm(across), z = v3_dot(p, wall->axis);
    if (bound != NULL) {
        const double acc = a->acceleration, span = h_end - h;
        const double far = v3_norm(p) + span * (v3_norm(v) + 0.5 * acc * span);
        const double fast = v3_norm(v) + acc * span;
        const double size = far * far + fabs(ring * ring - s * s);
        *bound = 4.0 * size * far * acc + 8.0 * ring * ring * (fast * fast + far * acc);
        if (s > ring)
            *bound += 4.0 * (s * s - ring * ring) * fast * fast;
    }
    const double inner = (rho - ring) * (rho - ring) + z * z - s * s;
    const double outer = (rho + ring) * (rho + ring) + z * z - s * s;
    const double big_p = v3_norm2(p) + ring * ring - s * s;
    return (struct gravel_gap){inner * outer, 4.0 * big_p * v3_dot(p, v) - 8.0 * ring * ring * v3_dot(across, v)};
}

static struct approach
approach_to(const struct gravel_wall *wall, double t, const struct gravel_flight *flight)
{
    const struct gravel_motion *m = &wall->motion;
    const double own = fabs(m->amplitude) * m->angular_frequency * m->angular_frequency;
    return (struct approach){wall, t, *flight, v3_norm(flight->g) + own};
}

static double
convex_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const struct approach a = approach_to(wall, t, flight);
    return gravel_first_contact(convex_gap, &a, 0.0, horizon, ROUNDING * flight->radius * flight->radius);
}

static double
ring_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const struct approach a = approach_to(wall, t, flight);
    const double size = 2.0 * wall->radius * flight->radius;
    return gravel_first_contact(ring_gap, &a, 0.0, horizon, ROUNDING * size * size);
}

/* --- cylinder --- */

/* Motion across the axis, seen h later.  Translation along the axis, and so oscillation, has no effect. */
static struct radial
across_axis(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double h)
{
    const struct vec3 mean = v3_axpy(wall->origin, t + h, wall->motion.velocity);
    const struct vec3 g = v3_reject(flight->g, wall->axis);
    const double noise = 1e-15 * v3_norm(flight->g);
    return (struct radial){
        .p = v3_reject(v3_sub(position(flight, h), mean), wall->axis),
        .v = v3_reject(v3_sub(velocity(flight, h), wall->motion.velocity), wall->axis),
        .a = v3_norm(g) > noise ? g : v3(0, 0, 0),
    };
}

static double
radial_contact(struct radial r, double limit, double sign, double horizon)
{
    if (limit < 0.0)
        return INFINITY;
    r.limit = limit;
    r.sign = sign;
    return radial_time(&r, horizon);
}

enum zone { INSIDE, OUTSIDE, BEYOND_THE_RIM };

/* The lateral face of an open tube of finite length.  A sphere that touches the infinite cylinder beyond the end of the
 * tube has no contact there; it continues until it leaves the layer of one radius about the cylinder on either side. */
static double
tube_face_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    const double inner = wall->radius - flight->radius, outer = wall->radius + flight->radius;
    double h = 0.0;
    struct radial r = across_axis(wall, t, flight, 0.0);
    const double rho = v3_norm(r.p);
    enum zone zone = rho < wall->radius ? INSIDE : OUTSIDE;
    /* The distance is a quartic in time and reaches either value at most four times. */
    for (int k = 0; k <= 8; k++) {
        const struct vec3 origin = v3_add(wall->origin, gravel_wall_shift(wall, t + h));
        const double along = v3_dot(v3_sub(position(flight, h), origin), wall->axis);
        const bool beside = fabs(along) <= 0.5 * wall->length;
        if (k == 0 && !beside && rho > inner && rho < outer)
            zone = BEYOND_THE_RIM;
        if (k > 0 && zone != BEYOND_THE_RIM) {
            if (beside)
                return h;
            zone = BEYOND_THE_RIM;
        }
        if (zone == BEYOND_THE_RIM) {
            const double in = radial_contact(r, inner, 1.0, horizon - h),
                         out = radial_contact(r, outer, -1.0, horizon - h);
            h += fmin(in, out);
            if (!(h <= horizon))
                return INFINITY;
            r = across_axis(wall, t, flight, h);
            zone = in < out ? INSIDE : OUTSIDE;
        }
        h += zone == INSIDE ? radial_contact(r, inner, -1.0, horizon - h) : radial_contact(r, outer, 1.0, horizon - h);
        if (!(h <= horizon))
            return INFINITY;
        r = across_axis(wall, t, flight, h);
    }
    return INFINITY;
}

static double
cylinder_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    if (wall->length == 0.0) {
        const struct radial r = across_axis(wall, t, flight, 0.0);
        return v3_norm(r.p) < wall->radius ? radial_contact(r, wall->radius - flight->radius, -1.0, horizon)
                                           : radial_contact(r, wall->radius + flight->radius, 1.0, horizon);
    }
    double first = tube_face_time(wall, t, flight, horizon);
    for (int end = -1; end <= 1; end += 2) {
        struct gravel_wall rim = *wall;
        rim.origin = v3_axpy(wall->origin, 0.5 * end * wall->length, wall->axis);
        first = fmin(first, ring_time(&rim, t, flight, fmin(first, horizon)));
    }
    return first;
}

double
gravel_wall_time(const struct gravel_wall *wall, double t, const struct gravel_flight *flight, double horizon)
{
    double h = INFINITY;
    switch (wall->shape) {
    case GRAVEL_PLANE:
        h = gravel_plate_contact_time(wall, t, flight->x, flight->v, flight->g, flight->radius, horizon);
        break;
    case GRAVEL_CYLINDER: h = cylinder_time(wall, t, flight, horizon); break;
    case GRAVEL_LINE: h = radial_contact(across_axis(wall, t, flight, 0.0), flight->radius, 1.0, horizon); break;
    case GRAVEL_RING: h = ring_time(wall, t, flight, horizon); break;
    case GRAVEL_DISK:
    case GRAVEL_POINT:
    case GRAVEL_RECTANGLE:
    case GRAVEL_SEGMENT: h = convex_time(wall, t, flight, horizon); break;
    case GRAVEL_SHAPE_COUNT: break;
    }
    return h <= horizon ? h : INFINITY;
}

/* --- attached particles --- */

struct attached_pair {
    const struct gravel_wall *carrier;
    double t;
    struct vec3 x, offset;
    struct gravel_flight flight;
    double contact_distance, acceleration;
};

static struct gravel_gap
attached_gap(const void *context, double h, double h_end, double *bound)
{
    const struct attached_pair *c = context;
    struct vec3 x, v, omega;
    gravel_wall_carry(c->carrier, c->t, c->x, c->t + h, &x, &v, &omega);
    const struct vec3 p = v3_sub(v3_sub(position(&c->flight, h), x), c->offset);
    const struct vec3 u = v3_sub(velocity(&c->flight, h), v);
    const double distance = v3_norm(p);
    if (bound != NULL) {
        const double span = h_end - h, speed = v3_norm(u), acc = c->acceleration;
        const double slowest = fmax(0.0, speed - acc * span);
        const double farthest = distance + span * (speed + 0.5 * acc * span);
        *bound = 2.0 * (farthest * acc - slowest * slowest);
    }
    return (struct gravel_gap){(distance - c->contact_distance) * (distance + c->contact_distance), 2.0 * v3_dot(p, u)};
}

double
gravel_wall_time_attached(const struct gravel_wall *carrier, double t, struct vec3 x, struct vec3 offset, double sum,
                          const struct gravel_flight *flight, double horizon)
{
    const struct gravel_motion *m = &carrier->motion;
    double h;
    if (m->amplitude == 0.0 && m->spin == 0.0) {
        const struct radial r = {v3_sub(v3_sub(flight->x, x), offset), v3_sub(flight->v, m->velocity), flight->g, sum,
                                 1.0};
        h = radial_time(&r, horizon);
    } else {
        const struct vec3 origin = v3_add(carrier->origin, gravel_wall_shift(carrier, t));
        const double arm = v3_norm(v3_reject(v3_sub(x, origin), carrier->axis));
        const double ramp = m->ramp > 0.0 ? fabs(m->spin) / m->ramp : 0.0;
        const double own =
            fabs(m->amplitude) * m->angular_frequency * m->angular_frequency + arm * (m->spin * m->spin + ramp);
        const struct attached_pair c = {carrier, t, x, offset, *flight, sum, v3_norm(flight->g) + own};
        h = gravel_first_contact(attached_gap, &c, 0.0, horizon, ROUNDING * sum * sum);
    }
    return h <= horizon ? h : INFINITY;
}
