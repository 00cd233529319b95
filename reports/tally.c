#include "reports/tally.h"

#include <string.h>

static bool
matches(const char *filter, const char *text)
{
    return !filter || strcmp(filter, text) == 0;
}

static bool
admits(const struct gravel_tally_filter *filter, const struct gravel_judgement *j)
{
    const enum gravel_judged what = gravel_judgement_is_about(j);

    return what != GRAVEL_JUDGED_INVARIANTS && (what == GRAVEL_JUDGED_CLAIMS || !filter->claims_only) &&
           matches(filter->case_name, j->case_name) && matches(filter->family, j->family) &&
           matches(filter->kind, j->kind) && matches(filter->engine, j->engine);
}

struct gravel_tally
gravel_tally_count(const struct gravel_judgements *judgements, struct gravel_tally_filter filter)
{
    struct gravel_tally tally = {{0}};

    for (size_t i = 0; i < judgements->n; i++)
        if (admits(&filter, &judgements->items[i]))
            tally.n[judgements->items[i].verdict]++;
    return tally;
}

enum gravel_outcome
gravel_outcome_of(const struct gravel_judgement *j)
{
    if (gravel_judgement_is_red(j))
        return GRAVEL_OUTCOME_FAILED;
    switch (j->verdict) {
    case GRAVEL_PASS: return GRAVEL_OUTCOME_PASS;
    case GRAVEL_FAIL: return GRAVEL_OUTCOME_CONTRADICTED;
    case GRAVEL_INCONCLUSIVE: return GRAVEL_OUTCOME_OPEN;
    case GRAVEL_SKIP:
    case GRAVEL_NOT_APPLICABLE: break;
    }
    return GRAVEL_OUTCOME_NONE;
}

const char *
gravel_outcome_name(enum gravel_outcome outcome)
{
    static const char *const names[] = {"passed", "contradicted", "failed", "undecided", "unjudged"};

    return names[outcome];
}

struct gravel_outcomes
gravel_outcomes_count(const struct gravel_judgements *judgements, struct gravel_tally_filter filter)
{
    struct gravel_outcomes outcomes = {{0}};

    for (size_t i = 0; i < judgements->n; i++)
        if (admits(&filter, &judgements->items[i]))
            outcomes.n[gravel_outcome_of(&judgements->items[i])]++;
    return outcomes;
}

size_t
gravel_tally_judged(const struct gravel_tally *tally)
{
    return tally->n[GRAVEL_PASS] + tally->n[GRAVEL_FAIL] + tally->n[GRAVEL_INCONCLUSIVE];
}

bool
gravel_report_has_claims(const struct gravel_report *report)
{
    const struct gravel_coverage sum = gravel_coverages_sum(report->coverages);

    return gravel_coverage_on_file(&sum) > 0;
}

bool
gravel_report_has_case(const struct gravel_report *report, const char *name)
{
    for (size_t c = 0; c < report->n_cases; c++)
        if (strcmp(report->cases[c].c->name, name) == 0)
            return true;
    return false;
}

void
gravel_words_add(struct gravel_words *words, const char *word)
{
    for (size_t i = 0; i < words->n; i++)
        if (strcmp(words->items[i], word) == 0)
            return;
    if (words->n < GRAVEL_WORDS_MAX)
        snprintf(words->items[words->n++], sizeof words->items[0], "%s", word);
}

void
gravel_words_kinds(struct gravel_words *words, const struct gravel_judgements *judgements)
{
    static const char *const usual[] = {
        "analytic", "simulation", "experiment", "cross-engine", "expected-difference", "convergence", "regression"};

    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        for (size_t i = 0; i < judgements->n; i++)
            if (strcmp(judgements->items[i].kind, usual[k]) == 0)
                gravel_words_add(words, usual[k]);
    for (size_t i = 0; i < judgements->n; i++)
        if (gravel_judgement_is_about(&judgements->items[i]) != GRAVEL_JUDGED_INVARIANTS)
            gravel_words_add(words, judgements->items[i].kind);
}

void
gravel_words_families(struct gravel_words *words, const struct gravel_report *report)
{
    for (size_t i = 0; i < report->n_cases; i++)
        gravel_words_add(words, report->cases[i].c->family);
}

void
gravel_words_references(struct gravel_words *words, const struct gravel_report *report, enum gravel_outcome outcome)
{
    for (size_t i = 0; i < report->judgements->n; i++) {
        const struct gravel_judgement *j = &report->judgements->items[i];
        if (j->reference[0] && gravel_outcome_of(j) == outcome)
            gravel_words_add(words, j->reference);
    }
}
