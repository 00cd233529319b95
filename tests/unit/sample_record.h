/* A record with every field set and awkward numbers, for the tests of records and the store. */
#ifndef GRAVEL_TESTS_SAMPLE_RECORD_H
#define GRAVEL_TESTS_SAMPLE_RECORD_H

#include "harness/record/record.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void
sample_parameter(struct gravel_record *r, const char *path, struct gravel_value value)
{
    assert_int_equal(gravel_options_set(&r->parameters, path, &value, NULL), GRAVEL_OK);
}

static inline struct gravel_record
sample_record(const char *key)
{
    struct gravel_record r = {.seed = UINT64_MAX - 3,
                              .replicate = 2,
                              .status = GRAVEL_POINT_BROKEN,
                              .cpu_seconds = 0.1,
                              .simulated_seconds = 1e-300,
                              .steady = true,
                              .transient = 1.0 / 7.0,
                              .commit = "abc",
                              .compiler = "gcc",
                              .host = "here",
                              .started = "2026-01-01T00:00:00Z"};
    static const double rows[] = {0.0, 1.0 / 3.0, DBL_MIN, NAN, 5e-324, -INFINITY};
    snprintf(r.key, sizeof r.key, "%s", key);
    assert_int_equal(gravel_record_set_text(&r.case_name, "sample"), GRAVEL_OK);
    assert_int_equal(gravel_record_set_text(&r.family, "tests"), GRAVEL_OK);
    assert_int_equal(gravel_record_set_text(&r.engine, "md"), GRAVEL_OK);
    assert_int_equal(gravel_record_set_text(&r.tier, "quick"), GRAVEL_OK);
    assert_int_equal(gravel_record_set_text(&r.message, "it's \"broken\"; DROP TABLE"), GRAVEL_OK);
    sample_parameter(&r, "gravity", (struct gravel_value){.type = GRAVEL_TYPE_VEC3, .vec = {0.1, 0.0, -9.81}});
    sample_parameter(&r, "material.law", (struct gravel_value){.type = GRAVEL_TYPE_CHOICE, .text = (char *)"linear"});
    sample_parameter(&r, "material.rotation", (struct gravel_value){.type = GRAVEL_TYPE_BOOL, .real = 1.0});
    sample_parameter(&r, "particles.count", (struct gravel_value){.type = GRAVEL_TYPE_INT, .real = 10.0});
    sample_parameter(&r, "particles.light.diameter", (struct gravel_value){.type = GRAVEL_TYPE_REAL, .real = 0.1});
    sample_parameter(&r, "particles.heavy.diameter", (struct gravel_value){.type = GRAVEL_TYPE_REAL, .real = 1.0});
    assert_int_equal(gravel_record_add_observable(&r, "height", "m", 1.0 / 3.0, 1e-17, 12.5), GRAVEL_OK);
    assert_int_equal(gravel_record_add_observable(&r, "nothing seen", "1", NAN, -1.0, 0.0), GRAVEL_OK);
    assert_int_equal(gravel_record_add_table(&r, "profile", "z|density|err", "m|kg/m^3|", 2, rows), GRAVEL_OK);
    assert_int_equal(gravel_record_add_table(&r, "empty", "t", "s", 0, NULL), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(&r, "energy", 1e-3, 1e-9), GRAVEL_OK);
    assert_int_equal(gravel_record_add_invariant(&r, "finite", 0.0, 0.0), GRAVEL_OK);
    assert_int_equal(gravel_record_add_counter(&r, "events", 12.0), GRAVEL_OK);
    assert_int_equal(gravel_record_add_counter(&r, "min_contact_steps", INFINITY), GRAVEL_OK);
    return r;
}

static inline void
assert_same_real(double a, double b)
{
    assert_true(a == b || (isnan(a) && isnan(b)));
}

static inline void
assert_same_tables(const struct gravel_table *a, const struct gravel_table *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->n_columns, b->n_columns);
    assert_int_equal(a->n_rows, b->n_rows);
    for (size_t k = 0; k < a->n_columns; k++) {
        assert_string_equal(a->columns[k], b->columns[k]);
        assert_string_equal(a->units[k], b->units[k]);
    }
    for (size_t k = 0; k < a->n_columns * a->n_rows; k++)
        assert_same_real(a->data[k], b->data[k]);
}

static inline void
assert_same_parameters(const struct gravel_options *a, const struct gravel_options *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t k = 0; k < a->n; k++) {
        const struct gravel_value *v = &a->items[k].value, *w = &b->items[k].value;
        assert_string_equal(a->items[k].path, b->items[k].path);
        assert_int_equal(v->type, w->type);
        assert_same_real(v->real, w->real);
        assert_memory_equal(&v->vec, &w->vec, sizeof v->vec);
        if (v->text != NULL)
            assert_string_equal(v->text, w->text);
    }
}

static inline void
assert_same_record(const struct gravel_record *a, const struct gravel_record *b)
{
    assert_string_equal(a->key, b->key);
    assert_string_equal(a->case_name, b->case_name);
    assert_string_equal(a->family, b->family);
    assert_string_equal(a->engine, b->engine);
    assert_string_equal(a->tier, b->tier);
    assert_string_equal(a->message, b->message);
    assert_true(a->seed == b->seed && a->replicate == b->replicate && a->status == b->status);
    assert_true(a->cpu_seconds == b->cpu_seconds && a->simulated_seconds == b->simulated_seconds);
    assert_true(a->steady == b->steady && a->transient == b->transient);
    assert_string_equal(a->commit, b->commit);
    assert_string_equal(a->compiler, b->compiler);
    assert_string_equal(a->host, b->host);
    assert_string_equal(a->started, b->started);
    assert_same_parameters(&a->parameters, &b->parameters);
    assert_int_equal(a->n_observables, b->n_observables);
    for (size_t k = 0; k < a->n_observables; k++) {
        assert_string_equal(a->observables[k].name, b->observables[k].name);
        assert_string_equal(a->observables[k].unit, b->observables[k].unit);
        assert_same_real(a->observables[k].value, b->observables[k].value);
        assert_same_real(a->observables[k].err, b->observables[k].err);
        assert_same_real(a->observables[k].n_eff, b->observables[k].n_eff);
    }
    assert_int_equal(a->n_invariants, b->n_invariants);
    for (size_t k = 0; k < a->n_invariants; k++) {
        assert_string_equal(a->invariants[k].name, b->invariants[k].name);
        assert_same_real(a->invariants[k].value, b->invariants[k].value);
        assert_same_real(a->invariants[k].limit, b->invariants[k].limit);
        assert_true(a->invariants[k].ok == b->invariants[k].ok);
    }
    assert_int_equal(a->n_counters, b->n_counters);
    for (size_t k = 0; k < a->n_counters; k++) {
        assert_string_equal(a->counters[k].name, b->counters[k].name);
        assert_same_real(a->counters[k].value, b->counters[k].value);
    }
    assert_int_equal(a->n_tables, b->n_tables);
    for (size_t k = 0; k < a->n_tables; k++)
        assert_same_tables(&a->tables[k], &b->tables[k]);
}

#endif
