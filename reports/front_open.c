/* What the first page lists: unexpected failures, contradicted references, what is undecided. */
#include "reports/front.h"

#include "harness/case/check_kinds.h"
#include "reports/asked.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

static bool
is_stated_in_words(const struct gravel_reference *r)
{
    return r && r->statement && r->statement[0];
}

/* The value of a claim in words: "0.341 ± 0.002", its statement, or the name of its law; of a slope "exponent of". */
static void
put_claim(FILE *out, const struct gravel_report *report, const struct gravel_judgement *j)
{
    const struct gravel_reference *r = gravel_references_find(report->references, j->reference);
    struct gravel_asked asked;
    char unit[32];

    if (is_stated_in_words(r))
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, r->statement);
    else {
        fputs(j->asks && j->asks->kind == &gravel_check_slope ? "exponent of " : "", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, r && r->quantity[0] ? r->quantity : j->check);
        if (isfinite(j->expected)) {
            gravel_asked_unit(unit, sizeof unit, report, j);
            gravel_asked_read(&asked, j, unit);
            fputs(gravel_asked_is_value(j) ? " = " : ": ", out);
            gravel_text_prose(out, GRAVEL_MARKUP_HTML, asked.text);
        }
    }
}

/* "reduced height = 0.1635 ± 0.0012 m": the name where the claim, in words, has none. */
static void
put_measured(FILE *out, const struct gravel_report *report, const struct gravel_judgement *j)
{
    char value[120], unit[32];

    if (j->asks && is_stated_in_words(gravel_references_find(report->references, j->reference))) {
        gravel_text_words(out, GRAVEL_MARKUP_HTML, j->asks->measure);
        fputs(" = ", out);
    }
    fputs(gravel_text_measured(value, sizeof value, j->value, j->err), out);
    gravel_asked_unit(unit, sizeof unit, report, j);
    if (unit[0] && !isnan(j->value)) {
        fputc(' ', out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, unit);
    }
}

/* The verdicts of one reference with this outcome, as one row: source and claim, what was measured, why. */
static void
put_reference(FILE *out, const struct gravel_site *site, const char *id, enum gravel_outcome outcome)
{
    const struct gravel_judgements *judgements = site->report->judgements;
    const struct gravel_judgement *first = NULL;
    size_t n = 0;

    for (size_t i = 0; i < judgements->n; i++) {
        const struct gravel_judgement *j = &judgements->items[i];
        if (strcmp(j->reference, id) != 0 || gravel_outcome_of(j) != outcome)
            continue;
        n++;
        if (!first || j->ratio > first->ratio)
            first = j;
    }
    if (!first)
        return;
    char place[300];
    fputs("<tr><td>", out);
    gravel_site_source(out, site, first->source);
    fputs("<br><small>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, id);
    fputs("</small></td><td>", out);
    put_claim(out, site->report, first);
    fputs("</td><td>", out);
    put_measured(out, site->report, first);
    fputs("<br><small>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, first->engine);
    gravel_asked_place(place, sizeof place, site->report, first);
    fputs(place[0] ? ", " : "", out);
    gravel_text_words(out, GRAVEL_MARKUP_HTML, place);
    fputs("</small></td><td><a ", out);
    gravel_site_check_link(out, site, first);
    fputc('>', out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, first->case_name);
    fprintf(out, "</a>%s<details><summary>why</summary>", n > 1 ? " <small>and more places</small>" : "");
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, first->note);
    fputs("</details></td></tr>\n", out);
}

static void
put_references(FILE *out, const struct gravel_site *site, enum gravel_outcome outcome)
{
    struct gravel_words ids = {0};

    gravel_words_references(&ids, site->report, outcome);
    if (ids.n == 0) {
        fputs("<p>None.</p>\n", out);
        return;
    }
    fputs("<table class=\"stack\"><thead><tr><th>source</th><th>claim</th><th>measured, at the worst place</th>"
          "<th>case</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t k = 0; k < ids.n; k++)
        put_reference(out, site, ids.items[k], outcome);
    fputs("</tbody></table>\n", out);
}

/* Checks without a reference, and invariants, one line each. */
static void
put_others(FILE *out, const struct gravel_site *site, enum gravel_outcome outcome)
{
    size_t n = 0;

    for (size_t i = 0; i < site->report->judgements->n; i++) {
        const struct gravel_judgement *j = &site->report->judgements->items[i];
        if (j->reference[0] || gravel_outcome_of(j) != outcome)
            continue;
        fputs(n++ == 0 ? "<ul>\n<li><a " : "<li><a ", out);
        if (gravel_judgement_is_about(j) == GRAVEL_JUDGED_INVARIANTS)
            gravel_site_case_link(out, site, j->family, j->case_name);
        else
            gravel_site_check_link(out, site, j);
        fputc('>', out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->case_name);
        fputs("</a>: ", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, j->check);
        fputs(", ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->engine);
        fputs(j->at[0] ? ", " : "", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, j->at);
        fputs(j->note[0] ? ". " : "", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, j->note);
        fputs("</li>\n", out);
    }
    fputs(n > 0 ? "</ul>\n" : "", out);
}

/* Of the catalogue; a part of it leaves none of them out that it names. */
static void
put_undecidable(FILE *out, const struct gravel_site *site)
{
    const struct gravel_references *references = site->report->references;
    const struct gravel_coverage sum = gravel_coverages_sum(site->report->coverages);
    size_t n = 0;

    for (size_t i = 0; i < references->n && sum.n[GRAVEL_CLAIM_UNDECIDABLE] > 0; i++) {
        const struct gravel_reference *r = &references->items[i];
        if (!gravel_reference_is_claim(r) || !r->undecidable || !r->undecidable[0])
            continue;
        fputs(n++ == 0 ? "<details><summary>Claims that nothing can decide</summary>\n<ul>\n" : "", out);
        fputs("<li>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, r->id);
        fputs(": ", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, r->undecidable);
        fputs("</li>\n", out);
    }
    fputs(n > 0 ? "</ul></details>\n" : "", out);
}

static void
put_contradicted(FILE *out, const struct gravel_site *site)
{
    fputs("<section id=\"contradicted\">\n<h2>References that the engines contradict</h2>\n<p>The value measured here "
          "is outside of what the source states. It is on file with its reason; another value would be an unexpected "
          "failure.</p>\n",
          out);
    put_references(out, site, GRAVEL_OUTCOME_CONTRADICTED);
    fputs("</section>\n", out);
}

void
gravel_front_open(FILE *out, const struct gravel_site *site)
{
    if (gravel_verdict_count(site->report->judgements).unexpected > 0) {
        fputs("<section id=\"failed\">\n<h2>Unexpected failures</h2>\n", out);
        put_references(out, site, GRAVEL_OUTCOME_FAILED);
        put_others(out, site, GRAVEL_OUTCOME_FAILED);
        fputs("</section>\n", out);
    }
    if (gravel_report_has_claims(site->report))
        put_contradicted(out, site);
    fputs("<section id=\"undecided\">\n<h2>Undecided</h2>\n<p>INCONCLUSIVE: the error bar is larger than "
          "the claim needs.</p>\n",
          out);
    put_references(out, site, GRAVEL_OUTCOME_OPEN);
    put_others(out, site, GRAVEL_OUTCOME_OPEN);
    put_undecidable(out, site);
    fputs("</section>\n", out);
}
