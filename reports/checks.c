/* The checks of a case: the worst of each check first, every verdict that is not PASS with its explanation, and the
 * whole list folded away. */
#include "reports/checks.h"

#include "reports/asked.h"
#include "reports/html.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 4 };

static bool
is_invariant(const struct gravel_judgement *j)
{
    return strcmp(j->kind, "invariant") == 0;
}

static int
severity(enum gravel_verdict verdict)
{
    static const int order[] = {1, 4, 3, 2, 0};

    return order[verdict];
}

/* By check and engine, worst first inside; not in the order of the case file. */
static int
by_check(const void *a, const void *b)
{
    const struct gravel_judgement *p = *(const struct gravel_judgement *const *)a;
    const struct gravel_judgement *q = *(const struct gravel_judgement *const *)b;
    int c = strcmp(p->case_name, q->case_name);

    if (c == 0)
        c = strcmp(p->check, q->check);
    if (c == 0)
        c = strcmp(p->engine, q->engine);
    if (c == 0)
        c = severity(q->verdict) - severity(p->verdict);
    if (c == 0)
        c = (q->ratio > p->ratio) - (q->ratio < p->ratio);
    return c ? c : strcmp(p->at, q->at);
}

static bool
same_check(const struct gravel_judgement *a, const struct gravel_judgement *b)
{
    return strcmp(a->case_name, b->case_name) == 0 && strcmp(a->check, b->check) == 0 &&
           strcmp(a->engine, b->engine) == 0;
}

static const char *
explanation(const struct gravel_judgement *j)
{
    static const char *const general[] = {
        "", "The difference is larger than the tolerance.",
        "The error bar is larger than the claim needs: run longer or with more replicates.",
        "The engine or peer is not installed.", "The engine lacks a capability that this case needs."};

    return j->note[0] ? j->note : general[j->verdict];
}

/* The list of all places leaves out the kind and source of a check, which stand in the table above it. */
static void
put_table_head(FILE *out, bool origins)
{
    fprintf(out,
            "<table class=\"stack checks\">\n<thead><tr><th>verdict</th><th>check</th><th>at</th><th>measured</th>"
            "<th>asked</th><th class=\"num\">ratio</th>%s</tr></thead>\n<tbody>\n",
            origins ? "<th>kind and source</th>" : "");
}

/* A FAIL that the reference explains is still a FAIL, and a PASS that it rules out is unexpected: both are told. */
static void
put_verdict(FILE *out, const struct gravel_judgement *j)
{
    gravel_html_verdict(out, j);
    if (j->contradicted && j->verdict != GRAVEL_INCONCLUSIVE)
        fputs(gravel_judgement_is_as_on_file(j) ? "<br><small>contradiction on file</small>"
              : j->verdict == GRAVEL_FAIL       ? "<br><small>not the contradiction on file</small>"
              : j->verdict == GRAVEL_PASS       ? "<br><small>contradicts its explanation</small>"
                                                : "",
              out);
}

static void
put_asked(FILE *out, const struct gravel_judgement *j, const char *unit)
{
    struct gravel_asked asked;

    gravel_asked_read(&asked, j, unit);
    fputs("<td>", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, asked.text);
    if (asked.more[0]) {
        fputs("<br><small>", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, asked.more);
        fputs("</small>", out);
    }
    fputs("</td>", out);
}

/* The measured number with its unit. */
static void
put_value(FILE *out, const struct gravel_judgement *j, const char *unit)
{
    char text[120];

    fprintf(out, "<td>%s", gravel_text_measured(text, sizeof text, j->value, j->err));
    if (unit[0] && !isnan(j->value)) {
        fputc(' ', out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, unit);
    }
    fputs("</td>", out);
}

/* The title of the check, and below it in small type its name; the name alone where it has no title. */
static void
put_name(FILE *out, const struct gravel_site *site, const struct gravel_judgement *j, bool link)
{
    const char *title = gravel_asked_title(site->report, j);

    if (link) {
        fputs("<a ", out);
        gravel_site_check_link(out, site, j);
        fputc('>', out);
    }
    if (title[0])
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, title);
    else
        gravel_text_words(out, GRAVEL_MARKUP_HTML, j->check);
    fputs(link ? "</a>" : "", out);
    if (title[0]) {
        fputs("<br><small>", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, j->check);
        fputs("</small>", out);
    }
}

static void
put_origin(FILE *out, const struct gravel_site *site, const struct gravel_judgement *j)
{
    fputs("<td>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->kind);
    fputs(j->source[0] ? "; " : "", out);
    gravel_site_source(out, site, j->source);
    fputs("</td>", out);
}

/* A row; the first of a group of `of` places carries the id of its check. */
static void
put_row(FILE *out, const struct gravel_site *site, const struct gravel_judgement *j, size_t of, bool origins)
{
    const char *why = j->verdict == GRAVEL_PASS ? j->note : explanation(j);
    char text[300], unit[32];

    gravel_asked_unit(unit, sizeof unit, site->report, j);
    fputs("<tr", out);
    if (of > 0) {
        fputs(" id=\"", out);
        gravel_site_check_id(out, j);
        fputc('"', out);
    }
    fputs("><td>", out);
    put_verdict(out, j);
    fputs("</td><td>", out);
    put_name(out, site, j, of > 0);
    fputs("<br><small>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->engine);
    fputs("</small></td><td>", out);
    gravel_asked_place(text, sizeof text, site->report, j);
    gravel_text_words(out, GRAVEL_MARKUP_HTML, text);
    if (of > 1)
        fprintf(out, " <small>(worst of %zu)</small>", of);
    fputs("</td>", out);
    put_value(out, j, unit);
    put_asked(out, j, unit);
    gravel_html_number_cell(out, j->ratio, 3);
    if (origins)
        put_origin(out, site, j);
    fputs("</tr>\n", out);
    if (why[0]) {
        fprintf(out, "<tr class=\"why\"><td colspan=\"%d\">", origins ? 7 : 6);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, why);
        fputs("</td></tr>\n", out);
    }
}

/* The rows of one check that stand in the short table: all bad ones up to a limit, or the worst good one. */
static void
put_group(FILE *out, const struct gravel_site *site, const struct gravel_judgement *const *group, size_t n)
{
    size_t bad = 0;

    while (bad < n && group[bad]->verdict != GRAVEL_PASS && group[bad]->verdict != GRAVEL_NOT_APPLICABLE)
        bad++;
    if (bad == 0) {
        put_row(out, site, group[0], n, true);
        return;
    }
    for (size_t i = 0; i < bad && i < SHOWN_MAX; i++)
        put_row(out, site, group[i], i == 0 ? n : 0, true);
    if (bad > SHOWN_MAX)
        fprintf(out, "<tr class=\"why\"><td colspan=\"7\">%zu more like these: see the full list.</td></tr>\n",
                bad - SHOWN_MAX);
}

/* The checks that match, by check and engine, the worst first; the caller frees.  NULL without memory. */
static const struct gravel_judgement **
collect(const struct gravel_report *report, const char *family, const char *kind, const char *case_name, size_t *n)
{
    const struct gravel_judgement **list = calloc(report->judgements->n + 1, sizeof *list);

    *n = 0;
    for (size_t i = 0; list && i < report->judgements->n; i++) {
        const struct gravel_judgement *j = &report->judgements->items[i];
        if (!is_invariant(j) && (!family || strcmp(j->family, family) == 0) && (!kind || strcmp(j->kind, kind) == 0) &&
            (!case_name || strcmp(j->case_name, case_name) == 0))
            list[(*n)++] = j;
    }
    if (list)
        qsort(list, *n, sizeof *list, by_check);
    return list;
}

static size_t
group_length(const struct gravel_judgement *const *list, size_t n)
{
    size_t m = 1;

    while (m < n && same_check(list[0], list[m]))
        m++;
    return m;
}

void
gravel_html_checks(FILE *out, const struct gravel_site *site, const struct gravel_report_case *rc)
{
    size_t n, n_groups = 0;
    const struct gravel_judgement **list = collect(site->report, NULL, NULL, rc->c->name, &n);

    if (n == 0) {
        fputs("<p>No check was judged.</p>\n", out);
        free(list);
        return;
    }
    for (size_t i = 0; i < n; n_groups++)
        i += group_length(list + i, n - i);
    fprintf(out, "<details class=\"fold\"><summary>%zu check%s, each at its worst place</summary>\n", n_groups,
            n_groups == 1 ? "" : "s");
    fputs(
        "<p class=\"soft\">Ratio: the part of what is allowed that the deviation and its error use up; a check passes "
        "at 1 or less.</p>\n",
        out);
    put_table_head(out, true);
    for (size_t i = 0, m; i < n; i += m) {
        m = group_length(list + i, n - i);
        put_group(out, site, list + i, m);
    }
    fputs("</tbody></table>\n", out);
    if (n > n_groups) {
        fputs("<details><summary>All places of the checks that have several</summary>\n", out);
        put_table_head(out, false);
        for (size_t i = 0, m; i < n; i += m) {
            m = group_length(list + i, n - i);
            for (size_t k = 0; k < m && m > 1; k++)
                put_row(out, site, list[i + k], 0, false);
        }
        fputs("</tbody></table></details>\n", out);
    }
    fputs("</details>\n", out);
    free(list);
}

/* One line of the list of all checks: what the filter reads is in data attributes. */
static void
put_listed(FILE *out, const struct gravel_site *site, const struct gravel_judgement *j, size_t n)
{
    char unit[32];

    gravel_asked_unit(unit, sizeof unit, site->report, j);
    fprintf(out, "<tr data-v=\"%s\" data-e=\"", gravel_outcome_name(gravel_outcome_of(j)));
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->engine);
    if (site->family == NULL) /* else all rows have the same */
        fprintf(out, "\" data-f=\"%s", j->family);
    fprintf(out, "\" data-k=\"%s\"><td>", j->kind);
    gravel_html_verdict(out, j);
    fputs("</td><td>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->case_name);
    fputs("</td><td>", out);
    put_name(out, site, j, true);
    fputs("</td><td>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->engine);
    fputs("</td>", out);
    put_value(out, j, unit);
    fprintf(out, "<td>%zu</td></tr>\n", n);
}

static void
put_list(FILE *out, const struct gravel_site *site, const char *kind, const char *id)
{
    size_t n;
    const struct gravel_judgement **list = collect(site->report, site->family, kind, NULL, &n);

    fputs("<tbody", out);
    if (id) {
        fputs(" id=\"kind-", out);
        gravel_site_slug(out, id);
        fputc('"', out);
    }
    fputs(">\n", out);
    for (size_t i = 0, m; i < n; i += m) {
        m = group_length(list + i, n - i);
        put_listed(out, site, list[i], m);
    }
    fputs("</tbody>\n", out);
    free(list);
}

static void
put_choice(FILE *out, const char *key, const char *name, const struct gravel_words *words)
{
    fprintf(out, "<label>%s <select data-key=\"%s\"><option value=\"\">all</option>", name, key);
    for (size_t i = 0; i < words->n; i++) {
        fputs("<option>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, words->items[i]);
        fputs("</option>", out);
    }
    fputs("</select></label>\n", out);
}

void
gravel_html_check_list(FILE *out, const struct gravel_site *site)
{
    struct gravel_words verdicts = {0}, engines = {0}, families = {0}, kinds = {0}, here = {0};

    gravel_words_kinds(&kinds, site->report->judgements);
    gravel_words_families(&families, site->report);
    for (int o = 0; o < GRAVEL_OUTCOMES; o++)
        gravel_words_add(&verdicts, gravel_outcome_name((enum gravel_outcome)o));
    for (size_t i = 0; i < site->report->judgements->n; i++) {
        const struct gravel_judgement *j = &site->report->judgements->items[i];
        if (is_invariant(j))
            continue;
        if (j->engine[0])
            gravel_words_add(&engines, j->engine);
        if (site->family && strcmp(j->family, site->family) == 0)
            gravel_words_add(&here, j->kind);
    }
    fputs("<section id=\"checks\">\n<h2>All checks</h2>\n<form class=\"filter\" hidden>\n"
          "<label>search <input type=\"search\" placeholder=\"case, check, ...\"></label>\n",
          out);
    put_choice(out, "v", "verdict", &verdicts);
    put_choice(out, "e", "engine", &engines);
    if (!site->family)
        put_choice(out, "f", "family", &families);
    put_choice(out, "k", "kind", &kinds);
    fputs("<output></output>\n</form>\n<details class=\"list\"><summary>The list, one line a check and engine</summary>"
          "\n<table class=\"stack list\"><thead><tr><th>worst verdict</th><th>case</th><th>check</th><th>engine</th>"
          "<th>measured there</th><th>places</th></tr></thead>\n",
          out);
    if (!site->family)
        put_list(out, site, NULL, NULL);
    for (size_t k = 0; k < here.n; k++)
        put_list(out, site, here.items[k], here.items[k]);
    fputs("</table></details>\n</section>\n", out);
}
