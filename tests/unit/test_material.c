/* Material conversions against the ledger's digits and against each other. */
#include "engines/core/material.h"
#include "engines/core/material_check.h"
#include "tests/near.h"

static const struct gravel_material linear = {
    .statement = GRAVEL_BY_RESTITUTION_AND_TIME,
    .restitution = 0.9,
    .contact_time = 1e-5,
    .tangential_restitution = 1.0,
};

/* A power law that is stated by its constants: what hard spheres would need is not known, at walls neither. */
static void
what_states_no_restitution_has_none(void **state)
{
    (void)state;
    const struct gravel_material m = {.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING,
                                      .beta = 0.5,
                                      .gamma = 0.25,
                                      .stiffness = 1e10,
                                      .damping = 30.0,
                                      .restitution = NAN,
                                      .tangential_restitution = 1.0};
    const struct gravel_wall_contact same = {.rule = GRAVEL_SAME_FORCE_CONSTANTS, .tangential_restitution = 1.0};
    assert_true(isnan(gravel_material_restitution(&m, NULL, 1e-4, 5e-3, 1.0)));
    assert_true(isnan(gravel_material_restitution(&m, &same, 1e-4, 5e-3, 1.0)));
}

/* F.lsd.clipped: e as a function of zeta for both ends of the contact. */
static void
linear_restitution_has_the_published_digits(void **state)
{
    (void)state;
    static const double zeta[] = {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0};
    static const double overlap[] = {0.854468, 0.729248, 0.526621, 0.372326, 0.163034, 0.045988, 0, 0};
    static const double force[] = {0.858758, 0.744079, 0.571740, 0.450975, 0.298436, 0.210285, 0.135335, 0.047769};
    for (size_t k = 0; k < sizeof zeta / sizeof *zeta; k++) {
        const struct gravel_linear l = {.w0 = 2.385, .mu = 2.385 * zeta[k]};
        near("e_overlap", gravel_linear_restitution(l, false), overlap[k], 6e-7);
        near("e_force", gravel_linear_restitution(l, true), force[k], 6e-7);
    }
}

/* The clipped form is smooth through critical damping, where its two branches meet. */
static void
clipped_restitution_is_smooth_at_critical_damping(void **state)
{
    (void)state;
    for (double d = 1e-14; d < 1e-3; d *= 10.0) {
        const struct gravel_linear below = {.w0 = 1.0, .mu = 1.0 - d}, above = {.w0 = 1.0, .mu = 1.0 + d};
        near("below", gravel_linear_restitution(below, true), exp(-2.0), 0.2 * d + 1e-13);
        near("above", gravel_linear_restitution(above, true), exp(-2.0), 0.2 * d + 1e-13);
    }
}

static void
linear_conversion_inverts(void **state)
{
    (void)state;
    static const double e[] = {1.0, 0.9999, 0.9, 0.6, 0.2, 0.01};
    for (size_t k = 0; k < sizeof e / sizeof *e; k++)
        for (int clipped = 0; clipped < 2; clipped++) {
            const struct gravel_linear l = gravel_linear_from_restitution(e[k], 3.7e-5, clipped);
            near("e", gravel_linear_restitution(l, clipped), e[k], 1e-13);
            near("t_c", gravel_linear_contact_time(l, clipped), 3.7e-5, 1e-17);
        }
}

/* S3.lsd.example, S3.steel and S3.aluminium. */
static void
s3_examples_agree(void **state)
{
    (void)state;
    const struct gravel_material m = {
        .statement = GRAVEL_BY_RATES, .rate_squared = 2e9, .damping_rate = 4e3, .tangential_restitution = 1.0};
    near("e", gravel_material_restitution(&m, NULL, 1.3, 1e-3, 1.0), 0.86880, 5e-6);
    near("t_c", gravel_material_contact_time(&m, NULL, 1.3, 1e-3, 1.0), 7.0319e-5, 5e-10);
    const struct gravel_linear steel = gravel_linear_from_restitution(0.9, 4.6e-6, false);
    near("steel w0", steel.w0, 6.8e5, 0.02 * 6.8e5);
    near("steel mu", steel.mu, 2.3e4, 0.02 * 2.3e4);
    near("aluminium mu", gravel_linear_from_restitution(0.6, 4.6e-6, false).mu, 1.1e5, 0.03 * 1.1e5);
}

static void
wall_with_the_force_constants_of_a_pair_returns_more(void **state)
{
    (void)state;
    struct gravel_wall wall = {
        .name = "floor", .contact.rule = GRAVEL_SAME_FORCE_CONSTANTS, .contact.tangential_restitution = 1.0};
    near("e_wall of e = 0.9", gravel_material_restitution(&linear, &wall.contact, 0.4, 1.0, 1.0), 0.9282, 5e-5);
    wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    wall.contact.restitution = 0.7;
    near("own e", gravel_material_restitution(&linear, &wall.contact, 0.4, 1.0, 1.0), 0.7, 0.0);
    near("own t_c", gravel_material_contact_time(&linear, &wall.contact, 0.4, 1.0, 1.0), 1e-5, 1e-19);
    const struct gravel_force f = gravel_material_force(&linear, &wall.contact, 0.4, 1.0, 1.0);
    const struct gravel_linear l = {.w0 = sqrt(f.k / 0.4), .mu = 0.5 * f.c / 0.4};
    near("e of its constants", gravel_linear_restitution(l, false), 0.7, 1e-14);
}

static void
three_linear_statements_agree(void **state)
{
    (void)state;
    const double m_red = 0.37;
    const struct gravel_force f = gravel_material_force(&linear, NULL, m_red, 1.0, 3.5);
    struct gravel_material other = linear;
    other.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING;
    other.stiffness = f.k;
    other.damping = f.c;
    near("e by (K, D)", gravel_material_restitution(&other, NULL, m_red, 1.0, 1.0), 0.9, 1e-14);
    near("t_c by (K, D)", gravel_material_contact_time(&other, NULL, m_red, 1.0, 1.0), 1e-5, 1e-19);
    other.statement = GRAVEL_BY_RATES;
    other.rate_squared = f.k / m_red;
    other.damping_rate = f.c / m_red;
    near("e by rates", gravel_material_restitution(&other, NULL, 12.5, 1.0, 1.0), 0.9, 1e-14);
}

/* A linear binary contact of duration t_c damps the slip by exp(-factor ct t_c/m_red). */
static void
tangential_viscosity_gives_e_t(void **state)
{
    (void)state;
    struct gravel_material m = linear;
    m.tangential_restitution = 0.8;
    const double factor = gravel_tangential_factor(2, true);
    const struct gravel_force f = gravel_material_force(&m, NULL, 0.2, 1.0, factor);
    near("factor", factor, 3.0, 0.0);
    near("e_t", exp(-factor * f.ct * 1e-5 / 0.2), 0.8, 1e-14);
}

/* S3.hertz.tc: steel at 1 m/s, Y = 2.06e11 Pa, nu = 0.28, m = 1.38e-5 kg at d = 1.5 mm. */
static void
hertz_contact_time_of_steel(void **state)
{
    (void)state;
    static const double d[] = {1.0e-3, 1.5e-3, 2.0e-3, 3.0e-3}, t_c[] = {3.0e-6, 4.55e-6, 6.1e-6, 9.0e-6};
    const struct gravel_material m = {.statement = GRAVEL_BY_ELASTICITY,
                                      .beta = 0.5,
                                      .restitution = 1.0,
                                      .young = 2.06e11,
                                      .poisson = 0.28,
                                      .tangential_restitution = 1.0};
    for (size_t k = 0; k < 4; k++) {
        const double mass = 1.38e-5 * pow(d[k] / 1.5e-3, 3.0);
        near("t_c", gravel_material_contact_time(&m, NULL, 0.5 * mass, d[k], 1.0), t_c[k], 0.03 * t_c[k]);
    }
}

/* S3.hertz.velocity backwards: e = 0.93081 at 1 m/s must give 2 mu = 10 1/s where w0^2 = 1e6. */
static void
elastic_statement_finds_the_dashpot(void **state)
{
    (void)state;
    static const double v[] = {1.0, 0.1, 0.01}, e[] = {0.93081, 0.89212, 0.83335};
    struct gravel_material m = {
        .statement = GRAVEL_BY_ELASTICITY, .beta = 0.5, .young = 3e6, .tangential_restitution = 1.0};
    for (size_t k = 0; k < 3; k++) {
        m.restitution = e[k];
        m.reference_velocity = v[k];
        const struct gravel_force f = gravel_material_force(&m, NULL, 1.0, 1.0, 1.0);
        near("k", f.k, 1e6, 1e-6);
        near("c", f.c, 10.0, 10.0 * 5e-6 / (1.0 - e[k]));
    }
}

/* The linear law, too, finds it from Young's modulus: with mu = c/(2 m) and w^2 = k/m - mu^2, e = exp(-pi mu/w). */
static void
linear_elastic_statement_has_its_restitution(void **state)
{
    (void)state;
    const double m_red = 0.3, e = 0.7;
    const struct gravel_material m = {
        .statement = GRAVEL_BY_ELASTICITY, .young = 3e3, .restitution = e, .tangential_restitution = 1.0};
    const struct gravel_force f = gravel_material_force(&m, NULL, m_red, 1.0, 1.0);
    const double mu = 0.5 * f.c / m_red;
    near("e", exp(-M_PI * mu / sqrt(f.k / m_red - mu * mu)), e, 1e-13);
}

/* Tsuji's exponents (1/2, 1/4) have e = exp(-pi zeta/sqrt(1-zeta^2)), zeta = alpha/sqrt(5) at zero overlap
 * (F.tsuji), at any velocity. */
static void
tsuji_damping_needs_no_velocity(void **state)
{
    (void)state;
    const struct gravel_material m = {.statement = GRAVEL_BY_ELASTICITY,
                                      .beta = 0.5,
                                      .gamma = 0.25,
                                      .young = 3.0,
                                      .restitution = 0.7,
                                      .tangential_restitution = 1.0};
    const double loss = -log(0.7), alpha = sqrt(5.0) * loss / hypot(M_PI, loss);
    assert_int_equal(gravel_material_check(&m, NULL, "material", NULL), GRAVEL_OK);
    const struct gravel_force f = gravel_material_force(&m, NULL, 2.0, 1.0, 1.0);
    near("alpha", f.c / sqrt(2.0 * f.k), alpha, 2e-6 * alpha);
}

static void
restitution_laws_are_clamped(void **state)
{
    (void)state;
    struct gravel_material m = {.statement = GRAVEL_BY_RATES,
                                .beta = 0.5,
                                .rate_squared = 1e6,
                                .damping_rate = 10.0,
                                .restitution = 0.9,
                                .reference_velocity = 1.0,
                                .restitution_law = GRAVEL_POWER_RESTITUTION,
                                .restitution_exponent = -0.2,
                                .tangential_restitution = 1.0};
    near("e(1)", gravel_material_restitution(&m, NULL, 1.0, 1.0, 1.0), 0.9, 1e-15);
    near("e(0)", gravel_material_restitution(&m, NULL, 1.0, 1.0, 0.0), 0.0, 0.0);
    m.restitution_law = GRAVEL_BIZON_RESTITUTION;
    near("Bizon e(0)", gravel_material_restitution(&m, NULL, 1.0, 1.0, 0.0), 1.0, 0.0);
    near("Bizon e(2)", gravel_material_restitution(&m, NULL, 1.0, 1.0, 2.0), 0.9, 0.0);
    near("Bizon e(1/16)", gravel_material_restitution(&m, NULL, 1.0, 1.0, 0.0625), 0.9875, 1e-15);
}

static void
impossible_statements_are_refused(void **state)
{
    (void)state;
    struct gravel_error error;
    struct gravel_material m = linear;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_OK);
    m.restitution = 0.0;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_INPUT);
    m = linear;
    m.tangential_restitution = -0.5;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_INPUT);
    m = linear;
    m.beta = 0.5;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_INPUT);
    m.statement = GRAVEL_BY_ELASTICITY;
    m.young = 1e9;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_INPUT);
    m.reference_velocity = 1.0;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_OK);
    m.poisson = 1.0;
    assert_int_equal(gravel_material_check(&m, NULL, "material", &error), GRAVEL_INPUT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_states_no_restitution_has_none),
        cmocka_unit_test(linear_restitution_has_the_published_digits),
        cmocka_unit_test(clipped_restitution_is_smooth_at_critical_damping),
        cmocka_unit_test(linear_conversion_inverts),
        cmocka_unit_test(s3_examples_agree),
        cmocka_unit_test(wall_with_the_force_constants_of_a_pair_returns_more),
        cmocka_unit_test(three_linear_statements_agree),
        cmocka_unit_test(tangential_viscosity_gives_e_t),
        cmocka_unit_test(hertz_contact_time_of_steel),
        cmocka_unit_test(elastic_statement_finds_the_dashpot),
        cmocka_unit_test(linear_elastic_statement_has_its_restitution),
        cmocka_unit_test(tsuji_damping_needs_no_velocity),
        cmocka_unit_test(restitution_laws_are_clamped),
        cmocka_unit_test(impossible_statements_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
