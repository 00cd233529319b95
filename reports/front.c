#include "reports/front.h"

#include "harness/run/contact_quality.h"
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

    gravel_words_references(&contradicted, report, GRAVEL_OUTCOME_CONTRADICTED);
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

void
gravel_front_warnings(FILE *out, const struct gravel_site *site)
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
