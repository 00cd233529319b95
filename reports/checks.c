/* The checks of a case: the worst of each check first, every verdict that is not PASS with its explanation, and the
 * whole list folded away. */
#include "reports/checks.h"

#include "reports/html.h"

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

static void
put_table_head(FILE *out)
{
    fputs("<div class=\"wide\"><table>\n<thead><tr><th>verdict</th><th>check</th><th>engine</th><th>at</th>"
          "<th class=\"num\">value</th><th class=\"num\">reference</th><th class=\"num\">tolerance</th>"
          "<th class=\"num\">ratio</th><th>kind and source</th></tr></thead>\n<tbody>\n",
          out);
}

/* A FAIL that the reference explains is still a FAIL, and a PASS that it rules out is unexpected: the table shows both.
 */
static void
put_verdict(FILE *out, const struct gravel_judgement *j)
{
    gravel_html_verdict(out, j->verdict);
    if (j->contradicted)
        fputs(j->verdict == GRAVEL_FAIL   ? "<br><small>explained contradiction</small>"
              : j->verdict == GRAVEL_PASS ? "<br><small>contradicts its explanation</small>"
                                          : "",
              out);
}

static void
put_row(FILE *out, const struct gravel_judgement *j, size_t of)
{
    const char *why = j->verdict == GRAVEL_PASS ? j->note : explanation(j);
    char place[320];

    fprintf(out, "<tr%s><td>", why[0] ? " class=\"has-why\"" : "");
    put_verdict(out, j);
    fputs("</td>", out);
    gravel_html_words_cell(out, "check", j->check);
    gravel_html_cell(out, j->engine);
    if (of > 1)
        snprintf(place, sizeof place, "%s%s(worst of %zu)", j->at, j->at[0] ? " " : "", of);
    else
        snprintf(place, sizeof place, "%s", j->at);
    gravel_html_words_cell(out, "place", place);
    gravel_html_measured_cell(out, j->value, j->err);
    gravel_html_measured_cell(out, j->expected, isnan(j->expected_err) ? 0 : j->expected_err);
    gravel_html_number_cell(out, j->tolerance, 3);
    gravel_html_number_cell(out, j->ratio, 3);
    fputs("<td class=\"place\">", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, j->kind);
    fputs(j->source[0] ? "; " : "", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, j->source);
    fputs("</td></tr>\n", out);
    if (why[0]) {
        fputs("<tr class=\"why\"><td></td><td colspan=\"8\">", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, why);
        fputs("</td></tr>\n", out);
    }
}

/* The rows of one check that stand in the short table: all bad ones up to a limit, or the worst good one. */
static void
put_group(FILE *out, const struct gravel_judgement *const *group, size_t n)
{
    size_t bad = 0;

    while (bad < n && group[bad]->verdict != GRAVEL_PASS && group[bad]->verdict != GRAVEL_NOT_APPLICABLE)
        bad++;
    if (bad == 0) {
        put_row(out, group[0], n);
        return;
    }
    for (size_t i = 0; i < bad && i < SHOWN_MAX; i++)
        put_row(out, group[i], i == 0 ? n : 0);
    if (bad > SHOWN_MAX)
        fprintf(out, "<tr class=\"why\"><td></td><td colspan=\"8\">%zu more like these: see the full list.</td></tr>\n",
                bad - SHOWN_MAX);
}

void
gravel_html_checks(FILE *out, const struct gravel_report *report, const struct gravel_report_case *rc)
{
    const struct gravel_judgement **list = calloc(report->judgements->n + 1, sizeof *list);
    size_t n = 0, n_groups = 0;

    for (size_t i = 0; list && i < report->judgements->n; i++)
        if (strcmp(report->judgements->items[i].case_name, rc->c->name) == 0 &&
            !is_invariant(&report->judgements->items[i]))
            list[n++] = &report->judgements->items[i];
    fputs("<h3>Checks</h3>\n", out);
    if (n == 0) {
        fputs("<p>No check was judged.</p>\n", out);
        free(list);
        return;
    }
    qsort(list, n, sizeof *list, by_check);
    put_table_head(out);
    for (size_t i = 0; i < n; n_groups++) {
        size_t m = 1;
        while (i + m < n && same_check(list[i], list[i + m]))
            m++;
        put_group(out, list + i, m);
        i += m;
    }
    fputs("</tbody></table></div>\n", out);
    if (n > n_groups) {
        fprintf(out, "<details><summary>All %zu verdicts</summary>\n", n);
        put_table_head(out);
        for (size_t i = 0; i < n; i++)
            put_row(out, list[i], 0);
        fputs("</tbody></table></div></details>\n", out);
    }
    free(list);
}

static void
put_not_passed(FILE *out, const struct gravel_judgement *j, size_t n)
{
    fputs("<tr><td>", out);
    put_verdict(out, j);
    fputs("</td><td><a href=\"#", out);
    gravel_html_anchor(out, j->case_name);
    fputs("\">", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->case_name);
    fputs("</a></td>", out);
    gravel_html_words_cell(out, "check", j->check);
    gravel_html_cell(out, j->engine);
    gravel_html_count_cell(out, n);
    gravel_html_number_cell(out, j->ratio, 3);
    gravel_html_cell(out, explanation(j));
    fputs("</tr>\n", out);
}

void
gravel_html_not_passed(FILE *out, const struct gravel_report *report)
{
    const struct gravel_judgement **list = calloc(report->judgements->n + 1, sizeof *list);
    size_t n = 0;

    for (size_t i = 0; list && i < report->judgements->n; i++)
        if (report->judgements->items[i].verdict == GRAVEL_FAIL ||
            report->judgements->items[i].verdict == GRAVEL_INCONCLUSIVE)
            list[n++] = &report->judgements->items[i];
    fputs("<section id=\"not-passed\">\n<h2>What did not pass, and why</h2>\n", out);
    if (n == 0) {
        fputs("<p>Nothing failed and nothing is inconclusive.</p>\n</section>\n", out);
        free(list);
        return;
    }
    qsort(list, n, sizeof *list, by_check);
    fputs("<div class=\"wide\"><table><caption>One row a check and engine, at its worst place</caption>\n<thead><tr>"
          "<th>verdict</th><th>case</th><th>check</th><th>engine</th><th class=\"num\">places</th>"
          "<th class=\"num\">ratio</th><th>explanation</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t i = 0; i < n;) {
        size_t m = 1;
        while (i + m < n && same_check(list[i], list[i + m]))
            m++;
        put_not_passed(out, list[i], m);
        i += m;
    }
    fputs("</tbody></table></div>\n</section>\n", out);
    free(list);
}
