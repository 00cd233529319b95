/* The measured values of what contradicts a reference, as reference/golden/contradictions.yaml has them: to be reviewed
 * and committed when a contradiction is recorded or its cause has changed. */
#include "harness/judge/verdicts.h"

static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    (void)error;
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        if (j->contradicted)
            fprintf(file, "  - {check: \"%s\", case: %s, engine: \"%s\", at: \"%s\", value: %.9g, err: %.3g}\n",
                    j->check, j->case_name, j->engine, j->at, j->value, j->err);
    }
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_contradictions = {"contradictions", write_verdicts};
