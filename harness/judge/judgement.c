#include "harness/judge/judgement.h"

#include "engines/core/array.h"
#include "harness/case/find.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[] = {
    [GRAVEL_PASS] = "PASS",
    [GRAVEL_FAIL] = "FAIL",
    [GRAVEL_INCONCLUSIVE] = "INCONCLUSIVE",
    [GRAVEL_SKIP] = "SKIP",
    [GRAVEL_NOT_APPLICABLE] = "NOT_APPLICABLE",
};

const char *
gravel_verdict_name(enum gravel_verdict verdict)
{
    return verdict_names[verdict];
}

bool
gravel_judgement_is_as_on_file(const struct gravel_judgement *judgement)
{
    return judgement->contradicted && !judgement->moved && judgement->verdict == GRAVEL_FAIL;
}

bool
gravel_judgement_fails(const struct gravel_judgement *judgement)
{
    return judgement->moved || judgement->verdict == (judgement->contradicted ? GRAVEL_PASS : GRAVEL_FAIL);
}

bool
gravel_judgement_is_red(const struct gravel_judgement *judgement)
{
    return judgement->changed || (gravel_judgement_fails(judgement) && !judgement->known);
}

size_t
gravel_judgements_count_stochastic(const struct gravel_judgements *judgements)
{
    size_t n = 0;
    for (size_t k = 0; k < judgements->n; k++)
        n += judgements->items[k].n_stochastic;
    return n;
}

void
gravel_judgements_free(struct gravel_judgements *judgements)
{
    free(judgements->items);
    judgements->items = NULL;
    judgements->n = judgements->capacity = 0;
}

struct gravel_judgement *
gravel_judgements_append(struct gravel_judgements *list, const struct gravel_case *c, struct gravel_error *error)
{
    if (!gravel_array_grow(&list->items, &list->capacity, list->n + 1, sizeof *list->items)) {
        gravel_no_memory(error);
        return NULL;
    }
    struct gravel_judgement *j = &list->items[list->n++];
    *j = (struct gravel_judgement){.value = NAN,
                                   .err = NAN,
                                   .expected = NAN,
                                   .expected_err = NAN,
                                   .deviation_err = NAN,
                                   .dof = NAN,
                                   .tolerance = NAN,
                                   .ratio = NAN};
    snprintf(j->case_name, sizeof j->case_name, "%s", c->name);
    const bool is_file = c->path && !gravel_case_is_of_catalogue(c);
    snprintf(j->target, sizeof j->target, "%s", is_file ? c->path : c->name);
    snprintf(j->family, sizeof j->family, "%s", c->family);
    return j;
}

enum gravel_verdict
gravel_verdict_of_record(const struct gravel_judgements *judgements, const struct gravel_case *c,
                         const struct gravel_record *record)
{
    switch (record->status) {
    case GRAVEL_POINT_DONE: return GRAVEL_PASS;
    case GRAVEL_POINT_NOT_APPLICABLE:
        return judgements->as_filed && strcmp(record->engine, c->external) != 0 && gravel_case_is_of_catalogue(c)
                   ? GRAVEL_FAIL
                   : GRAVEL_NOT_APPLICABLE;
    case GRAVEL_POINT_SKIPPED: return GRAVEL_SKIP;
    case GRAVEL_POINT_BROKEN:
    case GRAVEL_POINT_FAILED: break;
    }
    return GRAVEL_FAIL;
}

void
gravel_judgement_set_verdict(struct gravel_judgement *judgement, enum gravel_verdict verdict, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(judgement->note, sizeof judgement->note, format, args);
    va_end(args);
    judgement->verdict = verdict;
}

void
gravel_judgement_warn(struct gravel_judgement *judgement, const char *text)
{
    const size_t used = strlen(judgement->note);
    judgement->warned = true;
    snprintf(judgement->note + used, sizeof judgement->note - used, "%s%s", used > 0 ? "; " : "", text);
}
