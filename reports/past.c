#include "reports/past.h"

#include "reports/html.h"
#include "reports/text.h"
#include "reports/verdict_file.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double reproduced = 1e-9; /* relative: exact numbers of one program on one machine */

enum gravel_status
gravel_past_read(struct gravel_judgements *before, const char *folder, struct gravel_error *error)
{
    char path[1200];
    json_error_t why;

    snprintf(path, sizeof path, "%s/verdicts.json", folder);
    json_t *root = json_load_file(path, 0, &why);
    if (!root)
        return gravel_fail(error, GRAVEL_INPUT, "%s: %s; allowed: the folder of a report, or a store", path, why.text);
    const enum gravel_status status = gravel_verdict_file_read(before, json_object_get(root, "verdicts"),
                                                               json_object_get(root, "families"), path, error);
    json_decref(root);
    return status;
}

static int
by_place(const void *a, const void *b)
{
    const struct gravel_judgement *p = *(const struct gravel_judgement *const *)a;
    const struct gravel_judgement *q = *(const struct gravel_judgement *const *)b;
    int c = strcmp(p->case_name, q->case_name);

    if (c == 0)
        c = strcmp(p->check, q->check);
    if (c == 0)
        c = strcmp(p->engine, q->engine);
    return c ? c : strcmp(p->at, q->at);
}

/* The checks of a list, sorted; the caller frees.  NULL without memory. */
static const struct gravel_judgement **
sorted(const struct gravel_judgements *list, const struct gravel_report *report, size_t *n)
{
    const struct gravel_judgement **items = calloc(list->n + 1, sizeof *items);

    *n = 0;
    for (size_t i = 0; items && i < list->n; i++)
        if (gravel_judgement_is_about(&list->items[i]) != GRAVEL_JUDGED_INVARIANTS &&
            gravel_report_has_case(report, list->items[i].case_name))
            items[(*n)++] = &list->items[i];
    if (items)
        qsort(items, *n, sizeof *items, by_place);
    return items;
}

static double
error_of(const struct gravel_judgement *j)
{
    return j->err > 0 ? j->err : 0;
}

static bool
values_differ(const struct gravel_past_pair *pair, double k)
{
    const double a = pair->before->value, b = pair->now->value;

    if (isnan(a) || isnan(b))
        return isnan(a) != isnan(b);
    return fabs(a - b) > k * hypot(error_of(pair->before), error_of(pair->now)) + reproduced * fmax(fabs(a), fabs(b));
}

/* 0: the verdicts differ, 1: the values, 2: it is on one side only, 3: equal. */
static int
difference(const struct gravel_past_pair *pair, double k)
{
    if (!pair->before || !pair->now)
        return 2;
    if (pair->before->verdict != pair->now->verdict)
        return 0;
    return values_differ(pair, k) ? 1 : 3;
}

enum gravel_status
gravel_past_compare(struct gravel_past *past, const struct gravel_report *report, struct gravel_error *error)
{
    size_t n_a, n_b, all = 0;
    const struct gravel_judgement **a = sorted(report->before, report, &n_a);
    const struct gravel_judgement **b = sorted(report->judgements, report, &n_b);
    struct gravel_past_pair *pairs = calloc(n_a + n_b + 1, sizeof *pairs);

    *past = (struct gravel_past){.pairs = calloc(n_a + n_b + 1, sizeof *pairs)};
    for (size_t i = 0, k = 0; a && b && pairs && (i < n_a || k < n_b); all++) {
        const int order = i == n_a ? 1 : k == n_b ? -1 : by_place(&a[i], &b[k]);
        pairs[all].before = order <= 0 ? a[i++] : NULL;
        pairs[all].now = order >= 0 ? b[k++] : NULL;
    }
    const bool good = a && b && pairs && past->pairs;
    size_t *const counts[] = {&past->n_verdicts, &past->n_values, &past->n_one_side, &past->n_same};
    for (int what = 0; good && what < 4; what++)
        for (size_t i = 0; i < all; i++)
            if (difference(&pairs[i], report->judgements->k) == what) {
                ++*counts[what];
                if (what < 3)
                    past->pairs[past->n++] = pairs[i];
            }
    free(a);
    free(b);
    free(pairs);
    if (good)
        return GRAVEL_OK;
    gravel_past_free(past);
    return gravel_no_memory(error);
}

void
gravel_past_free(struct gravel_past *past)
{
    free(past->pairs);
    *past = (struct gravel_past){0};
}

static void
put_side(FILE *out, const struct gravel_judgement *j)
{
    char value[120];

    if (!j) {
        fputs("<td>none</td>", out);
        return;
    }
    fputs("<td>", out);
    gravel_html_verdict(out, j);
    fprintf(out, " %s</td>", gravel_text_measured(value, sizeof value, j->value, j->err));
}

static void
put_pair(FILE *out, const struct gravel_site *site, const struct gravel_past_pair *pair)
{
    const struct gravel_judgement *j = pair->now ? pair->now : pair->before;

    fputs("<tr><td>", out);
    if (pair->now) {
        fputs("<a ", out);
        gravel_site_check_link(out, site, j);
        fputc('>', out);
    }
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, j->case_name);
    fputs(pair->now ? "</a></td>" : "</td>", out);
    gravel_html_words_cell(out, "check", j->check);
    gravel_html_cell(out, j->engine);
    gravel_html_words_cell(out, "place", j->at);
    put_side(out, pair->before);
    put_side(out, pair->now);
    fputs("</tr>\n", out);
}

void
gravel_html_past(FILE *out, const struct gravel_site *site)
{
    const struct gravel_past *past = site->past;

    if (!past)
        return;
    fprintf(out,
            "<section id=\"past\">\n<h2>Changed since the older report</h2>\n<p>%zu verdicts differ, %zu values differ "
            "by more than k times their errors, %zu checks are on one side only, %zu are the same.</p>\n",
            past->n_verdicts, past->n_values, past->n_one_side, past->n_same);
    if (past->n > 0) {
        fputs("<details open><summary>The list</summary>\n<table class=\"stack\"><thead><tr><th>case</th><th>check</th>"
              "<th>engine</th><th>at</th><th>before</th><th>now</th></tr></thead>\n<tbody>\n",
              out);
        for (size_t i = 0; i < past->n; i++)
            put_pair(out, site, &past->pairs[i]);
        fputs("</tbody></table></details>\n", out);
    }
    fputs("</section>\n", out);
}
