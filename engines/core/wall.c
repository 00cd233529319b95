#include "engines/core/wall.h"

#include <math.h>

/* Of vibration and table. */
static struct vec3
direction(const struct gravel_wall *wall)
{
    return v3_norm2(wall->motion.direction) > 0.0 ? wall->motion.direction : wall->axis;
}

struct vec3
gravel_wall_vibration(const struct gravel_wall *wall)
{
    return v3_scale(wall->motion.amplitude, direction(wall));
}

/* Number of knots until t: the segment that begins at knot n - 1 holds at t. */
static size_t
knots_until(const struct gravel_motion *m, double t)
{
    size_t low = 0, high = m->n_knots;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (m->knots[middle].t <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The velocity before knot k; 0 before the first and behind the last one. */
static double
slope(const struct gravel_motion *m, size_t k)
{
    if (k == 0 || k == m->n_knots)
        return 0.0;
    return (m->knots[k].shift - m->knots[k - 1].shift) / (m->knots[k].t - m->knots[k - 1].t);
}

static double
table_shift(const struct gravel_motion *m, double t)
{
    const size_t k = knots_until(m, t);
    const struct gravel_knot *from = &m->knots[k > 0 ? k - 1 : 0];
    return from->shift + slope(m, k) * (t - from->t);
}

struct vec3
gravel_wall_shift(const struct gravel_wall *wall, double t)
{
    const struct gravel_motion *m = &wall->motion;
    struct vec3 shift = v3_scale(t, m->velocity);
    if (m->amplitude != 0.0)
        shift = v3_axpy(shift, sin(m->angular_frequency * t + m->phase), gravel_wall_vibration(wall));
    if (m->n_knots > 0)
        shift = v3_axpy(shift, table_shift(m, t), direction(wall));
    return shift;
}

static struct vec3
origin_at(const struct gravel_wall *wall, double t)
{
    return v3_add(wall->origin, gravel_wall_shift(wall, t));
}

struct vec3
gravel_wall_velocity(const struct gravel_wall *wall, double t)
{
    const struct gravel_motion *m = &wall->motion;
    if (m->n_knots > 0)
        return v3_axpy(m->velocity, slope(m, knots_until(m, t)), direction(wall));
    if (m->amplitude == 0.0)
        return m->velocity;
    const double w = m->angular_frequency;
    return v3_axpy(m->velocity, w * cos(w * t + m->phase), gravel_wall_vibration(wall));
}

/* The ramp accelerates uniformly from rest: angle = spin t^2 / (2 ramp), then spin (t - ramp/2). */
double
gravel_wall_angle(const struct gravel_wall *wall, double t)
{
    const struct gravel_motion *m = &wall->motion;
    if (t < m->ramp)
        return 0.5 * m->spin * t * t / m->ramp;
    return m->spin * (t - 0.5 * m->ramp);
}

double
gravel_wall_rate(const struct gravel_wall *wall, double t)
{
    const struct gravel_motion *m = &wall->motion;
    return t < m->ramp ? m->spin * t / m->ramp : m->spin;
}

struct gravel_rigid_motion
gravel_wall_at(const struct gravel_wall *wall, double t)
{
    return (struct gravel_rigid_motion){
        .wall = wall,
        .to = t,
        .origin = origin_at(wall, t),
        .velocity = gravel_wall_velocity(wall, t),
        .rate = gravel_wall_rate(wall, t),
        .cosine = 1.0,
    };
}

struct vec3
gravel_wall_velocity_at(const struct gravel_wall *wall, double t, struct vec3 point)
{
    if (wall->motion.spin == 0.0)
        return gravel_wall_velocity(wall, t);
    const struct gravel_rigid_motion m = gravel_wall_at(wall, t);
    return gravel_rigid_velocity(&m, point);
}

struct gravel_rigid_motion
gravel_wall_rigid_motion(const struct gravel_wall *wall, double from, double to)
{
    struct gravel_rigid_motion m = gravel_wall_at(wall, to);
    m.from = from;
    m.origin_from = origin_at(wall, from);
    if (wall->motion.spin != 0.0) {
        const double angle = gravel_wall_angle(wall, to) - gravel_wall_angle(wall, from);
        m.cosine = cos(angle);
        m.sine = sin(angle);
    }
    return m;
}

void
gravel_wall_carry(const struct gravel_wall *wall, double t0, struct vec3 x0, double t, struct vec3 *x, struct vec3 *v,
                  struct vec3 *omega)
{
    const struct gravel_rigid_motion m = gravel_wall_rigid_motion(wall, t0, t);
    *x = gravel_rigid_position(&m, x0);
    *v = gravel_rigid_velocity(&m, *x);
    *omega = v3_scale(m.rate, wall->axis);
}

double
gravel_wall_speed_bound(const struct gravel_wall *wall, double arm)
{
    const struct gravel_motion *m = &wall->motion;
    double fastest = 0.0;
    for (size_t k = 1; k < m->n_knots; k++)
        fastest = fmax(fastest, fabs(slope(m, k)));
    return v3_norm(m->velocity) + fabs(m->amplitude * m->angular_frequency) + fabs(m->spin) * arm + fastest;
}

struct gravel_wall
gravel_wall_segment(const struct gravel_wall *wall, double t, double *end)
{
    const struct gravel_motion *m = &wall->motion;
    struct gravel_wall segment = *wall;
    *end = INFINITY;
    if (m->n_knots == 0)
        return segment;
    const size_t k = knots_until(m, t);
    const struct gravel_knot *from = &m->knots[k > 0 ? k - 1 : 0];
    if (k < m->n_knots)
        *end = m->knots[k].t;
    segment.motion.n_knots = 0;
    segment.motion.knots = NULL;
    segment.motion.velocity = v3_axpy(m->velocity, slope(m, k), direction(wall));
    segment.origin = v3_axpy(wall->origin, from->shift - slope(m, k) * from->t, direction(wall));
    return segment;
}

bool
gravel_wall_moves(const struct gravel_wall *wall)
{
    const struct gravel_motion *m = &wall->motion;
    return m->amplitude != 0.0 || m->spin != 0.0 || v3_norm2(m->velocity) > 0.0 || m->n_knots > 0;
}

static double
clamp(double s, double low, double high)
{
    return s > high ? high : s < low ? low : s;
}

/* A unit vector normal to the unit vector n. */
static struct vec3
any_normal(struct vec3 n)
{
    return v3_unit(fabs(n.x) < 0.5 ? v3_cross(n, v3(1, 0, 0)) : v3_cross(n, v3(0, 1, 0)));
}

static inline struct gravel_profile
profile_of(const struct gravel_wall *wall)
{
    switch (wall->shape) {
    case GRAVEL_DISK: return (struct gravel_profile){.along_rho = 1.0, .high = wall->radius};
    case GRAVEL_ORIFICE: return (struct gravel_profile){.along_rho = 1.0, .low = wall->radius, .high = INFINITY};
    case GRAVEL_CYLINDER: {
        const double end = wall->length > 0.0 ? 0.5 * wall->length : INFINITY;
        return (struct gravel_profile){.rho = wall->radius, .along_z = 1.0, .low = -end, .high = end};
    }
    case GRAVEL_CONE: {
        const double wider = wall->radius_end - wall->radius, slant = hypot(wider, wall->length);
        return (struct gravel_profile){.rho = 0.5 * (wall->radius + wall->radius_end),
                                       .along_rho = wider / slant,
                                       .along_z = wall->length / slant,
                                       .low = -0.5 * slant,
                                       .high = 0.5 * slant};
    }
    default: return (struct gravel_profile){.rho = wall->radius, .along_z = 1.0}; /* a ring */
    }
}

struct gravel_profile
gravel_wall_profile(const struct gravel_wall *wall)
{
    return profile_of(wall);
}

/* On the wall that a line makes about the axis.  Seen from the axis all points of a circle are equally near, and any
 * of them is returned. */
static struct vec3
on_profile(const struct gravel_wall *wall, double along, struct vec3 radial)
{
    const struct gravel_profile p = profile_of(wall);
    const double r = v3_norm(radial);
    const double s = clamp((r - p.rho) * p.along_rho + along * p.along_z, p.low, p.high);
    const double rho = p.rho + s * p.along_rho;
    const struct vec3 across = r > 0.0 ? v3_scale(rho / r, radial) : v3_scale(rho, any_normal(wall->axis));
    return v3_axpy(across, s * p.along_z, wall->axis);
}

/* The nearest point of the primitive, in coordinates relative to the wall's present origin. */
static struct vec3
nearest_point(const struct gravel_wall *wall, struct vec3 p)
{
    const double along = v3_dot(p, wall->axis);
    const struct vec3 radial = v3_axpy(p, -along, wall->axis);
    switch (wall->shape) {
    case GRAVEL_PLANE: return radial;
    case GRAVEL_DISK:
    case GRAVEL_RING:
    case GRAVEL_CYLINDER:
    case GRAVEL_CONE:
    case GRAVEL_ORIFICE: return on_profile(wall, along, radial);
    case GRAVEL_LINE: return v3_scale(along, wall->axis);
    case GRAVEL_POINT: return v3(0, 0, 0);
    case GRAVEL_RECTANGLE: {
        const struct vec3 other = v3_cross(wall->axis, wall->edge);
        const double a = clamp(v3_dot(p, wall->edge), -0.5 * wall->length, 0.5 * wall->length);
        const double b = clamp(v3_dot(p, other), -0.5 * wall->width, 0.5 * wall->width);
        return v3_axpy(v3_scale(a, wall->edge), b, other);
    }
    case GRAVEL_SEGMENT: return v3_scale(clamp(along, -0.5 * wall->length, 0.5 * wall->length), wall->axis);
    case GRAVEL_SHAPE_COUNT: break;
    }
    return v3(0, 0, 0);
}

/* The vector to x from its nearest point of the wall, `*point`. */
static inline struct vec3
from_nearest_point(const struct gravel_wall *wall, struct vec3 origin, struct vec3 x, struct vec3 *point)
{
    *point = v3_add(origin, nearest_point(wall, v3_sub(x, origin)));
    return v3_sub(x, *point);
}

struct vec3
gravel_wall_arm(const struct gravel_rigid_motion *motion, struct vec3 x, struct vec3 *point)
{
    return from_nearest_point(motion->wall, motion->origin, x, point);
}

double
gravel_wall_distance(const struct gravel_wall *wall, double t, struct vec3 x)
{
    struct vec3 point;
    return v3_norm(from_nearest_point(wall, origin_at(wall, t), x, &point));
}

static struct vec3
velocity_towards(const struct gravel_wall *wall, double t, struct vec3 point, struct vec3 r)
{
    if (wall->motion.spin == 0.0)
        return gravel_wall_velocity(wall, t);
    const struct gravel_rigid_motion m = gravel_wall_at(wall, t);
    return gravel_surface_velocity(&m, point, r);
}

bool
gravel_wall_nearest_within(const struct gravel_wall *wall, double t, struct vec3 x, double reach,
                           struct gravel_nearest *near)
{
    struct vec3 point;
    const struct vec3 r = from_nearest_point(wall, origin_at(wall, t), x, &point);
    const double distance = v3_norm(r);
    if (!(distance < reach))
        return false;
    *near = (struct gravel_nearest){
        .distance = distance,
        .normal = distance > 0.0 ? v3_scale(1.0 / distance, r) : v3(0, 0, 0),
        .point = point,
        .velocity = velocity_towards(wall, t, point, r),
    };
    return true;
}

struct gravel_nearest
gravel_wall_nearest(const struct gravel_wall *wall, double t, struct vec3 x)
{
    struct gravel_nearest near = {.distance = INFINITY};
    gravel_wall_nearest_within(wall, t, x, INFINITY, &near);
    return near;
}
