/* Whether the points of a curve lie on what was fitted through them, with fits made by hand. */
#include "harness/judge/lack_of_fit.h"
#include "tests/near.h"

#include <math.h>
#include <string.h>

enum { N = 6 };
static struct {
    enum gravel_status status; /* of the repeated fit */
    double scatter, factor;
    int n;
} repeated;

static enum gravel_status
refit(const struct gravel_judging *judging, const struct gravel_curve *curve, double factor,
      struct gravel_fit_quality *quality)
{
    (void)judging, (void)curve;
    *quality = (struct gravel_fit_quality){.dof = 4, .has_errors = true, .scatter = repeated.scatter};
    repeated.factor = factor;
    repeated.n++;
    return repeated.status;
}

/* The verdict on points of which the first has an error of `first` degrees of freedom, the others of 99. */
static struct gravel_decision
verdict(double first, enum gravel_status status, double scatter, double beyond_noise)
{
    struct gravel_curve_point points[N];
    const struct gravel_judging judging = {.alarm = 1e-3};
    const struct gravel_curve curve = {.n = N, .points = points};
    struct gravel_decision decision = {.verdict = GRAVEL_PASS, .why = ""};
    for (int k = 0; k < N; k++)
        points[k] = (struct gravel_curve_point){.y = {1.0, 0.1, k == 0 ? first + 1.0 : 100.0}, .x = k};
    repeated.status = status;
    repeated.scatter = beyond_noise;
    repeated.n = 0;
    const struct gravel_curve_fit fit = {{.dof = 4, .has_errors = true, .scatter = scatter}, refit, 1.0, "off"};
    assert_int_equal(gravel_curve_test_fit(&judging, &curve, &fit, &decision), GRAVEL_OK);
    assert_int_equal(decision.n_stochastic, 1);
    assert_int_equal(strcmp(decision.why, "off") == 0, decision.verdict == GRAVEL_FAIL);
    return decision;
}

static void
scatter_beyond_the_noise_is_a_lack_of_fit(void **state)
{
    (void)state;
    assert_int_equal(verdict(99, GRAVEL_OK, 0.9, NAN).verdict, GRAVEL_PASS);
    assert_int_equal(repeated.n, 0);
    assert_int_equal(verdict(99, GRAVEL_OK, 1.1, 0.9).verdict, GRAVEL_PASS);
    assert_int_equal(verdict(99, GRAVEL_OK, 1.1, 1.05).verdict, GRAVEL_FAIL);
    /* No curve is found with the larger errors: what the fit with the errors themselves shows counts. */
    assert_int_equal(verdict(99, GRAVEL_INPUT, 1.1, 0.0).verdict, GRAVEL_FAIL);
}

/* The freedom of the errors is the harmonic mean: 6/(1 + 5/99) where one of six points has a single degree of it. */
static void
one_point_of_few_samples_does_not_stand_for_all(void **state)
{
    (void)state;
    (void)verdict(99, GRAVEL_OK, 1.1, 0.9);
    near("all known well", repeated.factor, gravel_fit_noise(4, 99.0, 1e-3), 1e-12);
    (void)verdict(1, GRAVEL_OK, 1.1, 0.9);
    near("one of two runs", repeated.factor, gravel_fit_noise(4, 6.0 / (1.0 + 5.0 / 99.0), 1e-3), 1e-12);
    assert_true(repeated.factor < 0.1 * gravel_fit_noise(4, 1.0, 1e-3));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scatter_beyond_the_noise_is_a_lack_of_fit),
        cmocka_unit_test(one_point_of_few_samples_does_not_stand_for_all),
    };
    return cmocka_run_group_tests_name("lack_of_fit", tests, NULL, NULL);
}
