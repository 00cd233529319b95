/* The judge on curves: slopes, order and polynomials. */
#include "tests/unit/judge_world.h"

static void
curves_are_judged_as_wholes(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_slope);
    w.reference.value = 1.5;
    for (double x = 1.0; x < 20.0; x *= 2.0)
        world_add(&w, "md", x, pow(x, 1.5), 0, 0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 1.6;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.kind = &gravel_check_rises;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.kind = &gravel_check_falls;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    w.check.kind = &gravel_check_collapse; /* no two places at one x */
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    strcpy(w.check.along, "z");
    for (size_t k = 0; k < w.records.n; k++)
        assert_int_equal(gravel_record_add_counter(&w.records.items[k], "z", 1.0), GRAVEL_OK);
    w.check.within = 100.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.within = 1.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

/* y = 2 - 2 x^2 vanishes at 1, the reference's value; 3 % off fails. */
static void
fit_compares_what_the_polynomial_gives(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_fit);
    w.check.degree = 2;
    strcpy(w.check.gives, "zero");
    for (int k = 1; k < 9; k++)
        world_add(&w, "md", 0.1 * k, 2.0 - 2.0 * 0.01 * k * k, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 1.03;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    strcpy(w.check.gives, "vertex");
    w.reference.value = 0.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.reference.value = 0.03;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    strcpy(w.check.gives, "c2");
    w.reference.value = -2.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    w.check.constant = 2.5; /* no such polynomial fits */
    assert_int_not_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    world_free(&w);
    /* Fewer than three points to spare tell nothing about the fit. */
    world_init(&w, &gravel_check_fit);
    w.check.degree = 1;
    strcpy(w.check.gives, "c1");
    for (int k = 1; k < 5; k++)
        world_add(&w, "md", k, k, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_non_null(strstr(world_verdict(&w, 0)->note, "needs 5 different x, found 4"));
    world_add(&w, "md", 5.0, 5.0, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    world_free(&w);
}

/* The points of the largest curvature below leave the line by 0.16; the line through them is x - 0.3425. */
static void
other_numbers_of_it_neither(struct world *w)
{
    static const struct {
        const char *gives;
        double value, allowed;
    } trials[] = {{"c0", -0.3425, 0.1}, {"zero", 0.3425, 0.1}};
    for (size_t t = 0; t < 2; t++) {
        strcpy(w->check.gives, trials[t].gives);
        w->reference.value = trials[t].value;
        w->reference.uncertainty = trials[t].allowed;
        assert_non_null(strstr(world_verdict(w, 0)->note, "do not lie on the polynomial"));
        /* A recorded contradiction is one of the value, which these points do not decide. */
        w->reference.contradicted = "because";
        assert_int_equal(world_verdict(w, 0)->verdict, GRAVEL_INCONCLUSIVE);
        /* Or it is just that, and then expected. */
        w->reference.contradicted_form = true;
        assert_int_equal(world_verdict(w, 0)->verdict, GRAVEL_FAIL);
        assert_true(world_verdict(w, 0)->contradicted);
        w->reference.contradicted_form = false;
        w->reference.contradicted = "";
    }
}

/* y = x + c (x - 4.5)^2 from 1 to 8, a line where c is small: an error of 0.02 in c1 is one of 0.07 at the ends. */
static void
points_beside_a_polynomial_have_no_coefficient(void **state)
{
    (void)state;
    static const struct {
        double curvature, err;
        enum gravel_verdict verdict;
    } trials[] = {{0.0, 1e-4, GRAVEL_PASS},  {0.004, 1e-4, GRAVEL_PASS},       {0.03, 1e-4, GRAVEL_FAIL},
                  {0.03, 0.01, GRAVEL_FAIL}, {0.03, 0.1, GRAVEL_INCONCLUSIVE}, {0.0, 0.0, GRAVEL_PASS},
                  {0.03, 0.0, GRAVEL_FAIL}};
    for (size_t t = 0; t < sizeof trials / sizeof *trials; t++) {
        struct world w;
        world_init(&w, &gravel_check_fit);
        w.check.degree = 1;
        strcpy(w.check.gives, "c1");
        for (int k = 1; k < 9; k++)
            world_add(&w, "md", k, k - 0.5 + trials[t].curvature * (k - 4.5) * (k - 4.5), trials[t].err, 50.0);
        const struct gravel_judgement *j = world_verdict(&w, 0);
        assert_int_equal(j->verdict, trials[t].verdict);
        const char *why = trials[t].err > 0.0 ? "do not lie on the polynomial" : "exact points scatter";
        assert_int_equal(strstr(j->note, why) != NULL, j->verdict == GRAVEL_FAIL);
        if (trials[t].curvature == 0.03 && trials[t].err == 1e-4)
            other_numbers_of_it_neither(&w);
        /* Of its zero, less precision is asked for. */
        strcpy(w.check.gives, "zero");
        w.reference.value = 0.4;
        w.reference.uncertainty = 4.0;
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
        world_free(&w);
    }
}

/* Two exact points have a local slope; where errors are unknown or not 0, a slope needs three points more than free
 * numbers. */
static void
slope_of_two_points_needs_exact_ones(void **state)
{
    (void)state;
    static const double errors[] = {0.0, -1.0, 1e-6};
    for (size_t e = 0; e < 3; e++)
        for (int n = 2; n <= 5; n += 3) {
            struct world w;
            world_init(&w, &gravel_check_slope);
            for (int k = 1; k <= n; k++)
                world_add(&w, "md", k, k, errors[e], 50.0);
            const struct gravel_judgement *j = world_verdict(&w, 0);
            const bool is_enough = n > 2 || errors[e] == 0.0;
            assert_int_equal(j->verdict, is_enough ? GRAVEL_PASS : GRAVEL_FAIL);
            assert_int_equal(strstr(j->note, "needs two exact points, or 5") != NULL, !is_enough);
            world_free(&w);
        }
}

/* 3 - 0.5 x^1.5 converges with order 1.5 to 3, which is not given; 2 (x - 0.7)^1.5 begins at 0.7. */
static void
slope_beyond_an_offset_is_the_exponent(void **state)
{
    (void)state;
    const char *const offsets[] = {"limit", "threshold"};
    for (int form = 0; form < 2; form++) {
        struct world w;
        world_init(&w, &gravel_check_slope);
        strcpy(w.check.offset, offsets[form]);
        w.reference.value = 1.5;
        for (int k = 1; k < 6; k++)
            world_add(&w, "md", k, form == 0 ? 3.0 - 0.5 * pow(k, 1.5) : 2.0 * pow(k - 0.7, 1.5), 1e-4, 50.0);
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
        assert_non_null(strstr(world_verdict(&w, 0)->note, "decides nothing"));
        world_add(&w, "md", 6.0, form == 0 ? 3.0 - 0.5 * pow(6.0, 1.5) : 2.0 * pow(5.3, 1.5), 1e-4, 50.0);
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
        assert_non_null(strstr(world_verdict(&w, 0)->check, offsets[form]));
        assert_true(fabs(world_verdict(&w, 0)->value - 1.5) < 1e-6);
        assert_true(world_verdict(&w, 0)->dof > 10.0 && world_verdict(&w, 0)->dof < 60.0); /* each point has ten */
        w.reference.value = 1.6;
        assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
        strcpy(w.check.offset, form == 0 ? "threshold" : "limit"); /* of the other form there is none */
        w.reference.value = 1.5;
        assert_int_not_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
        world_free(&w);
    }
}

/* md is 1 - 0.1 x of ed, which itself rises: they meet with the first order in x. */
static void
slope_of_two_engines_is_that_of_their_difference(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_slope);
    w.check.n_engines = 2;
    strcpy(w.check.engines[0], "md");
    strcpy(w.check.engines[1], "ed");
    for (int k = 1; k < 6; k++) {
        world_add(&w, "md", k, 7.0 * k * (1.0 - 0.1 * k), 1e-4, 50.0);
        world_add(&w, "ed", k, 7.0 * k, 1e-4, 50.0);
    }
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    assert_string_equal(world_verdict(&w, 0)->engine, "md, ed");
    assert_null(world_verdict(&w, 1)); /* one curve, not one an engine */
    w.reference.value = 2.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

/* md is 0.98 + 0.1 x of ed, which itself rises: at 0 it is 2 % below. */
static void
fit_of_two_engines_is_that_of_their_difference(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_fit);
    w.check.n_engines = 2;
    w.check.degree = 1;
    w.check.within = 0.01;
    strcpy(w.check.gives, "c0");
    strcpy(w.check.engines[0], "md");
    strcpy(w.check.engines[1], "ed");
    w.reference.value = -0.02;
    for (int k = 1; k < 6; k++) {
        world_add(&w, "md", k, 7.0 * k * (0.98 + 0.1 * k), 1e-4, 50.0);
        world_add(&w, "ed", k, 7.0 * k, 1e-4, 50.0);
    }
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    assert_string_equal(world_verdict(&w, 0)->engine, "md, ed");
    assert_null(world_verdict(&w, 1)); /* one curve, not one an engine */
    w.reference.value = 0.0;
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    world_free(&w);
}

/* The exponent of x + x^2 changes from 1 to 2 on the way: its mean is no exponent. */
static void
slope_of_what_is_no_power_law_fails(void **state)
{
    (void)state;
    struct world w;
    for (int power_law = 0; power_law < 2; power_law++) {
        world_init(&w, &gravel_check_slope);
        w.reference.value = 1.5;
        w.reference.uncertainty = 0.1;
        for (int k = -5; k < 6; k++) {
            const double x = pow(2.0, k), y = power_law ? pow(x, 1.5) : x + x * x;
            world_add(&w, "md", x, y, 1e-4 * y, 50.0);
        }
        const struct gravel_judgement *j = world_verdict(&w, 0);
        assert_true(fabs(j->value - 1.5) < 0.01);
        assert_int_equal(j->verdict, power_law ? GRAVEL_PASS : GRAVEL_FAIL);
        assert_true(power_law || strstr(j->note, "power law"));
        world_free(&w);
    }
}

/* A difference that is 0, or changes its sign, has no logarithm; it gets a verdict of its own. */
static void
slope_through_zero_fails(void **state)
{
    (void)state;
    for (int negative = 0; negative < 2; negative++) {
        struct world w;
        world_init(&w, &gravel_check_slope);
        w.reference.value = 1.0;
        w.reference.uncertainty = 0.1;
        for (int k = 1; k < 6; k++)
            world_add(&w, "md", k, k == 3 ? negative ? -3.0 : 0.0 : k, 1e-4, 50.0);
        const struct gravel_judgement *j = world_verdict(&w, 0);
        assert_int_equal(j->verdict, GRAVEL_FAIL);
        assert_non_null(strstr(j->note, "changes its sign"));
        world_free(&w);
    }
}

/* An exponent beyond its tolerance by less than noise could do: points with errors, known or not, leave it open, exact
 * ones do not. */
static void
slope_of_exact_points_is_never_left_open(void **state)
{
    (void)state;
    static const double errors[] = {0.0, 0.04, -1.0};
    for (size_t e = 0; e < 3; e++) {
        const bool noisy = errors[e] != 0.0;
        struct world w;
        world_init(&w, &gravel_check_slope);
        w.reference.value = 1.475;
        w.reference.uncertainty = 0.02;
        for (int k = -5; k < 6; k++) {
            const double x = pow(2.0, k), y = pow(x, 1.5) * (k % 2 == 0 ? 1.04 : 0.96);
            world_add(&w, "md", x, y, errors[e] > 0.0 ? errors[e] * y : errors[e], errors[e] > 0.0 ? 50.0 : 0.0);
        }
        const struct gravel_judgement *j = world_verdict(&w, 0);
        assert_true(fabs(j->value - 1.5) < 0.004);
        assert_int_equal(j->verdict, noisy ? GRAVEL_INCONCLUSIVE : GRAVEL_FAIL);
        assert_int_equal(strstr(j->note, "exact points") != NULL, !noisy);
        world_free(&w);
    }
}

static void
collapse_with_a_degree_finds_the_point_off_the_curve(void **state)
{
    (void)state;
    struct world w;
    world_init(&w, &gravel_check_collapse);
    w.check.degree = 2;
    w.check.within = 0.05;
    for (int k = 1; k < 20; k++)
        world_add(&w, "md", 0.1 * k, 2.0 - 0.005 * k * k, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_PASS);
    world_add(&w, "md", 1.05, 2.0 - 0.5 * 1.05 * 1.05 + 0.1, 1e-4, 50.0);
    assert_int_equal(world_verdict(&w, 0)->verdict, GRAVEL_FAIL);
    assert_non_null(strstr(world_verdict(&w, 0)->at, "20 points, worst at 1.05"));
    world_free(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_are_judged_as_wholes),
        cmocka_unit_test(fit_compares_what_the_polynomial_gives),
        cmocka_unit_test(points_beside_a_polynomial_have_no_coefficient),
        cmocka_unit_test(slope_beyond_an_offset_is_the_exponent),
        cmocka_unit_test(slope_of_two_points_needs_exact_ones),
        cmocka_unit_test(slope_of_two_engines_is_that_of_their_difference),
        cmocka_unit_test(fit_of_two_engines_is_that_of_their_difference),
        cmocka_unit_test(slope_of_what_is_no_power_law_fails),
        cmocka_unit_test(slope_through_zero_fails),
        cmocka_unit_test(slope_of_exact_points_is_never_left_open),
        cmocka_unit_test(collapse_with_a_degree_finds_the_point_off_the_curve),
    };
    return cmocka_run_group_tests_name("judge curve", tests, NULL, NULL);
}
