#include "harness/run/workspace.h"

#include "engines/core/array.h"
#include "engines/core/words.h"
#include "harness/case/check_kinds.h"
#include "harness/case/combination.h"
#include "harness/case/find.h"
#include "harness/case/load.h"
#include "harness/case/observables.h"
#include "harness/reference/load.h"
#include "harness/run/invariant.h"
#include "harness/util/home.h"
#include "harness/util/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
is_all(const struct gravel_selection *selection)
{
    return selection->n_names == 0 || (selection->n_names == 1 && strcmp(selection->names[0], "all") == 0);
}

/* Allocate memory for `n` more cases. */
static enum gravel_status
reserve(struct gravel_workspace *w, size_t n, struct gravel_error *error)
{
    const size_t capacity = w->n_cases + n + 1;
    const bool complete = gravel_array_resize(&w->cases, capacity, sizeof *w->cases) &&
                          gravel_array_resize(&w->records, capacity, sizeof *w->records) &&
                          gravel_array_resize(&w->ends, capacity, sizeof *w->ends);
    return complete ? GRAVEL_OK : gravel_no_memory(error);
}

static bool
has_case(const struct gravel_workspace *w, const char *path)
{
    for (size_t k = 0; k < w->n_cases; k++)
        if (strcmp(w->cases[k]->path, path) == 0)
            return true;
    return false;
}

/* Load a case into memory that reserve() has allocated. */
static enum gravel_status
load_case(struct gravel_workspace *w, const char *path, const char *tier, struct gravel_error *error)
{
    struct gravel_case *c = calloc(1, sizeof *c);
    if (c == NULL)
        return gravel_no_memory(error);
    const enum gravel_status status = gravel_case_load(c, path, tier, error);
    if (status != GRAVEL_OK) {
        free(c);
        return status;
    }
    w->records[w->n_cases] = (struct gravel_records){0};
    w->cases[w->n_cases++] = c;
    return GRAVEL_OK;
}

/* A program of somebody else runs the points of the engine of its method; one of hard spheres also those of beads on a
 * line, in cases that have these only. */
static void
put_in_place(struct gravel_case *c, const struct gravel_engine_ops *external)
{
    if (!gravel_case_replace_engine(c, external->stands_for, external->name) && external->kind == GRAVEL_ED)
        gravel_case_replace_engine(c, "ed-column", external->name);
}

static enum gravel_status
select_case(struct gravel_workspace *w, const char *path, const struct gravel_selection *selection,
            struct gravel_error *error)
{
    if (has_case(w, path))
        return GRAVEL_OK;
    enum gravel_status status = load_case(w, path, selection->tier, error);
    if (status != GRAVEL_OK)
        return status;
    struct gravel_case *c = w->cases[w->n_cases - 1];
    struct gravel_plan_choice points = selection->points;
    points.engines = w->engines.names;
    status = gravel_case_set(c, selection->n_sets, selection->sets, error);
    if (w->engines.external != NULL)
        put_in_place(c, w->engines.external);
    if (status == GRAVEL_OK)
        status = gravel_plan_add(&w->plan, c, points, error);
    w->ends[w->n_cases - 1] = w->plan.n;
    return status;
}

static enum gravel_status
load_all(struct gravel_workspace *w, const struct gravel_selection *selection, struct gravel_error *error)
{
    char **paths;
    size_t n;
    enum gravel_status status = gravel_case_list(&paths, &n, error);
    if (status != GRAVEL_OK)
        return status;
    status = reserve(w, n, error);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        status = select_case(w, paths[k], selection, error);
    gravel_case_list_free(paths, n);
    return status;
}

static enum gravel_status
load_named(struct gravel_workspace *w, const struct gravel_selection *selection, struct gravel_error *error)
{
    enum gravel_status status = reserve(w, selection->n_names, error);
    for (size_t k = 0; k < selection->n_names && status == GRAVEL_OK; k++) {
        char *path = NULL;
        status = gravel_case_find(selection->names[k], &path, error);
        if (status == GRAVEL_OK)
            status = select_case(w, path, selection, error);
        free(path);
    }
    return status;
}

enum gravel_status
gravel_workspace_load(struct gravel_workspace *w, const struct gravel_selection *selection, struct gravel_error *error)
{
    w->is_catalogue = is_all(selection);
    enum gravel_status status = gravel_engine_choose(&w->engines, selection->engines, selection->answer_limit, error);
    if (status == GRAVEL_OK)
        status = w->is_catalogue ? load_all(w, selection, error) : load_named(w, selection, error);
    w->is_private = w->n_cases > 0;
    for (size_t k = 0; k < w->n_cases; k++)
        w->is_private = w->is_private && !gravel_case_is_of_catalogue(w->cases[k]);
    if (status == GRAVEL_OK && w->plan.n == 0) /* a gate would be green without having judged anything */
        return gravel_fail(error, GRAVEL_INPUT, "--engine: found %s, allowed: an engine of the cases",
                           selection->engines != NULL ? selection->engines : "none");
    return status;
}

enum gravel_status
gravel_workspace_load_references(struct gravel_workspace *w, struct gravel_error *error)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    return gravel_references_load(&w->references, folder, error);
}

/* An observable "invariant:<name>" is one that the points of some case have. */
static enum gravel_status
check_invariant(const struct gravel_check *check, struct gravel_error *error)
{
    char text[96], whole[GRAVEL_NAME_MAX];
    struct gravel_suggestion suggestion = {.word = check->measure};
    for (const struct gravel_invariant_ops *i = gravel_invariants; i->name != NULL; i++) {
        snprintf(whole, sizeof whole, "invariant:%s", i->name);
        if (strcmp(whole, check->measure) == 0)
            return GRAVEL_OK;
        gravel_suggest(&suggestion, whole);
    }
    return gravel_fail(error, GRAVEL_INPUT, "%s:%d:%d: checks.%s: found %s, which is no invariant%s",
                       check->location.file, check->location.line, check->location.column, check->kind->name,
                       check->measure, gravel_suggestion_text(&suggestion, text, sizeof text));
}

/* A law whose value is in another unit than the observable says nothing of it.  The law `stated` has the unit of its
 * argument. */
static enum gravel_status
check_unit(const struct gravel_case *c, const struct gravel_reference *reference, const struct gravel_check *check,
           struct gravel_error *error)
{
    const char *unit = gravel_case_unit(c, check->measure);
    if (check->kind != &gravel_check_value || reference->law == NULL || unit == NULL ||
        reference->law->unit[0] == '\0' || gravel_word_list_index(unit, reference->law->unit) >= 0)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_INPUT,
                       "%s:%d:%d: checks.measure: found %s [%s], allowed an observable in %s, as %s of %s is",
                       check->location.file, check->location.line, check->location.column, check->measure, unit,
                       reference->law->unit, reference->law->name, reference->id);
}

static enum gravel_status
check_claim(const struct gravel_case *c, const struct gravel_references *references, const struct gravel_check *check,
            struct gravel_error *error)
{
    char text[96];
    struct gravel_suggestion suggestion = {.word = check->reference};
    const struct gravel_reference *reference = gravel_references_find(references, check->reference);
    if (reference != NULL)
        return check_unit(c, reference, check, error);
    for (size_t k = 0; k < references->n; k++)
        gravel_suggest(&suggestion, references->items[k].id);
    return gravel_fail(error, GRAVEL_INPUT,
                       "%s:%d:%d: checks.reference: found %s, which is not on file%s; see `gravel list references`",
                       check->location.file, check->location.line, check->location.column, check->reference,
                       gravel_suggestion_text(&suggestion, text, sizeof text));
}

enum gravel_status
gravel_workspace_check_claims(const struct gravel_workspace *w, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < w->n_cases; k++)
        for (size_t i = 0; i < w->cases[k]->n_checks && status == GRAVEL_OK; i++) {
            const struct gravel_check *check = &w->cases[k]->checks[i];
            if (check->reference[0] != '\0')
                status = check_claim(w->cases[k], &w->references, check, error);
            if (status == GRAVEL_OK && gravel_names_invariant(check->measure))
                status = check_invariant(check, error);
        }
    return status;
}

enum gravel_status
gravel_workspace_open_store(struct gravel_workspace *w, const char *path, bool read_only, struct gravel_error *error)
{
    return gravel_store_open(&w->store, path != NULL ? path : gravel_default_store(), read_only, error);
}

enum gravel_status
gravel_workspace_fetch(struct gravel_workspace *w, size_t *n_missing, struct gravel_error *error)
{
    *n_missing = 0;
    for (size_t k = 0, p = 0; k < w->n_cases; k++)
        for (; p < w->ends[k]; p++) {
            struct gravel_record record;
            bool found;
            enum gravel_status status = gravel_store_get(w->store, w->plan.points[p].key, &record, &found, error);
            if (status == GRAVEL_OK && found && gravel_records_append(&w->records[k], &record) != GRAVEL_OK)
                status = gravel_no_memory(error);
            if (status != GRAVEL_OK) {
                gravel_record_free(&record);
                return status;
            }
            *n_missing += !found;
        }
    return GRAVEL_OK;
}

static bool
is_of_engine(const struct gravel_option *option)
{
    return strncmp(option->path, "engines.", strlen("engines.")) == 0;
}

/* Whether all parameters of `a` but those of engines are in `b`. */
static bool
has_parameters(const struct gravel_options *a, const struct gravel_options *b)
{
    for (size_t k = 0; k < a->n; k++) {
        const struct gravel_value *value = gravel_options_find(b, a->items[k].path);
        if (!is_of_engine(&a->items[k]) && (value == NULL || !gravel_value_equal(value, &a->items[k].value)))
            return false;
    }
    return true;
}

/* Whether one of the points from `first` to before `end` is that of the record, on another engine. */
static bool
is_planned(const struct gravel_plan *plan, size_t first, size_t end, const struct gravel_record *record)
{
    for (size_t p = first; p < end; p++) {
        const struct gravel_point *point = &plan->points[p];
        if (point->seed == record->seed && point->replicate == record->replicate &&
            has_parameters(&point->parameters, &record->parameters) &&
            has_parameters(&record->parameters, &point->parameters))
            return true;
    }
    return false;
}

enum gravel_status
gravel_workspace_fetch_foreign(struct gravel_workspace *w, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < w->n_cases && status == GRAVEL_OK; k++) {
        struct gravel_records all = {0};
        status = gravel_store_load(w->store, w->cases[k]->name, &all, error);
        for (size_t r = 0; r < all.n && status == GRAVEL_OK; r++)
            if (gravel_engine_find(all.items[r].engine) == NULL &&
                is_planned(&w->plan, k > 0 ? w->ends[k - 1] : 0, w->ends[k], &all.items[r]) &&
                gravel_records_append(&w->records[k], &all.items[r]) != GRAVEL_OK)
                status = gravel_no_memory(error);
        gravel_records_free(&all);
    }
    return status;
}

void
gravel_workspace_free(struct gravel_workspace *w)
{
    gravel_plan_free(&w->plan);
    free(w->engines.names);
    for (size_t k = 0; k < w->n_cases; k++) {
        gravel_records_free(&w->records[k]);
        gravel_case_free(w->cases[k]);
        free(w->cases[k]);
    }
    free(w->cases);
    free(w->ends);
    free(w->records);
    gravel_store_close(w->store);
    gravel_references_free(&w->references);
    *w = (struct gravel_workspace){0};
}
