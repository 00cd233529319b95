#include "harness/judge/verdicts.h"

#include <math.h>
#include <string.h>

struct gravel_verdict_counts
gravel_verdict_count(const struct gravel_judgements *judgements)
{
    struct gravel_verdict_counts counts = {0};
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        counts.by_verdict[j->verdict]++;
        counts.contradicted += j->contradicted && j->verdict == GRAVEL_FAIL;
        counts.red += gravel_judgement_is_red(j);
    }
    return counts;
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
