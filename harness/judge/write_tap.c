/* Verdicts as TAP, for CI. */
#include "harness/judge/verdicts.h"

#include <string.h>

/* What does not fail CI and is not silent: INCONCLUSIVE where so many are allowed, and a contradiction on file. */
static const char *
todo(const struct gravel_judgement *j, bool inconclusive_is_red)
{
    if (gravel_judgement_is_red(j))
        return NULL;
    if (j->known)
        return "known to the baseline";
    if (gravel_judgement_is_as_on_file(j))
        return "explained contradiction";
    return j->verdict == GRAVEL_INCONCLUSIVE && !inconclusive_is_red ? "INCONCLUSIVE" : NULL;
}

/* TAP 14: INCONCLUSIVE is ok with a TODO directive, an expected FAIL is not ok with it.  '#' would begin a directive.
 */
static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    (void)error;
    char text[200];
    const bool inconclusive_is_red = gravel_verdict_count(v->judgements).inconclusive_is_red;
    fprintf(file, "TAP version 14\n1..%zu\n", v->judgements->n);
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        const char *directive = todo(j, inconclusive_is_red);
        const bool ok = j->verdict != GRAVEL_FAIL && !gravel_judgement_is_red(j) &&
                        (j->verdict != GRAVEL_INCONCLUSIVE || directive != NULL);
        char name[700];
        snprintf(name, sizeof name, "%s: %s [%s] %s", j->case_name, j->check, j->engine, j->at);
        for (char *c = name; *c; c++)
            *c = *c == '#' ? ' ' : *c;
        fprintf(file, "%s %zu - %s", ok ? "ok" : "not ok", k + 1, name);
        if (j->verdict == GRAVEL_SKIP || j->verdict == GRAVEL_NOT_APPLICABLE)
            fprintf(file, " # SKIP %s: %.*s", gravel_verdict_name(j->verdict), (int)strcspn(j->note, "\n"), j->note);
        else if (directive != NULL)
            fprintf(file, " # TODO %s", directive);
        fprintf(file, "\n");
        if (!ok)
            fprintf(file, "  # %s %s\n", gravel_judgement_numbers(j, text, sizeof text), j->note);
    }
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_tap = {"tap", write_verdicts};
