/* Verdicts as JSON, for programs: reports/manual/schemas/gravel-verdicts-1.json. */
#include "harness/judge/verdicts.h"
#include "harness/util/home.h"

#include <jansson.h>
#include <math.h>

/* JSON has no NaN or infinity: null. */
static json_t *
number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
judgement_json(const struct gravel_verdicts *v, size_t index)
{
    const struct gravel_judgement *j = &v->judgements->items[index];
    char name[320], command[GRAVEL_COMMAND_MAX];
    return json_pack("{s:s, s:s, s:o, s:b, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:o, s:I, s:s, s:b, s:b}",
                     "name", gravel_judgement_name(v->judgements, index, name, sizeof name), "command",
                     gravel_judgement_command(v, index, command, sizeof command), "cpu_seconds",
                     number(gravel_judgement_seconds(v->judgements, index)), "known", j->known, "claim_version",
                     j->claim_version > 0 ? json_integer(j->claim_version) : json_null(), "case", j->case_name,
                     "family", j->family, "check", j->check, "reference", j->reference, "kind", j->kind, "engine",
                     j->engine, "at", j->at, "source", j->source, "verdict", gravel_verdict_name(j->verdict), "value",
                     number(j->value), "err", number(j->err), "expected", number(j->expected), "expected_err",
                     number(j->expected_err), "deviation_err", number(j->deviation_err), "dof", number(j->dof),
                     "tolerance", number(j->tolerance), "ratio", number(j->ratio), "stochastic",
                     (json_int_t)j->n_stochastic, "note", j->note, "contradicted", j->contradicted, "red",
                     gravel_judgement_is_red(j));
}

/* The claims of one family by state. */
static json_t *
coverage_json(const struct gravel_coverage *coverage)
{
    json_t *json =
        json_pack("{s:s, s:I}", "family", coverage->family, "claims", (json_int_t)gravel_coverage_on_file(coverage));
    int failed = json == NULL;
    for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
        failed |= json_object_set_new(json, gravel_claim_state_name((enum gravel_claim_state)s),
                                      json_integer((json_int_t)coverage->n[s]));
    if (!failed)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *
verdicts_json(const struct gravel_verdicts *v)
{
    char headline[GRAVEL_HEADLINE_MAX];
    json_t *list = json_array(), *coverage = json_array();
    int failed = 0;
    for (size_t k = 0; k < v->judgements->n; k++)
        failed |= json_array_append_new(list, judgement_json(v, k));
    for (size_t k = 0; k < v->coverages->n; k++)
        failed |= json_array_append_new(coverage, coverage_json(&v->coverages->items[k]));
    json_t *root =
        failed ? NULL
               : json_pack("{s:s, s:{s:s, s:s}, s:s, s:s, s:O, s:O, s:o, s:o, s:I, s:o}", "schema", "gravel-verdicts/1",
                           "suite", "version", gravel_version(), "commit", gravel_commit(), "tier", v->tier, "headline",
                           gravel_verdict_headline(v->judgements, v->coverages, headline, sizeof headline),
                           "judgements", list, "coverage", coverage, "k", number(v->judgements->k), "false_alarm",
                           number(v->judgements->false_alarm), "decisions", (json_int_t)v->judgements->n_decisions,
                           "seconds", number(v->seconds));
    json_decref(list);
    json_decref(coverage);
    return root;
}

static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    json_t *root = verdicts_json(v);
    if (!root)
        return gravel_no_memory(error);
    const int failed = json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(root);
    fputc('\n', file);
    return failed ? gravel_not_written(error, "verdicts") : GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_json = {"json", write_verdicts};
