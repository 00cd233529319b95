#include "harness/judge/verdicts.h"

#include <math.h>
#include <string.h>

static enum gravel_judged
judged(const struct gravel_judgement *j)
{
    if (strcmp(j->kind, "invariant") == 0)
        return GRAVEL_JUDGED_INVARIANTS;
    return j->reference[0] ? GRAVEL_JUDGED_CLAIMS : GRAVEL_JUDGED_CHECKS;
}

/* Whether item k is the first about its reference; then whether all about it are decided, and one is contradicted. */
static bool
is_first(const struct gravel_judgements *list, size_t k, bool *decided, bool *contradicted)
{
    *decided = true;
    *contradicted = false;
    for (size_t i = 0; i < list->n; i++) {
        const struct gravel_judgement *j = &list->items[i];
        if (strcmp(j->reference, list->items[k].reference) != 0)
            continue;
        if (i < k)
            return false;
        *decided = *decided && (j->verdict == GRAVEL_PASS || j->verdict == GRAVEL_FAIL);
        *contradicted = *contradicted || (j->contradicted && j->verdict == GRAVEL_FAIL);
    }
    return true;
}

struct gravel_verdict_counts
gravel_verdict_count(const struct gravel_judgements *judgements)
{
    struct gravel_verdict_counts counts = {0};
    size_t n_checks = 0, inconclusive = 0;
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        const enum gravel_judged what = judged(j);
        bool decided, contradicted;
        counts.n[what][j->verdict]++;
        counts.contradicted += j->contradicted && j->verdict == GRAVEL_FAIL;
        counts.unexpected += gravel_judgement_is_red(j);
        n_checks += what != GRAVEL_JUDGED_INVARIANTS;
        inconclusive += j->verdict == GRAVEL_INCONCLUSIVE;
        if (what != GRAVEL_JUDGED_CLAIMS || !is_first(judgements, k, &decided, &contradicted))
            continue;
        counts.decided_references += decided;
        counts.contradicted_references += contradicted;
    }
    const bool too_many = (double)inconclusive > judgements->inconclusive_allowed * (double)n_checks;
    counts.red = counts.unexpected + (too_many ? inconclusive : 0);
    return counts;
}

bool
gravel_verdict_case_decided(const struct gravel_judgements *judgements, const char *case_name)
{
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        if (strcmp(j->case_name, case_name) == 0 && judged(j) == GRAVEL_JUDGED_CLAIMS &&
            (j->verdict == GRAVEL_PASS || j->verdict == GRAVEL_FAIL))
            return true;
    }
    return false;
}

const char *
gravel_verdict_headline(const struct gravel_verdicts *v, char *text, size_t size)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    size_t claims = 0, undecidable = 0;
    for (size_t k = 0; k < v->n_coverage; k++) {
        claims += v->coverage[k].n_claims;
        undecidable += v->coverage[k].n_undecidable;
    }
    snprintf(text, size,
             "%zu unexpected failures; %zu claims of sources contradicted, each with its measured value; %zu of %zu "
             "claims decided, %zu undecidable",
             counts.unexpected, counts.contradicted_references, counts.decided_references, claims, undecidable);
    return text;
}

const char *
gravel_judgement_numbers(const struct gravel_judgement *j, char *text, size_t size)
{
    text[0] = '\0';
    if (isnan(j->value))
        return text;
    size_t used = (size_t)snprintf(text, size, "%.6g", j->value);
    if (j->err > 0.0)
        used += (size_t)snprintf(text + used, size - used, " +- %.2g", j->err);
    if (strcmp(j->kind, "invariant") != 0 && !isnan(j->expected))
        used += (size_t)snprintf(text + used, size - used, ", expected %.6g", j->expected);
    if (!isnan(j->tolerance))
        used += (size_t)snprintf(text + used, size - used, ", allowed %.3g", j->tolerance);
    if (!isnan(j->ratio) && used < size)
        snprintf(text + used, size - used, ", ratio %.3g", j->ratio);
    return text;
}

const char *
gravel_judgement_label(const struct gravel_judgement *j)
{
    return j->contradicted && j->verdict == GRAVEL_FAIL ? "FAIL (expected)" : gravel_verdict_name(j->verdict);
}
