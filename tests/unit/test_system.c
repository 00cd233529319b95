/* engines/core: walls and systems. */
#include "engines/core/system.h"

#include "tests/near.h"
#include "tests/unit/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
near3(struct vec3 a, struct vec3 b, double tolerance)
{
    near_value(v3_norm(v3_sub(a, b)), 0.0, tolerance);
}

/* The nearest point is on the primitive and no other point of it is nearer: checked on hand-made places. */
static void
walls_give_the_nearest_point(void **unused)
{
    (void)unused;
    struct gravel_wall w = {
        .axis = v3(0, 0, 1), .edge = v3(1, 0, 0), .radius = 2, .radius_end = 5, .length = 4, .width = 2};
    const struct {
        enum gravel_shape shape;
        struct vec3 x, point;
    } places[] = {
        {GRAVEL_PLANE, {3, 4, -5}, {3, 4, 0}},        {GRAVEL_DISK, {1, 0, 7}, {1, 0, 0}},
        {GRAVEL_DISK, {3, 4, 7}, {1.2, 1.6, 0}},      {GRAVEL_CYLINDER, {1, 0, 1}, {2, 0, 1}},
        {GRAVEL_CYLINDER, {3, 4, 9}, {1.2, 1.6, 2}},  {GRAVEL_RING, {3, 4, 9}, {1.2, 1.6, 0}},
        {GRAVEL_LINE, {3, 4, 9}, {0, 0, 9}},          {GRAVEL_POINT, {3, 4, 9}, {0, 0, 0}},
        {GRAVEL_RECTANGLE, {5, 0.5, 3}, {2, 0.5, 0}}, {GRAVEL_RECTANGLE, {-5, -5, 3}, {-2, -1, 0}},
        {GRAVEL_SEGMENT, {1, 0, 9}, {0, 0, 2}},       {GRAVEL_SEGMENT, {1, 0, -1}, {0, 0, -1}},
        {GRAVEL_CONE, {9, 0, 3.5}, {5, 0, 2}},        {GRAVEL_CONE, {0, 1.5, -4}, {0, 2, -2}},
        {GRAVEL_CONE, {4.3, 0, -0.6}, {3.5, 0, 0}},   {GRAVEL_CONE, {-2.7, 0, 0.6}, {-3.5, 0, 0}},
        {GRAVEL_ORIFICE, {3, 4, -5}, {3, 4, 0}},      {GRAVEL_ORIFICE, {0.6, 0.8, 7}, {1.2, 1.6, 0}},
    };
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        w.shape = places[k].shape;
        const struct gravel_nearest found = gravel_wall_nearest(&w, 0.0, places[k].x);
        struct gravel_nearest again;
        assert_true(gravel_wall_distance(&w, 0.0, places[k].x) == found.distance);
        assert_false(gravel_wall_nearest_within(&w, 0.0, places[k].x, found.distance, &again));
        assert_true(gravel_wall_nearest_within(&w, 0.0, places[k].x, nextafter(found.distance, 1e9), &again));
        assert_true(v3_norm(v3_sub(again.normal, found.normal)) == 0.0 && again.distance == found.distance);
        near3(found.point, places[k].point, 1e-14);
        near_value(found.distance, v3_norm(v3_sub(places[k].x, places[k].point)), 1e-14);
        near3(v3_axpy(found.point, found.distance, found.normal), places[k].x, 1e-14);
    }
    /* On the axis every point of the rim is equally near. */
    w.shape = GRAVEL_CYLINDER;
    near_value(gravel_wall_nearest(&w, 0.0, v3(0, 0, 0.5)).distance, 2.0, 1e-14);
    w.shape = GRAVEL_RING;
    near_value(gravel_wall_nearest(&w, 0.0, v3(0, 0, 1.5)).distance, 2.5, 1e-14);
}

/* Velocities and accelerations are the derivatives of shifts and angles. */
static void
wall_motion_is_consistent_with_its_derivatives(void **unused)
{
    (void)unused;
    const struct gravel_wall w = {.axis = v3(0, 0.6, 0.8),
                                  .origin = v3(0.1, 0.2, 0.3),
                                  .motion = {.velocity = v3(0.2, -0.1, 0.4),
                                             .amplitude = 0.01,
                                             .angular_frequency = 40,
                                             .phase = 0.3,
                                             .spin = 3,
                                             .ramp = 0.5}};
    const double h = 1e-6, times[] = {0.1, 0.3, 0.7};
    const struct vec3 x0 = v3(0.4, 0.5, -0.2);
    for (size_t k = 0; k < 3; k++) {
        const double t = times[k];
        struct vec3 x[2], v, omega, unused_v;
        gravel_wall_carry(&w, 0.05, x0, t - h, &x[0], &unused_v, &omega);
        gravel_wall_carry(&w, 0.05, x0, t + h, &x[1], &unused_v, &omega);
        gravel_wall_carry(&w, 0.05, x0, t, &unused_v, &v, &omega);
        near3(v3_scale(0.5 / h, v3_sub(x[1], x[0])), v, 1e-8);
        near("rate", (gravel_wall_angle(&w, t + h) - gravel_wall_angle(&w, t - h)) / (2 * h), gravel_wall_rate(&w, t),
             1e-8);
        near3(omega, v3_scale(gravel_wall_rate(&w, t), w.axis), 1e-14);
    }
    near_value(gravel_wall_angle(&w, 0.5 - 1e-12), gravel_wall_angle(&w, 0.5), 1e-10);
}

static void
system_with(struct gravel_system *s, size_t n)
{
    struct gravel_error error;
    *s = (struct gravel_system){.dimension = 3, .n_species = 1, .species_name = {"grain"}};
    assert_int_equal(gravel_system_resize(s, n, &error), GRAVEL_OK);
    for (size_t k = 0; k < n; k++) {
        struct gravel_particle *p = &s->particles[k];
        p->x = v3(0.02 * (double)k, 0, 0.5);
        p->radius = 0.01;
        p->mass = 1.0;
        p->inertia = gravel_inertia(3, p->mass, p->radius);
    }
}

static void
refuses(struct gravel_system *s, const char *fragment)
{
    struct gravel_error error = {0};
    assert_int_equal(gravel_system_check(s, 1e-9, &error), GRAVEL_INPUT);
    if (strstr(error.text, fragment) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, fragment);
}

static void
system_check_names_what_is_wrong(void **unused)
{
    (void)unused;
    struct gravel_system s;
    struct gravel_error error;
    system_with(&s, 5);
    assert_int_equal(gravel_system_check(&s, 1e-9, &error), GRAVEL_OK);
    s.particles[3].x.x -= 1e-6;
    refuses(&s, "particles 2 and 3 overlap");
    s.particles[3].x.x += 1e-6;
    s.particles[1].radius = -1;
    refuses(&s, "particle 1 (grain): radius");
    s.particles[1].radius = 0.01;
    s.particles[1].mass = NAN;
    refuses(&s, "particle 1 (grain): mass");
    s.particles[1].mass = 1.0;
    s.particles[4].v.y = INFINITY;
    refuses(&s, "particle 4 (grain): position, velocity");
    s.particles[4].v.y = 0.0;
    /* Across a periodic face. */
    s.box = (struct gravel_box){.periodic = {true, false, false}, .low = v3(-0.009, 0, 0), .high = v3(0.089, 1, 1)};
    refuses(&s, "overlap");
    s.box.high.x = 0.0911;
    assert_int_equal(gravel_system_check(&s, 1e-9, &error), GRAVEL_OK);
    s.particles[4].x.x = 0.0912;
    refuses(&s, "outside the periodic box on axis x");
    s.particles[4].x.x = 0.08;
    s.walls = calloc(1, sizeof *s.walls);
    assert_non_null(s.walls);
    s.n_walls = 1;
    s.walls[0] = (struct gravel_wall){.name = "floor", .origin = v3(0, 0, 0.495), .axis = v3(0, 0, 1)};
    refuses(&s, "wall floor cuts particle 0");
    s.walls[0].origin.z = 0.49;
    assert_int_equal(gravel_system_check(&s, 1e-9, &error), GRAVEL_OK);
    s.dimension = 2;
    s.particles[2].x.y = 1e-3;
    refuses(&s, "leaves the (x, z) plane");
    gravel_system_free(&s);
}

/* Of soft and of hard spheres. */
static void
rotation_acts(const struct gravel_system *s, bool soft, bool hard)
{
    struct gravel_error error = {0};
    assert_int_equal(gravel_system_check_rotations(s, true, &error), soft ? GRAVEL_OK : GRAVEL_INPUT);
    assert_int_equal(gravel_system_check(s, 1e-9, &error), soft ? GRAVEL_OK : GRAVEL_INPUT);
    assert_int_equal(gravel_system_check_rotations(s, false, &error), hard ? GRAVEL_OK : GRAVEL_INPUT);
    if (!hard)
        assert_string_equal(error.path, "walls.drum.rotation");
}

static void
a_rotation_acts_where_it_drags_or_carries(void **unused)
{
    (void)unused;
    struct gravel_system s;
    system_with(&s, 2);
    struct gravel_wall walls[] = {
        {.name = "drum", .shape = GRAVEL_CYLINDER, .axis = {0, 1, 0}, .radius = 2.0, .motion.spin = 3.0},
        {.name = "frame", .origin = {0, 0, -1}, .axis = {0, 0, 1}}};
    struct gravel_wall_contact *contact = &walls[0].contact;
    s.walls = walls;
    s.n_walls = 2;
    s.material = (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                          .restitution = 0.9,
                                          .contact_time = 1e-4,
                                          .rotation = true,
                                          .tangential_restitution = 1.0};
    contact->tangential_restitution = 1.0;
    rotation_acts(&s, false, false);
    walls[0].motion.spin = 0.0; /* a value of a sweep */
    rotation_acts(&s, true, true);
    walls[0].motion.spin = 3.0;
    contact->tangential_restitution = 0.5;
    rotation_acts(&s, true, true);
    s.particles[0].attached = s.particles[1].attached = 1; /* dragged, but bound to the other wall */
    rotation_acts(&s, false, false);
    s.particles[1].attached = GRAVEL_FREE;
    contact->tangential_restitution = 1.0;
    s.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    s.material.tangential_stiffness = 0.3;
    rotation_acts(&s, true, false);
    s.material.tangential = GRAVEL_TANGENTIAL_VISCOUS;
    contact->rolling_friction = 0.1;
    rotation_acts(&s, true, false);
    walls[0].shape = GRAVEL_PLANE; /* turned about its normal it turns nothing about another direction */
    walls[0].origin.y = -1.0;
    rotation_acts(&s, false, false);
    walls[0].touch = GRAVEL_STICK;
    rotation_acts(&s, true, true);
    walls[0].touch = GRAVEL_BOUNCE;
    s.particles[0].attached = 0;
    rotation_acts(&s, true, true);
    s.walls = NULL;
    s.n_walls = 0;
    gravel_system_free(&s);
}

/* The cells find exactly the pairs that a comparison of all with all finds, walled and periodic. */
static void
overlaps_are_found_wherever_they_are(void **unused)
{
    (void)unused;
    enum { N = 60, TRIALS = 400 };
    gsl_rng *rng = gravel_rng_create(3, "overlaps", 0);
    int n_bad = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct gravel_system s;
        struct gravel_error error;
        system_with(&s, N);
        const double length = trial % 4 == 0 ? 0.3 : trial % 4 == 1 ? 1.0 : 0.7;
        s.box = (struct gravel_box){.periodic = {trial % 2, trial % 3 == 0, trial % 5 == 0},
                                    .high = v3(length, length, length)};
        bool overlap = false;
        for (size_t i = 0; i < N; i++) {
            struct gravel_particle *p = &s.particles[i];
            p->radius = i == 0 ? 0.06 : 0.002 + 0.02 * gsl_rng_uniform(rng);
            p->x = v3_scale(length, random_place(rng));
            /* Most trials: place without overlap, then move one body. */
            for (size_t j = 0; j < i; j++)
                if (trial % 8 != 0 && v3_norm(gravel_box_separation(&s.box, p->x, s.particles[j].x)) <
                                          p->radius + s.particles[j].radius) {
                    p->radius = 1e-5;
                    break;
                }
        }
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < i; j++)
                overlap |= v3_norm(gravel_box_separation(&s.box, s.particles[i].x, s.particles[j].x)) <
                           s.particles[i].radius + s.particles[j].radius;
        assert_int_equal(gravel_system_check(&s, 0.0, &error), overlap ? GRAVEL_INPUT : GRAVEL_OK);
        n_bad += overlap;
        gravel_system_free(&s);
    }
    printf("# %d of %d systems overlap\n", n_bad, TRIALS);
    assert_true(n_bad > TRIALS / 10 && n_bad < 9 * TRIALS / 10);
    gsl_rng_free(rng);
}

static void
system_states_what_it_needs(void **unused)
{
    (void)unused;
    struct gravel_system s;
    char names[256];
    system_with(&s, 2);
    assert_int_equal(gravel_system_needs(&s), GRAVEL_CAP_3D);
    s.gravity = v3(0, 0, -9.81);
    s.material.rotation = true;
    s.material.beta = 0.5;
    s.particles[1].attached = 0;
    gravel_capability_names(gravel_system_needs(&s), names, sizeof names);
    assert_string_equal(names, "3D, gravity, rotation, attached particles, nonlinear contacts");
    s.material.beta = 0.0;
    for (int law = GRAVEL_POWER_RESTITUTION; law <= GRAVEL_BIZON_RESTITUTION; law++) {
        s.material.restitution_law = (enum gravel_restitution_law)law;
        s.material.restitution_exponent = -0.2;
        assert_true(gravel_system_needs(&s) & GRAVEL_CAP_COLLISION_LAW);
        s.material.beta = 0.5; /* Hertz' force has 1 - e ~ v^-0.2 */
        assert_true(law != GRAVEL_POWER_RESTITUTION || !(gravel_system_needs(&s) & GRAVEL_CAP_COLLISION_LAW));
        s.material.beta = 0.0;
    }
    gravel_capability_names(~0u, names, 12); /* never past the end */
    assert_string_equal(names, "1D, 2D, 3D");
    gravel_system_free(&s);
}

static void
sides_are_those_of_planes_and_infinite_cylinders(void **state)
{
    (void)state;
    struct gravel_wall walls[] = {
        {.shape = GRAVEL_PLANE, .origin = {0, 0, 1}, .axis = {0, 0, 1}, .motion.velocity = {0, 0, 2}},
        {.shape = GRAVEL_CYLINDER, .axis = {0, 0, 1}, .radius = 2.0},
        {.shape = GRAVEL_CYLINDER, .axis = {0, 0, 1}, .radius = 2.0, .length = 1.0},
        {.shape = GRAVEL_PLANE, .axis = {1, 0, 0}},
    };
    const struct gravel_system s = {.dimension = 3, .n_walls = 4, .walls = walls, .box.periodic = {true, false, false}};
    near_value(gravel_system_side(&s, 0, 0.0, v3(7, 8, 1.5)), 0.5, 1e-15);
    near_value(gravel_system_side(&s, 0, 1.0, v3(7, 8, 1.5)), -1.5, 1e-15); /* the plane has gone up */
    near_value(gravel_system_side(&s, 1, 0.0, v3(3, 4, 9)), 3.0, 1e-15);
    near_value(gravel_system_side(&s, 1, 0.0, v3(0, 0.5, 9)), -1.5, 1e-15);
    near_value(gravel_system_side(&s, 2, 0.0, v3(3, 4, 9)), 0.0, 1e-15); /* its ends are open */
    near_value(gravel_system_side(&s, 3, 0.0, v3(3, 4, 9)), 0.0, 1e-15); /* across the periodic axis */
    s.walls[0].touch = GRAVEL_CARRY;
    near_value(gravel_system_side(&s, 0, 0.0, v3(7, 8, 1.5)), 0.0, 1e-15); /* nothing touches it */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_give_the_nearest_point),
        cmocka_unit_test(wall_motion_is_consistent_with_its_derivatives),
        cmocka_unit_test(system_check_names_what_is_wrong),
        cmocka_unit_test(a_rotation_acts_where_it_drags_or_carries),
        cmocka_unit_test(overlaps_are_found_wherever_they_are),
        cmocka_unit_test(system_states_what_it_needs),
        cmocka_unit_test(sides_are_those_of_planes_and_infinite_cylinders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
