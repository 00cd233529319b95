#include "harness/judge/verdict_io.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
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

/* "0.3415(2) expected 0.341, allowed 0.002, ratio 0.25", or "" without numbers. */
static const char *
numbers(const struct gravel_judgement *j, char *text, size_t size)
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

static const char *
label(const struct gravel_judgement *j)
{
    return j->contradicted && j->verdict == GRAVEL_FAIL ? "FAIL (expected)" : gravel_verdict_name(j->verdict);
}

static void
write_table(FILE *file, const struct gravel_verdicts *v, bool all)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    char text[200];
    for (size_t k = 0; k < v->judgements->n; k++) {
        const struct gravel_judgement *j = &v->judgements->items[k];
        if (j->verdict == GRAVEL_PASS && !all && !gravel_judgement_is_red(j))
            continue;
        fprintf(file, "%-15s %-22s %s%s%s%s%s%s%s\n", label(j), j->case_name, j->check, j->engine[0] ? " [" : "",
                j->engine, j->engine[0] ? "]" : "", j->at[0] ? " (" : "", j->at, j->at[0] ? ")" : "");
        if (numbers(j, text, sizeof text)[0])
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
}

/* TAP 14: INCONCLUSIVE is ok with a TODO directive (it does not fail CI and is not silent); an expected FAIL is not ok
 * with TODO. '#' would begin a directive. */
static void
write_tap(FILE *file, const struct gravel_verdicts *v)
{
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
            fprintf(file, " # SKIP %s", gravel_verdict_name(j->verdict));
        else if (j->verdict == GRAVEL_INCONCLUSIVE || (j->verdict == GRAVEL_FAIL && j->contradicted))
            fprintf(file, " # TODO %s", j->verdict == GRAVEL_FAIL ? "explained contradiction" : "INCONCLUSIVE");
        fprintf(file, "\n");
        if (!ok)
            fprintf(file, "  # %s %s\n", numbers(j, text, sizeof text), j->note);
    }
}

/* Text of an XML attribute or element: control characters, which XML 1.0 has no way to write, become '?'. */
static void
write_xml(FILE *file, const char *text)
{
    for (const char *c = text; *c; c++)
        switch (*c) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        case '\n':
        case '\t': fputc(' ', file); break;
        default: fputc((unsigned char)*c < 0x20 ? '?' : *c, file); break;
        }
}

static void
write_testcase(FILE *file, const struct gravel_judgement *j)
{
    char text[200];
    fputs("    <testcase classname=\"", file);
    write_xml(file, j->family);
    fputc('.', file);
    write_xml(file, j->case_name);
    fputs("\" name=\"", file);
    write_xml(file, j->check);
    fputs(" [", file);
    write_xml(file, j->engine);
    fputs("] ", file);
    write_xml(file, j->at);
    fputs("\">", file);
    const char *element = gravel_judgement_is_red(j) ? "failure" : j->verdict == GRAVEL_PASS ? NULL : "skipped";
    if (element) {
        fprintf(file, "<%s message=\"%s: ", element, label(j));
        write_xml(file, numbers(j, text, sizeof text));
        fputs("; ", file);
        write_xml(file, j->note);
        fputs("\"/>", file);
    }
    fputs("</testcase>\n", file);
}

/* One suite; what is neither PASS nor red (INCONCLUSIVE, an explained contradiction, ...) is `skipped` with its verdict
 * in the message, since JUnit knows no more. */
static void
write_junit(FILE *file, const struct gravel_verdicts *v)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    size_t skipped = 0;
    for (size_t k = 0; k < v->judgements->n; k++)
        skipped += !gravel_judgement_is_red(&v->judgements->items[k]) && v->judgements->items[k].verdict != GRAVEL_PASS;
    fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    fprintf(file,
            "  <testsuite name=\"gravel\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"%.3f\">\n",
            v->judgements->n, counts.red, skipped, v->seconds);
    for (size_t k = 0; k < v->judgements->n; k++)
        write_testcase(file, &v->judgements->items[k]);
    fputs("  </testsuite>\n</testsuites>\n", file);
}

/* JSON has no NaN or infinity: null. */
static json_t *
number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
judgement_json(const struct gravel_judgement *j)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:b, s:b}",
                     "case", j->case_name, "family", j->family, "check", j->check, "reference", j->reference, "kind",
                     j->kind, "engine", j->engine, "at", j->at, "source", j->source, "verdict",
                     gravel_verdict_name(j->verdict), "value", number(j->value), "err", number(j->err), "expected",
                     number(j->expected), "expected_err", number(j->expected_err), "tolerance", number(j->tolerance),
                     "ratio", number(j->ratio), "note", j->note, "contradicted", j->contradicted, "red",
                     gravel_judgement_is_red(j));
}

static json_t *
verdicts_json(const struct gravel_verdicts *v)
{
    json_t *list = json_array(), *coverage = json_array();
    int failed = 0;
    for (size_t k = 0; k < v->judgements->n; k++)
        failed |= json_array_append_new(list, judgement_json(&v->judgements->items[k]));
    for (size_t k = 0; k < v->n_coverage; k++) {
        const struct gravel_coverage *c = &v->coverage[k];
        failed |= json_array_append_new(coverage, json_pack("{s:s, s:I, s:I}", "family", c->family, "claims",
                                                            (json_int_t)c->n_claims, "not_yet_judged",
                                                            (json_int_t)c->n_unjudged));
    }
    json_t *root = failed
                       ? NULL
                       : json_pack("{s:O, s:O, s:o, s:o, s:I, s:o}", "judgements", list, "coverage", coverage, "k",
                                   number(v->judgements->k), "false_alarm", number(v->judgements->false_alarm),
                                   "decisions", (json_int_t)v->judgements->n_decisions, "seconds", number(v->seconds));
    json_decref(list);
    json_decref(coverage);
    return root;
}

static enum gravel_status
write_json(FILE *file, const struct gravel_verdicts *v, struct gravel_error *error)
{
    json_t *root = verdicts_json(v);
    if (!root)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory while writing verdicts");
    const int failed = json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(root);
    fputc('\n', file);
    return failed ? gravel_fail(error, GRAVEL_IO, "verdicts cannot be written") : GRAVEL_OK;
}

enum gravel_status
gravel_verdicts_write(FILE *file, const struct gravel_verdicts *verdicts, enum gravel_format format, bool all,
                      struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    switch (format) {
    case GRAVEL_FORMAT_TABLE: write_table(file, verdicts, all); break;
    case GRAVEL_FORMAT_TAP: write_tap(file, verdicts); break;
    case GRAVEL_FORMAT_JUNIT: write_junit(file, verdicts); break;
    case GRAVEL_FORMAT_JSON: status = write_json(file, verdicts, error); break;
    }
    if (status == GRAVEL_OK && (fflush(file) != 0 || ferror(file)))
        return gravel_fail(error, GRAVEL_IO, "verdicts cannot be written");
    return status;
}
