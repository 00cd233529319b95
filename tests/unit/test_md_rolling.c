/* Rolling resistance: closed forms of a rolling sphere and of a collision of spinning ones, rest, and the ledger. */
#include "engines/core/material_check.h"
#include "tests/unit/md_helper.h"

static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
enum { N_INTEGRATORS = sizeof integrators / sizeof *integrators };

static const double g = 9.81, mu_r = 0.1;

/* A sphere that lies on the floor in equilibrium and rolls without slip along x. */
static struct gravel_particle
rolling_sphere(double t_c, double speed)
{
    struct gravel_particle p = bead(3, 0, 0, speed, 0);
    const double w0 = M_PI / t_c;
    p.x.z = p.radius - g / (w0 * w0);
    p.omega.y = speed / p.x.z;
    return p;
}

static struct gravel_wall
rough_floor(void)
{
    struct gravel_wall wall = ground();
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 1.0;
    wall.contact.tangential_restitution = 0.2;
    wall.contact.friction = 0.5;
    wall.contact.rolling_friction = mu_r;
    return wall;
}

/* Without slip (I/r^2 + m) a = -mu_r m g: the sphere stops after v^2/(2 (5/7) mu_r g).  A torque of constant size would
 * from then on change its sign with every step, by 1e-2 rad/s; here the spin dies out. */
static void
rolling_sphere_comes_to_rest_without_chatter_and_the_ledger_closes(void **state)
{
    (void)state;
    const double t_c = 1e-4, speed = 0.05, a = 5.0 / 7.0 * mu_r * g, t_stop = speed / a;
    for (size_t k = 0; k < N_INTEGRATORS; k++)
        for (int spring = 0; spring < 2; spring++) {
            struct gravel_particle p = rolling_sphere(t_c, speed);
            struct gravel_wall wall = rough_floor();
            struct gravel_system system = one_body(3, v3(0, 0, -g), linear_material(1.0, t_c), &p, &wall);
            system.material.rotation = true;
            if (spring) {
                system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
                system.material.tangential_stiffness = 2.0 / 7.0;
            }
            const double start_energy = 0.7 * p.mass * speed * speed, spin = p.omega.y;
            void *engine = start(&system, integrators[k], 50, NULL);
            const double before = ledger(engine);
            go(engine, t_stop + 100.0 * t_c);
            double largest = 0.0;
            for (int s = 1; s <= 100; s++) {
                go(engine, t_stop + (100.0 + 0.1 * s) * t_c);
                gravel_md.snapshot(engine, &p);
                largest = fmax(largest, fabs(p.omega.y));
            }
            struct gravel_counters counters;
            struct gravel_energy energy;
            gravel_md.counters(engine, &counters);
            gravel_md.energy(engine, &energy);
            print_message("# %s, spring %d: way %.6g, spin left %.2e, ledger %.2e, rolling %.6g, sliding %.2e\n",
                          integrators[k], spring, p.x.x / (0.5 * speed * t_stop), largest / spin,
                          (ledger(engine) - before) / start_energy, counters.rolling_loss / start_energy,
                          counters.sliding_loss / start_energy);
            near("way", p.x.x / (0.5 * speed * t_stop), 1.0, 5e-3);
            near("spin at rest", largest / spin, 0.0, 1e-9);
            near("ledger", (ledger(engine) - before) / start_energy, 0.0, 1e-4);
            near("rolling loss", counters.rolling_loss / start_energy, 1.0, 5e-3);
            near("losses", (counters.rolling_loss + counters.sliding_loss - energy.dissipated) / start_energy, 0.0,
                 1e-4);
            gravel_md.destroy(engine);
        }
}

/* Below its bound the torque is that of a viscosity which takes the spin to 1/e in one contact time t_c; the floor is
 * smooth, and the spin stays below the bound mu_r r m g of the torque I omega/t_c. */
static void
slow_spin_dies_out_in_a_contact_time(void **state)
{
    (void)state;
    const double t_c = 1e-4;
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        struct gravel_particle p = rolling_sphere(t_c, 0.0);
        struct gravel_wall wall = rough_floor();
        wall.contact.tangential_restitution = 1.0;
        wall.contact.friction = 0.0;
        struct gravel_system system = one_body(3, v3(0, 0, -g), linear_material(1.0, t_c), &p, &wall);
        system.material.rotation = true;
        const double spin = p.omega.y = 0.4 * mu_r * p.radius * p.mass * g * t_c / p.inertia;
        void *engine = start(&system, integrators[k], 100, NULL);
        go(engine, 2.0 * t_c);
        gravel_md.snapshot(engine, &p);
        near("spin", p.omega.y / spin, exp(-2.0), 2e-3);
        gravel_md.destroy(engine);
    }
}

/* Smooth elastic spheres meet head-on, one of them spinning fast about x: the torque is at its bound all the time, and
 * its impulse is mu_r R times that of the normal force, m_red 2 v; the spin about the normal stays. */
static void
collision_turns_by_the_impulse_times_the_arm(void **state)
{
    (void)state;
    const double v = 0.2;
    for (size_t k = 0; k < N_INTEGRATORS; k++) {
        struct gravel_particle p[2] = {bead(3, 0, 0, 0, 0.5 * v), bead(3, 0, 1.1e-3, 0, -0.5 * v)};
        struct gravel_system system = {
            .dimension = 3, .material = linear_material(1.0, 1e-5), .n_particles = 2, .particles = p};
        system.material.rotation = true;
        system.material.rolling_friction = mu_r;
        p[0].omega = v3(4000.0, 0, 50.0);
        const double impulse = 0.5 * p[0].mass * 2.0 * v, change = mu_r * 0.5 * p[0].radius * impulse / p[0].inertia;
        struct heard heard = {0};
        void *engine = start(&system, integrators[k], 100, &heard);
        const double before = ledger(engine);
        go(engine, 1e-3);
        gravel_md.snapshot(engine, p);
        struct gravel_counters counters;
        gravel_md.counters(engine, &counters);
        near("first", 4000.0 - p[0].omega.x, change, 1e-3 * change);
        near("second", p[1].omega.x, change, 1e-3 * change);
        near("angular momentum", p[0].omega.x + p[1].omega.x, 4000.0, 4e-9);
        near("twist", p[0].omega.z, 50.0, 1e-9);
        near("ledger", ledger(engine) / before, 1.0, 1e-5);
        near("loss of the event", heard.last.dissipated, counters.rolling_loss, 1e-2 * counters.rolling_loss);
        gravel_md.destroy(engine);
    }
}

/* A drum's end turns: its rolling torque drives a sphere that is held by nothing else, and the ledger counts the work.
 */
static void
turning_wall_works_on_a_sphere(void **state)
{
    (void)state;
    struct gravel_particle p = rolling_sphere(1e-4, 0.0);
    struct gravel_wall wall = rough_floor();
    wall.contact.tangential_restitution = 1.0;
    wall.contact.friction = 0.0;
    wall.shape = GRAVEL_LINE;
    wall.axis = v3(0, 1, 0);
    wall.motion.spin = 300.0;
    struct gravel_system system = one_body(3, v3(0, 0, -g), linear_material(1.0, 1e-4), &p, &wall);
    system.material.rotation = true;
    void *engine = start(&system, "velocity-verlet", 50, NULL);
    const double before = ledger(engine), t = 5e-3;
    go(engine, t);
    gravel_md.snapshot(engine, &p);
    struct gravel_energy energy;
    gravel_md.energy(engine, &energy);
    const double spin = mu_r * p.radius * p.mass * g / p.inertia * t;
    near("spin", p.omega.y, spin, 1e-3 * spin);
    near("work", energy.work, mu_r * p.radius * p.mass * g * 300.0 * t, 1e-3 * energy.work);
    near("ledger", (ledger(engine) - before) / energy.work, 0.0, 1e-5);
    gravel_md.destroy(engine);
}

static void
rolling_resistance_without_spins_is_refused(void **state)
{
    (void)state;
    struct gravel_material m = linear_material(0.9, 1e-5);
    struct gravel_error error = {0};
    m.rolling_friction = mu_r;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "rolling_friction"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolling_sphere_comes_to_rest_without_chatter_and_the_ledger_closes),
        cmocka_unit_test(slow_spin_dies_out_in_a_contact_time),
        cmocka_unit_test(collision_turns_by_the_impulse_times_the_arm),
        cmocka_unit_test(turning_wall_works_on_a_sphere),
        cmocka_unit_test(rolling_resistance_without_spins_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
