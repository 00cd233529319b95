/* The adaptive integrator: its error follows the tolerance through begin, end and bends of contacts. */
#include "tests/unit/md_helper.h"

#include "reference/theory/theory.h"

static void *
start_adaptive(const struct gravel_system *system, double tolerance, struct heard *heard)
{
    struct gravel_options options = {0};
    struct gravel_error error;
    void *engine = NULL;
    struct gravel_value value = {.type = GRAVEL_TYPE_CHOICE, .text = (char *)"adaptive"};
    ok(gravel_options_set(&options, "integrator", &value, &error), &error);
    value = (struct gravel_value){.type = GRAVEL_TYPE_REAL, .real = tolerance};
    ok(gravel_options_set(&options, "tolerance", &value, &error), &error);
    ok(gravel_options_defaults(&options, "", gravel_md.options, &error), &error);
    const struct gravel_sink sink = {.self = heard, .event = hear};
    ok(gravel_md.create(&engine, system, &options, heard != NULL ? &sink : NULL, &error), &error);
    gravel_options_free(&options);
    return engine;
}

/* Two beads on a line meet at v = 0.2 m/s: the event, the restitution of the states, the ledger's drift over the initial
 * energy and the number of forces computed. */
struct outcome {
    struct heard heard;
    double restitution, drift, forces;
};

static struct outcome
collide(const struct gravel_material *material, double v, double t, double tolerance)
{
    struct gravel_particle p[2] = {bead(1, 0, 0, 0, 0.25 * v), bead(1, 0, 1.1e-3, 0, -0.75 * v)};
    const struct gravel_system system = {.dimension = 1, .material = *material, .n_particles = 2, .particles = p};
    struct outcome o = {0};
    struct gravel_counters counters;
    void *engine = start_adaptive(&system, tolerance, &o.heard);
    const double before = ledger(engine);
    go(engine, t);
    gravel_md.snapshot(engine, p);
    gravel_md.counters(engine, &counters);
    o.drift = fabs(ledger(engine) - before) / before;
    o.forces = (double)counters.contact_steps;
    o.restitution = (p[1].v.z - p[0].v.z) / v;
    gravel_md.destroy(engine);
    return o;
}

static void
error_of_a_linear_collision_is_that_of_the_tolerance(void **state)
{
    (void)state;
    static const double e[] = {0.9, 0.6, 0.2, 1.0};
    const double t_c = 1e-5, v = 0.2, w = M_PI / t_c;
    for (size_t k = 0; k < 4; k++)
        for (double tolerance = 1e-3; tolerance > 1e-12; tolerance *= 1e-2) {
            const struct gravel_material m = linear_material(e[k], t_c);
            const struct gravel_linear rates = gravel_linear_from_restitution(e[k], t_c, false);
            const double x_max = v / rates.w0 * exp(-rates.mu / w * asin(fmin(1.0, w / rates.w0)));
            const struct outcome o = collide(&m, v, 1e-3, tolerance);
            const double bound = fmax(20.0 * tolerance, 1e-11);
            print_message("# e %g, tolerance %.0e: e %.1e t_c %.1e x_max %.1e ledger %.1e, %g forces\n", e[k], tolerance,
                          o.restitution - e[k], o.heard.last.duration / t_c - 1.0, o.heard.last.overlap / x_max - 1.0,
                          o.drift, o.forces);
            assert_int_equal(o.heard.n, 1);
            near("e", o.restitution, e[k], bound);
            near("e of the event", o.heard.last.rebound / o.heard.last.approach, e[k], bound);
            near("t_c", o.heard.last.duration / t_c, 1.0, bound);
            near("x_max", o.heard.last.overlap / x_max, 1.0, fmax(bound, 1e-6));
            near("t", o.heard.t / (0.1e-3 / v + t_c), 1.0, bound);
            near("impulse", o.heard.last.impulse / (1e-6 * v * (1.0 + e[k])), 1.0, bound);
            near("dissipated", o.heard.last.dissipated, 2e-8 * (1.0 - e[k] * e[k]), 2e-8 * bound);
            near("ledger", o.drift, 0.0, bound);
            assert_true(o.forces < 300.0);
        }
}
int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_of_a_linear_collision_is_that_of_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
