/* Plans: which points there are, and that their keys and seeds depend on what determines a result and nothing else. */
#include "harness/case/load.h"
#include "harness/run/engine_choice.h"
#include "harness/run/plan.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN                                                                                                         \
    "name: test\nfamily: unit\ntitle: A test\ndimension: 1\nparticles: {count: 3, diameter: 2.0e-3, density: 2500}\n" \
    "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"                                   \
    "prepare: {column: {sigma: 10, velocity: -0.1}}\nrun: {time: 0.01}\n"
#define MATERIAL "material: {law: linear, restitution: 0.9, contact_time: 1.0e-5}\n"
#define MEASURE "measure: [effective_restitution, relative_energy]\n"
#define ENGINES "engines: {md: {}, ed-column: {}}\n"
#define PLAIN BEGIN MATERIAL MEASURE ENGINES

struct planned {
    struct gravel_case *c;
    struct gravel_plan plan;
};

static struct planned
planned(const char *text, struct gravel_plan_choice choice)
{
    char path[PATH_MAX];
    struct gravel_error error;
    struct planned p = {.c = calloc(1, sizeof *p.c)};
    assert_true(p.c != NULL && scratch_file(path, text));
    enum gravel_status status = gravel_case_load(p.c, path, "quick", &error);
    scratch_remove(path);
    if (status == GRAVEL_OK)
        status = gravel_plan_add(&p.plan, p.c, choice, &error);
    if (status != GRAVEL_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
    return p;
}

static void
release(struct planned *p)
{
    gravel_plan_free(&p->plan);
    gravel_case_free(p->c);
    free(p->c);
}

/* The key of the first point of an engine. */
static void
key_of(const char *text, const char *engine, char *key)
{
    struct planned p = planned(text, (struct gravel_plan_choice){.engines = engine});
    assert_true(p.plan.n > 0);
    memcpy(key, p.plan.points[0].key, sizeof p.plan.points[0].key);
    release(&p);
}

static void
points_are_sweep_times_engines_times_replicates(void **state)
{
    (void)state;
    static const char text[] = PLAIN "replicates: 3\nsweep:\n  - {key: material.restitution, values: [0.5, 0.6]}\n"
                                     "  - {key: particles.count, values: [1, 2, 3, 4]}\n";
    struct planned p = planned(text, (struct gravel_plan_choice){0}),
                   one = planned(text, (struct gravel_plan_choice){.engines = "md"}),
                   five = planned(text, (struct gravel_plan_choice){.engines = "md,ed-column", .seeds = 5});
    assert_int_equal(p.plan.n, 2 * 4 * 2 * 3);
    assert_int_equal(one.plan.n, 2 * 4 * 3);
    assert_int_equal(five.plan.n, 2 * 4 * 2 * 5);
    for (size_t a = 0; a < p.plan.n; a++)
        for (size_t b = 0; b < a; b++)
            assert_string_not_equal(p.plan.points[a].key, p.plan.points[b].key);
    release(&p);
    release(&one);
    release(&five);
}

static void
engines_that_a_case_lacks_give_no_points_and_unknown_ones_are_refused(void **state)
{
    (void)state;
    struct gravel_error error;
    struct planned p = planned(PLAIN, (struct gravel_plan_choice){.engines = "ed"});
    assert_int_equal(p.plan.n, 0);
    struct gravel_engine_choice choice;
    assert_int_equal(gravel_engine_choose(&choice, "md,nope", 0.0, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "nope"));
    free(choice.names);
    release(&p);
}

static void
keys_depend_on_what_determines_the_result_only(void **state)
{
    (void)state;
    char plain[17], other[17];
    key_of(PLAIN, "ed-column", plain);
    assert_int_equal(strlen(plain), 16);
    static const char *const same[] = {
        PLAIN,
        BEGIN ENGINES MEASURE MATERIAL,
        BEGIN MATERIAL MEASURE "engines: {ed-column: {}, md: {steps_per_contact: 400}}\n",
        BEGIN MATERIAL MEASURE "engines: {ed-column: {}}\n",
        BEGIN MATERIAL ENGINES "measure: [relative_energy, effective_restitution]\n",
        BEGIN MEASURE ENGINES "material: {contact_time: 0.00001, law: linear, restitution: 9.0e-1, friction: 0}\n",
        PLAIN "replicates: 4\n",
        PLAIN "sweep: [{key: material.restitution, values: [0.9, 0.5]}]\n",
        PLAIN "tiers: {quick: {gravity: [0, 0, 0]}}\n",
    };
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) {
        key_of(same[k], "ed-column", other);
        if (strcmp(plain, other) != 0)
            print_error("case %zu differs\n", k);
        assert_string_equal(plain, other);
    }
    static const char *const different[] = {
        PLAIN "seed: 2\n",
        PLAIN "gravity: [0, 0, -1]\n",
        BEGIN MATERIAL ENGINES "measure: [relative_energy]\n",
        BEGIN MATERIAL MEASURE "engines: {ed-column: {cutoff_ratio: 1.0e-6}}\n",
        BEGIN MEASURE ENGINES "material: {law: linear, restitution: 0.9000000000000001, contact_time: 1.0e-5}\n",
    };
    for (size_t k = 0; k < sizeof different / sizeof different[0]; k++) {
        key_of(different[k], "ed-column", other);
        if (strcmp(plain, other) == 0)
            print_error("case %zu is the same\n", k);
        assert_string_not_equal(plain, other);
    }
    key_of(PLAIN, "md", other);
    assert_string_not_equal(plain, other);
}

static void
seeds_depend_on_case_seed_and_replicate_only(void **state)
{
    (void)state;
    struct planned p = planned(PLAIN "replicates: 2\nsweep: [{key: material.restitution, values: [0.5, 0.6]}]\n",
                               (struct gravel_plan_choice){0});
    uint64_t seeds[2] = {0, 0};
    for (size_t k = 0; k < p.plan.n; k++) {
        const struct gravel_point *point = &p.plan.points[k];
        assert_in_range(point->replicate, 0, 1);
        assert_true(point->seed < (UINT64_C(1) << 53));
        if (seeds[point->replicate] == 0)
            seeds[point->replicate] = point->seed;
        assert_true(seeds[point->replicate] == point->seed);
    }
    assert_true(seeds[0] != seeds[1]);
    release(&p);
    static const char *const others[] = {
        BEGIN MATERIAL ENGINES "measure: [relative_energy]\n",
        BEGIN MATERIAL MEASURE "engines: {ed-column: {cutoff_ratio: 1.0e-6}}\n",
        PLAIN "gravity: [0, 0, -1]\nreplicates: 4\n",
        PLAIN "checks: [{bound: relative_energy, from: 0, to: 2, title: t}]\n",
    };
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        struct planned other = planned(others[k], (struct gravel_plan_choice){0});
        assert_true(other.plan.points[0].seed == seeds[0]);
        release(&other);
    }
    struct planned other = planned(PLAIN "seed: 2\n", (struct gravel_plan_choice){0});
    assert_true(other.plan.points[0].seed != seeds[0]);
    release(&other);
}

/* A shift of the seed is the same as another seed in the file, so that stores hold several sets side by side. */
static void
a_shift_of_the_seed_gives_the_points_of_another_seed(void **state)
{
    (void)state;
    struct planned p = planned(PLAIN, (struct gravel_plan_choice){0}),
                   shifted = planned(PLAIN, (struct gravel_plan_choice){.seed_shift = 6}),
                   stated = planned(PLAIN "seed: 7\n", (struct gravel_plan_choice){0});
    assert_int_equal(shifted.plan.n, p.plan.n);
    for (size_t k = 0; k < p.plan.n; k++) {
        assert_string_not_equal(shifted.plan.points[k].key, p.plan.points[k].key);
        assert_string_equal(shifted.plan.points[k].key, stated.plan.points[k].key);
        assert_true(shifted.plan.points[k].seed == stated.plan.points[k].seed);
    }
    release(&p);
    release(&shifted);
    release(&stated);
}

static void
points_carry_their_own_engine_options_only(void **state)
{
    (void)state;
    struct planned p = planned(PLAIN, (struct gravel_plan_choice){0});
    assert_int_equal(p.plan.n, 2);
    assert_true(gravel_options_has(&p.plan.points[0].parameters, "engines.md.steps_per_contact"));
    assert_false(gravel_options_has(&p.plan.points[0].parameters, "engines.ed-column.cutoff_ratio"));
    assert_true(gravel_options_has(&p.plan.points[1].parameters, "engines.ed-column.cutoff_ratio"));
    assert_false(gravel_options_has(&p.plan.points[1].parameters, "engines.md.steps_per_contact"));
    release(&p);
}

/* A sweep over MD's time step makes one point of the hard spheres, not three. */
static void
sweeps_of_one_engines_options_do_not_repeat_the_others(void **state)
{
    (void)state;
    struct planned p = planned(PLAIN "sweep: [{key: engines.md.steps_per_contact, values: [50, 100, 200]}]\n",
                               (struct gravel_plan_choice){0});
    assert_int_equal(p.plan.n, 3 + 1);
    release(&p);
}

/* The number is known before a point is made: 10^9 of them would not fit into memory. */
static void
plans_beyond_the_stated_number_are_refused_at_once(void **state)
{
    (void)state;
    struct gravel_error error;
    struct planned p = planned(PLAIN, (struct gravel_plan_choice){.max_points = 4});
    assert_int_equal(p.plan.n, 2);
    assert_int_equal(gravel_plan_add(&p.plan, p.c, (struct gravel_plan_choice){.seeds = 1000000000}, &error),
                     GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "a plan of 2000000002 points, allowed: 100000; --max-points 2000000002"));
    assert_int_equal(gravel_plan_add(&p.plan, p.c, (struct gravel_plan_choice){.max_points = 3}, &error), GRAVEL_INPUT);
    assert_int_equal(p.plan.n, 2);
    assert_int_equal(gravel_plan_add(&p.plan, p.c, (struct gravel_plan_choice){.max_points = 4, .seeds = 1}, &error),
                     GRAVEL_OK);
    release(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_sweep_times_engines_times_replicates),
        cmocka_unit_test(engines_that_a_case_lacks_give_no_points_and_unknown_ones_are_refused),
        cmocka_unit_test(keys_depend_on_what_determines_the_result_only),
        cmocka_unit_test(seeds_depend_on_case_seed_and_replicate_only),
        cmocka_unit_test(a_shift_of_the_seed_gives_the_points_of_another_seed),
        cmocka_unit_test(points_carry_their_own_engine_options_only),
        cmocka_unit_test(sweeps_of_one_engines_options_do_not_repeat_the_others),
        cmocka_unit_test(plans_beyond_the_stated_number_are_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
