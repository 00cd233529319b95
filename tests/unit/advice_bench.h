/* Advice on cases that a test writes as text. */
#ifndef GRAVEL_TESTS_UNIT_ADVICE_BENCH_H
#define GRAVEL_TESTS_UNIT_ADVICE_BENCH_H

#include "harness/advise/advise.h"
#include "harness/case/combination.h"
#include "harness/case/load.h"
#include "harness/reference/load.h"
#include "harness/run/build.h"
#include "harness/util/home.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct gravel_references references;

static inline int
load_references(void **state)
{
    char folder[4096];
    struct gravel_error error;
    (void)state;
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    return gravel_references_load(&references, folder, &error) == GRAVEL_OK ? 0 : -1;
}

static inline int
free_references(void **state)
{
    (void)state;
    gravel_references_free(&references);
    return 0;
}

/* Advice on the first point of a case, after `set` and a change of its system if there are any. */
static inline struct gravel_advice
advice_changed(const char *text, const char *set, double speed, void (*change)(struct gravel_system *system))
{
    char path[PATH_MAX];
    struct gravel_error error;
    struct gravel_case c = {0};
    struct gravel_options parameters = {0};
    struct gravel_system system = {0};
    struct gravel_advice advice = {0};
    assert_true(scratch_file(path, text));
    enum gravel_status status = gravel_case_load(&c, path, "quick", &error);
    scratch_remove(path);
    if (status == GRAVEL_OK && set != NULL)
        status = gravel_case_set(&c, 1, &set, &error);
    if (status == GRAVEL_OK)
        status = gravel_case_at(&c, 0, &parameters, &error);
    if (status == GRAVEL_OK)
        status = gravel_case_build(&parameters, c.prepare, 1, &system, &error);
    if (status == GRAVEL_OK && change != NULL)
        change(&system);
    if (status == GRAVEL_OK)
        status = gravel_advise(&advice, &parameters, &system, &references, speed, 0.0, &error);
    if (status != GRAVEL_OK)
        fail_msg("%s", error.text);
    gravel_system_free(&system);
    gravel_options_free(&parameters);
    gravel_case_free(&c);
    return advice;
}

static inline struct gravel_advice
advice_on(const char *text, const char *set, double speed)
{
    return advice_changed(text, set, speed, NULL);
}

#define HEAD "name: test\nfamily: unit\ntitle: A test\ndimension: 1\n"
#define COLUMN                                                                                \
    HEAD "particles: {count: 10, diameter: 1.0e-3, density: 2500}\n"                          \
         "material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}\n"                  \
         "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"      \
         "prepare: {column: {sigma: 10, velocity: -0.2}}\nrun: {time: 1, until: separated}\n" \
         "engines: {md: {steps_per_contact: 100}, ed-column: {}}\nmeasure: [effective_restitution]\n"
#define PLATE                                                                                   \
    HEAD "gravity: [0, 0, -9.81]\nparticles: {count: 10, diameter: 0.1, density: 7800}\n"       \
         "material: {law: linear, restitution: 0.95, contact_time: 1.0e-4}\n"                   \
         "walls: [{name: plate, shape: plane, contact: {rule: restitution, restitution: 1.0}, " \
         "motion: {acceleration: 10, frequency: 20}}]\n"                                        \
         "prepare: {column: {separation: 1.0e-3}}\nrun: {time: 100}\n"                          \
         "engines: {md: {}, ed-column: {}}\nmeasure: [centre_of_mass]\n"

#endif
