/* The curve of a law is drawn between the points where it depends on the abscissa alone. */
#include "reports/theory_curve.h"

#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 3 };

/* Three points along "drive", whose numbers alpha are `alpha`; the law takes alpha. */
static size_t
count_drawn(const double *alpha, double *highest)
{
    static const double drive[N] = {4.0, 4.5, 5.0};
    struct gravel_observable observables[N];
    struct gravel_record records[N] = {0};
    struct gravel_plot_point points[N];
    struct gravel_plot_curve curve = {.title = "ED", .n = N, .points = points};
    const struct gravel_plot_panel panel = {.n = 1, .curves = &curve};
    struct gravel_reference reference = {.id = "a", .law = gravel_theory_find("inelastic_collision_time")};
    const struct gravel_references references = {.n = 1, .items = &reference};
    const struct gravel_figure figure = {.x.measure = "drive", .n_references = 1, .references = {"a"}};
    const struct gravel_case c = {0};
    struct gravel_drawn_list list = {0};

    assert_non_null(reference.law);
    snprintf(reference.law_args[0], sizeof reference.law_args[0], "alpha");
    for (size_t i = 0; i < N; i++) {
        observables[i] = (struct gravel_observable){.name = "alpha", .value = alpha[i]};
        records[i].observables = &observables[i];
        records[i].n_observables = 1;
        points[i] = (struct gravel_plot_point){drive[i], 0, 1, 0, &records[i]};
    }
    curve.record = &records[0];
    assert_int_equal(gravel_drawn_collect(&list, &panel, &c, &figure, &references, 4, 5, stderr), GRAVEL_OK);
    assert_int_equal(list.n, 1);
    const size_t n = list.items[0].n;
    *highest = 0;
    for (size_t i = 0; i < n; i++)
        if (fabs(list.items[0].points[i].x - 4.7) < 0.003)
            *highest = fmax(*highest, list.items[0].points[i].y);
    gravel_drawn_free(&list);
    return n;
}

static void
a_law_of_the_abscissa_under_another_name_is_drawn_between_the_points(void **state)
{
    const double same[N] = {4.0, 4.5, 5.0}, other[N] = {2.0, 2.25, 2.5};
    double y;

    (void)state;
    assert_true(count_drawn(same, &y) > 100);
    assert_true(fabs(y - 2.0) < 1e-9); /* behind its jump at 4.6, where the records are at 4.5 and 5 */
    assert_int_equal(count_drawn(other, &y), N);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_law_of_the_abscissa_under_another_name_is_drawn_between_the_points),
    };

    return cmocka_run_group_tests_name("report theory", tests, NULL, NULL);
}
