#include "reports/html.h"

#include "reports/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
gravel_html_verdict(FILE *out, const struct gravel_judgement *j)
{
    fprintf(out, "<b class=\"%s\">", gravel_outcome_name(gravel_outcome_of(j)));
    gravel_text_words(out, GRAVEL_MARKUP_HTML, gravel_judgement_label(j));
    fputs("</b>", out);
}

void
gravel_html_held(FILE *out, bool held)
{
    fprintf(out, "<b class=\"%s\">%s</b>", held ? "passed" : "failed", held ? "PASS" : "FAIL");
}

void
gravel_html_case_verdicts(FILE *out, const struct gravel_report *report, const struct gravel_case *c)
{
    const struct gravel_outcomes outcomes =
        gravel_outcomes_count(report->judgements, (struct gravel_tally_filter){.case_name = c->name});
    bool any = false;

    for (int k = 0; k < GRAVEL_OUTCOMES; k++)
        if (outcomes.n[k] > 0) {
            const char *name = gravel_outcome_name((enum gravel_outcome)k);
            fprintf(out, "%s<span class=\"%s\">%zu %s</span>", any ? ", " : "", name, outcomes.n[k], name);
            any = true;
        }
    if (!any)
        fputs("no verdicts", out);
    if (!gravel_verdict_case_decided(report->judgements, c->name))
        fputs("; <strong>no claim decided</strong>", out);
}

/* Each line of a text as a paragraph. */
static void
put_lines(FILE *out, const char *lines, const char *before)
{
    for (size_t n; *lines != '\0'; lines += n + (lines[n] == '\n')) {
        n = strcspn(lines, "\n");
        char *line = strndup(lines, n);
        fprintf(out, "<p class=\"soft\">%s", before);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, line ? line : "");
        fputs("</p>\n", out);
        free(line);
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

/* An animation can be folded, which ends it. */
static void
put_picture(FILE *out, const struct gravel_figure *figure, const struct gravel_plate *plate, bool first)
{
    fputs(plate->is_animation ? "<details open><summary>Animation (fold it to stop)</summary>\n" : "", out);
    fprintf(out, "<a href=\"figures/%s.svg\"><img src=\"figures/%s.svg\"%s alt=\"", plate->name, plate->name,
            first ? "" : " loading=\"lazy\"");
    gravel_text_prose(out, GRAVEL_MARKUP_PLAIN, figure->title ? figure->title : plate->name);
    fputs(": ", out);
    gravel_text_prose(out, GRAVEL_MARKUP_PLAIN, plate->seen_text);
    fputs(plate->is_animation ? "\"></a></details>\n" : "\"></a>\n", out);
}

/* Whether the report shows the quick one of several tiers. */
static bool
shows_quick_tier(const struct gravel_case *c)
{
    return c->tiered && strcmp(c->tier, "quick") == 0;
}

/* The author describes what the full tier shows. */
static void
put_caption(FILE *out, const struct gravel_figure *figure, const struct gravel_plate *plate,
            const struct gravel_case *c)
{
    const char *title = figure->title ? figure->title : "", *caption = figure->caption ? figure->caption : "";

    fputs("<p>", out);
    if (title[0]) {
        fputs("<strong>", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, title);
        fputs(strchr(".?!", title[strlen(title) - 1]) ? "</strong> " : ".</strong> ", out);
    }
    if (plate->drawn && caption[0]) {
        fputs(shows_quick_tier(c) ? "<em>In the full tier:</em> " : "", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, caption);
    }
    fputs("</p>\n", out);
}

enum gravel_status
gravel_html_figure(FILE *out, const struct gravel_case *c, const struct gravel_figure *figure,
                   const struct gravel_plate *plate, const char *folder, const char *id, bool first,
                   struct gravel_error *error)
{
    char path[1024];
    enum gravel_status status = GRAVEL_OK;

    fprintf(out, "<figure id=\"figure-%s\"%s>\n", id, plate->is_table ? " class=\"table\"" : "");
    if (plate->drawn && plate->is_table) {
        snprintf(path, sizeof path, "%s/%s.html", folder, plate->name);
        status = copy_file(out, path, error);
    } else if (plate->drawn)
        put_picture(out, figure, plate, first);
    fputs("<figcaption>", out);
    put_caption(out, figure, plate, c);
    if (!plate->has_data && !plate->is_animation)
        fputs(shows_quick_tier(c) ? "<p class=\"soft\">No points of the quick tier.</p>\n"
                                  : "<p class=\"warning\">This figure has no points to show.</p>\n",
              out);
    put_lines(out, plate->seen_text, !plate->drawn ? "Data: " : plate->is_table ? "Shown: " : "Drawn: ");
    put_lines(out, plate->notes_text, "");
    const bool files = plate->has_data && !plate->is_animation;
    if (files)
        fprintf(out, "<p class=\"soft files\"><a href=\"figures/%s.dat\">data</a>", plate->name);
    if (files && !plate->is_table)
        fprintf(out, ", <a href=\"figures/%s.gp\">gnuplot script</a>", plate->name);
    fputs(files ? "</p>" : "", out);
    fputs("</figcaption>\n</figure>\n", out);
    return status;
}
