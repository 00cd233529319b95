#include "reports/html.h"

#include "reports/gnuplot.h"
#include "reports/text.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static const char *const classes[] = {"PASS", "FAIL", "INCONCLUSIVE", "SKIP", "NOT_APPLICABLE"}; /* of style.css */

void
gravel_html_cell(FILE *out, const char *text)
{
    fputs("<td>", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, text);
    fputs("</td>", out);
}

void
gravel_html_words_cell(FILE *out, const char *style, const char *name)
{
    fprintf(out, "<td class=\"%s\">", style);
    gravel_text_words(out, GRAVEL_MARKUP_HTML, name);
    fputs("</td>", out);
}

void
gravel_html_number_cell(FILE *out, double value, int digits)
{
    char text[80];

    fprintf(out, "<td class=\"num\">%s</td>", gravel_text_number(text, sizeof text, value, digits));
}

void
gravel_html_measured_cell(FILE *out, double value, double err)
{
    char text[120];

    fprintf(out, "<td class=\"num\">%s</td>", gravel_text_measured(text, sizeof text, value, err));
}

void
gravel_html_count_cell(FILE *out, size_t n)
{
    fprintf(out, "<td class=\"num%s\">%zu</td>", n ? "" : " zero", n);
}

void
gravel_html_verdict(FILE *out, enum gravel_verdict verdict)
{
    fprintf(out, "<span class=\"verdict %s\">", classes[verdict]);
    gravel_text_words(out, GRAVEL_MARKUP_HTML, gravel_verdict_name(verdict));
    fputs("</span>", out);
}

void
gravel_html_anchor(FILE *out, const char *name)
{
    fputs("case-", out);
    for (; *name != '\0'; name++)
        fputc(isalnum((unsigned char)*name) ? *name : '-', out);
}

void
gravel_html_case_verdicts(FILE *out, const struct gravel_report *report, const struct gravel_case *c)
{
    const struct gravel_tally tally =
        gravel_tally_count(report->judgements, (struct gravel_tally_filter){.case_name = c->name});
    bool any = false;

    for (size_t v = 0; v < GRAVEL_VERDICTS; v++)
        if (tally.n[v] > 0) {
            fprintf(out, "%s<span class=\"%s\">%zu ", any ? ", " : "", classes[v], tally.n[v]);
            gravel_text_words(out, GRAVEL_MARKUP_HTML, gravel_verdict_name((enum gravel_verdict)v));
            fputs("</span>", out);
            any = true;
        }
    if (!any)
        fputs("no verdicts", out);
    if (!gravel_verdict_case_decided(report->judgements, c->name))
        fputs("; <strong>no claim decided</strong>", out);
}

static void
put_lines(FILE *out, const char *lines)
{
    while (*lines != '\0') {
        size_t n = strcspn(lines, "\n");
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)n, lines);
        fputs("<p class=\"soft\">", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, line);
        fputs("</p>\n", out);
        lines += n + (lines[n] == '\n');
    }
}

static enum gravel_status
copy_file(FILE *out, const char *path, struct gravel_error *error)
{
    char buffer[4096];
    FILE *in = fopen(path, "r");

    if (!in)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        fwrite(buffer, 1, n, out);
    bool good = !ferror(in);
    fclose(in);
    return good ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: cannot be read", path);
}

enum gravel_status
gravel_html_figure(FILE *out, const struct gravel_figure *figure, const char *folder, const char *name, const char *id,
                   bool drawn, const char *notes, struct gravel_error *error)
{
    const char *title = figure->title ? figure->title : "", *caption = figure->caption ? figure->caption : "";
    const char *label = title[0] ? title : caption[0] ? caption : name;
    const bool cells = figure->style == GRAVEL_FIGURE_TABLE;
    char path[1024];
    enum gravel_status status = GRAVEL_OK;

    fprintf(out, "<figure id=\"figure-%s\">\n", id);
    if (drawn && cells) {
        snprintf(path, sizeof path, "%s/%s.html", folder, name);
        status = copy_file(out, path, error);
    } else if (drawn) {
        snprintf(path, sizeof path, "%s/%s.svg", folder, name);
        status = gravel_svg_inline(out, path, id, label, error);
    }
    fputs("<figcaption>", out);
    if (title[0] || caption[0]) {
        fputs("<p>", out);
        if (title[0]) {
            fputs("<strong>", out);
            gravel_text_prose(out, GRAVEL_MARKUP_HTML, title);
            fputs(strchr(".?!", title[strlen(title) - 1]) ? "</strong> " : ".</strong> ", out);
        }
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, caption);
        fputs("</p>\n", out);
    }
    if (!drawn)
        fputs("<p class=\"warning\">This figure has no points to show.</p>\n", out);
    put_lines(out, notes);
    if (drawn)
        fprintf(out, "<p class=\"soft\">Data: <a href=\"figures/%s.dat\">%s.dat</a>", name, name);
    if (drawn && !cells)
        fprintf(out, ", script: <a href=\"figures/%s.gp\">%s.gp</a>", name, name);
    fputs(drawn ? "</p>" : "", out);
    fputs("</figcaption>\n</figure>\n", out);
    return status;
}
