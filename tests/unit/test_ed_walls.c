/* First contact with every primitive x motion x side, against sphere tracing.
 *
 * The reference marches along the flight by (distance - radius)/(largest possible speed): the distance to a
 * set changes no faster than the point moves, so no contact can be passed over.  It shares with the engine
 * only the distance to the primitive.  Every configuration comes from its own number, which a failure prints.
 */
#include "engines/core/rng.h"
#include "engines/ed/wall_time.h"
#include "tests/cmocka.h"
#include "tests/near.h"

#include <math.h>
#include <string.h>

static const double HORIZON = 2.0;

static double
between(gsl_rng *rng, double low, double high)
{
    return low + (high - low) * gsl_rng_uniform(rng);
}

static struct vec3
random_vector(gsl_rng *rng, double size)
{
    const double z = between(rng, -size, size), y = between(rng, -size, size), x = between(rng, -size, size);
    return v3(x, y, z);
}

/* Gap at time h of a flight, to a wall or to an attached particle. */
struct scene {
    struct gravel_wall wall;
    struct gravel_flight flight;
    double t;
    int attached; /* the partner is a particle that the wall carries */
    struct vec3 x_attached;
    double sum;
};

static double
gap(const struct scene *s, double h, double *speed)
{
    const struct vec3 x = v3_axpy(s->flight.x, h, v3_axpy(s->flight.v, 0.5 * h, s->flight.g));
    const struct vec3 v = v3_axpy(s->flight.v, h, s->flight.g);
    if (s->attached) {
        struct vec3 y, u, omega;
        gravel_wall_carry(&s->wall, s->t, s->x_attached, s->t + h, &y, &u, &omega);
        const struct vec3 r = v3_sub(x, y);
        *speed = v3_dot(v3_sub(v, u), r) / v3_norm(r);
        return v3_norm(r) - s->sum;
    }
    const struct gravel_nearest near = gravel_wall_nearest(&s->wall, s->t + h, x);
    *speed = v3_dot(v3_sub(v, gravel_wall_velocity(&s->wall, s->t + h)), near.normal);
    return near.distance - s->flight.radius;
}

static double
fastest(const struct scene *s)
{
    const struct gravel_motion *m = &s->wall.motion;
    const double arm = s->attached ? v3_norm(v3_sub(s->x_attached, s->wall.origin)) +
                                         2.0 * HORIZON * v3_norm(m->velocity) + 2.0 * fabs(m->amplitude)
                                   : 0.0;
    return v3_norm(s->flight.v) + HORIZON * v3_norm(s->flight.g) + v3_norm(m->velocity) +
           fabs(m->amplitude * m->angular_frequency) + fabs(m->spin) * arm;
}

/* First time at which the gap is below `tolerance`, or INFINITY. */
static double
trace(const struct scene *s, double tolerance)
{
    const double most = fastest(s);
    double h = 0.0, speed;
    while (h <= HORIZON) {
        const double f = gap(s, h, &speed);
        if (f <= tolerance)
            return h;
        h += f / most;
    }
    return INFINITY;
}

static void
random_motion(gsl_rng *rng, enum gravel_shape shape, struct vec3 axis, struct gravel_motion *motion, int attached)
{
    const int kind = (int)gsl_rng_uniform_int(rng, attached ? 6 : 4);
    if (kind == 1 || kind == 3 || kind == 5)
        motion->velocity = random_vector(rng, 1.0);
    if (kind == 2 || kind == 3) {
        motion->amplitude = between(rng, -0.3, 0.3);
        motion->angular_frequency = between(rng, 1.0, 40.0);
        motion->phase = between(rng, 0.0, 6.0);
        /* Aside the axis; every other one along the plane itself. */
        if (shape == GRAVEL_PLANE && gsl_rng_uniform(rng) < 0.5) {
            const struct vec3 any = random_vector(rng, 1.0);
            motion->direction = v3_unit(gsl_rng_uniform(rng) < 0.5 ? any : v3_reject(any, axis));
        }
    }
    if (kind >= 4) {
        motion->spin = between(rng, -6.0, 6.0);
        motion->ramp = gsl_rng_uniform(rng) < 0.5 ? 0.0 : 1.0;
    }
}

/* Gravity: none, along the axis, or anyhow.  The start is clear of the wall. */
static struct scene
random_scene(enum gravel_shape shape, int attached, uint64_t number)
{
    gsl_rng *rng = gravel_rng_create(number, attached ? "held scene" : "wall scene", (uint64_t)shape);
    struct scene s = {.attached = attached, .t = between(rng, 0.0, 3.0)};
    s.wall.shape = shape;
    s.wall.axis = v3_unit(random_vector(rng, 1.0));
    s.wall.edge = v3_unit(v3_cross(s.wall.axis, random_vector(rng, 1.0)));
    s.wall.radius = between(rng, 0.3, 2.0);
    s.wall.length = shape == GRAVEL_CYLINDER && gsl_rng_uniform(rng) < 0.5 ? 0.0 : between(rng, 0.3, 3.0);
    s.wall.width = between(rng, 0.3, 3.0);
    if (shape == GRAVEL_CONE)
        s.wall.radius_end = gsl_rng_uniform(rng) < 0.25 ? 0.0 : between(rng, 0.05, 2.0);
    random_motion(rng, shape, s.wall.axis, &s.wall.motion, attached);
    s.wall.origin = v3_scale(-s.t, s.wall.motion.velocity);
    const double kind = gsl_rng_uniform(rng);
    s.flight.g = kind < 0.3   ? v3(0, 0, 0)
                 : kind < 0.5 ? v3_scale(between(rng, -9.8, 9.8), s.wall.axis)
                              : random_vector(rng, 6.0);
    s.flight.radius = between(rng, 0.02, 0.25);
    s.sum = s.flight.radius + between(rng, 0.02, 0.25);
    s.x_attached = random_vector(rng, 1.0);
    double speed;
    do {
        s.flight.x = random_vector(rng, 2.0);
        /* Aimed at the wall's neighbourhood, so that most configurations touch. */
        const double flight = between(rng, 0.3, 1.5);
        const struct vec3 aim = v3_sub(random_vector(rng, 0.4), s.flight.x);
        s.flight.v = v3_axpy(v3_scale(1.0 / flight, aim), -0.5 * flight, s.flight.g);
    } while (gap(&s, 0.0, &speed) < 1e-3);
    gsl_rng_free(rng);
    return s;
}

static double
touch(const struct scene *s, double horizon)
{
    if (s->attached) {
        const struct gravel_rigid_motion carrier = gravel_wall_rigid_motion(&s->wall, s->t, s->t);
        return gravel_wall_time_attached(&carrier, s->x_attached, v3(0, 0, 0), s->sum, &s->flight, horizon);
    }
    return gravel_wall_time(&s->wall, s->t, &s->flight, horizon);
}

/* The engine's time is a contact, approaching, and the tracer, which stops 1e-12 before a contact, is there
 * no earlier than its speed of approach explains.  Returns whether there was one. */
static int
check_scene(const struct scene *s, const char *what, uint64_t number)
{
    const double size = s->attached ? s->sum : s->flight.radius, tolerance = 1e-12 * size;
    const double h = touch(s, HORIZON), reference = trace(s, tolerance);
    double speed = 0.0, f = INFINITY;
    int good = isinf(h) && isinf(reference);
    if (!isinf(h)) {
        f = gap(s, h, &speed);
        /* Before a contact at speed u the gap falls below the tolerance (tolerance/u) earlier, or, where it
         * grazes, by the curvature of the path, sqrt(2 tolerance/a) earlier. */
        const double early = fmin(tolerance / fabs(speed), sqrt(tolerance)) + 1e-10 * h;
        good = fabs(f) <= 1e-12 * (1.0 + size) && speed < 1e-7 && reference <= h + 1e-10 * h && reference >= h - early;
    } else if (!isinf(reference)) {
        gap(s, reference, &speed);
        good = fabs(speed) < 2e-5; /* it grazes within the tolerance */
    }
    if (!good)
        print_error("%s, configuration %llu: engine %.17g, reference %.17g, gap %.3g, speed %.3g\n", what,
                    (unsigned long long)number, h, reference, f, speed);
    assert_true(good);
    return !isinf(h);
}

/* The contact at time h is found from a start shortly before it, with a horizon shortly after it. */
static void
check_later_starts(const struct scene *s, double h)
{
    double speed;
    gap(s, h, &speed);
    for (double left = 0.3 * h; left > 1e-3 * h && speed < -1e-3; left *= 0.1) {
        struct scene later = *s;
        struct vec3 unused_v, unused_omega;
        later.t = s->t + (h - left);
        later.flight.x = gravel_flight_position(&s->flight, h - left);
        later.flight.v = gravel_flight_velocity(&s->flight, h - left);
        gravel_wall_carry(&s->wall, s->t, s->x_attached, later.t, &later.x_attached, &unused_v, &unused_omega);
        near("time that is left", touch(&later, 1.1 * left), left, 1e-12);
    }
}

static void
check_shape(enum gravel_shape shape, const char *what)
{
    enum { CONFIGURATIONS = 12500 };
    int touched = 0;
    for (uint64_t k = 0; k < CONFIGURATIONS; k++) {
        const struct scene s = random_scene(shape, 0, k);
        touched += check_scene(&s, what, k);
    }
    assert_true(touched > CONFIGURATIONS / 20 && touched < CONFIGURATIONS);
}

static void
plane_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_PLANE, "plane");
}
static void
disk_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_DISK, "disk");
}
static void
cylinder_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_CYLINDER, "cylinder");
}
static void
ring_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_RING, "ring");
}
static void
line_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_LINE, "line");
}
static void
point_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_POINT, "point");
}
static void
rectangle_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_RECTANGLE, "rectangle");
}
static void
segment_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_SEGMENT, "segment");
}
static void
cone_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_CONE, "cone");
}
static void
orifice_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    check_shape(GRAVEL_ORIFICE, "orifice");
}

static void
attached_particle_is_met_first_where_tracing_meets_it(void **state)
{
    (void)state;
    int touched = 0;
    for (uint64_t k = 0; k < 12500; k++) {
        const struct scene s = random_scene(GRAVEL_CYLINDER, 1, k);
        if (check_scene(&s, "attached", k)) {
            touched++;
            check_later_starts(&s, touch(&s, HORIZON));
        }
    }
    assert_true(touched > 500);
}

/* After a contact the particle is reflected; the next contact is again the tracer's, once it has left.
 * Catches contacts that are lost or repeated because of a rounding overlap. */
static void
rebound_is_followed_by_the_next_contact(void **state)
{
    (void)state;
    int bounces = 0;
    for (int shape = 0; shape < GRAVEL_SHAPE_COUNT; shape++)
        for (uint64_t k = 0; k < 2000; k++) {
            struct scene s = random_scene((enum gravel_shape)shape, 0, 1000000 + k);
            for (int n = 0; n < 4; n++) {
                const double h = touch(&s, HORIZON);
                if (isinf(h))
                    break;
                double speed;
                gap(&s, h, &speed);
                if (fabs(speed) < 1e-3)
                    break;
                s.flight.x = v3_axpy(s.flight.x, h, v3_axpy(s.flight.v, 0.5 * h, s.flight.g));
                s.flight.v = v3_axpy(s.flight.v, h, s.flight.g);
                s.t += h;
                const struct gravel_nearest near = gravel_wall_nearest(&s.wall, s.t, s.flight.x);
                s.flight.v = v3_axpy(s.flight.v, -2.0 * speed, near.normal);
                bounces++;
                /* Leave by hand, then both search from there. */
                struct scene later = s;
                const double away = 1e-6 / fabs(speed);
                later.flight.x = v3_axpy(s.flight.x, away, v3_axpy(s.flight.v, 0.5 * away, s.flight.g));
                later.flight.v = v3_axpy(s.flight.v, away, s.flight.g);
                later.t = s.t + away;
                const double next = touch(&s, HORIZON), same = away + touch(&later, HORIZON - away);
                if (!(next == same || fabs(next - same) <= 1e-9 * next + 1e-12) && !(next < away)) {
                    print_error("shape %d, configuration %llu, bounce %d: %.17g and %.17g\n", shape,
                                1000000 + (unsigned long long)k, n, next, same);
                    assert_true(0);
                }
            }
        }
    assert_true(bounces > 1000);
}

/* Without another event there is no horizon: walls leave a sphere at rest, beside them, and never return. */
static void
walls_that_recede_for_ever_are_never_met(void **state)
{
    (void)state;
    const struct gravel_flight rest = {.radius = 0.5};
    for (enum gravel_shape shape = 0; shape < GRAVEL_SHAPE_COUNT; shape++) {
        if (shape == GRAVEL_PLANE || shape == GRAVEL_ORIFICE || shape == GRAVEL_CYLINDER)
            continue; /* endless, or around the sphere */
        const struct gravel_wall wall = {.shape = shape,
                                         .origin = {5.0, 0, -0.3},
                                         .axis = {0, 0, 1},
                                         .edge = {1, 0, 0},
                                         .radius = 1.0,
                                         .radius_end = 0.5,
                                         .length = 1.0,
                                         .width = 1.0,
                                         .motion.velocity = {0, 0, 2}};
        assert_true(isinf(gravel_wall_time(&wall, 0.0, &rest, INFINITY)));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_that_recede_for_ever_are_never_met),
        cmocka_unit_test(plane_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(disk_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(cylinder_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(ring_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(line_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(point_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(rectangle_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(segment_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(cone_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(orifice_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(attached_particle_is_met_first_where_tracing_meets_it),
        cmocka_unit_test(rebound_is_followed_by_the_next_contact),
    };
    return cmocka_run_group_tests_name("ed_walls", tests, NULL, NULL);
}
