/* Case files as texts: the parts of a small one, and loading. */
#ifndef GRAVEL_TESTS_UNIT_CASE_TEXT_H
#define GRAVEL_TESTS_UNIT_CASE_TEXT_H

#include "harness/case/case.h"
#include "harness/case/load.h"
#include "tests/near.h"
#include "tests/scratch.h"

#include <stdio.h>

#define HEAD "name: test\nfamily: unit\ntitle: A test\nreplicates: 2\nseed: 7\n"
#define SPACE "dimension: 1\ngravity: [0, 0, -9.81]\n"
#define GRAINS "particles: {count: 3, diameter: 2.0e-3, density: 2500}\n"
#define MATERIAL "material: {law: linear, restitution: 0.9, contact_time: 1.0e-5}\n"
#define FLOOR "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"
#define REST                                                                                                \
    "prepare: {column: {sigma: 10, velocity: -0.1}}\nrun: {time: 0.01}\nmeasure: [effective_restitution]\n" \
    "engines: {md: {steps_per_contact: 60}, ed-column: {}}\n"
#define ALL HEAD SPACE GRAINS MATERIAL FLOOR REST

/* Load a text as a case file. */
static inline enum gravel_status
load(struct gravel_case *c, const char *text, const char *tier, struct gravel_error *error)
{
    char path[PATH_MAX];
    assert_true(scratch_file(path, text));
    const enum gravel_status status = gravel_case_load(c, path, tier, error);
    scratch_remove(path);
    return status;
}

static inline struct gravel_case
loaded(const char *text, const char *tier)
{
    struct gravel_case c;
    struct gravel_error error;
    const enum gravel_status status = load(&c, text, tier, &error);
    if (status != GRAVEL_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
    return c;
}

#endif
