/* fit: a coefficient, the zero or the vertex of a polynomial in `along` against a reference. */
#include "harness/case/check_kinds.h"
#include "harness/judge/curve_polynomial.h"
#include "harness/judge/lack_of_fit.h"

#include <math.h>
#include <string.h>

/* What the key `gives` names: the smallest positive zero, the vertex of a parabola, or a coefficient "c0", "c1", ... */
static struct gravel_estimate
given(const struct gravel_polynomial *polynomial, const char *gives)
{
    if (strcmp(gives, "zero") == 0)
        return gravel_polynomial_zero(polynomial);
    if (strcmp(gives, "vertex") == 0)
        return gravel_polynomial_vertex(polynomial);
    return gravel_polynomial_coefficient(polynomial, (size_t)(gives[1] - '0'));
}

/* How far the points may lie from the curve: as far as a change of what is given by its tolerance moves the curve
 * there, at a zero, or at the ends of half its range. */
static double
allowed_scatter(const struct gravel_curve *curve, const struct gravel_polynomial *polynomial, const char *gives,
                struct gravel_estimate value, double tolerance)
{
    double slope = 0.0;
    const double half = 0.5 * (curve->points[curve->n - 1].x - curve->points[0].x);
    if (strcmp(gives, "vertex") == 0)
        return tolerance * fabs(2.0 * polynomial->c[2]) * half;
    if (strcmp(gives, "zero") != 0)
        return tolerance * pow(half, gives[1] - '0');
    for (size_t k = polynomial->degree; k > 0; k--)
        slope = slope * value.value + (double)k * polynomial->c[k];
    return tolerance * fabs(slope);
}

static enum gravel_status
refit(const struct gravel_judging *judging, const struct gravel_curve *curve, double factor,
      struct gravel_fit_quality *quality)
{
    struct gravel_polynomial polynomial;
    const enum gravel_status status = gravel_curve_polynomial(judging, curve, factor, &polynomial);
    *quality = gravel_polynomial_quality(&polynomial);
    return status;
}

static enum gravel_status
judge_curve(const struct gravel_judging *judging, const struct gravel_curve *curve)
{
    const struct gravel_sweep_point *first = curve->points[0].point;
    struct gravel_judgement *j;
    struct gravel_polynomial polynomial;
    bool fitted;
    enum gravel_status status = gravel_curve_fit_polynomial(judging, curve, &j, &polynomial, &fitted);
    if (status != GRAVEL_OK || !fitted)
        return status;
    const char *gives = judging->check->gives;
    const struct gravel_estimate value = given(&polynomial, gives);
    struct gravel_decision d = gravel_judging_decide_fitted(judging, first, value);
    if (gravel_curve_is_exact(curve))
        gravel_decision_settle(&d);
    const struct gravel_curve_fit fit = {gravel_polynomial_quality(&polynomial), refit,
                                         allowed_scatter(curve, &polynomial, gives, value, fmax(d.tolerance, 0.0)),
                                         "the points do not lie on the polynomial"};
    status = gravel_curve_test_fit(judging, curve, &fit, &d);
    if (status != GRAVEL_OK)
        return status;
    gravel_judging_set_decision(judging, j, &d, gravel_curve_is_sound(judging, curve), first->records[0]);
    return GRAVEL_OK;
}

static enum gravel_status
judge(const struct gravel_judging *judging)
{
    const struct gravel_curve_choice choice = {.second = gravel_curve_second_engine(judging->check)};
    return gravel_judge_each_curve(judging, choice, judge_curve);
}

const struct gravel_check_ops gravel_check_ops_fit = {
    .kind = &gravel_check_fit, .label = "fit", .evidence = "regression", .needs_number = true, .judge = judge};
