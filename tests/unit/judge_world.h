/* Synthetic records on one axis "x", whose truth is known, before the judge. */
#ifndef GRAVEL_TESTS_JUDGE_WORLD_H
#define GRAVEL_TESTS_JUDGE_WORLD_H

#include "harness/case/check_kinds.h"
#include "harness/judge/judge.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct world {
    struct gravel_case c;
    struct gravel_axis axis;
    struct gravel_check check;
    struct gravel_records records;
    struct gravel_references references;
    struct gravel_reference reference;
    struct gravel_judgements judgements;
    char key[2], *keys[1]; /* of the axis */
};

static inline void
world_init(struct world *w, const struct gravel_check_kind *kind)
{
    *w = (struct world){.judgements.inconclusive_allowed = 1.0, .key = "x"};
    w->keys[0] = w->key;
    w->axis = (struct gravel_axis){.n_keys = 1, .n_values = 1, .keys = w->keys};
    w->check = (struct gravel_check){
        .kind = kind, .title = "", .measure = "y", .along = "x", .from = -INFINITY, .to = INFINITY, .constant = NAN};
    w->reference = (struct gravel_reference){.id = "R",
                                             .family = "f",
                                             .kind = "analytic",
                                             .has_value = true,
                                             .value = 1.0,
                                             .uncertainty = 0.02,
                                             .where = "here",
                                             .note = "remember",
                                             .undecidable = "",
                                             .contradicted = "",
                                             .source_key = "S"};
    w->references = (struct gravel_references){.n = 1, .items = &w->reference};
    w->c = (struct gravel_case){
        .name = "synthetic", .family = "f", .n_axes = 1, .axes = &w->axis, .n_checks = 1, .checks = &w->check};
    if (kind == &gravel_check_value || kind == &gravel_check_slope || kind == &gravel_check_fit)
        strcpy(w->check.reference, "R");
}

static inline struct gravel_record *
world_add(struct world *w, const char *engine, double x, double y, double err, double n_eff)
{
    struct gravel_record r = {.engine = strdup(engine), .message = strdup(""), .steady = true};
    struct gravel_error error;
    const struct gravel_value value = {.type = GRAVEL_TYPE_REAL, .real = x};
    assert_int_equal(gravel_options_set(&r.parameters, "x", &value, &error), GRAVEL_OK);
    assert_int_equal(gravel_record_add_observable(&r, "y", "1", y, err, n_eff), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(&r, "energy", 1e-13, 1e-12), GRAVEL_OK);
    assert_int_equal(gravel_records_append(&w->records, &r), GRAVEL_OK);
    return &w->records.items[w->records.n - 1];
}

static inline void
world_judge(struct world *w)
{
    struct gravel_case *cases[] = {&w->c};
    struct gravel_error error;
    gravel_judgements_free(&w->judgements);
    assert_int_equal(gravel_judge_all(cases, &w->records, 1, &w->references, &w->judgements, &error), GRAVEL_OK);
}

static inline void
world_set(struct gravel_observable *o, double value, double err, double n_eff)
{
    o->value = value;
    o->err = err;
    o->n_eff = n_eff;
}

/* The judgements that are not of invariants. */
static inline const struct gravel_judgement *
world_verdict(struct world *w, size_t index)
{
    world_judge(w);
    for (size_t k = 0; k < w->judgements.n; k++)
        if (strcmp(w->judgements.items[k].kind, "invariant") != 0 && index-- == 0)
            return &w->judgements.items[k];
    return NULL;
}

static inline void
world_free(struct world *w)
{
    gravel_judgements_free(&w->judgements);
    gravel_records_free(&w->records);
}

#endif
