/* What was run, the verdicts by kind and by family, the claims, and the list of cases. */
#include "reports/head.h"

#include "reports/html.h"

#include "reports/text.h"

#include <string.h>

enum field { COMMIT, COMPILER, HOST, ENGINE };

static const char *
field_of(const struct gravel_record *record, enum field field)
{
    switch (field) {
    case COMMIT: return record->commit;
    case COMPILER: return record->compiler;
    case HOST: return record->host;
    case ENGINE: return record->engine;
    }
    return "";
}

static size_t
put_distinct(FILE *out, const struct gravel_report *report, const char *name, enum field field)
{
    struct gravel_words words = {0};

    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t i = 0; i < report->cases[c].records->n; i++)
            gravel_words_add(&words, field_of(&report->cases[c].records->items[i], field));
    fprintf(out, "<dt>%s</dt><dd>", name);
    for (size_t i = 0; i < words.n; i++) {
        fputs(i ? ", " : "", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, words.items[i]);
    }
    fputs("</dd>\n", out);
    return words.n;
}

static void
put_dates(FILE *out, const struct gravel_report *report)
{
    const char *first = NULL, *last = NULL;

    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t i = 0; i < report->cases[c].records->n; i++) {
            const char *started = report->cases[c].records->items[i].started;
            if (!first || strcmp(started, first) < 0)
                first = started;
            if (!last || strcmp(started, last) > 0)
                last = started;
        }
    fputs("<dt>run between</dt><dd>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, first ? first : "");
    fputs(" and ", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, last ? last : "");
    fputs("</dd>\n<dt>report written</dt><dd>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, report->created);
    fputs("</dd>\n", out);
}

void
gravel_html_facts(FILE *out, const struct gravel_report *report)
{
    char budget[80], k[80];

    fputs("<section id=\"facts\">\n<h2>What was run</h2>\n<dl class=\"facts\">\n", out);
    put_distinct(out, report, "engines", ENGINE);
    const size_t commits = put_distinct(out, report, "commit", COMMIT);
    put_distinct(out, report, "compiler", COMPILER);
    put_distinct(out, report, "host", HOST);
    put_dates(out, report);
    fprintf(out,
            "<dt>false-alarm budget</dt><dd>%s for a full run, over all stochastic decisions; hence coverage "
            "factor k = %s</dd>\n</dl>\n",
            gravel_text_number(budget, sizeof budget, report->judgements->false_alarm, 3),
            gravel_text_number(k, sizeof k, report->judgements->k, 4));
    if (commits > 1)
        fprintf(out, "<p class=\"warning\">The records come from %zu commits: run again for a report of one.</p>\n",
                commits);
    fputs("<p>For programs: <a href=\"verdicts.json\">verdicts.json</a>, <a href=\"summary.md\">summary.md</a>.</p>\n"
          "</section>\n",
          out);
}

static void
put_counts_head(FILE *out, const char *id, const char *caption, const char *what)
{
    fprintf(out, "<div class=\"wide\"><table id=\"%s\"><caption>%s</caption>\n<thead><tr><th>%s</th>", id, caption,
            what);
    for (size_t v = 0; v < GRAVEL_VERDICTS; v++) {
        fputs("<th class=\"num\">", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, gravel_verdict_name((enum gravel_verdict)v));
        fputs("</th>", out);
    }
    fputs("<th class=\"num\">all</th></tr></thead>\n<tbody>\n", out);
}

static void
put_counts(FILE *out, const size_t *n)
{
    size_t sum = 0;

    for (size_t v = 0; v < GRAVEL_VERDICTS; v++) {
        gravel_html_count_cell(out, n[v]);
        sum += n[v];
    }
    gravel_html_count_cell(out, sum);
    fputs("</tr>\n", out);
}

/* Claims, other checks and invariants, never added up: an invariant of a point validates no claim. */
static void
put_subjects(FILE *out, const struct gravel_report *report)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(report->judgements);

    put_counts_head(out, "verdicts-by-subject", "Verdicts on claims, other checks and invariants", "about");
    for (int what = 0; what < GRAVEL_JUDGED_KINDS; what++) {
        fprintf(out, "<tr><th>%s</th>", gravel_judged_name((enum gravel_judged)what));
        put_counts(out, counts.n[what]);
    }
    fprintf(out, "</tbody></table></div>\n<p class=\"soft\">%zu of the FAILs are contradictions on file.</p>\n",
            counts.contradicted);
}

static void
put_tally_row(FILE *out, const struct gravel_site *site, const char *name, const char *family, const char *kind)
{
    const struct gravel_tally tally =
        gravel_tally_count(site->report->judgements, (struct gravel_tally_filter){.family = family, .kind = kind});
    bool total = !family && !kind;

    fprintf(out, "<tr%s><th>", total ? " class=\"total\"" : "");
    if (family) {
        fputs("<a ", out);
        gravel_site_family_link(out, site, family, NULL);
        fputc('>', out);
    }
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, name);
    fputs(family ? "</a></th>" : "</th>", out);
    put_counts(out, tally.n);
}

static void
put_tally_table(FILE *out, const struct gravel_site *site, const char *what, const struct gravel_words *words,
                bool by_family)
{
    char id[40], caption[80];

    snprintf(id, sizeof id, "verdicts-by-%s", what);
    snprintf(caption, sizeof caption, "Verdicts on claims and other checks by %s", what);
    put_counts_head(out, id, caption, what);
    for (size_t i = 0; i < words->n; i++)
        put_tally_row(out, site, words->items[i], by_family ? words->items[i] : NULL,
                      by_family ? NULL : words->items[i]);
    put_tally_row(out, site, "all", NULL, NULL);
    fputs("</tbody></table></div>\n", out);
}

static void
put_coverage(FILE *out, const struct gravel_coverage *coverage, bool is_sum)
{
    fprintf(out, "<tr%s><th>", is_sum ? " class=\"total\"" : "");
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, coverage->family);
    fputs("</th>", out);
    gravel_html_count_cell(out, gravel_coverage_on_file(coverage));
    for (size_t s = 0; s < GRAVEL_CLAIM_STATES; s++)
        gravel_html_count_cell(out, coverage->n[s]);
    fputs("</tr>\n", out);
}

static void
put_claims(FILE *out, const struct gravel_report *report)
{
    const struct gravel_coverage sum = gravel_coverages_sum(report->coverages);

    fputs("<div class=\"wide\"><table id=\"claims\"><caption>Claims on file, each counted once by its worst "
          "verdict</caption>\n<thead><tr><th>family</th><th class=\"num\">on file</th>",
          out);
    for (int s = 0; s < GRAVEL_CLAIM_STATES; s++)
        fprintf(out, "<th class=\"num\">%s</th>", gravel_claim_state_name((enum gravel_claim_state)s));
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < report->coverages->n; i++)
        put_coverage(out, &report->coverages->items[i], false);
    put_coverage(out, &sum, true);
    fputs("</tbody></table></div>\n", out);
}

void
gravel_html_verdict_tables(FILE *out, const struct gravel_site *site)
{
    const struct gravel_report *report = site->report;
    struct gravel_words kinds = {0}, families = {0};

    gravel_words_kinds(&kinds, report->judgements);
    gravel_words_families(&families, report);
    fputs(
        "<section id=\"verdicts\">\n<h2>Counts of verdicts</h2>\n<details><summary>Tables by subject, kind and family, "
        "and the rule of decision</summary>\n"
        "<p>A claim is one or more margins, numbers that are at least 0 where it holds, each with a standard error "
        "<i>s</i>. PASS: margin &gt; <i>k</i><sub>p</sub> <i>s</i> for every margin, so that a claim at the edge of "
        "its tolerance passes once in a hundred runs. FAIL: margin &lt; −<i>k</i><sub>f</sub> <i>s</i> for any, or an "
        "invariant is broken. INCONCLUSIVE: neither can be said. SKIP: an engine or a peer is not installed. NOT "
        "APPLICABLE: the engine lacks a capability.</p>\n",
        out);
    put_subjects(out, report);
    if (gravel_report_has_claims(report))
        put_claims(out, report);
    put_tally_table(out, site, "kind", &kinds, false);
    put_tally_table(out, site, "family", &families, true);
    fputs("</details></section>\n", out);
}

void
gravel_html_families(FILE *out, const struct gravel_site *site)
{
    const struct gravel_report *report = site->report;
    struct gravel_words families = {0};

    gravel_words_families(&families, report);
    fputs("<section id=\"families\">\n<h2>Cases</h2>\n", out);
    for (size_t f = 0; f < families.n; f++) {
        fputs("<h3><a ", out);
        gravel_site_family_link(out, site, families.items[f], NULL);
        fputc('>', out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, families.items[f]);
        fputs("</a></h3>\n<ul class=\"cases\">\n", out);
        for (size_t c = 0; c < report->n_cases; c++) {
            if (strcmp(report->cases[c].c->family, families.items[f]) != 0)
                continue;
            fputs("<li><a ", out);
            gravel_site_case_link(out, site, families.items[f], report->cases[c].c->name);
            fputc('>', out);
            gravel_text_prose(out, GRAVEL_MARKUP_HTML, report->cases[c].c->title);
            fputs("</a>: ", out);
            gravel_html_case_verdicts(out, report, report->cases[c].c);
            fputs("</li>\n", out);
        }
        fputs("</ul>\n", out);
    }
    fputs("</section>\n", out);
}
