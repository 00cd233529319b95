/* The catalogue table of the README, generated from the cases and their verdicts.  It holds nothing that a second run
 * of the same commit would change: no times, no hosts. */
#include "reports/readme.h"

#include "reports/asked.h"
#include "reports/file.h"
#include "reports/label.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char begin_mark[] = "<!-- catalogue:begin -->";
static const char end_mark[] = "<!-- catalogue:end -->";
static const char kind_mark[] = "Computed with ";

/* The number that stands for a case: its first check against a reference that could be decided, else its first judged
 * check. */
static const struct gravel_judgement *
key_judgement(const struct gravel_judgements *judgements, const char *case_name)
{
    const struct gravel_judgement *found = NULL;

    for (size_t i = 0; i < judgements->n; i++) {
        const struct gravel_judgement *j = &judgements->items[i];
        if (strcmp(j->case_name, case_name) != 0 || strcmp(j->kind, "invariant") == 0 ||
            j->verdict > GRAVEL_INCONCLUSIVE || !isfinite(j->value))
            continue;
        if (j->reference[0] != '\0' && isfinite(j->expected) && j->verdict != GRAVEL_INCONCLUSIVE)
            return j;
        if (!found)
            found = j;
    }
    return found;
}

/* Claims that passed, of those judged, by engine. */
static void
put_engines(FILE *out, const struct gravel_report *report, const struct gravel_case *c)
{
    struct gravel_words engines = {0};
    char name[64];

    if (!gravel_verdict_case_decided(report->judgements, c->name)) {
        fputs("no claim decided", out);
        return;
    }
    for (size_t i = 0; i < report->judgements->n; i++) {
        const struct gravel_judgement *j = &report->judgements->items[i];
        if (strcmp(j->case_name, c->name) == 0 && gravel_judgement_is_about(j) == GRAVEL_JUDGED_CLAIMS)
            gravel_words_add(&engines, j->engine);
    }
    for (size_t i = 0; i < engines.n; i++) {
        const struct gravel_tally all = gravel_tally_count(
            report->judgements,
            (struct gravel_tally_filter){.case_name = c->name, .engine = engines.items[i], .claims_only = true});
        gravel_label_engine(name, sizeof name, engines.items[i]);
        fputs(i ? "<br>" : "", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, name);
        fprintf(out, " %zu/%zu", all.n[GRAVEL_PASS], gravel_tally_judged(&all));
    }
}

static void
put_key_number(FILE *out, const struct gravel_judgement *j)
{
    struct gravel_asked asked;
    char value[120];

    if (!j)
        return;
    gravel_asked_read(&asked, j, "");
    /* The check's name begins with the id of its reference, which is looked up as it stands. */
    gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, j->reference);
    gravel_text_words(out, GRAVEL_MARKUP_MARKDOWN, j->check + strlen(j->reference));
    fprintf(out, " = %s", gravel_text_measured(value, sizeof value, j->value, j->err));
    if (isfinite(j->expected)) {
        fputs(gravel_asked_is_value(j) ? " (reference " : " (asked ", out);
        gravel_text_prose(out, GRAVEL_MARKUP_MARKDOWN, asked.text);
        fputc(')', out);
    }
    fprintf(out, ", ");
    gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, j->engine);
    fputs(j->at[0] ? ", " : "", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, j->at);
}

/* Compilers and vector instructions of the records. */
static void
put_kinds(FILE *out, const struct gravel_report *report)
{
    struct gravel_words kinds = {0};

    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t i = 0; i < report->cases[c].records->n; i++)
            gravel_words_add(&kinds, report->cases[c].records->items[i].compiler);
    fprintf(out, "\n%s", kind_mark);
    for (size_t i = 0; i < kinds.n; i++) {
        fputs(i ? "; " : "", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, kinds.items[i]);
    }
    fputs(".\n", out);
}

bool
gravel_report_catalogue(FILE *out, const struct gravel_report *report)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(report->judgements);
    char headline[GRAVEL_HEADLINE_MAX];

    fputs("| case | what it asks | claims passed / judged | one number |\n|---|---|---|---|\n", out);
    for (size_t c = 0; c < report->n_cases; c++) {
        const struct gravel_case *item = report->cases[c].c;
        fputs("| ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, item->name);
        fputs(" | ", out);
        gravel_text_prose(out, GRAVEL_MARKUP_MARKDOWN, item->asks);
        fputs(" | ", out);
        put_engines(out, report, item);
        fputs(" | ", out);
        put_key_number(out, key_judgement(report->judgements, item->name));
        fputs(" |\n", out);
    }
    put_kinds(out, report);
    fprintf(out, "Tier %s: %s.\n", report->tier,
            gravel_verdict_headline(report->judgements, report->coverages, headline, sizeof headline));
    for (int what = 0; what < GRAVEL_JUDGED_KINDS; what++)
        fprintf(out, "%s%s: %zu PASS, %zu FAIL, %zu INCONCLUSIVE", what > 0 ? "; " : "Verdicts on ",
                gravel_judged_name((enum gravel_judged)what), counts.n[what][GRAVEL_PASS], counts.n[what][GRAVEL_FAIL],
                counts.n[what][GRAVEL_INCONCLUSIVE]);
    fprintf(out, ". %zu of the FAILs are contradictions on file.\n", counts.contradicted);
    return !ferror(out);
}

/* The README with the catalogue in place; the caller frees. */
static enum gravel_status
renew(char **renewed, const char *old, const struct gravel_report *report, const char *path, struct gravel_error *error)
{
    const char *begin = strstr(old, begin_mark), *end = begin ? strstr(begin, end_mark) : NULL;
    size_t length;

    if (!begin || !end)
        return gravel_fail(error, GRAVEL_INPUT, "%s: found no pair of lines \"%s\" and \"%s\"", path, begin_mark,
                           end_mark);
    FILE *out = open_memstream(renewed, &length);
    if (!out)
        return gravel_no_memory(error);
    fwrite(old, 1, (size_t)(begin - old) + strlen(begin_mark), out);
    fputs("\n\n", out);
    bool good = gravel_report_catalogue(out, report);
    fprintf(out, "\n%s", end);
    if (fclose(out) == 0 && good)
        return GRAVEL_OK;
    free(*renewed);
    *renewed = NULL;
    return gravel_no_memory(error);
}

/* Whether both texts state the same compilers and vector instructions, or one of them states none. */
static bool
same_kind(const char *a, const char *b)
{
    const char *in_a = strstr(a, kind_mark), *in_b = strstr(b, kind_mark);
    const size_t length = in_a ? strcspn(in_a, "\n") : 0;
    return !in_a || !in_b || (strcspn(in_b, "\n") == length && strncmp(in_a, in_b, length) == 0);
}

static enum gravel_status
replace_file(const char *path, const char *text, struct gravel_error *error)
{
    char part[1024];

    snprintf(part, sizeof part, "%.1000s.part", path);
    FILE *out = fopen(part, "w");
    bool good = out && fputs(text, out) >= 0;
    if (out)
        good = (fclose(out) == 0) && good;
    if (good && rename(part, path) == 0)
        return GRAVEL_OK;
    enum gravel_status status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    remove(part);
    return status;
}

enum gravel_status
gravel_report_readme(const struct gravel_report *report, const char *path, bool check, enum gravel_freshness *freshness,
                     struct gravel_error *error)
{
    char *old = NULL, *renewed = NULL;
    enum gravel_status status = gravel_file_read(&old, path, error);

    if (status == GRAVEL_OK)
        status = renew(&renewed, old, report, path, error);
    if (status == GRAVEL_OK) {
        *freshness = strcmp(old, renewed) == 0 ? GRAVEL_FRESH
                     : same_kind(old, renewed) ? GRAVEL_STALE
                                               : GRAVEL_FROM_ELSEWHERE;
        if (*freshness != GRAVEL_FRESH && !check)
            status = replace_file(path, renewed, error);
    }
    free(old);
    free(renewed);
    return status;
}
