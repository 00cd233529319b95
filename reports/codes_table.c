#include "reports/codes_table.h"

#include "reports/asked.h"
#include "reports/html.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

static bool
has_claims_on(const struct gravel_judgements *list, const char *engine)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i].reference[0] && strcmp(list->items[i].engine, engine) == 0)
            return true;
    return false;
}

void
gravel_code_columns_find(struct gravel_code_columns *columns, const struct gravel_report *report)
{
    columns->n = 0;
    for (size_t k = 0; report->codes->own[k] && columns->n < GRAVEL_CODE_COLUMNS_MAX; k++)
        if (has_claims_on(report->judgements, report->codes->own[k]))
            columns->items[columns->n++] = (struct gravel_code_column){report->codes->own[k], report->judgements, NULL};
    for (size_t k = 0; k < report->codes->n && columns->n < GRAVEL_CODE_COLUMNS_MAX; k++) {
        const struct gravel_code *code = &report->codes->items[k];
        columns->items[columns->n++] = (struct gravel_code_column){code->name, &code->judgements, code};
    }
}

static int
severity(const struct gravel_judgement *j)
{
    static const int order[] = {[GRAVEL_OUTCOME_PASS] = 1,
                                [GRAVEL_OUTCOME_CONTRADICTED] = 2,
                                [GRAVEL_OUTCOME_OPEN] = 3,
                                [GRAVEL_OUTCOME_FAILED] = 4,
                                [GRAVEL_OUTCOME_NONE] = 0};

    return order[gravel_outcome_of(j)];
}

static bool
is_worse(const struct gravel_judgement *a, const struct gravel_judgement *b)
{
    const int d = severity(a) - severity(b);

    return d > 0 || (d == 0 && a->ratio > b->ratio);
}

static void
add(struct gravel_code_cell *cell, const struct gravel_judgement *j)
{
    const enum gravel_outcome outcome = gravel_outcome_of(j);

    cell->n[outcome]++;
    cell->n_judged += outcome != GRAVEL_OUTCOME_NONE;
    if (!cell->worst || is_worse(j, cell->worst))
        cell->worst = j;
}

struct gravel_code_cell
gravel_code_cell_of(const struct gravel_code_column *column, const char *reference, const char *family)
{
    struct gravel_code_cell cell = {0};

    for (size_t i = 0; i < column->list->n; i++) {
        const struct gravel_judgement *j = &column->list->items[i];
        if (strcmp(j->engine, column->name) == 0 && (!reference[0] || strcmp(j->reference, reference) == 0) &&
            (!family[0] || strcmp(j->family, family) == 0))
            add(&cell, j);
    }
    return cell;
}

/* THE TABLE OF CODES */

static void
put_grade_count(FILE *out, const struct gravel_code *code)
{
    static const char *const results[] = {"pass", "FAIL", "refused"};
    size_t n[3] = {0};

    if (!code || !code->grades) {
        fputs("<td>–</td>", out);
        return;
    }
    for (size_t g = 0; g < code->n_grades; g++)
        for (size_t r = 0; r < 3; r++)
            n[r] += strcmp(code->grades[g].result, results[r]) == 0;
    fprintf(out, "<td>%zu passed, <span class=\"%s\">%zu failed</span>, %zu refused</td>", n[0],
            n[1] > 0 ? "failed" : "soft", n[1], n[2]);
}

double
gravel_code_seconds(const struct gravel_code_column *column, const char *case_name)
{
    double sum = 0.0;

    for (size_t i = 0; i < column->list->n; i++) {
        const struct gravel_judgement *j = &column->list->items[i];
        if (strcmp(j->engine, column->name) == 0 && (!case_name || strcmp(j->case_name, case_name) == 0))
            sum += j->seconds;
    }
    return sum;
}

/* Claims, each once, by the worst of their verdicts. */
static void
count_claims(size_t n[GRAVEL_OUTCOMES], const struct gravel_code_column *column,
             const struct gravel_references *references)
{
    memset(n, 0, GRAVEL_OUTCOMES * sizeof *n);
    for (size_t r = 0; r < references->n; r++) {
        const struct gravel_code_cell cell = gravel_code_cell_of(column, references->items[r].id, "");
        if (cell.worst)
            n[gravel_outcome_of(cell.worst)]++;
    }
}

void
gravel_html_code_summary(FILE *out, const struct gravel_code_columns *columns,
                         const struct gravel_references *references)
{
    fputs(
        "<div class=\"wide\"><table>\n<caption>A claim counts once, by the worst of its verdicts: passed at all of its "
        "points, failed at one or more.</caption>\n<thead><tr><th>code</th><th>grades</th><th class=\"num\">claims "
        "passed</th><th class=\"num\">contradicted</th><th class=\"num\">failed</th><th class=\"num\">undecided</th>"
        "<th class=\"num\">refused</th><th class=\"num\">processor time</th></tr></thead>\n<tbody>\n",
        out);
    for (size_t c = 0; c < columns->n; c++) {
        static const enum gravel_outcome shown[] = {GRAVEL_OUTCOME_PASS, GRAVEL_OUTCOME_CONTRADICTED,
                                                    GRAVEL_OUTCOME_FAILED, GRAVEL_OUTCOME_OPEN, GRAVEL_OUTCOME_NONE};
        const struct gravel_code_column *column = &columns->items[c];
        size_t n[GRAVEL_OUTCOMES];
        char text[40];
        count_claims(n, column, references);
        fputs("<tr><th>", out);
        fprintf(out, column->code ? "<a href=\"#code-%s\">%s</a>" : "%.0s%s", column->name, column->name);
        fputs("</th>", out);
        put_grade_count(out, column->code);
        for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
            gravel_html_count_cell(out, n[shown[k]]);
        fprintf(out, "<td class=\"num\">%s s</td></tr>\n",
                gravel_text_number(text, sizeof text, gravel_code_seconds(column, NULL), 3));
    }
    fputs("</tbody>\n</table></div>\n", out);
}

/* THE MATRIX */

static void
put_numbers(FILE *out, const struct gravel_judgement *j)
{
    struct gravel_asked asked;
    char value[120], ratio[40];

    if (isnan(j->value))
        return;
    gravel_asked_read(&asked, j, "");
    fprintf(out, "<br>%s", gravel_text_measured(value, sizeof value, j->value, j->err));
    if (!isnan(j->expected)) {
        fputs(" <span class=\"soft\">for ", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, asked.text);
        fputs("</span>", out);
    }
    if (isfinite(j->ratio))
        fprintf(out, ", ratio %s", gravel_text_number(ratio, sizeof ratio, j->ratio, 2));
}

static void
put_claim_cell(FILE *out, const struct gravel_code_column *column, const char *reference, const char *family)
{
    const struct gravel_code_cell cell = gravel_code_cell_of(column, reference, family);

    if (!cell.worst) {
        fputs("<td class=\"soft\">–</td>", out);
        return;
    }
    const enum gravel_outcome outcome = gravel_outcome_of(cell.worst);
    if (outcome == GRAVEL_OUTCOME_NONE) {
        fputs("<td class=\"soft\" title=\"", out);
        gravel_text_prose(out, GRAVEL_MARKUP_PLAIN, cell.worst->note);
        fputs(cell.worst->verdict == GRAVEL_SKIP ? "\">not run</td>" : "\">refused</td>", out);
        return;
    }
    fprintf(out, "<td class=\"%s\" title=\"", gravel_outcome_name(outcome));
    gravel_text_prose(out, GRAVEL_MARKUP_PLAIN, cell.worst->at);
    fprintf(out, "\"><strong>%s</strong> %zu of %zu", gravel_outcome_name(outcome), cell.n[outcome], cell.n_judged);
    put_numbers(out, cell.worst);
    fputs("</td>", out);
}

/* Whether any other code has a verdict, or a refusal, on the claim. */
static bool
is_tried(const struct gravel_code_columns *columns, const char *reference, const char *family)
{
    for (size_t c = 0; c < columns->n; c++)
        if (columns->items[c].code) {
            const struct gravel_code_cell cell = gravel_code_cell_of(&columns->items[c], reference, family);
            if (cell.worst && cell.worst->verdict != GRAVEL_SKIP)
                return true;
        }
    return false;
}

static void
put_matrix_family(FILE *out, const struct gravel_site *site, const struct gravel_code_columns *columns,
                  const char *family)
{
    const struct gravel_references *references = site->report->references;
    bool begun = false;

    for (size_t r = 0; r < references->n; r++) {
        const char *id = references->items[r].id;
        if (!is_tried(columns, id, family))
            continue;
        if (!begun) {
            fprintf(out, "<tr class=\"total\"><th colspan=\"%zu\"><a ", columns->n + 1);
            gravel_site_family_link(out, site, family, NULL);
            fputc('>', out);
            gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, family);
            fputs("</a></th></tr>\n", out);
            begun = true;
        }
        fputs("<tr><th>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, id);
        fputs("<br><span class=\"soft\">", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, references->items[r].quantity);
        fputs("</span></th>", out);
        for (size_t c = 0; c < columns->n; c++)
            put_claim_cell(out, &columns->items[c], id, family);
        fputs("</tr>\n", out);
    }
}

void
gravel_html_code_matrix(FILE *out, const struct gravel_site *site, const struct gravel_code_columns *columns)
{
    struct gravel_words families = {0};

    for (size_t k = 0; k < site->report->codes->n; k++) {
        const struct gravel_judgements *list = &site->report->codes->items[k].judgements;
        for (size_t i = 0; i < list->n; i++)
            gravel_words_add(&families, list->items[i].family);
    }
    fputs("<section id=\"claims\">\n<h2>Claims × codes</h2>\n<p>A cell shows the worst verdict on the claim, at how "
          "many of "
          "its judged places it was given, and there the measured value with its error, the value of the reference and "
          "the "
          "ratio of deviation and error to what the claim allows (1: at the limit). Refused: the code, or its adapter, "
          "lacks what the case needs.</p>\n<div class=\"wide\"><table class=\"codes\">\n<thead><tr><th>claim</th>",
          out);
    for (size_t c = 0; c < columns->n; c++)
        fprintf(out, "<th>%s</th>", columns->items[c].name);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t f = 0; f < families.n; f++)
        put_matrix_family(out, site, columns, families.items[f]);
    fputs("</tbody>\n</table></div>\n</section>\n", out);
}
