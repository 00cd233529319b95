/* Verdicts as TAP, for CI. */
#include "harness/judge/verdicts.h"

#include <string.h>

/* TAP 14: INCONCLUSIVE is ok with a TODO directive (it does not fail CI and is not silent); an expected FAIL is not ok
 * with TODO. '#' would begin a directive. */
static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    (void)error;
    char text[200];
    fprintf(file, "TAP version 14\n1..%zu\n", v->judgements->n);
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        const bool ok = j->verdict != GRAVEL_FAIL && !gravel_judgement_is_red(j);
        char name[700];
        snprintf(name, sizeof name, "%s: %s [%s] %s", j->case_name, j->check, j->engine, j->at);
        for (char *c = name; *c; c++)
            *c = *c == '#' ? ' ' : *c;
        fprintf(file, "%s %zu - %s", ok ? "ok" : "not ok", k + 1, name);
        if (j->verdict == GRAVEL_SKIP || j->verdict == GRAVEL_NOT_APPLICABLE)
            fprintf(file, " # SKIP %s: %.*s", gravel_verdict_name(j->verdict), (int)strcspn(j->note, "\n"), j->note);
        else if (j->known)
            fprintf(file, " # TODO known to the baseline");
        else if (j->verdict == GRAVEL_INCONCLUSIVE || (j->verdict == GRAVEL_FAIL && j->contradicted))
            fprintf(file, " # TODO %s", j->verdict == GRAVEL_FAIL ? "explained contradiction" : "INCONCLUSIVE");
        fprintf(file, "\n");
        if (!ok)
            fprintf(file, "  # %s %s\n", gravel_judgement_numbers(j, text, sizeof text), j->note);
    }
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_tap = {"tap", write_verdicts};
