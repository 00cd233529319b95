/* Planes under a force that are light beside what they press: the engine refuses those whose own oscillation the time
 * step does not resolve, and those that it accepts come to rest with the right force, and swing with the order of the
 * integrator. */
#include "tests/unit/md_helper.h"

enum { MOST = 60 };

static const double force = 1e-4; /* on each bead [N] */

/* A lid of this mass on n beads that lie on the floor; in 0.05 s it comes to rest. */
static enum gravel_status
press(struct gravel_material material, size_t n, double mass, double steps, double *loss, struct gravel_error *error)
{
    struct gravel_particle p[MOST];
    struct gravel_energy energy;
    struct gravel_wall walls[2] = {ground(), ground()};
    walls[1].origin = v3(0, 0, 1e-3);
    walls[1].axis = v3(0, 0, -1);
    walls[1].servo = (struct gravel_servo){.mass = mass, .force = force * (double)n, .damping = 1e-3 * (double)n};
    strcpy(walls[1].name, "lid");
    struct gravel_system system = one_body(3, v3(0, 0, 0), material, p, walls);
    system.n_walls = 2;
    system.n_particles = n;
    for (size_t i = 0; i < n; i++)
        p[i] = bead(3, 2e-3 * (double)i, 5e-4, 0, 0);
    void *engine = start(&system, "velocity-verlet", steps, NULL);
    const enum gravel_status status = gravel_md.advance(engine, 0.05, error);
    gravel_md.energy(engine, &energy);
    *loss = gravel_energy_ledger(&energy) / energy.work;
    gravel_md.destroy(engine);
    return status;
}

/* The mass of a lid whose w dt on n contacts is this part of the limit of the engine, pi/10. */
static double
mass_of(size_t n, double steps, double part)
{
    struct gravel_wall wall = ground();
    const struct gravel_particle p = bead(3, 0, 0, 0, 0);
    const struct gravel_material m = linear_material(0.9, 1e-4);
    const double k = gravel_material_force(&m, &wall.contact, p.mass, 2.0 * p.radius, 1.0).k;
    const double w = part * 0.1 * M_PI / (m.contact_time / steps);
    return (double)n * k / (w * w);
}

static void
a_lid_that_the_step_does_not_resolve_is_refused(void **state)
{
    (void)state;
    static const size_t count[] = {1, 4, 16, 60};
    static const double parts[] = {0.1, 0.5, 0.95, 1.05, 2.0, 5.0, 30.0, 1e3};
    for (size_t c = 0; c < 4; c++)
        for (double steps = 25.0; steps < 101.0; steps *= 2.0)
            for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
                struct gravel_error error = {0};
                double loss;
                const struct gravel_material m = linear_material(0.9, 1e-4);
                const enum gravel_status status =
                    press(m, count[c], mass_of(count[c], steps, parts[k]), steps, &loss, &error);
                assert_int_equal(status, parts[k] < 1.0 ? GRAVEL_OK : GRAVEL_PHYSICS);
                if (status == GRAVEL_OK) {
                    near("ledger over the work of the lid", loss, 0.0, 1e-2);
                    continue;
                }
                assert_string_equal(error.path, "walls.lid.servo.mass");
                if (steps == 50.0)
                    print_message("# %s\n", error.text);
            }
}

/* The stiffness and the damping of the present overlap count. */
static void
lids_on_contacts_of_other_laws_are_refused(void **state)
{
    (void)state;
    struct gravel_material hertz = {.statement = GRAVEL_BY_ELASTICITY,
                                    .beta = 0.5,
                                    .gamma = 0.25,
                                    .young = 1e7,
                                    .poisson = 0.3,
                                    .restitution = 0.5,
                                    .reference_velocity = 0.1,
                                    .tangential_restitution = 1.0};
    struct gravel_material damped = linear_material(0.05, 1e-4);
    struct gravel_error error;
    double loss;
    for (int k = 0; k < 2; k++) {
        const struct gravel_material m = k == 0 ? hertz : damped;
        assert_int_equal(press(m, 16, 1e-5, 50.0, &loss, &error), GRAVEL_OK);
        near("ledger over the work of the lid", loss, 0.0, 1e-2);
        assert_int_equal(press(m, 16, 1e-9, 50.0, &loss, &error), GRAVEL_PHYSICS);
        print_message("# %s\n", error.text);
    }
    /* Of the damped ones the dashpots are what is fast: their stiffness alone would allow 0.44e-6 kg. */
    assert_int_equal(press(damped, 16, 2.7e-6, 50.0, &loss, &error), GRAVEL_PHYSICS);
    assert_int_equal(press(damped, 16, 3.0e-6, 50.0, &loss, &error), GRAVEL_OK);
}

/* A lid that rests at first, in balance, on an elastic bead that does not: two masses on two springs. */
struct swing {
    double stiffness, mass, lid; /* [N/m], [kg] */
    double depth;                /* by which both are too low at first [m] */
};

/* Height of the bead above that of its rest, and its velocity, at the time t. */
static void
swing_at(const struct swing *s, double t, double *height, double *velocity)
{
    const double p = s->stiffness / s->mass, q = s->stiffness / s->lid;
    const double mean = p + 0.5 * q, half = sqrt(mean * mean - p * q), square[2] = {mean - half, mean + half};
    *height = *velocity = 0.0;
    for (int k = 0; k < 2; k++) {
        /* a'' = -2 p a + p b, b'' = q a - q b: in a mode b = (2 - w^2/p) a */
        const double own = 2.0 - square[k] / p, other = 2.0 - square[1 - k] / p, w = sqrt(square[k]);
        const double part = -s->depth * (1.0 - other) / (own - other);
        *height += part * cos(w * t);
        *velocity -= part * w * sin(w * t);
    }
}

/* Largest errors of the bead's height and velocity, and of the ledger, in some oscillations, over their amplitudes. */
enum { HEIGHT, VELOCITY, LEDGER, ERRORS };
static void
swing_errors(const char *integrator, double steps, double error[ERRORS])
{
    struct gravel_particle p = bead(3, 0, 5e-4, 0, 0), now;
    struct gravel_wall walls[2] = {ground(), ground()};
    struct gravel_material material = linear_material(1.0, 1e-4);
    const double k = gravel_material_force(&material, &walls[0].contact, p.mass, 2.0 * p.radius, 1.0).k;
    const struct swing swing = {.stiffness = k, .mass = p.mass, .lid = 20.0 * p.mass, .depth = 1e-8};
    const double overlap = 4e-8;
    p.x.z -= overlap + swing.depth;
    walls[1].origin = v3(0, 0, 1e-3 - 2.0 * overlap - swing.depth);
    walls[1].axis = v3(0, 0, -1);
    walls[1].servo = (struct gravel_servo){.mass = swing.lid, .force = k * overlap};
    struct gravel_system system = one_body(3, v3(0, 0, 0), material, &p, walls);
    system.n_walls = 2;
    const double rest = 5e-4 - overlap, rate = sqrt(k / p.mass);
    void *engine = start(&system, integrator, steps, NULL);
    const double balance = ledger(engine);
    for (int i = 0; i < ERRORS; i++)
        error[i] = 0.0;
    for (int i = 1; i <= 40; i++) {
        const double t = 0.5 * M_PI / rate * i;
        double height, velocity;
        go(engine, t);
        gravel_md.snapshot(engine, &now);
        swing_at(&swing, t, &height, &velocity);
        error[HEIGHT] = fmax(error[HEIGHT], fabs(now.x.z - rest - height) / swing.depth);
        error[VELOCITY] = fmax(error[VELOCITY], fabs(now.v.z - velocity) / (swing.depth * rate));
        error[LEDGER] = fmax(error[LEDGER], fabs(ledger(engine) - balance) / (k * overlap * swing.depth));
    }
    gravel_md.destroy(engine);
}

/* In balance at first: a lid that is not begins with the impulse of half a step too little, an error of first order. */
static void
a_lid_swings_with_the_order_of_its_integrator(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    static const char *const of[ERRORS] = {"height", "velocity", "ledger"};
    for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++) {
        double coarse[ERRORS], fine[ERRORS];
        swing_errors(integrators[k], 200.0, coarse);
        swing_errors(integrators[k], 800.0, fine);
        for (int i = 0; i < ERRORS; i++) {
            const double order = log(coarse[i] / fine[i]) / log(4.0);
            print_message("# %s: order %.2f of the %s, error %.2g\n", integrators[k], order, of[i], fine[i]);
            assert_true(order >= 1.8);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lid_that_the_step_does_not_resolve_is_refused),
        cmocka_unit_test(lids_on_contacts_of_other_laws_are_refused),
        cmocka_unit_test(a_lid_swings_with_the_order_of_its_integrator),
    };
    return cmocka_run_group_tests_name("md_servo", tests, NULL, NULL);
}
