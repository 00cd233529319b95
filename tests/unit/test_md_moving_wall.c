/* Laws of soft contacts at walls that move: a collision with a wall of constant velocity is that with a wall at rest,
 * seen from another frame.  By a sphere alone, which flies to the wall, and in a crowd of more than 64, whose contacts
 * with walls are computed in batches. */
#include "tests/unit/md_helper.h"

#include <float.h>

enum { CROWD = 70, LAWS = 8 };

static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear", "adaptive"};

/* Those of nonlinear laws have their time step from a speed above all others, so that it is the same in all frames. */
static struct gravel_material
law(int k)
{
    struct gravel_material m = linear_material(0.7, 1e-4);
    m.reference_velocity = 10.0;
    m.rotation = true;
    m.tangential_restitution = 0.4;
    m.friction = 0.3;
    if (k == 1)
        m.cohesionless = true;
    if (k == 2 || k == 3) {
        m.tangential = GRAVEL_TANGENTIAL_SPRING;
        m.tangential_stiffness = 0.3;
    }
    if (k >= 3) {
        m.statement = GRAVEL_BY_RATES;
        m.beta = k < 7 ? 0.5 : 0.0;
        m.gamma = k == 5 ? 0.25 : k == 6 ? 0.0 : k == 7 ? 0.2 : 0.5;
        m.rate_squared = k < 7 ? 4e11 : 1e9;
        m.damping_rate = 1.5e4 * pow(1e-5, -m.gamma);
    }
    if (k == 3)
        m.tangential_restitution = 1.0; /* the adaptive integrator has no dashpot beside Mindlin's spring */
    return m;
}

/* After the collision, in the frame of the wall. */
struct outcome {
    struct vec3 v, omega;
    struct gravel_event event; /* of a sphere alone: a crowd with a listener is not computed in batches */
    double dissipated, ledger; /* [J]; the second one changes by the error of the integrator alone */
    double rounding;           /* part of the velocity, by the dashpot x^gamma of an overlap that is rounding */
};

/* Sphere 0 of n hits a wall of the velocity u, which a table of times gives where `table`. */
static struct outcome
collide(int k, const char *integrator, size_t n, struct vec3 u, bool table)
{
    struct gravel_particle p[CROWD];
    struct gravel_wall wall = ground();
    struct gravel_knot knots[] = {{0.0, 0.0}, {1.0, v3_norm(u)}};
    struct gravel_system system = one_body(3, v3(0, 0, 0), law(k), p, &wall);
    system.n_particles = n;
    if (table)
        wall.motion = (struct gravel_motion){.direction = v3_unit(u), .n_knots = 2, .knots = knots};
    else
        wall.motion.velocity = u;
    wall.contact.tangential_restitution = system.material.tangential_restitution;
    wall.contact.friction = system.material.friction;
    for (size_t i = 0; i < n; i++) {
        p[i] = bead(3, 2e-3 * (double)i, i == 0 ? 5.3743e-4 : 0.02, 0, 0);
        p[i].v = i == 0 ? v3_add(u, v3(0.25, 0.1, -0.5)) : u;
    }
    p[0].omega = v3(30, -50, 20);
    struct heard heard = {0};
    struct gravel_energy first, last;
    struct gravel_counters counters;
    const struct gravel_material *const m = &system.material;
    const bool adaptive = strcmp(integrator, "adaptive") == 0;
    void *engine =
        adaptive ? start_adaptive(&system, 1e-11, &heard) : start(&system, integrator, 50.0, n == 1 ? &heard : NULL);
    gravel_md.energy(engine, &first);
    go(engine, 1e-3);
    gravel_md.energy(engine, &last);
    gravel_md.counters(engine, &counters);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    assert_int_equal(counters.wall_collisions, 1);
    assert_int_equal(heard.n, n == 1);
    return (struct outcome){
        .v = v3_sub(p[0].v, u),
        .omega = p[0].omega,
        .event = heard.last,
        .dissipated = last.dissipated,
        .ledger = gravel_energy_ledger(&last) - gravel_energy_ledger(&first),
        .rounding = m->gamma > 0.0 ? m->damping_rate * pow(1e-3 * DBL_EPSILON, m->gamma) * counters.time_step : 0.0};
}

static void
compare_events(const struct gravel_event *moving, const struct gravel_event *rest, double part)
{
    near("approach", moving->approach, rest->approach, part * 0.5);
    near("rebound", moving->rebound, rest->rebound, part * 0.5);
    near("duration", moving->duration / rest->duration, 1.0, part * 10.0);
    near("largest overlap", moving->overlap / rest->overlap, 1.0, part * 10.0);
    near("impulse", moving->impulse / rest->impulse, 1.0, part);
}

static void
compare(struct outcome moving, struct outcome rest, double part)
{
    near("velocity in the frame of the wall", v3_norm(v3_sub(moving.v, rest.v)), 0.0, part * 0.5);
    near("spin", v3_norm(v3_sub(moving.omega, rest.omega)) / 1e3, 0.0, part * 0.5);
    near("dissipated", moving.dissipated / rest.dissipated, 1.0, part * 10.0);
    near("ledger", moving.ledger / rest.dissipated, rest.ledger / rest.dissipated, part * 10.0);
}

static void
collisions_are_those_in_the_frame_of_the_wall(void **state)
{
    (void)state;
    static const struct vec3 frames[] = {{0, 0, 0.4}, {0, 0, -0.3}, {0.6, -0.2, 0}, {-0.3, 0.5, 1.1}};
    for (int k = 0; k < LAWS; k++)
        for (size_t l = 0; l < 4; l++)
            for (size_t n = 1; n <= (l < 3 ? CROWD : 1); n += CROWD - 1) {
                const struct outcome rest = collide(k, integrators[l], n, v3(0, 0, 0), false);
                print_message("# law %d, %s, %zu: e = %.3f\n", k, integrators[l], n, rest.v.z / 0.5);
                assert_true(rest.v.z > 0.1 && rest.v.z < 0.49 && rest.dissipated > 0.0);
                for (size_t f = 0; f < sizeof frames / sizeof *frames; f++)
                    for (int table = 0; table < 2; table++) {
                        const struct outcome moving = collide(k, integrators[l], n, frames[f], table != 0);
                        const double part = (l < 3 ? 1e-9 : 1e-7) + rest.rounding;
                        compare(moving, rest, part);
                        if (n == 1)
                            compare_events(&moving.event, &rest.event, part);
                    }
            }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collisions_are_those_in_the_frame_of_the_wall),
    };
    return cmocka_run_group_tests_name("md_moving_wall", tests, NULL, NULL);
}
