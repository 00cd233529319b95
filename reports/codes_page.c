/* The page of other codes: claims as rows and codes as columns, gravel's engines first; then a section a code. */
#include "reports/codes_table.h"

#include "reports/html.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

enum { NAMED_MAX = 12 };

/* A SECTION A CODE */

static void
put_grades(FILE *out, const struct gravel_code *code)
{
    char text[40];

    if (!code->grades)
        return;
    fputs("<h3>Grades</h3>\n<table>\n<thead><tr><th>grade</th><th>result</th><th class=\"num\">deviation</th><th "
          "class=\"num\">limit</th><th>what deviates, or why not</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t g = 0; g < code->n_grades; g++) {
        const struct gravel_code_grade *grade = &code->grades[g];
        const bool passed = strcmp(grade->result, "pass") == 0, failed = strcmp(grade->result, "FAIL") == 0;
        fprintf(out, "<tr><th>%s</th><td class=\"%s\">%s</td>", grade->name,
                passed   ? "passed"
                : failed ? "failed"
                         : "soft",
                grade->result);
        fprintf(out, "<td class=\"num\">%s</td>", gravel_text_number(text, sizeof text, grade->value, 2));
        fprintf(out, "<td class=\"num\">%s</td><td>", gravel_text_number(text, sizeof text, grade->limit, 1));
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, grade->why[0] ? grade->why : grade->what);
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody>\n</table>\n", out);
}

/* Notes of judgements, each with the number that have it. */
struct notes {
    size_t n, counts[NAMED_MAX], n_more;
    char items[NAMED_MAX][GRAVEL_NOTE_MAX];
};

static void
add_note(struct notes *notes, const char *text, size_t length)
{
    for (size_t k = 0; k < notes->n; k++)
        if (strlen(notes->items[k]) == length && strncmp(notes->items[k], text, length) == 0) {
            notes->counts[k]++;
            return;
        }
    if (notes->n == NAMED_MAX) {
        notes->n_more++;
        return;
    }
    snprintf(notes->items[notes->n], GRAVEL_NOTE_MAX, "%.*s", (int)length, text);
    notes->counts[notes->n++] = 1;
}

static void
put_notes(FILE *out, const struct notes *notes, const char *title, const char *what)
{
    if (notes->n == 0)
        return;
    fprintf(out, "<h3>%s</h3>\n<ul>\n", title);
    for (size_t k = 0; k < notes->n; k++) {
        fputs("<li>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, notes->items[k]);
        fprintf(out, " <span class=\"soft\">(%zu %s)</span></li>\n", notes->counts[k], what);
    }
    if (notes->n_more > 0)
        fprintf(out, "<li class=\"soft\">and others at %zu %s</li>\n", notes->n_more, what);
    fputs("</ul>\n", out);
}

/* What the adapter says of itself stands in the notes on the invariants of a point, "...; deviates: TEXT; realised:
 * ..." (engines/external/answer.c). */
static void
put_deviations(FILE *out, const struct gravel_code *code)
{
    static const char begin[] = "deviates: ", end[] = "; realised:";
    struct notes notes = {0};

    for (size_t i = 0; i < code->judgements.n; i++) {
        const struct gravel_judgement *j = &code->judgements.items[i];
        const char *from = strcmp(j->kind, "invariant") == 0 ? strstr(j->note, begin) : NULL;
        if (!from)
            continue;
        from += sizeof begin - 1;
        const char *to = strstr(from, end);
        add_note(&notes, from, to ? (size_t)(to - from) : strlen(from));
    }
    put_notes(out, &notes, "Deviations that the adapter states", "points");
}

static void
put_refusals(FILE *out, const struct gravel_code *code)
{
    struct notes notes = {0};

    for (size_t i = 0; i < code->judgements.n; i++) {
        const struct gravel_judgement *j = &code->judgements.items[i];
        if (j->reference[0] && j->verdict == GRAVEL_NOT_APPLICABLE)
            add_note(&notes, j->note, strcspn(j->note, "\n"));
    }
    put_notes(out, &notes, "Refused", "verdicts");
}

static void
put_failures(FILE *out, const struct gravel_code_column *column, const struct gravel_references *references)
{
    size_t n = 0;

    for (size_t r = 0; r < references->n; r++) {
        const struct gravel_code_cell cell = gravel_code_cell_of(column, references->items[r].id, "");
        const struct gravel_judgement *j = cell.worst;
        char text[160];
        if (!j || gravel_outcome_of(j) != GRAVEL_OUTCOME_FAILED)
            continue;
        if (n++ == 0)
            fputs(
                "<h3>Failed claims, at the place of the largest ratio</h3>\n<div "
                "class=\"wide\"><table>\n<thead><tr><th>"
                "claim</th><th>case</th><th>at</th><th class=\"num\">measured</th><th class=\"num\">reference</th><th "
                "class=\"num\">ratio</th><th>places</th></tr></thead>\n<tbody>\n",
                out);
        fprintf(out, "<tr><th>%s</th><td>%s</td>", j->reference, j->case_name);
        gravel_html_cell(out, j->at);
        gravel_html_measured_cell(out, j->value, j->err);
        gravel_html_measured_cell(out, j->expected, j->expected_err);
        fprintf(out, "<td class=\"num\">%s</td><td>%zu of %zu</td></tr>\n",
                gravel_text_number(text, sizeof text, j->ratio, 2), cell.n[GRAVEL_OUTCOME_FAILED], cell.n_judged);
    }
    if (n > 0)
        fputs("</tbody>\n</table></div>\n", out);
}

/* Beside gravel's engine that has most of the same cases, which is the one in whose place the code ran. */
static void
put_cost(FILE *out, const struct gravel_code_column *column, const struct gravel_code_columns *columns,
         const struct gravel_report *report)
{
    const struct gravel_code_column *own = NULL;
    char a[40], b[40], c[40];

    for (size_t k = 0; k < columns->n && !own; k++)
        if (!columns->items[k].code)
            own = &columns->items[k];
    fprintf(out,
            "<details><summary>Processor time a case</summary>\n<table>\n<thead><tr><th>case</th><th "
            "class=\"num\">%s</th><th class=\"num\">%s</th><th class=\"num\">ratio</th></tr></thead>\n<tbody>\n",
            column->name, own ? own->name : "");
    for (size_t k = 0; k < report->n_cases; k++) {
        const char *name = report->cases[k].c->name;
        const double theirs = gravel_code_seconds(column, name), ours = own ? gravel_code_seconds(own, name) : 0.0;
        if (theirs > 0.0)
            fprintf(
                out,
                "<tr><th>%s</th><td class=\"num\">%s s</td><td class=\"num\">%s s</td><td class=\"num\">%s</td></tr>\n",
                name, gravel_text_number(a, sizeof a, theirs, 2), gravel_text_number(b, sizeof b, ours, 2),
                gravel_text_number(c, sizeof c, ours > 0.0 ? theirs / ours : NAN, 2));
    }
    fputs("</tbody>\n</table></details>\n", out);
}

static void
put_code(FILE *out, const struct gravel_code_column *column, const struct gravel_code_columns *columns,
         const struct gravel_report *report)
{
    fprintf(out, "<section id=\"code-%s\">\n<h2>%s</h2>\n", column->name, column->name);
    if (column->code->version[0]) {
        fputs("<p class=\"soft\">", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, column->code->version);
        fputs("</p>\n", out);
    }
    put_grades(out, column->code);
    put_deviations(out, column->code);
    put_failures(out, column, report->references);
    put_refusals(out, column->code);
    put_cost(out, column, columns, report);
    fputs("</section>\n", out);
}

void
gravel_html_codes(FILE *out, const struct gravel_site *site)
{
    struct gravel_code_columns columns;

    gravel_code_columns_find(&columns, site->report);
    fputs("<header><h1>Codes</h1>\n<p>The same cases, judged by the same measures, references and "
          "tolerances.</p></header>\n",
          out);
    gravel_html_code_summary(out, &columns, site->report->references);
    gravel_html_code_matrix(out, site, &columns);
    for (size_t c = 0; c < columns.n; c++)
        if (columns.items[c].code)
            put_code(out, &columns.items[c], &columns, site->report);
}
