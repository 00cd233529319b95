/* Contacts with the oscillating plate against a dense scan that uses neither phases nor curvatures. */
#include "engines/core/plate.h"
#include "tests/cmocka.h"

#include <math.h>

struct bead {
    double t, z, v;
};

static double
gap(const struct gravel_plate *plate, const struct bead *bead, double t)
{
    const double s = t - bead->t;
    return bead->z + bead->v * s - 0.5 * plate->gravity * s * s - gravel_plate_motion(plate, t).z;
}

static double
approach(const struct gravel_plate *plate, const struct bead *bead, double t)
{
    return gravel_plate_motion(plate, t).v - (bead->v - plate->gravity * (t - bead->t));
}

/* Follow bounds to a contact; each must be later than the one before. */
static double
landing(const struct gravel_plate *plate, const struct bead *bead, double from)
{
    struct gravel_plate_landing next = gravel_plate_landing(plate, bead->t, bead->z, bead->v, from, INFINITY);
    for (int k = 0; !next.exact && next.t < INFINITY; k++) {
        assert_true(k < 3);
        const double before = next.t;
        next = gravel_plate_landing(plate, bead->t, bead->z, bead->v, before, INFINITY);
        assert_true(next.t >= before);
    }
    return next.t;
}

/* The gap is zero at the contact, the bead approaches there, and no sample of the time before lies below the
 * plate. */
static void
contact_is_first(const struct gravel_plate *plate, const struct bead *bead, double from, double reach)
{
    const double t = landing(plate, bead, from), scale = plate->amplitude + fabs(bead->z);
    const double end = t < INFINITY ? t : reach;
    enum { SAMPLES = 2000 };
    for (int k = 1; k < SAMPLES; k++) {
        const double s = from + (end - from) * k / SAMPLES;
        if (gap(plate, bead, s) < -1e-12 * scale) {
            print_error("missed: z %.17g v %.17g phase %.17g from %.17g: found %.17g, below at %.17g\n", bead->z,
                        bead->v, plate->phase, from, t, s);
            fail();
        }
    }
    if (t < INFINITY) {
        const double step = 1e-14 * (fabs(t) + 1.0 / (plate->omega + 1e-3));
        assert_true(fabs(gap(plate, bead, t)) <= 1e-12 * scale + step * fabs(approach(plate, bead, t)));
        assert_true(approach(plate, bead, t) > 0.0);
    }
}

/* Uniform in (0, 1), the same on every machine. */
static double
draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

static struct gravel_plate
make_plate(double alpha, double phase, double gravity, double drift)
{
    const double omega = 2.385 * 2.0 * M_PI, a = alpha * (gravity > 0.0 ? gravity : 1.0) / (omega * omega);
    struct gravel_plate plate = {
        .mean = 0.1, .velocity = drift, .amplitude = a, .omega = omega, .phase = phase, .gravity = gravity};
    gravel_plate_init(&plate);
    return plate;
}

static void
flying_beads_land_at_the_first_contact(void **state)
{
    (void)state;
    static const double alpha[] = {0.3, 0.999, 1.0001, 1.5, 3.0, 30.0, 1e4};
    uint64_t seed = 2385;
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++)
        for (int draws = 0; draws < 400; draws++) {
            const struct gravel_plate plate =
                make_plate(alpha[k], 6.0 * draw(&seed), 9.81, draws % 3 ? 0.0 : draw(&seed) - 0.5);
            const double speed = plate.amplitude * plate.omega, a = plate.amplitude;
            const double t = 10.0 * draw(&seed), z = gravel_plate_motion(&plate, t).z + a * pow(draw(&seed), 3.0) * 4.0;
            const struct bead bead = {t, z, 6.0 * speed * (draw(&seed) - 0.5) + plate.velocity};
            contact_is_first(&plate, &bead, t, INFINITY);
        }
}

/* From the plate itself, with separation speeds down to the smallest that count. */
static void
bouncing_beads_land_at_the_first_contact(void **state)
{
    (void)state;
    static const double alpha[] = {0.3, 0.999, 1.5, 3.0, 30.0, 1e3};
    uint64_t seed = 12;
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++)
        for (int draws = 0; draws < 400; draws++) {
            const struct gravel_plate plate = make_plate(alpha[k], 6.0 * draw(&seed), 9.81, 0.0);
            const double speed = plate.amplitude * plate.omega, t = draw(&seed);
            const struct gravel_vertical motion = gravel_plate_motion(&plate, t);
            const struct bead bead = {t, motion.z, motion.v + speed * pow(10.0, -6.0 * draw(&seed))};
            const double next = landing(&plate, &bead, t);
            assert_true(next > t);
            contact_is_first(&plate, &bead, t, INFINITY);
        }
}

/* Speeds so small that the gap never grows beyond its rounding error: the contact is here and now, not a
 * period later. */
static void
slowest_bounces_do_not_fall_through(void **state)
{
    (void)state;
    static const double alpha[] = {0.3, 1.5, 3.2, 30.0};
    uint64_t seed = 8;
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++)
        for (int draws = 0; draws < 4000; draws++) {
            const struct gravel_plate plate = make_plate(alpha[k], 6.0 * draw(&seed), 9.81, 0.0);
            const double speed = plate.amplitude * plate.omega, t = draw(&seed);
            const struct gravel_vertical motion = gravel_plate_motion(&plate, t);
            const double offset = (draw(&seed) - 0.5) * 1e-15 * plate.amplitude;
            const struct bead bead = {t, motion.z + offset, motion.v + speed * pow(10.0, -6.0 - 12.0 * draw(&seed))};
            const double next = landing(&plate, &bead, t);
            assert_true(next >= t);
            if (fabs(gap(&plate, &bead, next)) > 1e-13 * (plate.mean + plate.amplitude))
                print_error("alpha %g: gap %g at the contact\n", alpha[k], gap(&plate, &bead, next));
            assert_true(fabs(gap(&plate, &bead, next)) <= 1e-13 * (plate.mean + plate.amplitude));
        }
}

/* A bead that reaches the plate just where it turns, at its lowest and at its highest point: there rounding
 * decides whether the gap has opened or closed (a bead once fell through at the lowest point). */
static void
beads_that_meet_the_plate_at_its_turn_do_not_fall_through(void **state)
{
    (void)state;
    static const double alpha[] = {0.5, 2.0, 100.0, 1e4};
    uint64_t seed = 77;
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++)
        for (int turn = -1; turn <= 1; turn += 2)
            for (int draws = 0; draws < 2000; draws++) {
                const struct gravel_plate plate = make_plate(alpha[k], 0.0, 9.81, 0.0);
                const double meet = (2.0 * M_PI * floor(1.0 + 9.0 * draw(&seed)) + turn * 0.5 * M_PI) / plate.omega;
                const double v = -plate.amplitude * plate.omega * (0.01 + 20.0 * draw(&seed)), s = draw(&seed) * 0.3;
                const double z = plate.mean + turn * plate.amplitude;
                const struct bead bead = {meet - s, z - v * s - 0.5 * plate.gravity * s * s, v + plate.gravity * s};
                if (gap(&plate, &bead, bead.t) <= 0.0)
                    continue;
                contact_is_first(&plate, &bead, bead.t, INFINITY);
                assert_true(landing(&plate, &bead, bead.t) <= meet * (1.0 + 1e-12));
            }
}

static void
without_gravity_a_receding_bead_is_caught_in_one_period_or_never(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int caught = 0, free = 0;
    for (int draws = 0; draws < 1000; draws++) {
        const struct gravel_plate plate = make_plate(1.0, 6.0 * draw(&seed), 0.0, 0.0);
        const double speed = plate.amplitude * plate.omega;
        const struct bead bead = {0.0, gravel_plate_motion(&plate, 0.0).z + 2.0 * plate.amplitude * draw(&seed),
                                  speed * (draw(&seed) - 0.5)};
        *(landing(&plate, &bead, 0.0) < INFINITY ? &caught : &free) += 1;
        contact_is_first(&plate, &bead, 0.0, 20.0);
    }
    assert_true(caught > 100 && free > 100);
    const struct gravel_plate plate = make_plate(1.0, 0.0, 0.0, 0.0);
    const struct bead grazing = {0.0, plate.mean + plate.amplitude, 0.0};
    const double t = landing(&plate, &grazing, 0.0);
    assert_true(t == INFINITY || t < 1.0);
}

/* Where the plate's acceleration passes -g: asin(1/alpha), and not at all for alpha < 1. */
static void
resting_bodies_leave_at_the_known_phase(void **state)
{
    (void)state;
    static const double alpha[] = {1.001, 1.5, 2.0, 50.0};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        const struct gravel_plate plate = make_plate(alpha[k], 0.7, 9.81, 0.0);
        for (double t = 0.0; t < 3.0; t += 0.0173) {
            const double leave = gravel_plate_liftoff(&plate, t);
            assert_true(leave >= t && leave <= t + 2.0 * M_PI / plate.omega);
            const double phase = plate.omega * leave + plate.phase;
            assert_true(fabs(sin(phase) - 1.0 / alpha[k]) < 1e-12 * phase && cos(phase) > 0.0);
            assert_false(gravel_plate_drops(&plate, leave - 1e-6));
            assert_true(gravel_plate_drops(&plate, leave + 1e-6));
            const double end = gravel_plate_drop_end(&plate, leave);
            assert_true(gravel_plate_drops(&plate, end - 1e-6));
            assert_false(gravel_plate_drops(&plate, end + 1e-6));
        }
    }
    const struct gravel_plate gentle = make_plate(0.99, 0.7, 9.81, 0.0);
    assert_true(gravel_plate_liftoff(&gentle, 0.3) == INFINITY);
}

/* Gravity away from the plate: a body below a vibrating lid.  It is touched at the first contact, or departs for good
 * with the upward speed that it then has. */
static void
bodies_below_a_lid_are_touched_first_or_never(void **state)
{
    (void)state;
    static const double pull[] = {0.3, 0.999, 1.5, 30.0}; /* A omega^2 / g */
    uint64_t seed = 31;
    int touched = 0, free = 0;
    for (size_t k = 0; k < sizeof pull / sizeof *pull; k++)
        for (int draws = 0; draws < 400; draws++) {
            const double omega = 2.385 * 2.0 * M_PI;
            struct gravel_plate plate = {.mean = 0.1,
                                         .amplitude = pull[k] * 9.81 / (omega * omega),
                                         .omega = omega,
                                         .phase = 6.0 * draw(&seed),
                                         .gravity = -9.81};
            gravel_plate_init(&plate);
            const double speed = plate.amplitude * omega + 2.0 * sqrt(9.81 * plate.amplitude), t = draw(&seed);
            const struct bead bead = {t,
                                      gravel_plate_motion(&plate, t).z + plate.amplitude * pow(draw(&seed), 3.0) * 4.0,
                                      6.0 * speed * (draw(&seed) - 0.6)};
            *(landing(&plate, &bead, t) < INFINITY ? &touched : &free) += 1;
            contact_is_first(&plate, &bead, t, t + 3.0);
        }
    assert_true(touched > 200 && free > 200);
}

/* The sphere above or below a plane wall that vibrates and drifts: contact to rounding, and the first one. */
static void
spheres_touch_a_vibrating_plane_from_either_side(void **state)
{
    (void)state;
    uint64_t seed = 4;
    int touched = 0;
    for (int draws = 0; draws < 1000; draws++) {
        const struct vec3 axis = v3_unit(v3(draw(&seed) - 0.5, draw(&seed) - 0.5, 0.7));
        const struct gravel_wall wall = {
            .shape = GRAVEL_PLANE,
            .origin = v3(0.2, -0.1, 0.3),
            .axis = axis,
            .motion = {.velocity = v3(0.1 * draw(&seed), 0, 0.05),
                       .amplitude = draws % 4 == 0 ? 0.0 : 0.01,
                       .direction = draws % 5 == 0 ? v3_unit(v3_cross(axis, v3(1, 0, 0))) : v3(0, 0, 0),
                       .angular_frequency = draws % 3 == 0   ? -60.0
                                            : draws % 7 == 0 ? 0.0
                                                             : 60.0,
                       .phase = 6.0 * draw(&seed)}};
        const double t = draw(&seed), radius = 0.02, side = draws % 2 ? 1.0 : -1.0;
        const struct vec3 g = v3(0, 0, -9.81), v = v3(draw(&seed) - 0.5, draw(&seed), draw(&seed) - 0.5);
        const struct vec3 x = v3_add(v3_add(wall.origin, gravel_wall_shift(&wall, t)),
                                     v3_scale(side * (radius + 0.05 * draw(&seed)), axis));
        const double h = gravel_plate_contact_time(&wall, t, x, v, g, radius, 1.0);
        for (double s = 0.0; s < fmin(h, 1.0); s += 1e-3) {
            const struct vec3 now = v3_axpy(x, s, v3_axpy(v, 0.5 * s, g));
            assert_true(gravel_wall_nearest(&wall, t + s, now).distance > radius * (1.0 - 1e-9));
        }
        if (h < INFINITY) {
            const struct vec3 now = v3_axpy(x, h, v3_axpy(v, 0.5 * h, g));
            assert_true(fabs(gravel_wall_nearest(&wall, t + h, now).distance - radius) < 1e-13);
            touched++;
        }
    }
    assert_true(touched > 300);
}

/* A floor at height 0 that vibrates with A sin(60 t + phase). */
static struct gravel_wall
vibrating_floor(double amplitude, double phase)
{
    return (struct gravel_wall){.shape = GRAVEL_PLANE,
                                .axis = v3(0, 0, 1),
                                .motion = {.amplitude = amplitude, .angular_frequency = 60.0, .phase = phase}};
}

/* An amplitude at or below the rounding of the positions: the contact is where that with a floor at rest is. */
static void
contacts_with_the_smallest_amplitudes_are_found(void **state)
{
    (void)state;
    const struct gravel_wall rest = vibrating_floor(0.0, 0.0);
    const struct vec3 g = v3(0, 0, -9.81);
    uint64_t seed = 9;
    for (int draws = 0; draws < 4000; draws++) {
        const double amplitude = pow(10.0, -19.0 + 10.0 * draw(&seed)), radius = 0.02, z = 0.05 * draw(&seed);
        const struct gravel_wall wall = vibrating_floor(amplitude, 6.0 * draw(&seed));
        const struct vec3 x = v3(0, 0, radius + z + 2.0 * amplitude), v = v3(0, 0, draw(&seed) - 0.5);
        const double h = gravel_plate_contact_time(&wall, 0.0, x, v, g, radius, 1.0);
        const double expected = gravel_plate_contact_time(&rest, 0.0, x, v, g, radius, 1.0);
        const double speed = sqrt(v.z * v.z + 2.0 * 9.81 * z);
        assert_true(fabs(h - expected) <= (2.0 * amplitude + 1e-16) / speed);
    }
}

/* A sphere at the floor, or off it by rounding, that separates however slowly: its next contact is not this one again,
 * but comes after the time u/(g + A omega^2) that its velocity needs to change its sign. */
static void
separating_spheres_do_not_touch_at_once(void **state)
{
    (void)state;
    const struct vec3 g = v3(0, 0, -9.81);
    uint64_t seed = 13;
    for (int draws = 0; draws < 20000; draws++) {
        const double amplitude = (draws % 2 ? 0.5 : 3.0) * 9.81 / 3600.0, radius = 0.02, t = draw(&seed);
        const struct gravel_wall wall = vibrating_floor(amplitude, 6.0 * draw(&seed));
        const double u = pow(10.0, -14.0 * draw(&seed)), offset = 2e-17 * (draw(&seed) - 0.5);
        const struct vec3 x = v3_add(gravel_wall_shift(&wall, t), v3(0, 0, radius + offset));
        const struct vec3 v = v3_add(gravel_wall_velocity(&wall, t), v3(0, 0, u));
        const double h = gravel_plate_contact_time(&wall, t, x, v, g, radius, 10.0);
        const double separation = v.z - gravel_wall_velocity(&wall, t).z;
        assert_true(separation <= 0.0 || h >= 0.999 * separation / (9.81 + amplitude * 3600.0));
        const struct vec3 then = v3_axpy(x, h, v3_axpy(v, 0.5 * h, g));
        assert_true(fabs(gravel_wall_nearest(&wall, t + h, then).distance - radius) < 1e-15 * (1.0 + 1e3 * h));
    }
}

/* The soft-sphere engine searches without a horizon: that a body never comes down again must be found, too. */
static void
a_body_that_rises_without_gravity_is_not_searched_for_ever(void **state)
{
    (void)state;
    const struct gravel_wall wall = vibrating_floor(0.01, 0.7);
    const double radius = 0.05;
    const struct vec3 above = v3(0, 0, radius + 0.02), none = v3(0, 0, 0);
    assert_true(gravel_plate_contact_time(&wall, 0.0, above, v3(0, 0, 0.3), none, radius, INFINITY) == INFINITY);
    assert_true(gravel_plate_contact_time(&wall, 0.0, above, none, none, radius, INFINITY) == INFINITY);
    assert_true(isfinite(gravel_plate_contact_time(&wall, 0.0, above, v3(0, 0, -1e-3), none, radius, INFINITY)));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_rises_without_gravity_is_not_searched_for_ever),
        cmocka_unit_test(flying_beads_land_at_the_first_contact),
        cmocka_unit_test(bouncing_beads_land_at_the_first_contact),
        cmocka_unit_test(slowest_bounces_do_not_fall_through),
        cmocka_unit_test(beads_that_meet_the_plate_at_its_turn_do_not_fall_through),
        cmocka_unit_test(without_gravity_a_receding_bead_is_caught_in_one_period_or_never),
        cmocka_unit_test(resting_bodies_leave_at_the_known_phase),
        cmocka_unit_test(bodies_below_a_lid_are_touched_first_or_never),
        cmocka_unit_test(spheres_touch_a_vibrating_plane_from_either_side),
        cmocka_unit_test(contacts_with_the_smallest_amplitudes_are_found),
        cmocka_unit_test(separating_spheres_do_not_touch_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
