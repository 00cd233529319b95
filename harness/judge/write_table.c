/* Verdicts for people. */
#include "harness/judge/verdicts.h"

static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)error;
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    char text[200];
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        if (j->verdict == GRAVEL_PASS && !all && !gravel_judgement_is_red(j))
            continue;
        fprintf(file, "%-15s %-22s %s%s%s%s%s%s%s\n", gravel_judgement_label(j), j->case_name, j->check,
                j->engine[0] ? " [" : "", j->engine, j->engine[0] ? "]" : "", j->at[0] ? " (" : "", j->at,
                j->at[0] ? ")" : "");
        if (gravel_judgement_numbers(j, text, sizeof text)[0])
            fprintf(file, "%-15s   %s\n", "", text);
        if (j->note[0])
            fprintf(file, "%-15s   %s\n", "", j->note);
    }
    fprintf(file, "\n%zu judgements:", v->judgements->n);
    for (int k = 0; k < 5; k++)
        fprintf(file, " %zu %s%s", counts.by_verdict[k], gravel_verdict_name((enum gravel_verdict)k),
                k < 4 ? "," : "\n");
    if (counts.contradicted > 0)
        fprintf(file, "%zu of the FAIL are explained contradictions of the source\n", counts.contradicted);
    fprintf(file, "k = %.3g for %zu stochastic decisions: one false alarm in %.0f full runs\n", v->judgements->k,
            v->judgements->n_decisions, 1.0 / v->judgements->false_alarm);
    fprintf(file, "\n%-18s %8s %8s %16s\n", "family", "claims", "judged", "not yet judged");
    for (size_t k = 0; k < v->n_coverage; k++) {
        const struct gravel_coverage *c = &v->coverage[k];
        fprintf(file, "%-18s %8zu %8zu %16zu\n", c->family, c->n_claims, c->n_claims - c->n_unjudged, c->n_unjudged);
    }
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_table = {"table", write_verdicts};
