/* First contacts: nothing is jumped over, roots are as good as doubles allow. */
#include "engines/core/root.h"
#include "tests/near.h"

#include <math.h>

/* f = height + a sin(w t) - slope t: dips that touch zero again and again. */
struct wave {
    double height, a, w, slope;
};

static struct gravel_gap
wave(const void *context, double t, double t_end, double *bound)
{
    const struct wave *c = context;
    (void)t_end;
    if (bound != NULL)
        *bound = c->a * c->w * c->w;
    return (struct gravel_gap){c->height + c->a * sin(c->w * t) - c->slope * t, c->a * c->w * cos(c->w * t) - c->slope};
}

static double
bisect(const struct wave *c, double low, double high)
{
    for (int k = 0; k < 200; k++) {
        const double mid = 0.5 * (low + high);
        *(wave(c, mid, mid, NULL).f > 0.0 ? &low : &high) = mid;
    }
    return low;
}

/* Against a scan that is a thousand times finer than the fastest oscillation. */
static void
first_contact_is_the_first_root_of_a_wave(void **state)
{
    (void)state;
    for (double slope = 0.05; slope < 3.0; slope *= 1.37) {
        const struct wave c = {.height = 2.385, .a = 0.7, .w = 11.0, .slope = slope};
        double t = 0.0;
        const double dt = 1e-3 * 2.0 * M_PI / c.w;
        while (wave(&c, t + dt, 0, NULL).f > 0.0)
            t += dt;
        near("root", gravel_first_contact(wave, &c, 0.0, 1e3, 1e-16), bisect(&c, t, t + dt), 1e-12);
    }
}

/* A dip that stays above zero by 1e-9 is passed, one that goes below by 1e-9 is found. */
static void
grazing_is_decided_exactly(void **state)
{
    (void)state;
    const struct wave miss = {.height = 1.0 + 1e-9, .a = 1.0, .w = 1.0, .slope = 0.0};
    assert_true(isinf(gravel_first_contact(wave, &miss, 0.0, 6.0, 1e-15)));
    const struct wave hit = {.height = 1.0 - 1e-9, .a = 1.0, .w = 1.0, .slope = 0.0};
    near("graze", gravel_first_contact(wave, &hit, 0.0, 6.0, 1e-15), 1.5 * M_PI - acos(1.0 - 1e-9), 1e-9);
}

/* A bead that leaves a plate with phase phi_0 = asin(1/alpha) follows S3 Eq. 29; its landing phase for alpha
 * = 2 is p2/(2 pi) = 0.82481 (S3 Eq. 30, ledger).  In units A0 = w = 1: f = h(t) - sin(t), h'' = -1/alpha. */
struct landing {
    double alpha, p0;
};

static struct gravel_gap
landing(const void *context, double t, double t_end, double *bound)
{
    const struct landing *c = context;
    const double g = 1.0 / c->alpha;
    (void)t_end;
    if (bound != NULL)
        *bound = 1.0 + g;
    return (struct gravel_gap){sin(c->p0) + cos(c->p0) * t - 0.5 * g * t * t - sin(c->p0 + t),
                               cos(c->p0) - g * t - cos(c->p0 + t)};
}

static void
bead_that_lifts_off_tangentially_lands_at_the_published_phase(void **state)
{
    (void)state;
    const struct landing c = {.alpha = 2.0, .p0 = asin(0.5)};
    /* f, f' and f'' vanish at lift-off: start beyond it. */
    const double t = gravel_first_contact(landing, &c, 1e-3, 100.0, 1e-15);
    near("residual", landing(&c, t, t, NULL).f, 0.0, 1e-14);
    near("p2 / (2 pi)", (c.p0 + t) / (2.0 * M_PI), 0.82481, 5e-6);
}

static struct gravel_gap
fall(const void *context, double t, double t_end, double *bound)
{
    const double *c = context; /* f0, f0', -f'' */
    (void)t_end;
    if (bound != NULL)
        *bound = c[2];
    return (struct gravel_gap){c[0] + t * (c[1] - 0.5 * c[2] * t), c[1] - c[2] * t};
}

static void
approach_and_not_overlap_decides_at_the_start(void **state)
{
    (void)state;
    const double in[] = {-1e-16, -2.385, 0.0}, out[] = {-1e-16, 2.385, 0.0}, back[] = {-1e-16, 2.385, 9.81};
    assert_true(gravel_first_contact(fall, in, 0.0, 1.0, 0.0) == 0.0);
    assert_true(isinf(gravel_first_contact(fall, out, 0.0, 1.0, 0.0)));
    near("hop", gravel_first_contact(fall, back, 0.0, 1.0, 0.0), 2.0 * 2.385 / 9.81, 1e-15);
    const double rest[] = {0.0, 0.0, 9.81};
    assert_true(gravel_first_contact(fall, rest, 0.0, 1.0, 0.0) < 1e-15);
    /* At rest on the surface, and another event is due at this very moment: the search ends. */
    assert_true(isinf(gravel_first_contact(fall, rest, 0.0, 0.0, 0.0)));
}

static void
unbounded_horizon_is_searched(void **state)
{
    (void)state;
    const double c[] = {1e6, 3.0, 9.81};
    const double exact = (3.0 + sqrt(9.0 + 2.0 * 9.81 * 1e6)) / 9.81;
    near("fall", gravel_first_contact(fall, c, 0.0, INFINITY, 0.0), exact, 1e-15 * exact * 4);
}

static void
pair_contact_does_not_cancel(void **state)
{
    (void)state;
    /* Gap 1e-12 at unit speed and unit distance: c = 2e-12, tau = 1e-12. */
    near("tau", gravel_pair_contact(-1.0, 2e-12, 1.0) / 1e-12, 1.0, 1e-11);
    assert_true(isinf(gravel_pair_contact(1.0, 2.0, 1.0)));
    assert_true(isinf(gravel_pair_contact(-1.0, 2.0, 1.0)));
    assert_true(gravel_pair_contact(-1.0, -1e-16, 1.0) == 0.0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_contact_is_the_first_root_of_a_wave),
        cmocka_unit_test(grazing_is_decided_exactly),
        cmocka_unit_test(bead_that_lifts_off_tangentially_lands_at_the_published_phase),
        cmocka_unit_test(approach_and_not_overlap_decides_at_the_start),
        cmocka_unit_test(unbounded_horizon_is_searched),
        cmocka_unit_test(pair_contact_does_not_cancel),
    };
    return cmocka_run_group_tests_name("root", tests, NULL, NULL);
}
