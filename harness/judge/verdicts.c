#include "harness/judge/verdicts.h"

#include <math.h>
#include <string.h>

enum gravel_judged
gravel_judgement_is_about(const struct gravel_judgement *j)
{
    if (strcmp(j->kind, "invariant") == 0)
        return GRAVEL_JUDGED_INVARIANTS;
    return j->reference[0] ? GRAVEL_JUDGED_CLAIMS : GRAVEL_JUDGED_CHECKS;
}

const char *
gravel_judged_name(enum gravel_judged what)
{
    static const char *const names[] = {[GRAVEL_JUDGED_CLAIMS] = "claims",
                                        [GRAVEL_JUDGED_CHECKS] = "other checks",
                                        [GRAVEL_JUDGED_INVARIANTS] = "invariants"};
    return names[what];
}

struct gravel_verdict_counts
gravel_verdict_count(const struct gravel_judgements *judgements)
{
    struct gravel_verdict_counts counts = {0};
    size_t n_checks = 0, inconclusive = 0;
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        const enum gravel_judged what = gravel_judgement_is_about(j);
        counts.n[what][j->verdict]++;
        counts.contradicted += j->contradicted && j->verdict == GRAVEL_FAIL;
        counts.unexpected += gravel_judgement_is_red(j);
        n_checks += what != GRAVEL_JUDGED_INVARIANTS;
        inconclusive += j->verdict == GRAVEL_INCONCLUSIVE;
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
        if (strcmp(j->case_name, case_name) == 0 && gravel_judgement_is_about(j) == GRAVEL_JUDGED_CLAIMS &&
            (j->verdict == GRAVEL_PASS || j->verdict == GRAVEL_FAIL))
            return true;
    }
    return false;
}

const char *
gravel_verdict_headline(const struct gravel_judgements *judgements, const struct gravel_coverages *coverages,
                        char *text, size_t size)
{
    const struct gravel_coverage sum = gravel_coverages_sum(coverages);
    const struct gravel_verdict_counts counts = gravel_verdict_count(judgements);
    size_t decided = 0, judged = 0;
    for (int what = 0; what < GRAVEL_JUDGED_INVARIANTS; what++) {
        decided += counts.n[what][GRAVEL_PASS] + counts.n[what][GRAVEL_FAIL];
        judged += counts.n[what][GRAVEL_PASS] + counts.n[what][GRAVEL_FAIL] + counts.n[what][GRAVEL_INCONCLUSIVE];
    }
    if (coverages->n == 0)
        snprintf(text, size, "%zu unexpected failures; %zu of %zu checks decided", counts.unexpected, decided, judged);
    else
        snprintf(
            text, size,
            "%zu unexpected failures; %zu claims of sources contradicted, each with its measured value; %zu of %zu "
            "claims decided, %zu undecidable",
            counts.unexpected, sum.n[GRAVEL_CLAIM_CONTRADICTED], gravel_coverage_decided(&sum),
            gravel_coverage_on_file(&sum), sum.n[GRAVEL_CLAIM_UNDECIDABLE]);
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
