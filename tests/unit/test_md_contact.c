/* What a contact's constants and its spring follow from: the effective radius and the mass that moves, walls of a
 * nonlinear law, the turn of the line of centres, the coefficients of the predictor-corrector. */
#include "tests/unit/md_helper.h"

static const double young = 1e8, poisson = 0.3;

static struct gravel_material
hertz_material(void)
{
    return (struct gravel_material){.statement = GRAVEL_BY_ELASTICITY,
                                    .beta = 0.5,
                                    .young = young,
                                    .poisson = poisson,
                                    .restitution = 1.0,
                                    .reference_velocity = 0.1,
                                    .tangential_restitution = 1.0};
}

/* Time of an elastic contact F = K x^(3/2) of the mass m at the speed v: x_max = (5 m v^2/(4 K))^(2/5) and
 * t_c = 2 (x_max/v) int_0^1 dz/sqrt(1 - z^(5/2)) = 2.943275 x_max/v (Hertz 1881). */
static double
hertz_time(double stiffness, double m, double v)
{
    const double integral = sqrt(M_PI) * tgamma(0.4) / (2.5 * tgamma(0.9));
    return 2.0 * integral * pow(1.25 * m * v * v / stiffness, 0.4) / v;
}

/* K = (4/3) E* sqrt(R), 1/E* = 2 (1 - nu^2)/E, 1/R = 1/r1 + 1/r2. */
static double
hertz_stiffness(double r1, double r2)
{
    return 2.0 / 3.0 * young / (1.0 - poisson * poisson) * sqrt(r1 * r2 / (r1 + r2));
}

/* The duration of the first contact before the time t. */
static double
first_duration(const struct gravel_system *system, double t, struct gravel_particle *p, struct heard *heard)
{
    void *engine = start(system, "velocity-verlet", 400, heard);
    go(engine, t);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    assert_int_equal(heard->n, 1);
    return heard->last.duration;
}

static void
unequal_spheres_have_the_time_of_hertz(void **state)
{
    (void)state;
    static const double ratio[] = {1.0, 2.0, 10.0};
    for (size_t k = 0; k < 3; k++) {
        const double r1 = 5e-4, r2 = ratio[k] * r1, m1 = 2e-6, m2 = m1 * pow(ratio[k], 3), v = 0.1;
        struct gravel_particle p[2] = {bead(1, 0, 0, 0, v), bead(1, 0, r1 + r2 + 1e-5, 0, 0)};
        p[1].radius = r2;
        p[1].mass = m2;
        p[1].inertia = gravel_inertia(1, m2, r2);
        const struct gravel_system system = {
            .dimension = 1, .material = hertz_material(), .n_particles = 2, .particles = p};
        struct heard heard = {0};
        const double t_c = hertz_time(hertz_stiffness(r1, r2), m1 * m2 / (m1 + m2), v);
        near("t_c of unequal spheres", first_duration(&system, 1e-4 + 3.0 * t_c, p, &heard), t_c, 1e-3 * t_c);
    }
}

/* K of a pair of such beads and twice the stiffness of it, because the mass that moves is twice the pair's. */
static void
nonlinear_wall_has_the_contact_time_of_a_pair(void **state)
{
    (void)state;
    const double v = 0.1;
    struct gravel_particle p = bead(1, 0, 5e-4 + 1e-5, 0, -v);
    struct gravel_wall wall = ground();
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 1.0;
    const struct gravel_system system = one_body(1, v3(0, 0, 0), hertz_material(), &p, &wall);
    struct heard heard = {0};
    const double t_c = hertz_time(hertz_stiffness(p.radius, p.radius), 0.5 * p.mass, v);
    near("t_c at a wall", first_duration(&system, 1e-4 + 3.0 * t_c, &p, &heard), t_c, 1e-3 * t_c);
}

/* An attached sphere does not give way, so the mass that moves is the free one's: stated e and t_c hold for it. */
static void
attached_sphere_is_met_with_the_mass_of_the_free_one(void **state)
{
    (void)state;
    const double v = 0.1, t_c = 1e-5;
    struct gravel_particle p[2] = {bead(3, 0, 5e-4, 0, 0), bead(3, 0, 1.501e-3, 0, -v)};
    struct gravel_wall wall = ground();
    p[0].attached = 0;
    p[0].mass *= 5.0; /* which counts for nothing */
    for (int swap = 0; swap < 2; swap++) {
        struct gravel_particle end[2], both[2] = {p[swap], p[1 - swap]};
        const struct gravel_system system = {.dimension = 3,
                                             .material = linear_material(0.6, t_c),
                                             .n_particles = 2,
                                             .particles = both,
                                             .n_walls = 1,
                                             .walls = &wall};
        struct heard heard = {0};
        near("t_c", first_duration(&system, 1e-3, end, &heard), t_c, 1e-3 * t_c);
        near("e", end[1 - swap].v.z / v, 0.6, 1e-3);
    }
}

/* The oblique contact of two equal spheres in polar coordinates, where the spring in the tangent plane is one number
 * that turns with the line of centres: reduced mass m (d'' - d phi'^2) = k (2 r - d), m (d phi'' + 2 d' phi') = f,
 * I w' = -d f/2, xi' = d (phi' - w), f = -k_t xi. */
struct polar {
    double d, phi, d_rate, phi_rate, spin, xi;
};

struct spheres {
    double radius, m_red, inertia, k, kt;
};

static struct polar
slope(const struct spheres *s, const struct polar *y)
{
    const double f = -s->kt * y->xi;
    return (struct polar){
        .d = y->d_rate,
        .phi = y->phi_rate,
        .d_rate = y->d * y->phi_rate * y->phi_rate + s->k * (2.0 * s->radius - y->d) / s->m_red,
        .phi_rate = (f / s->m_red - 2.0 * y->d_rate * y->phi_rate) / y->d,
        .spin = -0.5 * y->d * f / s->inertia,
        .xi = y->d * (y->phi_rate - y->spin),
    };
}

static struct polar
moved(const struct polar *y, double h, const struct polar *f)
{
    return (struct polar){y->d + h * f->d,           y->phi + h * f->phi,
                          y->d_rate + h * f->d_rate, y->phi_rate + h * f->phi_rate,
                          y->spin + h * f->spin,     y->xi + h * f->xi};
}

/* One step of the classical method of Runge and Kutta. */
static struct polar
stepped(const struct spheres *s, const struct polar *y, double h)
{
    const struct polar a = slope(s, y), at_b = moved(y, 0.5 * h, &a), b = slope(s, &at_b);
    const struct polar at_c = moved(y, 0.5 * h, &b), c = slope(s, &at_c), at_d = moved(y, h, &c), d = slope(s, &at_d);
    struct polar sum = moved(&a, 2.0, &b);
    sum = moved(&sum, 2.0, &c);
    sum = moved(&sum, 1.0, &d);
    return moved(y, h / 6.0, &sum);
}

static void
spring_turns_with_the_contact(void **state)
{
    (void)state;
    const double t_c = 1e-3, v_n = 0.3, v_t = 0.9;
    struct gravel_particle p[2] = {bead(3, 0, 0, 0, -0.5 * v_t), bead(3, 1e-3, 0, -v_n, 0.5 * v_t)};
    struct gravel_system system = {
        .dimension = 3, .material = linear_material(1.0, t_c), .n_particles = 2, .particles = p};
    system.material.rotation = true;
    system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    system.material.tangential_stiffness = 2.0 / 7.0;
    const double m_red = 0.5 * p[0].mass, k = m_red * M_PI * M_PI / (t_c * t_c);
    const struct spheres s = {p[0].radius, m_red, p[0].inertia, k, 2.0 / 7.0 * k};
    struct polar y = {.d = 1e-3, .d_rate = -v_n, .phi_rate = v_t / 1e-3};
    const double h = 1e-5 * t_c;
    do
        y = stepped(&s, &y, h);
    while (y.d < 2.0 * s.radius);
    assert_true(y.phi > 0.3);
    void *engine = start(&system, "velocity-verlet", 1600, NULL);
    /* Nothing is lost: what the sliding takes is stored in the spring. */
    const double before = ledger(engine);
    go(engine, 0.3 * t_c);
    struct gravel_energy energy;
    gravel_md.energy(engine, &energy);
    near("ledger within the contact", ledger(engine) / before, 1.0, 1e-4);
    near("no loss within the contact", energy.dissipated / before, 0.0, 1e-4);
    go(engine, 5.0 * t_c);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    /* n = (cos phi, 0, sin phi): the turn is about -y. */
    const double v_phi = y.d * y.phi_rate, u_x = y.d_rate * cos(y.phi) - v_phi * sin(y.phi),
                 u_z = y.d_rate * sin(y.phi) + v_phi * cos(y.phi);
    near("spin", -p[0].omega.y / y.spin, 1.0, 1e-3);
    near("spin of the other", -p[1].omega.y / y.spin, 1.0, 1e-3);
    near("u_x", p[1].v.x - p[0].v.x, u_x, 1e-3 * v_t);
    near("u_z", p[1].v.z - p[0].v.z, u_z, 1e-3 * v_t);
}

/* A contact without attraction that slides from its first to its last step: friction is mu times the normal force at
 * every point of the step grid and in the correction for the step in which the contact began, so that the velocities
 * change in this ratio whatever the step. */
static void
sliding_friction_takes_mu_times_the_normal_impulse(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    const double mu = 0.2;
    for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++)
        for (double steps = 20.0; steps < 100.0; steps *= 2.0) {
            struct gravel_wall wall = ground();
            struct gravel_particle p = bead(3, 0, 5.07e-4, 5.0, -0.3);
            struct gravel_system system = one_body(3, v3(0, 0, 0), linear_material(0.5, 1e-4), &p, &wall);
            system.material.cohesionless = true;
            system.material.rotation = true;
            system.material.friction = mu;
            system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
            system.material.tangential_stiffness = 2.0 / 7.0;
            system.material.tangential_restitution = 0.5;
            wall.contact.friction = mu;
            wall.contact.tangential_restitution = 0.5;
            void *engine = start(&system, integrators[k], steps, NULL);
            go(engine, 1e-3);
            gravel_md.snapshot(engine, &p);
            gravel_md.destroy(engine);
            assert_true(p.v.z > 0.1);
            near("tangential over normal impulse", (5.0 - p.v.x) / (p.v.z + 0.3), mu, 1e-12);
        }
}

/* Gear's c_0 = 3/16 makes the position formula exact to one order more than the velocity formula, which is that of
 * Adams and Moulton with the local error -(3/160) dt^6 v^(6): the velocity of an elastic oscillation decays with the
 * rate (3/160) w0^6 dt^5 and its amplitude with half of it. */
static void
predictor_corrector_damps_as_its_velocity_formula(void **state)
{
    (void)state;
    const double g = 9.81, t_c = 1e-3, w0 = M_PI / t_c, sag = g / (w0 * w0);
    struct gravel_wall wall = ground();
    struct gravel_particle p = bead(1, 0, 0, 0, 0);
    const double radius = p.radius;
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 1.0;
    p.x.z = radius - 0.5 * sag;
    for (double steps = 40.0; steps < 200.0; steps *= 2.0) {
        struct gravel_particle q = p;
        const struct gravel_system system = one_body(1, v3(0, 0, -g), linear_material(1.0, t_c), &q, &wall);
        void *engine = start(&system, "gear", steps, NULL);
        double amplitude[2];
        for (int k = 0; k < 2; k++) {
            go(engine, (k == 0 ? 2.0 : 102.0) * t_c);
            struct gravel_particle now;
            gravel_md.snapshot(engine, &now);
            amplitude[k] = hypot(now.x.z - radius + sag, now.v.z / w0);
        }
        gravel_md.destroy(engine);
        const double rate = log(amplitude[0] / amplitude[1]) / (100.0 * M_PI), phase = M_PI / steps;
        near("decay of the amplitude over (w0 dt)^5", rate / pow(phase, 5), 3.0 / 320.0, phase * 3.0 / 320.0);
    }
}

/* Velocity Verlet in three dimensions, where a dashpot's force needs the velocity at the end of the step: with half a
 * step less the error is of first order. */
static void
damped_oscillation_in_space_is_of_second_order(void **state)
{
    (void)state;
    const double g = 9.81, t_c = 1e-3, t = 3.0 * t_c, w = M_PI / t_c;
    const struct gravel_linear l = gravel_linear_from_restitution(0.8, t_c, false);
    const double sag = g / (l.w0 * l.w0), exact = 0.5 * sag * exp(-l.mu * t) * (cos(w * t) + l.mu / w * sin(w * t));
    struct gravel_wall wall = ground();
    double error[2];
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 0.8;
    for (int k = 0; k < 2; k++) {
        struct gravel_particle p = bead(3, 0, 0, 0, 0);
        const double rest = p.radius - sag;
        p.x.z = rest + 0.5 * sag;
        const struct gravel_system system = one_body(3, v3(0, 0, -g), linear_material(0.8, t_c), &p, &wall);
        void *engine = start(&system, "velocity-verlet", k == 0 ? 50 : 200, NULL);
        go(engine, t);
        gravel_md.snapshot(engine, &p);
        gravel_md.destroy(engine);
        error[k] = (p.x.z - rest - exact) / (0.5 * sag);
    }
    near("order", log(error[0] / error[1]) / log(4.0), 2.0, 0.1);
}

/* A pair among so many others that steps are fixed and its contact begins anywhere within one: the dashpot's force
 * jumps there, which would cost an error of first order, 1 % of e, if the step were not corrected for it. */
static void
contact_that_begins_within_a_step_has_its_restitution(void **state)
{
    (void)state;
    enum { OTHERS = 200, PHASES = 8 };
    struct gravel_particle p[2 + OTHERS];
    const double e = 0.6, t_c = 1e-5, v = 0.2;
    for (int phase = 0; phase < PHASES; phase++) {
        for (int k = 0; k < OTHERS; k++)
            p[2 + k] = bead(3, 2e-3 * (1 + k % 20), 2e-3 * (k / 20), 0, 0);
        p[0] = bead(3, 0, 0, 0, v);
        p[1] = bead(3, 0, 1e-3 + v * t_c / 50.0 * (3.0 + phase / (double)PHASES), 0, 0);
        const struct gravel_system system = {
            .dimension = 3, .material = linear_material(e, t_c), .n_particles = 2 + OTHERS, .particles = p};
        void *engine = start(&system, "velocity-verlet", 50, NULL);
        go(engine, 3.0 * t_c);
        gravel_md.snapshot(engine, p);
        gravel_md.destroy(engine);
        near("e", (p[1].v.z - p[0].v.z) / v, e, 1e-3);
    }
}

/* Fewer are refused where a dashpot is faster than the contact (test_md_damping.c). */
static double
fewest_steps(const char *integrator)
{
    return strcmp(integrator, "gear") == 0 ? 27.0 : 20.0;
}

/* The dashpot of a pair of small restitution changes the velocity faster than the contact lasts. */
static void
a_step_is_short_for_the_dashpot_of_a_nearly_dead_pair(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    static const double e[] = {0.1, 1e-2, 1e-4}, v = 0.2;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            struct gravel_particle p[2] = {bead(1, 0, 0, 0, v), bead(1, 0, 1.001e-3, 0, 0)};
            const struct gravel_system system = {
                .dimension = 1, .material = linear_material(e[k], 2e-5), .n_particles = 2, .particles = p};
            void *engine = start(&system, integrators[i], fewest_steps(integrators[i]), NULL);
            go(engine, 1e-4);
            gravel_md.snapshot(engine, p);
            gravel_md.destroy(engine);
            const double found = (p[1].v.z - p[0].v.z) / v;
            print_message("# %s, e = %g: %g\n", integrators[i], e[k], found);
            near("restitution", found, e[k], 5e-3);
        }
}

/* The tangential dashpot is faster than the normal one, and the slip is not to grow by it: with disks and spheres, in
 * pairs and at walls. */
static void
a_step_is_short_for_a_tangential_dashpot_that_is_faster_still(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    for (int k = 0; k < 12; k++) {
        const int dimension = 2 + k % 2;
        const bool at_wall = k / 2 % 2 == 1;
        struct gravel_particle p[2] = {bead(dimension, 0, 0, 0.1, -0.2), bead(dimension, 0, -1.0003e-3, 0, 0)};
        struct gravel_wall wall = ground();
        struct gravel_system system = one_body(dimension, v3(0, 0, 0), linear_material(0.1, 2e-5), p, &wall);
        system.material.rotation = true;
        system.material.tangential_restitution = wall.contact.tangential_restitution = 1e-4;
        wall.contact.rule = GRAVEL_OWN_RESTITUTION;
        wall.contact.restitution = 0.1;
        wall.origin = v3(0, 0, -5.003e-4);
        system.n_walls = at_wall ? 1 : 0;
        system.n_particles = at_wall ? 1 : 2;
        void *engine = start(&system, integrators[k / 4], fewest_steps(integrators[k / 4]), NULL);
        go(engine, 1e-4);
        gravel_md.snapshot(engine, p);
        gravel_md.destroy(engine);
        const double spins = p[0].omega.y + (at_wall ? 0.0 : p[1].omega.y);
        const double slip = p[0].v.x - (at_wall ? 0.0 : p[1].v.x) - 5e-4 * spins;
        print_message("# %s, %d dimensions, %s: %g\n", integrators[k / 4], dimension, at_wall ? "wall" : "pair", slip);
        near("part of the slip that is left", slip / 0.1, 1e-4, 0.02);
    }
}

/* Bodies of these masses with the dashpot that is critical for a pair of reduced mass 1e-6. */
static enum gravel_status
starts(const double mass[3], size_t n, double part, bool cohesionless, int32_t attached)
{
    struct gravel_particle p[3];
    struct gravel_wall wall = ground();
    struct gravel_system system = one_body(1, v3(0, 0, 0), (struct gravel_material){0}, p, &wall);
    struct gravel_error error = {0};
    void *engine = NULL;
    system.n_particles = n;
    wall.origin.z = -1.0;
    wall.touch = GRAVEL_STICK;
    system.material = (struct gravel_material){.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING,
                                               .stiffness = 1e4,
                                               .damping = part * 2.0 * sqrt(1e4 * 1e-6),
                                               .cohesionless = cohesionless,
                                               .tangential_restitution = 1.0};
    for (size_t i = 0; i < n; i++) {
        p[i] = bead(1, 0, 2e-3 * (double)i, 0, 0);
        p[i].mass = mass[i];
        p[i].attached = i == 0 ? attached : GRAVEL_FREE;
    }
    const enum gravel_status status = gravel_engine_start(&engine, &gravel_md, &system, NULL, NULL, &error);
    if (status == GRAVEL_OK)
        gravel_md.destroy(engine);
    else
        assert_non_null(strstr(error.text, "an overdamped contact never ends"));
    return status;
}

/* It is the contacts that can be which count: a light body alone has no contact with its like. */
static void
contacts_that_never_end_are_refused(void **state)
{
    (void)state;
    static const double equal[3] = {2e-6, 2e-6, 2e-6}, one_light[3] = {4e-6 / 3.0, 4e-6, 4e-6},
                        two_light[3] = {4e-6 / 3.0, 4e-6, 4e-6 / 3.0};
    assert_int_equal(starts(equal, 2, 0.99, false, GRAVEL_FREE), GRAVEL_OK);
    assert_int_equal(starts(equal, 2, 1.01, false, GRAVEL_FREE), GRAVEL_INPUT);
    assert_int_equal(starts(equal, 2, 1.01, true, GRAVEL_FREE), GRAVEL_OK);
    assert_int_equal(starts(one_light, 3, 0.99, false, GRAVEL_FREE), GRAVEL_OK);
    assert_int_equal(starts(one_light, 3, 1.01, false, GRAVEL_FREE), GRAVEL_INPUT);
    assert_int_equal(starts(two_light, 3, 0.99, false, GRAVEL_FREE), GRAVEL_INPUT);
    assert_int_equal(starts(two_light, 3, 0.99, false, 0), GRAVEL_OK); /* the wall holds one of the light ones */
    assert_int_equal(starts(equal, 1, 1.01, false, GRAVEL_FREE), GRAVEL_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unequal_spheres_have_the_time_of_hertz),
        cmocka_unit_test(nonlinear_wall_has_the_contact_time_of_a_pair),
        cmocka_unit_test(attached_sphere_is_met_with_the_mass_of_the_free_one),
        cmocka_unit_test(spring_turns_with_the_contact),
        cmocka_unit_test(sliding_friction_takes_mu_times_the_normal_impulse),
        cmocka_unit_test(predictor_corrector_damps_as_its_velocity_formula),
        cmocka_unit_test(damped_oscillation_in_space_is_of_second_order),
        cmocka_unit_test(contact_that_begins_within_a_step_has_its_restitution),
        cmocka_unit_test(a_step_is_short_for_the_dashpot_of_a_nearly_dead_pair),
        cmocka_unit_test(a_step_is_short_for_a_tangential_dashpot_that_is_faster_still),
        cmocka_unit_test(contacts_that_never_end_are_refused),
    };
    return cmocka_run_group_tests_name("md contact", tests, NULL, NULL);
}
