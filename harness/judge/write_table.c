/* Verdicts as a table for the terminal. */
#include "harness/judge/verdicts.h"

#include <string.h>

static void
write_counts(FILE *file, const char *what, const size_t n[5])
{
    fprintf(file, "%-13s", what);
    for (int k = 0; k < 5; k++)
        fprintf(file, " %5zu %s%s", n[k], gravel_verdict_name((enum gravel_verdict)k), k < 4 ? "," : "\n");
}

/* Cases that decide no claim: they show something, but validate nothing. */
static void
write_undecided_cases(FILE *file, const struct gravel_judgements *judgements)
{
    const char *before = "";
    for (size_t k = 0; k < judgements->n; k++) {
        const char *name = judgements->items[k].case_name;
        if (strcmp(name, before) != 0 && !gravel_verdict_case_decided(judgements, name))
            fprintf(file, "%s: no claim decided\n", name);
        before = name;
    }
}

/* Claims on file by family and state, if there are any; only the states that occur. */
static void
write_coverages(FILE *file, const struct gravel_coverages *coverages)
{
    const struct gravel_coverage sum = gravel_coverages_sum(coverages);
    if (coverages->n == 0)
        return;
    fprintf(file, "\n%-18s %8s", "claims on file", "all");
    for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
        if (sum.n[s] > 0)
            fprintf(file, " %12s", gravel_claim_state_name((enum gravel_claim_state)s));
    for (size_t k = 0; k < coverages->n + (coverages->n > 1); k++) {
        const struct gravel_coverage *c = k < coverages->n ? &coverages->items[k] : &sum;
        fprintf(file, "\n%-18s %8zu", c->family, gravel_coverage_on_file(c));
        for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
            if (sum.n[s] > 0)
                fprintf(file, " %12zu", c->n[s]);
    }
    fputc('\n', file);
}

static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)error;
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    char text[200], headline[GRAVEL_HEADLINE_MAX], command[GRAVEL_COMMAND_MAX];
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        if (j->verdict == GRAVEL_PASS && !all && !gravel_judgement_is_red(j) && !j->warned)
            continue;
        fprintf(file, "%-15s %-22s %s%s%s%s%s%s%s\n", gravel_judgement_label(j), j->case_name, j->check,
                j->engine[0] ? " [" : "", j->engine, j->engine[0] ? "]" : "", j->at[0] ? " (" : "", j->at,
                j->at[0] ? ")" : "");
        if (gravel_judgement_numbers(j, text, sizeof text)[0])
            fprintf(file, "%-15s   %s\n", "", text);
        if (j->note[0])
            fprintf(file, "%-15s   %s\n", "", j->note);
        if (gravel_judgement_is_red(j) || j->verdict == GRAVEL_INCONCLUSIVE)
            fprintf(file, "%-15s   repeat with: %s (%.2g s of CPU time)\n", "",
                    gravel_judgement_command(v, k, command, sizeof command),
                    gravel_judgement_seconds(v->judgements, k));
    }
    fprintf(file, "\n%s\n", gravel_verdict_headline(v->judgements, v->coverages, headline, sizeof headline));
    for (int what = 0; what < GRAVEL_JUDGED_KINDS; what++)
        write_counts(file, gravel_judged_name((enum gravel_judged)what), counts.n[what]);
    if (counts.contradicted > 0)
        fprintf(file, "%zu of the FAIL are contradictions on file\n", counts.contradicted);
    if (counts.known > 0)
        fprintf(file, "%zu of these judgements are known to the baseline\n", counts.known);
    if (counts.inconclusive_is_red)
        fprintf(file, "more INCONCLUSIVE than the %zu that are allowed here: red\n", counts.inconclusive_most);
    if (v->coverages->n > 0) /* of the catalogue */
        write_undecided_cases(file, v->judgements);
    fprintf(file, "k = %.3g for %zu stochastic decisions: one false alarm in %.0f full runs\n", v->judgements->k,
            v->judgements->n_decisions, 1.0 / v->judgements->false_alarm);
    write_coverages(file, v->coverages);
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_table = {"table", write_verdicts};
