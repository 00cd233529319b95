/* Tangential springs with the adaptive integrator in contacts of several bodies at once. */
#include "tests/unit/md_helper.h"

/* A pile of rough spheres falls on a rough floor and comes to lie on it: contacts of several bodies, stuck and sliding.
 */
static double
pile(double tolerance, int samples, struct gravel_particle p[], size_t n, double *drift)
{
    struct gravel_system system = {.dimension = 3,
                                   .material = {.statement = GRAVEL_BY_RATES,
                                                .rate_squared = 1e9,
                                                .damping_rate = 8e3,
                                                .reference_velocity = 0.1,
                                                .rotation = true,
                                                .tangential = GRAVEL_TANGENTIAL_SPRING,
                                                .tangential_stiffness = 0.7,
                                                .friction = 0.2,
                                                .tangential_restitution = 0.7},
                                   .n_particles = n,
                                   .particles = p,
                                   .gravity = v3(1.0, 0, -9.81),
                                   .n_walls = 1};
    struct gravel_wall wall = ground();
    wall.contact.friction = system.material.friction;
    wall.contact.tangential_restitution = system.material.tangential_restitution;
    system.walls = &wall;
    for (size_t i = 0; i < n; i++) {
        p[i] = bead(3, 7e-4 * (double)(i % 2), 6e-4 + 8.5e-4 * (double)i, 0, 0);
        p[i].x.y = 1e-4 * sin(3.0 * (double)i);
    }
    struct gravel_counters counters;
    void *engine = start_adaptive(&system, tolerance, NULL);
    const double before = ledger(engine);
    *drift = 0.0;
    for (int s = 1; s <= samples; s++) {
        go(engine, 2e-2 * s / samples);
        *drift = fmax(*drift, fabs(ledger(engine) / before - 1.0));
    }
    gravel_md.snapshot(engine, p);
    gravel_md.counters(engine, &counters);
    gravel_md.destroy(engine);
    return counters.sliding_loss;
}

static void
contacts_of_several_bodies_close_the_ledger_whatever_is_sampled(void **state)
{
    (void)state;
    enum { N = 4 };
    struct gravel_particle once[N], often[N], loose[N];
    double drift, drift_loose;
    const double loss = pile(1e-10, 1, once, N, &drift);
    assert_true(loss == pile(1e-10, 53, often, N, &drift));
    print_message("# loss %.3e J, drift %.1e\n", loss, drift);
    near("ledger", drift, 0.0, 1e-9);
    near("loss", pile(1e-7, 53, loose, N, &drift_loose) / loss, 1.0, 1e-4);
    near("ledger", drift_loose, 0.0, 1e-6);
    for (int i = 0; i < N; i++) {
        assert_memory_equal(&once[i].v, &often[i].v, sizeof once[i].v);
        assert_memory_equal(&once[i].omega, &often[i].omega, sizeof once[i].omega);
        near("place", v3_norm(v3_sub(once[i].x, loose[i].x)) / 5e-4, 0.0, 1e-4);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_of_several_bodies_close_the_ledger_whatever_is_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
