/* Dashpots that relax velocities in fewer steps than the predictor of Gear's method bears are refused, with the steps
 * that are enough; the other integrators take them. */
#include "tests/unit/md_helper.h"

#include <stdlib.h>

static enum gravel_status
meet(struct gravel_material material, const char *integrator, double steps, double *restitution,
     struct gravel_error *error)
{
    struct gravel_particle p[2] = {bead(3, 0, 0, 0, 0.1), bead(3, 0, 1.013e-3, 0, -0.1)};
    const struct gravel_system system = {.dimension = 3, .material = material, .n_particles = 2, .particles = p};
    char text[32];
    snprintf(text, sizeof text, "%.17g", steps);
    void *engine = NULL;
    const enum gravel_status status = gravel_engine_start(
        &engine, &gravel_md, &system, (const char *const[]){"integrator", integrator, "steps_per_contact", text, NULL},
        NULL, error);
    if (status != GRAVEL_OK)
        return status;
    go(engine, 1e-3);
    gravel_md.snapshot(engine, p);
    gravel_md.destroy(engine);
    *restitution = (p[1].v.z - p[0].v.z) / 0.2;
    return status;
}

static void
steps_that_a_dashpot_makes_unstable_are_refused(void **state)
{
    (void)state;
    static const double restitutions[] = {1e-6, 1e-2, 0.1, 0.19, 0.3};
    for (size_t k = 0; k < sizeof restitutions / sizeof *restitutions; k++) {
        const double e = restitutions[k], least = 8.4 * fmin(-2.0 * log(e), M_PI);
        for (double part = 0.3; part < 4.0; part *= 1.3) {
            struct gravel_error error = {0};
            double found = 0.0;
            const struct gravel_material m = linear_material(e, 1e-4);
            const enum gravel_status status = meet(m, "gear", part * least, &found, &error);
            assert_int_equal(status, part < 1.0 ? GRAVEL_INPUT : GRAVEL_OK);
            if (status == GRAVEL_OK) {
                near("e", found, e, 0.02 * fmax(e, 0.05));
                continue;
            }
            const char *enough = strrchr(error.text, ';');
            assert_string_equal(error.path, "engines.md.steps_per_contact");
            assert_non_null(strstr(error.text, "gear"));
            assert_non_null(enough);
            assert_int_equal(meet(m, "gear", strtod(enough + 1, NULL), &found, &error), GRAVEL_OK);
            assert_int_equal(meet(m, "velocity-verlet", part * least, &found, &error), GRAVEL_OK);
        }
    }
}

/* The dashpot of the lightest pair counts where its coefficient is stated, that across the contact with its factor. */
static void
the_fastest_dashpot_counts(void **state)
{
    (void)state;
    struct gravel_error error = {0};
    double found;
    struct gravel_material m = linear_material(0.9, 1e-4);
    assert_int_equal(meet(m, "gear", 20.0, &found, &error), GRAVEL_OK);
    m.rotation = true;
    m.tangential_damping = 0.2; /* 3.5 c_t t_c/m_red = 70 */
    assert_int_equal(meet(m, "gear", 5.0, &found, &error), GRAVEL_INPUT);
    print_message("# %s\n", error.text);
    m.tangential_damping = 1e-3;
    assert_int_equal(meet(m, "gear", 20.0, &found, &error), GRAVEL_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_that_a_dashpot_makes_unstable_are_refused),
        cmocka_unit_test(the_fastest_dashpot_counts),
    };
    return cmocka_run_group_tests_name("md_damping", tests, NULL, NULL);
}
