#include "reports/tally.h"

#include "reports/label.h"

#include <string.h>

static bool
matches(const char *filter, const char *text)
{
    return !filter || strcmp(filter, text) == 0;
}

struct gravel_tally
gravel_tally_count(const struct gravel_judgements *judgements, const char *case_name, const char *family,
                   const char *kind, const char *engine)
{
    struct gravel_tally tally = {{0}};

    for (size_t i = 0; i < judgements->n; i++) {
        const struct gravel_judgement *j = &judgements->items[i];
        if (matches(case_name, j->case_name) && matches(family, j->family) && matches(kind, j->kind) &&
            matches(engine, j->engine))
            tally.n[j->verdict]++;
    }
    return tally;
}

size_t
gravel_tally_sum(const struct gravel_tally *tally)
{
    size_t sum = 0;

    for (size_t v = 0; v < GRAVEL_VERDICTS; v++)
        sum += tally->n[v];
    return sum;
}

size_t
gravel_tally_judged(const struct gravel_tally *tally)
{
    return tally->n[GRAVEL_PASS] + tally->n[GRAVEL_FAIL] + tally->n[GRAVEL_INCONCLUSIVE];
}

size_t
gravel_tally_explained(const struct gravel_judgements *judgements)
{
    size_t n = 0;

    for (size_t i = 0; i < judgements->n; i++)
        n += judgements->items[i].verdict == GRAVEL_FAIL && judgements->items[i].contradicted;
    return n;
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
        "analytic",    "simulation", "experiment", "cross-engine", "expected-difference",
        "convergence", "regression", "invariant"};

    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        for (size_t i = 0; i < judgements->n; i++)
            if (strcmp(judgements->items[i].kind, usual[k]) == 0)
                gravel_words_add(words, usual[k]);
    for (size_t i = 0; i < judgements->n; i++)
        gravel_words_add(words, judgements->items[i].kind);
}

void
gravel_words_families(struct gravel_words *words, const struct gravel_report *report)
{
    for (size_t i = 0; i < report->n_cases; i++)
        gravel_words_add(words, report->cases[i].c->family);
}

/* Worst verdict of a claim; NOT_APPLICABLE when nothing was judged. */
static enum gravel_verdict
worst(const struct gravel_judgements *judgements, const char *reference)
{
    enum gravel_verdict found = GRAVEL_NOT_APPLICABLE;

    for (size_t i = 0; i < judgements->n; i++) {
        const struct gravel_judgement *j = &judgements->items[i];
        if (strcmp(j->reference, reference) != 0 || j->verdict > GRAVEL_INCONCLUSIVE)
            continue;
        if (j->verdict == GRAVEL_FAIL)
            return GRAVEL_FAIL;
        if (found == GRAVEL_NOT_APPLICABLE || j->verdict == GRAVEL_INCONCLUSIVE)
            found = j->verdict;
    }
    return found;
}

struct gravel_claims
gravel_claims_count(const struct gravel_report *report, const char *family)
{
    struct gravel_claims claims = {0};

    claims.not_judged =
        gravel_judge_unjudged(report->references, report->catalogue, report->n_catalogue, family, NULL, 0);
    for (size_t i = 0; i < report->references->n; i++) {
        const struct gravel_reference *reference = &report->references->items[i];
        if ((family && strcmp(reference->family, family) != 0) || !gravel_reference_is_claim(reference))
            continue;
        enum gravel_verdict verdict = worst(report->judgements, reference->id);
        claims.on_file++;
        if (verdict <= GRAVEL_INCONCLUSIVE)
            claims.n[verdict]++;
    }
    size_t rest = claims.not_judged;
    for (size_t v = 0; v < 3; v++)
        rest += claims.n[v];
    claims.no_result = claims.on_file > rest ? claims.on_file - rest : 0;
    return claims;
}

void
gravel_sweep_place(char *buffer, size_t size, const struct gravel_case *c, const struct gravel_record *record)
{
    char one[160];

    buffer[0] = '\0';
    for (size_t a = 0; a < c->n_axes; a++)
        for (size_t k = 0; k < c->axes[a].n_keys; k++) {
            size_t used = strlen(buffer);
            gravel_label_setting(one, sizeof one, record, c->axes[a].keys[k]);
            snprintf(buffer + used, size - used, "%s%s", used ? ", " : "", one);
        }
}
