#include "reports/outline.h"

#include <math.h>

static const double parallel = 1e-9; /* sine of an angle that is none */

/* The unit vector along a coordinate. */
static struct vec3
along(int axis)
{
    return v3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
}

static struct vec3
line_of_sight(const struct gravel_view *view)
{
    return along(3 - view->axis[0] - view->axis[1]);
}

static void
project(const struct gravel_view *view, struct vec3 v, double seen[2])
{
    for (size_t a = 0; a < 2; a++)
        seen[a] = v3_component(v, view->axis[a]);
}

/* A stroke between two places at rest of the wall's material, as the wall carries them. */
static void
see_stroke(const struct gravel_view *view, const struct gravel_wall *wall, struct vec3 half, double t,
           struct gravel_seen_wall *seen)
{
    struct gravel_stroke *stroke = &seen->strokes[seen->n++];
    struct vec3 x, v, omega;

    gravel_wall_carry(wall, 0, v3_sub(wall->origin, half), t, &x, &v, &omega);
    project(view, x, stroke->a);
    gravel_wall_carry(wall, 0, v3_add(wall->origin, half), t, &x, &v, &omega);
    project(view, x, stroke->b);
}

/* The line that is turned about the wall's axis, on both sides of it. */
static void
see_profile(const struct gravel_view *view, const struct gravel_wall *wall, double t, struct gravel_seen_wall *seen)
{
    const struct gravel_profile p = gravel_wall_profile(wall);
    const struct vec3 origin = v3_add(wall->origin, gravel_wall_shift(wall, t));
    const struct vec3 across = v3_cross(wall->axis, line_of_sight(view));
    const double ends[] = {fmax(p.low, -2 * view->size), fmin(p.high, 2 * view->size)};

    seen->endless = isinf(p.high);
    for (int side = -1; side <= 1; side += 2) {
        struct vec3 x[2];
        for (size_t e = 0; e < 2; e++)
            x[e] = v3_axpy(v3_axpy(origin, side * (p.rho + ends[e] * p.along_rho), across), ends[e] * p.along_z,
                           wall->axis);
        project(view, x[0], seen->strokes[seen->n].a);
        project(view, x[1], seen->strokes[seen->n++].b);
    }
}

/* The rim that is seen in the direction of the axis: of a cone the wider one. */
static void
see_rim(const struct gravel_view *view, const struct gravel_wall *wall, double t, struct gravel_seen_wall *seen)
{
    const struct vec3 start = v3_axpy(wall->origin, wall->radius, along(view->axis[0]));
    struct vec3 x, v, omega;

    seen->radius = fmax(wall->radius, wall->radius_end);
    project(view, v3_add(wall->origin, gravel_wall_shift(wall, t)), seen->centre);
    gravel_wall_carry(wall, 0, start, t, &x, &v, &omega);
    project(view, x, seen->mark);
}

struct gravel_seen_wall
gravel_view_wall(const struct gravel_view *view, const struct gravel_wall *wall, double t)
{
    struct gravel_seen_wall seen = {0};
    const struct vec3 sight = line_of_sight(view);
    const bool along_axis = v3_norm(v3_cross(wall->axis, sight)) <= parallel;
    const bool edge_on = fabs(v3_dot(wall->axis, sight)) <= parallel;

    if (wall->servo.mass > 0 || wall->touch == GRAVEL_CARRY) /* its place is not known; nothing touches it */
        return seen;
    switch (wall->shape) {
    case GRAVEL_PLANE:
        seen.endless = true;
        if (edge_on)
            see_stroke(view, wall, v3_scale(2 * view->size, v3_cross(wall->axis, sight)), t, &seen);
        break;
    case GRAVEL_SEGMENT: see_stroke(view, wall, v3_scale(wall->length / 2, wall->axis), t, &seen); break;
    case GRAVEL_RECTANGLE: {
        const struct vec3 side = v3_cross(wall->axis, wall->edge);
        const bool first = v3_norm(v3_cross(wall->edge, sight)) > parallel;
        if (edge_on)
            see_stroke(view, wall, first ? v3_scale(wall->length / 2, wall->edge) : v3_scale(wall->width / 2, side), t,
                       &seen);
        break;
    }
    case GRAVEL_CYLINDER:
    case GRAVEL_RING:
    case GRAVEL_DISK:
    case GRAVEL_CONE:
    case GRAVEL_ORIFICE:
        if (edge_on)
            see_profile(view, wall, t, &seen);
        else if (along_axis && wall->shape != GRAVEL_DISK)
            see_rim(view, wall, t, &seen);
        break;
    default: break;
    }
    return seen;
}

static void
include(double low[2], double high[2], const double *centre, double radius)
{
    for (size_t a = 0; a < 2; a++) {
        low[a] = fmin(low[a], centre[a] - radius);
        high[a] = fmax(high[a], centre[a] + radius);
    }
}

/* A finite stroke; of an endless one, where that is one coordinate, the place if it is near the particles. */
static void
include_stroke(double low[2], double high[2], const struct gravel_stroke *stroke, bool endless, double near[2][2])
{
    if (!endless) {
        include(low, high, stroke->a, 0);
        include(low, high, stroke->b, 0);
        return;
    }
    for (size_t a = 0; a < 2; a++)
        if (fabs(stroke->a[a] - stroke->b[a]) <= parallel && stroke->a[a] > near[a][0] && stroke->a[a] < near[a][1]) {
            low[a] = fmin(low[a], stroke->a[a]);
            high[a] = fmax(high[a], stroke->a[a]);
        }
}

void
gravel_view_include(const struct gravel_view *view, const struct gravel_system *walls, double t, double low[2],
                    double high[2])
{
    double near[2][2]; /* half the size of the particles' place about it */

    for (size_t a = 0; a < 2; a++) {
        near[a][0] = 1.5 * view->low[a] - 0.5 * view->high[a];
        near[a][1] = 1.5 * view->high[a] - 0.5 * view->low[a];
    }
    for (size_t w = 0; w < walls->n_walls; w++) {
        const struct gravel_seen_wall seen = gravel_view_wall(view, &walls->walls[w], t);
        if (seen.radius > 0)
            include(low, high, seen.centre, seen.radius);
        for (size_t s = 0; s < seen.n; s++)
            include_stroke(low, high, &seen.strokes[s], seen.endless, near);
    }
}

/* Liang and Barsky 1984: the part from s to t of the way from a to b. */
bool
gravel_stroke_clip(struct gravel_stroke *stroke, const double *low, const double *high)
{
    const struct gravel_stroke whole = *stroke;
    double s = 0.0, t = 1.0;

    for (size_t k = 0; k < 4; k++) {
        const size_t a = k / 2;
        const double sign = k % 2 ? 1.0 : -1.0, bound = k % 2 ? high[a] : -low[a];
        const double slope = sign * (whole.b[a] - whole.a[a]), room = bound - sign * whole.a[a];
        if (slope == 0.0 && room < 0.0)
            return false;
        if (slope < 0.0)
            s = fmax(s, room / slope);
        if (slope > 0.0)
            t = fmin(t, room / slope);
    }
    for (size_t a = 0; a < 2; a++) {
        stroke->a[a] = whole.a[a] + s * (whole.b[a] - whole.a[a]);
        stroke->b[a] = whole.a[a] + t * (whole.b[a] - whole.a[a]);
    }
    return s < t;
}
