#include "reports/front.h"

#include "harness/run/contact_quality.h"
#include "reports/asked.h"
#include "reports/html.h"
#include "reports/planned.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

/* The contacts of all points. */
static struct gravel_contact_quality
contacts_of(const struct gravel_report *report)
{
    struct gravel_contact_quality quality = {.fewest_steps = INFINITY};

    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t i = 0; i < report->cases[c].records->n; i++)
            gravel_contact_quality_add(&quality, report->cases[c].c, &report->cases[c].records->items[i]);
    return quality;
}

/* The references of which a verdict has this outcome, each once. */
static void
find_references(struct gravel_words *words, const struct gravel_report *report, enum gravel_outcome outcome)
{
    for (size_t i = 0; i < report->judgements->n; i++) {
        const struct gravel_judgement *j = &report->judgements->items[i];
        if (j->reference[0] && gravel_outcome_of(j) == outcome)
            gravel_words_add(words, j->reference);
    }
}

static void
put_engines(FILE *out, const struct gravel_report *report)
{
    struct gravel_words engines = {0}, commits = {0};
    size_t n[GRAVEL_WORDS_MAX] = {0};

    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t i = 0; i < report->cases[c].records->n; i++) {
            const struct gravel_record *r = &report->cases[c].records->items[i];
            gravel_words_add(&engines, r->engine);
            gravel_words_add(&commits, r->commit);
            for (size_t e = 0; e < engines.n; e++)
                n[e] += strcmp(engines.items[e], r->engine) == 0;
        }
    for (size_t e = 0; e < engines.n; e++) {
        fputs(e == 0 ? "" : e + 1 < engines.n ? ", " : " and ", out);
        fputs("<code>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, engines.items[e]);
        fprintf(out, "</code> (%zu points)", n[e]);
    }
    if (commits.n == 1) {
        fputs(", all of commit <code>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, commits.items[0]);
        fputs("</code>", out);
    } else
        fprintf(out, ", of %zu commits", commits.n);
}

static void
put_tile(FILE *out, const char *style, size_t n, const char *href, const char *what, const char *more)
{
    fprintf(out, "<li class=\"%s\"><a href=\"#%s\"><strong>%zu</strong> %s</a><small>%s</small></li>\n", style, href, n,
            what, more);
}

void
gravel_front_result(FILE *out, const struct gravel_site *site)
{
    const struct gravel_report *report = site->report;
    const struct gravel_coverage sum = gravel_coverages_sum(report->coverages);
    const struct gravel_outcomes all =
        gravel_outcomes_count(report->judgements, (struct gravel_tally_filter){.family = NULL});
    const bool claims = gravel_report_has_claims(report);
    const size_t unexpected = gravel_verdict_count(report->judgements).unexpected;
    const struct gravel_contact_quality contacts = contacts_of(report);
    struct gravel_words contradicted = {0}, families = {0};
    char more[200], headline[GRAVEL_HEADLINE_MAX];
    size_t points = 0;

    find_references(&contradicted, report, GRAVEL_OUTCOME_CONTRADICTED);
    gravel_words_families(&families, report);
    for (size_t c = 0; c < report->n_cases; c++)
        points += report->cases[c].records->n;
    fprintf(out,
            "<header>\n<h1>%s</h1>\n<p class=\"lead\">%zu case%s in %zu famil%s, %zu points of the tier %s. "
            "Soft-sphere molecular "
            "dynamics (MD) and event-driven hard spheres (ED): ",
            claims ? "Granular dynamics tested: soft and hard spheres against theory, simulation and experiment"
                   : "Granular dynamics: soft and hard spheres in cases of one's own",
            report->n_cases, report->n_cases == 1 ? "" : "s", families.n, families.n == 1 ? "y" : "ies", points,
            report->tier);
    put_engines(out, report);
    fputs(".</p>\n", out);
    gravel_html_missing(out, report);
    fputs("<p class=\"soft\">", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML,
                         gravel_verdict_headline(report->judgements, report->coverages, headline, sizeof headline));
    fputs(".</p>\n<ul class=\"tiles\">\n", out);
    put_tile(out, unexpected > 0 ? "failed" : "passed", unexpected, unexpected > 0 ? "failed" : "matrix",
             unexpected == 1 ? "unexpected failure" : "unexpected failures",
             unexpected > 0 ? "an engine or a check is wrong"
             : claims       ? "apart from contradictions on file"
                            : "of checks and invariants");
    snprintf(more, sizeof more, "of %zu verdicts on checks", all.n[0] + all.n[1] + all.n[2] + all.n[3] + all.n[4]);
    put_tile(out, "passed", all.n[GRAVEL_OUTCOME_PASS], "checks", "verdicts passed", more);
    snprintf(more, sizeof more, "%zu verdicts; the measured values are on file", all.n[GRAVEL_OUTCOME_CONTRADICTED]);
    if (claims)
        put_tile(out, "contradicted", contradicted.n, "contradicted",
                 contradicted.n == 1 ? "reference contradicted" : "references contradicted", more);
    snprintf(more, sizeof more, "verdicts INCONCLUSIVE");
    if (claims)
        snprintf(
            more, sizeof more,
            "verdicts INCONCLUSIVE; of %zu claims %zu are not judged in this tier, %zu have no result, %zu cannot be "
            "decided",
            gravel_coverage_on_file(&sum), sum.n[GRAVEL_CLAIM_NOT_JUDGED], sum.n[GRAVEL_CLAIM_NO_RESULT],
            sum.n[GRAVEL_CLAIM_UNDECIDABLE]);
    put_tile(out, "undecided", all.n[GRAVEL_OUTCOME_OPEN], "undecided", "undecided", more);
    snprintf(more, sizeof more, "contacts overlap by more than %g %% of a diameter, most by %.2g %%",
             100.0 * gravel_overlap_to_warn_of, 100.0 * contacts.largest_overlap);
    if (contacts.deep > 0)
        put_tile(out, "undecided", contacts.deep, "warnings", contacts.deep == 1 ? "soft point" : "soft points", more);
    fputs("</ul>\n</header>\n", out);
}

static void
put_cell(FILE *out, const struct gravel_site *site, const char *family, const char *kind)
{
    static const char *const marks[GRAVEL_OUTCOMES] = {"✓", "≠", "✗", "?", "–"};
    const struct gravel_outcomes o =
        gravel_outcomes_count(site->report->judgements, (struct gravel_tally_filter){.family = family, .kind = kind});
    static const int worst[GRAVEL_OUTCOMES] = {GRAVEL_OUTCOME_FAILED, GRAVEL_OUTCOME_OPEN, GRAVEL_OUTCOME_CONTRADICTED,
                                               GRAVEL_OUTCOME_PASS, GRAVEL_OUTCOME_NONE};
    size_t shown = 0;

    while (shown < GRAVEL_OUTCOMES && o.n[worst[shown]] == 0)
        shown++;
    if (shown == GRAVEL_OUTCOMES) {
        fputs("<td></td>", out);
        return;
    }
    fprintf(out, "<td class=\"%s\"><a ", gravel_outcome_name((enum gravel_outcome)worst[shown]));
    gravel_site_family_link(out, site, family, kind);
    fputc('>', out);
    for (int k = 0, any = 0; k < GRAVEL_OUTCOMES; k++)
        if (o.n[k] > 0)
            fprintf(out, "%s%zu&nbsp;%s", any++ ? " " : "", o.n[k], marks[k]);
    fputs("</a></td>", out);
}

void
gravel_front_matrix(FILE *out, const struct gravel_site *site)
{
    struct gravel_words kinds = {0}, families = {0};

    gravel_words_kinds(&kinds, site->report->judgements);
    gravel_words_families(&families, site->report);
    fputs("<section id=\"matrix\">\n<h2>Families × kinds of check</h2>\n<p class=\"soft\">Verdicts: ✓ passed, ≠ "
          "contradicts its source as on file, ✗ failed, ? undecided, – not run, or engine missing. A cell leads to its "
          "checks.</p>\n<div class=\"wide\"><table class=\"matrix\"><thead><tr><th>family</th>",
          out);
    for (size_t k = 0; k < kinds.n; k++) {
        fputs("<th>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, kinds.items[k]);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t f = 0; f < families.n; f++) {
        fputs("<tr><th><a ", out);
        gravel_site_family_link(out, site, families.items[f], NULL);
        fputc('>', out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, families.items[f]);
        fputs("</a></th>", out);
        for (size_t k = 0; k < kinds.n; k++)
            put_cell(out, site, families.items[f], kinds.items[k]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n</section>\n", out);
}

/* The value of a claim in words: "0.341 ± 0.002", its statement, or the name of its law. */
static void
put_claim(FILE *out, const struct gravel_report *report, const struct gravel_judgement *j)
{
    const struct gravel_reference *r = gravel_references_find(report->references, j->reference);
    struct gravel_asked asked;
    char unit[32];

    if (r && r->statement && r->statement[0])
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, r->statement);
    else {
        gravel_text_words(out, GRAVEL_MARKUP_HTML, r && r->quantity[0] ? r->quantity : j->check);
        if (isfinite(j->expected)) {
            gravel_asked_unit(unit, sizeof unit, report, j);
            gravel_asked_read(&asked, j, unit);
            fputs(gravel_asked_is_value(j) ? " = " : ": ", out);
            gravel_text_prose(out, GRAVEL_MARKUP_HTML, asked.text);
        }
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
    char value[120];
    fputs("<tr><td>", out);
    gravel_site_source(out, site, first->source);
    fputs("<br><small>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, id);
    fputs("</small></td><td>", out);
    put_claim(out, site->report, first);
    fprintf(out, "</td><td>%s", gravel_text_measured(value, sizeof value, first->value, first->err));
    fputs("<br><small>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, first->engine);
    fputs(first->at[0] ? ", " : "", out);
    gravel_text_words(out, GRAVEL_MARKUP_HTML, first->at);
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

    find_references(&ids, site->report, outcome);
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
put_warnings(FILE *out, const struct gravel_site *site)
{
    const struct gravel_contact_quality all = contacts_of(site->report);

    if (all.deep + all.coarse == 0)
        return;
    fputs("<section id=\"warnings\">\n<h2>Contacts that are poorly resolved</h2>\n<ul>\n", out);
    for (size_t c = 0; c < site->report->n_cases; c++) {
        const struct gravel_report_case *rc = &site->report->cases[c];
        struct gravel_contact_quality q = {.fewest_steps = INFINITY};
        for (size_t i = 0; i < rc->records->n; i++)
            gravel_contact_quality_add(&q, rc->c, &rc->records->items[i]);
        if (q.deep + q.coarse == 0)
            continue;
        fputs("<li><a ", out);
        gravel_site_case_link(out, site, rc->c->family, rc->c->name);
        fputc('>', out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, rc->c->name);
        fputs("</a>: ", out);
        if (q.deep > 0)
            fprintf(out, "%zu point%s, overlap up to %.2g %% of a diameter", q.deep, q.deep == 1 ? "" : "s",
                    100.0 * q.largest_overlap);
        if (q.coarse > 0)
            fprintf(out, "%s%zu point%s, %.3g time steps a contact", q.deep > 0 ? "; " : "", q.coarse,
                    q.coarse == 1 ? "" : "s", q.fewest_steps);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n</section>\n", out);
}

static void
put_contradicted(FILE *out, const struct gravel_site *site)
{
    fputs("<section id=\"contradicted\">\n<h2>References that the engines contradict</h2>\n<p>The value measured here "
          "is outside of what the source states.  It is on file with its reason; another value would be an unexpected "
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
    put_warnings(out, site);
}
