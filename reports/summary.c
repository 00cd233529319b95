/* The report for machines and for a CI job's page: Markdown and JSON. */
#include "reports/summary.h"

#include "reports/asked.h"
#include "reports/changes.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { EXPLAINED_MAX = 50 };

static void
put_counts(FILE *out, const char *name, const size_t *n)
{
    fputs("| ", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, name);
    for (size_t v = 0; v < GRAVEL_VERDICTS; v++)
        fprintf(out, " | %zu", n[v]);
    fputs(" |\n", out);
}

static void
put_row(FILE *out, const struct gravel_judgements *judgements, const char *name, const char *family, const char *kind)
{
    const struct gravel_tally tally =
        gravel_tally_count(judgements, (struct gravel_tally_filter){.family = family, .kind = kind});

    put_counts(out, name, tally.n);
}

static void
put_head(FILE *out, const char *what)
{
    fprintf(out, "\n| %s", what);
    for (size_t v = 0; v < GRAVEL_VERDICTS; v++) {
        fputs(" | ", out);
        gravel_text_words(out, GRAVEL_MARKUP_MARKDOWN, gravel_verdict_name((enum gravel_verdict)v));
    }
    fputs(" |\n|---|---:|---:|---:|---:|---:|\n", out);
}

/* "0.86 ± 0.02; asked ≥ 0.9" */
static void
put_numbers(FILE *out, const struct gravel_report *report, const struct gravel_judgement *j)
{
    struct gravel_asked asked;
    char value[120], unit[32];

    gravel_asked_unit(unit, sizeof unit, report, j);
    gravel_asked_read(&asked, j, unit);
    fprintf(out, "%s%s%s; asked ", gravel_text_measured(value, sizeof value, j->value, j->err), unit[0] ? " " : "",
            unit);
    gravel_text_prose(out, GRAVEL_MARKUP_MARKDOWN, asked.text);
    fputs(asked.more[0] ? "; " : "", out);
    gravel_text_prose(out, GRAVEL_MARKUP_MARKDOWN, asked.more);
}

/* One line for every FAIL and INCONCLUSIVE, with its numbers and its reason. */
static void
put_open_verdicts(FILE *out, const struct gravel_report *report)
{
    const struct gravel_judgements *judgements = report->judgements;
    size_t n = 0;

    for (size_t i = 0; i < judgements->n; i++) {
        const struct gravel_judgement *j = &judgements->items[i];
        char place[300];
        if (j->verdict != GRAVEL_FAIL && j->verdict != GRAVEL_INCONCLUSIVE)
            continue;
        if (n++ == 0)
            fputs("\n## What did not pass\n\n", out);
        if (n > EXPLAINED_MAX)
            continue;
        fprintf(out, "- **%s**%s ", gravel_verdict_name(j->verdict),
                gravel_judgement_is_as_on_file(j) ? " (explained contradiction)" : "");
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, j->case_name);
        fputs(", ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, j->check);
        fputs(" (", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, j->engine);
        fputs(j->at[0] ? ", " : "", out);
        gravel_asked_place(place, sizeof place, report, j);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, place);
        fputs("): ", out);
        put_numbers(out, report, j);
        fputs(j->note[0] ? ". " : "", out);
        gravel_text_prose(out, GRAVEL_MARKUP_MARKDOWN, j->note);
        fputc('\n', out);
    }
    if (n > EXPLAINED_MAX)
        fprintf(out, "- and %zu more\n", n - EXPLAINED_MAX);
}

/* Claims on file by family and state. */
static void
put_claims(FILE *out, const struct gravel_coverages *coverages)
{
    const struct gravel_coverage sum = gravel_coverages_sum(coverages);

    fputs("\n| claims | on file", out);
    for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
        fprintf(out, " | %s", gravel_claim_state_name((enum gravel_claim_state)s));
    fputs(" |\n|---|---:", out);
    for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
        fputs("|---:", out);
    for (size_t i = 0; i <= coverages->n; i++) {
        const struct gravel_coverage *c = i < coverages->n ? &coverages->items[i] : &sum;
        fputs("|\n| ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, c->family);
        fprintf(out, " | %zu", gravel_coverage_on_file(c));
        for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
            fprintf(out, " | %zu", c->n[s]);
        fputc(' ', out);
    }
    fputs("|\n", out);
}

static void
put_undecided_cases(FILE *out, const struct gravel_report *report)
{
    const char *before = "\nNo claim decided: ";

    for (size_t c = 0; c < report->n_cases; c++)
        if (!gravel_verdict_case_decided(report->judgements, report->cases[c].c->name)) {
            fputs(before, out);
            gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, report->cases[c].c->name);
            before = ", ";
        }
    fputs(before[0] == ',' ? ".\n" : "", out);
}

bool
gravel_report_summary(FILE *out, const struct gravel_report *report)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(report->judgements);
    struct gravel_words kinds = {0}, families = {0};
    char budget[80], k[80], headline[GRAVEL_HEADLINE_MAX];

    gravel_words_kinds(&kinds, report->judgements);
    gravel_words_families(&families, report);
    fprintf(out, "# gravel: %s\n\n%zu cases, tier %s. False-alarm budget %s a full run; k = %s.\n",
            gravel_verdict_headline(report->judgements, report->coverages, headline, sizeof headline), report->n_cases,
            report->tier, gravel_text_number(budget, sizeof budget, report->judgements->false_alarm, 3),
            gravel_text_number(k, sizeof k, report->judgements->k, 4));
    put_head(out, "about");
    for (int what = 0; what < GRAVEL_JUDGED_KINDS; what++)
        put_counts(out, gravel_judged_name((enum gravel_judged)what), counts.n[what]);
    fprintf(out, "\n%zu of the FAILs are contradictions on file.\n", counts.contradicted);
    if (gravel_report_has_claims(report))
        put_claims(out, report->coverages);
    put_undecided_cases(out, report);
    put_head(out, "kind of check");
    for (size_t i = 0; i < kinds.n; i++)
        put_row(out, report->judgements, kinds.items[i], NULL, kinds.items[i]);
    put_row(out, report->judgements, "all", NULL, NULL);
    put_head(out, "family");
    for (size_t i = 0; i < families.n; i++)
        put_row(out, report->judgements, families.items[i], families.items[i], NULL);
    put_open_verdicts(out, report);
    gravel_markdown_changes(out, report);
    return !ferror(out);
}

/* JSON has no NaN or infinity: null. */
static json_t *
number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* The bounds of a check that has one or two, null where it is open; what it asks for at least. */
static bool
add_bounds(json_t *item, const struct gravel_check *check)
{
    int failed = 0;

    if (isfinite(check->from) || isfinite(check->to))
        failed |= json_object_set_new(item, "from", number(check->from)) ||
                  json_object_set_new(item, "to", number(check->to));
    if (check->at_least > 0)
        failed |= json_object_set_new(item, "at_least", number(check->at_least));
    return !failed;
}

/* What is empty, zero or false is left out: a report has thousands of these. */
static json_t *
judgement_json(const struct gravel_report *report, const struct gravel_judgement *j)
{
    struct gravel_asked asked;
    char unit[32];

    gravel_asked_unit(unit, sizeof unit, report, j);
    gravel_asked_read(&asked, j, unit);
    const struct {
        const char *key, *text;
    } texts[] = {{"case", j->case_name},
                 {"check", j->check},
                 {"reference", j->reference},
                 {"kind", j->kind},
                 {"engine", j->engine},
                 {"at", j->at},
                 {"source", j->source},
                 {"note", j->note},
                 {"verdict", gravel_verdict_name(j->verdict)},
                 {"title", gravel_asked_title(report, j)},
                 {"asked", j->asks ? asked.text : ""},
                 {"asked_more", j->asks ? asked.more : ""}};
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"value", j->value},         {"err", j->err},
                   {"expected", j->expected},   {"expected_err", j->expected_err},
                   {"tolerance", j->tolerance}, {"ratio", j->ratio}};
    json_t *item = json_object();
    int failed = item == NULL;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        failed |= texts[k].text[0] && json_object_set_new(item, texts[k].key, json_string(texts[k].text));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        failed |= numbers[k].value != 0.0 && json_object_set_new(item, numbers[k].key, number(numbers[k].value));
    failed |= j->contradicted && json_object_set_new(item, "contradicted", json_true());
    failed |= j->asks && !add_bounds(item, j->asks);
    if (!failed)
        return item;
    json_decref(item);
    return NULL;
}

/* Every verdict but the invariants that hold, which are counted: two of three verdicts of a report. */
bool
gravel_report_verdicts(FILE *out, const struct gravel_report *report)
{
    json_t *list = json_array(), *families = json_object();
    size_t n_kept = 0;
    json_t *root =
        json_pack("{s:s, s:o, s:o, s:O, s:O}", "tier", report->tier, "k", number(report->judgements->k), "false_alarm",
                  number(report->judgements->false_alarm), "families", families, "verdicts", list);
    bool good = list && root;

    for (size_t i = 0; i < report->judgements->n && good; i++) {
        const struct gravel_judgement *j = &report->judgements->items[i];
        const bool kept = strcmp(j->kind, "invariant") == 0 && j->verdict == GRAVEL_PASS;
        n_kept += kept;
        good = (kept || json_array_append_new(list, judgement_json(report, j)) == 0) &&
               json_object_set_new(families, j->case_name, json_string(j->family)) == 0;
    }
    good = good && json_object_set_new(root, "invariants_kept", json_integer((json_int_t)n_kept)) == 0;
    good = good && json_dumpf(root, out, JSON_INDENT(0) | JSON_COMPACT | JSON_REAL_PRECISION(12)) == 0 &&
           fputc('\n', out) != EOF;
    json_decref(list);
    json_decref(families);
    json_decref(root);
    return good && !ferror(out);
}
