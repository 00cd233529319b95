/* What fails or cannot be decided, by name, as `gravel check --baseline` reads it (baseline.h). */
#include "harness/judge/verdicts.h"
#include "harness/util/home.h"

static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    (void)error;
    char name[320];
    size_t n = 0;
    fprintf(file, "# Known failures, written by gravel %s (%s), %s tier:\n#   gravel check ... --format baseline\n",
            gravel_version(), gravel_commit(), v->tier);
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        const char *broken = j->broken[0] != '\0' ? ", broken: \"" : "";
        if (gravel_judgement_fails(j) || j->verdict == GRAVEL_INCONCLUSIVE)
            fprintf(file, "%s  - {case: %s, name: \"%s\", verdict: %s%s%s%s}\n", n++ == 0 ? "baseline:\n" : "",
                    j->case_name, gravel_judgement_name(v->judgements, k, name, sizeof name),
                    gravel_verdict_name(j->verdict), broken, j->broken, broken[0] != '\0' ? "\"" : "");
    }
    fputs(n == 0 ? "baseline: []\n" : "", file);
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_baseline = {"baseline", write_verdicts};
