#include "harness/judge/verdicts.h"

#include "engines/engine.h"
#include "harness/util/escape.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

enum gravel_judged
gravel_judgement_is_about(const struct gravel_judgement *j)
{
    if (strcmp(j->kind, "invariant") == 0)
        return GRAVEL_JUDGED_INVARIANTS;
    const bool is_claim = j->reference[0] != '\0' && strcmp(j->kind, GRAVEL_REGRESSION) != 0;
    return is_claim ? GRAVEL_JUDGED_CLAIMS : GRAVEL_JUDGED_CHECKS;
}

const char *
gravel_judged_name(enum gravel_judged what)
{
    static const char *const names[] = {[GRAVEL_JUDGED_CLAIMS] = "claims",
                                        [GRAVEL_JUDGED_CHECKS] = "other checks",
                                        [GRAVEL_JUDGED_INVARIANTS] = "invariants"};
    return names[what];
}

/* How many of n checks may be INCONCLUSIVE: the allowed share of them, and of the n_stochastic ones among them, which
 * alone can be so, no more than that share gives by chance. */
static size_t
inconclusive_most(const struct gravel_judgements *judgements, size_t n, size_t n_stochastic)
{
    const double share = judgements->inconclusive_allowed;
    size_t most = (size_t)(share * (double)n);
    while (most > 0 && gsl_cdf_binomial_Q((unsigned)most - 1, share, (unsigned)n_stochastic) < GRAVEL_FALSE_ALARM)
        most--;
    return most;
}

struct gravel_verdict_counts
gravel_verdict_count(const struct gravel_judgements *judgements)
{
    struct gravel_verdict_counts counts = {0};
    size_t n_checks = 0, n_stochastic = 0, inconclusive = 0;
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        const enum gravel_judged what = gravel_judgement_is_about(j);
        counts.n[what][j->verdict]++;
        counts.contradicted += gravel_judgement_is_as_on_file(j);
        counts.unexpected += gravel_judgement_is_red(j);
        n_checks += what != GRAVEL_JUDGED_INVARIANTS;
        n_stochastic += j->n_stochastic > 0 || j->verdict == GRAVEL_INCONCLUSIVE;
        counts.known += j->known;
        inconclusive += j->verdict == GRAVEL_INCONCLUSIVE && !j->known && !j->changed;
    }
    counts.inconclusive_most = inconclusive_most(judgements, n_checks, n_stochastic);
    counts.inconclusive_is_red = inconclusive > counts.inconclusive_most;
    counts.red = counts.unexpected + (counts.inconclusive_is_red ? inconclusive : 0);
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
    const struct gravel_coverage own = gravel_coverage_own(&sum);
    const size_t on_file = gravel_coverage_on_file(&sum), own_on_file = gravel_coverage_on_file(&own);
    const size_t claims_decided = gravel_coverage_decided(&sum), own_decided = gravel_coverage_decided(&own);
    char known[64] = "", parts[128] = "", also[64] = "", elsewhere[64] = "";
    if (counts.known > 0)
        snprintf(known, sizeof known, "; %zu known to the baseline", counts.known);
    if (own.n[GRAVEL_CLAIM_CONTRADICTED] > 0)
        snprintf(also, sizeof also, " and %zu of this project", own.n[GRAVEL_CLAIM_CONTRADICTED]);
    if (sum.elsewhere > 0)
        snprintf(elsewhere, sizeof elsewhere, ", and %zu in other tiers or conditions", sum.elsewhere);
    if (own_on_file > 0 && own_on_file < on_file)
        snprintf(parts, sizeof parts, " (%zu of %zu of sources, %zu of %zu of this project)",
                 claims_decided - own_decided, on_file - own_on_file, own_decided, own_on_file);
    if (coverages->n == 0)
        snprintf(text, size, "%zu unexpected failures%s; %zu of %zu checks decided", counts.unexpected, known, decided,
                 judged);
    else
        snprintf(text, size,
                 "%zu unexpected failures%s; %zu claims of sources contradicted%s%s, each with its measured value; %zu "
                 "of %zu "
                 "claims decided%s%s, %zu undecidable",
                 counts.unexpected, known, sum.n[GRAVEL_CLAIM_CONTRADICTED] - own.n[GRAVEL_CLAIM_CONTRADICTED], also,
                 elsewhere, claims_decided, on_file,
                 judgements->partial && !judgements->incomplete ? " for the chosen engines" : "", parts,
                 sum.n[GRAVEL_CLAIM_UNDECIDABLE]);
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
    static const char *const known[] = {
        [GRAVEL_PASS] = "PASS (known)", [GRAVEL_FAIL] = "FAIL (known)", [GRAVEL_INCONCLUSIVE] = "INCONCLUSIVE (known)"};
    if (j->known)
        return known[j->verdict];
    return gravel_judgement_is_as_on_file(j) ? "FAIL (expected)" : gravel_verdict_name(j->verdict);
}

const char *
gravel_judgement_name(const struct gravel_judgements *all, size_t index, char *text, size_t size)
{
    const struct gravel_judgement *j = &all->items[index];
    size_t number = 1;
    for (size_t k = index; k-- > 0 && strcmp(all->items[k].case_name, j->case_name) == 0;)
        number += strcmp(all->items[k].check, j->check) == 0 && strcmp(all->items[k].engine, j->engine) == 0;
    snprintf(text, size, "%s [%s] #%zu", j->check, j->engine, number);
    return text;
}

/* An engine of gravel itself is named alone; others need the words that started them. */
static bool
has_own_engines(const struct gravel_judgement *j, char *list, size_t size)
{
    size_t n = 0, used = 0;
    list[0] = '\0';
    for (const char *s = j->engine; *s != '\0'; s += strspn(s, ", ")) {
        const size_t length = strcspn(s, ", ");
        char name[40];
        snprintf(name, sizeof name, "%.*s", (int)length, s);
        if (gravel_engine_find(name) == NULL || used + length + 2 > size)
            return false;
        used += (size_t)snprintf(list + used, size - used, "%s%s", n++ > 0 ? "," : "", name);
        s += length;
    }
    return n > 0;
}

const char *
gravel_judgement_command(const struct gravel_verdicts *verdicts, size_t index, char *text, size_t size)
{
    const struct gravel_judgement *j = &verdicts->judgements->items[index];
    const char *options = verdicts->options ? verdicts->options : "";
    char engines[80];
    const bool add_engines = strstr(options, " --engine=") == NULL && has_own_engines(j, engines, sizeof engines);
    text[0] = '\0';
    FILE *file = fmemopen(text, size, "w");
    if (!file)
        return text;
    fputs("gravel check ", file);
    gravel_write_shell_word(file, j->target);
    fprintf(file, "%s%s%s --all", options, add_engines ? " --engine=" : "", add_engines ? engines : "");
    fclose(file);
    return text;
}

/* Whether the point of an invariant is one of those that a judgement is about. */
static bool
is_behind(const struct gravel_judgement *point, const struct gravel_judgement *j)
{
    const char *found = strstr(j->engine, point->engine);
    const size_t n = strlen(point->engine);
    for (; found; found = strstr(found + 1, point->engine))
        if ((found == j->engine || strchr(", ", found[-1])) && strchr(", ", found[n]))
            return true;
    return j->engine[0] == '\0';
}

double
gravel_judgement_seconds(const struct gravel_judgements *all, size_t index)
{
    const struct gravel_judgement *j = &all->items[index];
    double seconds = 0.0;
    size_t first = index;
    if (gravel_judgement_is_about(j) == GRAVEL_JUDGED_INVARIANTS)
        return j->seconds;
    while (first > 0 && strcmp(all->items[first - 1].case_name, j->case_name) == 0)
        first--;
    for (size_t k = first; k < all->n && strcmp(all->items[k].case_name, j->case_name) == 0; k++)
        if (is_behind(&all->items[k], j))
            seconds += all->items[k].seconds;
    return seconds;
}
