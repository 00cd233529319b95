/* Forces between particles on prescribed paths: attached to two walls with GRAVEL_CARRY. */
#include "tests/unit/md_helper.h"

enum { FILL = 70 }; /* free particles far away: a system with neighbour lists and the dense kernel */

struct pushes {
    int n;
    struct gravel_push last;
};

static void
take(void *self, const struct gravel_push *push)
{
    struct pushes *p = self;
    p->n++;
    p->last = *push;
}

static const double k = 1e7, stiffness_ratio = 0.5, mass = 1e5;

/* Body 0 of radius 1/2 above body 1 of radius 1, on the walls 0 and 1. */
static struct gravel_system
touching(double distance, struct gravel_particle *p, struct gravel_wall *walls)
{
    p[0] = (struct gravel_particle){.x = v3(0, 0, distance), .radius = 0.5, .mass = mass, .attached = 0};
    p[1] = (struct gravel_particle){.radius = 1.0, .mass = mass, .attached = 1};
    for (int i = 0; i < 2; i++) {
        p[i].inertia = gravel_inertia(3, mass, p[i].radius);
        walls[i] = (struct gravel_wall){
            .shape = GRAVEL_POINT, .axis = v3(0, 0, 1), .touch = GRAVEL_CARRY, .contact.tangential_restitution = 1.0};
        snprintf(walls[i].name, sizeof walls[i].name, "carrier %d", i);
    }
    walls[0].origin = p[0].x;
    return (struct gravel_system){.dimension = 3,
                                  .material = {.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING,
                                               .stiffness = k,
                                               .rotation = true,
                                               .tangential = GRAVEL_TANGENTIAL_SPRING,
                                               .tangential_stiffness = stiffness_ratio,
                                               .tangential_restitution = 1.0},
                                  .n_particles = 2,
                                  .particles = p,
                                  .n_walls = 2,
                                  .walls = walls};
}

/* The force on body 0 and the moments on both at the time t, and how many contacts there are. */
static struct pushes
force_in_steps(const struct gravel_system *system, double t, const char *steps_per_contact)
{
    struct gravel_error error;
    struct pushes pushes = {0};
    struct gravel_energy energy;
    const struct gravel_sink sink = {.self = &pushes, .push = take};
    void *engine;
    ok(gravel_engine_start(&engine, &gravel_md, system,
                           (const char *const[]){"steps_per_contact", steps_per_contact, NULL}, &sink, &error),
       &error);
    gravel_md.energy(engine, &energy);
    const double before = gravel_energy_ledger(&energy);
    ok(gravel_md.advance(engine, t, &error), &error);
    ok(gravel_md.self_check(engine, &error), &error);
    ok(gravel_md.contacts(engine, 2.0, &error), &error); /* pushes are forces times 2 s */
    gravel_md.energy(engine, &energy);
    near("ledger", gravel_energy_ledger(&energy), before, 1e-5 * (energy.elastic + 1.0));
    gravel_md.destroy(engine);
    if (pushes.n > 0 && pushes.last.i == 1) {
        pushes.last = (struct gravel_push){
            .impulse = v3_scale(-1.0, pushes.last.impulse), .twist = pushes.last.twist_j, .twist_j = pushes.last.twist};
    }
    return pushes;
}

static struct pushes
force_at(const struct gravel_system *system, double t)
{
    return force_in_steps(system, t, "1000");
}

static void
near_vector(const char *what, struct vec3 found, double x, double y, double z, double tolerance)
{
    near(what, found.x, x, tolerance);
    near(what, found.y, y, tolerance);
    near(what, found.z, z, tolerance);
}

static void
pressed_bodies_repel_with_the_spring(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.49, p, walls);
    walls[0].motion.velocity = v3(0, 0, -0.01);
    system.material.damping = 2e5;
    const struct pushes pushes = force_at(&system, 2.0);
    assert_int_equal(pushes.n, 1);
    near_vector("force", pushes.last.impulse, 0, 0, 2.0 * (k * 0.03 + 2e5 * 0.01), 1e-6);
    near_vector("moment", pushes.last.twist, 0, 0, 0, 0);
}

/* To and fro by 0.01 m: a small angle, so that the slip is the way but for 1e-4 of it. */
static void
the_spring_follows_the_way_and_back(void **state)
{
    (void)state;
    static const double times[] = {0.5, 1.5, 4.0};
    for (int n = 0; n < 3; n++) {
        struct gravel_particle p[2];
        struct gravel_wall walls[2];
        struct gravel_system system = touching(1.45, p, walls);
        walls[0].axis = v3(1, 0, 0);
        walls[0].motion = (struct gravel_motion){.amplitude = 0.01, .angular_frequency = 1.0};
        const struct pushes pushes = force_at(&system, times[n]);
        const double way = 0.01 * sin(times[n]), slip = 1.45 * asinh(way / 1.45), d = hypot(way, 1.45);
        const double tangential = -stiffness_ratio * k * slip, normal = k * (1.5 - d);
        near("force", pushes.last.impulse.x, 2.0 * (tangential * 1.45 + normal * way) / d, 20.0);
        near("moment", pushes.last.twist.y, -2.0 * d / 3.0 * tangential, 10.0);
        near("moment on the other", pushes.last.twist_j.y, -4.0 * d / 3.0 * tangential, 20.0);
    }
}

static void
friction_bounds_the_spring(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    system.material.friction = 0.3;
    walls[0].motion.velocity = v3(0, 0.05, 0);
    const struct pushes pushes = force_at(&system, 1.0);
    const double d = hypot(0.05, 1.45), normal = 2.0 * k * (1.5 - d);
    const struct vec3 n = v3(0, 0.05 / d, 1.45 / d);
    near("normal", v3_dot(pushes.last.impulse, n), normal, 1e-4);
    near("tangential", v3_norm(v3_reject(pushes.last.impulse, n)), 0.3 * normal, 1e-4);
    assert_true(v3_dot(v3_cross(pushes.last.impulse, n), v3(1, 0, 0)) < 0.0); /* against the way */
}

/* The base begins to spin later: slip of arm times the angle between them, which then turns with the pair. */
static void
a_loaded_spring_turns_with_the_pair(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    for (int i = 0; i < 2; i++) {
        walls[i].origin = v3(0, 0, 0);
        walls[i].axis = v3(0, 1, 0);
        walls[i].motion = (struct gravel_motion){.spin = 1.0, .ramp = i == 0 ? 0.5 : 0.52};
    }
    for (int n = 1; n <= 3; n++) {
        const struct pushes pushes = force_at(&system, n);
        const double angle = n - 0.25, normal = 2.0 * k * 0.05, shear = -2.0 * stiffness_ratio * k * 0.01 * 1.45 / 1.5;
        near_vector("force", pushes.last.impulse, normal * sin(angle) + shear * cos(angle), 0,
                    normal * cos(angle) - shear * sin(angle), 1e-3 * fabs(shear));
    }
}

/* At 20 steps a contact, 570 steps a turn, its length remains too: a spring that only loses its part out of the tangent
 * plane shrinks by exp(-W^2 dt t/2), 5 % in ten seconds. */
static void
a_spring_that_turns_keeps_its_length(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    double shear[2];
    for (int i = 0; i < 2; i++) {
        walls[i].origin = v3(0, 0, 0);
        walls[i].axis = v3(0, 1, 0);
        walls[i].motion = (struct gravel_motion){.spin = 1.0, .ramp = i == 0 ? 0.5 : 0.52};
    }
    for (int n = 0; n < 2; n++) {
        const struct vec3 force = force_in_steps(&system, 1.0 + 10.0 * n, "20").last.impulse;
        shear[n] = sqrt(v3_norm2(force) - 4.0 * k * k * 0.05 * 0.05);
    }
    near("tangential force", shear[1], shear[0], 1e-6 * shear[0]);
}

/* The slip turns from the way of the centres, and the spring turns back: it lies along the way. */
static void
a_spring_turns_with_the_spin_about_the_normal(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    walls[0].motion.velocity = v3(0.01, 0, 0);
    const struct vec3 still = force_at(&system, 2.0).last.impulse;
    walls[0].motion.spin = walls[1].motion.spin = 0.5;
    const struct vec3 spinning = force_at(&system, 2.0).last.impulse;
    near_vector("force", spinning, still.x, 0.0, still.z, 1e-3 * fabs(still.x));
}

static void
dashpots_act_at_the_velocity_of_the_path(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    system.material.tangential = GRAVEL_TANGENTIAL_VISCOUS;
    system.material.tangential_stiffness = 0.0;
    system.material.tangential_restitution = 0.5;
    walls[1].motion.spin = 0.1;
    walls[1].axis = v3(0, 1, 0);
    const double m_red = 0.5 * mass, c_t = log(2.0) * m_red / (3.5 * M_PI * sqrt(m_red / k));
    const struct pushes pushes = force_at(&system, 1.0);
    near("force", pushes.last.impulse.x, 2.0 * c_t * 0.1 * 1.45 / 1.5, 1e-6);
}

/* Rolling does not move the centres: it enters the ledger alone. */
static void
rolling_of_two_held_bodies_closes_the_ledger(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    system.material.rolling_friction = 0.1;
    for (int i = 0; i < 2; i++) {
        walls[i].axis = v3(0, 1, 0);
        walls[i].motion.spin = i == 0 ? 0.3 : -0.1;
    }
    assert_int_equal(force_at(&system, 1.0).n, 1);
}

static void
only_bodies_of_two_carriers_touch(void **state)
{
    (void)state;
    struct gravel_particle p[2];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    p[0].attached = 1;
    walls[0].touch = GRAVEL_BOUNCE;
    assert_int_equal(force_at(&system, 0.1).n, 0);
    p[0].attached = 0;
    assert_int_equal(force_at(&system, 0.1).n, 0);
    walls[0].touch = GRAVEL_CARRY;
    assert_int_equal(force_at(&system, 0.1).n, 1);
}

/* The free ones stand on the carriers, which do not touch them. */
static void
large_systems_have_the_same_force(void **state)
{
    (void)state;
    struct gravel_particle p[2 + FILL];
    struct gravel_wall walls[2];
    struct gravel_system system = touching(1.45, p, walls);
    system.material.friction = 0.3;
    walls[0].motion.velocity = v3(0.05, 0, 0);
    walls[0].motion.spin = walls[1].motion.spin = 0.4;
    const struct pushes small = force_at(&system, 1.0);
    walls[1].shape = GRAVEL_PLANE;
    system.n_particles = 2 + FILL;
    for (int i = 0; i < FILL; i++) {
        p[2 + i] = p[1];
        p[2 + i].attached = GRAVEL_FREE;
        p[2 + i].x = v3(10.0 + 3.0 * i, 0, 0.5);
    }
    const struct pushes large = force_at(&system, 1.0);
    assert_int_equal(small.n, 1);
    assert_int_equal(large.n, 1);
    const struct vec3 f = small.last.impulse;
    near_vector("force", large.last.impulse, f.x, f.y, f.z, 1e-9 * v3_norm(f));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressed_bodies_repel_with_the_spring),
        cmocka_unit_test(the_spring_follows_the_way_and_back),
        cmocka_unit_test(friction_bounds_the_spring),
        cmocka_unit_test(a_loaded_spring_turns_with_the_pair),
        cmocka_unit_test(a_spring_that_turns_keeps_its_length),
        cmocka_unit_test(a_spring_turns_with_the_spin_about_the_normal),
        cmocka_unit_test(dashpots_act_at_the_velocity_of_the_path),
        cmocka_unit_test(rolling_of_two_held_bodies_closes_the_ledger),
        cmocka_unit_test(only_bodies_of_two_carriers_touch),
        cmocka_unit_test(large_systems_have_the_same_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
