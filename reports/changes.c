#include "reports/changes.h"

#include "reports/html.h"
#include "reports/text.h"

static size_t
count(const struct gravel_report *report)
{
    size_t n = 0;

    for (size_t c = 0; c < report->n_cases; c++)
        n += report->cases[c].c->n_changes;
    return n;
}

static void
put_html_row(FILE *out, const struct gravel_site *site, const struct gravel_case *c, const struct gravel_change *change)
{
    fputs("<tr><td><a ", out);
    gravel_site_case_link(out, site, c->family, c->name);
    fputc('>', out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, c->name);
    fputs("</a></td>", out);
    gravel_html_words_cell(out, "check", change->check);
    gravel_html_cell(out, change->what);
    gravel_html_cell(out, change->from);
    gravel_html_cell(out, change->to);
    gravel_html_cell(out, change->reason);
    gravel_html_cell(out, change->date);
    fputs("</tr>\n", out);
}

void
gravel_html_changes(FILE *out, const struct gravel_site *site)
{
    const struct gravel_report *report = site->report;

    fputs("<section id=\"changed\">\n<h2>Changed after data was seen</h2>\n", out);
    if (count(report) == 0) {
        fputs("<p>Nothing in these cases.</p>\n</section>\n", out);
        return;
    }
    fputs("<details><summary>The list</summary><table class=\"stack\"><caption>Tolerances, places and lengths that "
          "were not fixed before the first "
          "run</caption>\n<thead><tr><th>case</th><th>check</th><th>what</th><th>before</th><th>now</th><th>reason</th>"
          "<th>date</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t k = 0; k < report->cases[c].c->n_changes; k++)
            put_html_row(out, site, report->cases[c].c, &report->cases[c].c->changes[k]);
    fputs("</tbody></table></details>\n</section>\n", out);
}

void
gravel_markdown_changes(FILE *out, const struct gravel_report *report)
{
    fputs("\n## Changed after data was seen\n\n", out);
    if (count(report) == 0) {
        fputs("Nothing in these cases.\n", out);
        return;
    }
    fputs("| case | check | what | before | now | reason | date |\n|---|---|---|---|---|---|---|\n", out);
    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t k = 0; k < report->cases[c].c->n_changes; k++) {
            const struct gravel_change *change = &report->cases[c].c->changes[k];
            const char *const cells[] = {
                report->cases[c].c->name, change->check, change->what, change->from, change->to,
                change->reason,           change->date};
            for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
                fputs("| ", out);
                gravel_text_verbatim(out, GRAVEL_MARKUP_MARKDOWN, cells[i]);
                fputc(' ', out);
            }
            fputs("|\n", out);
        }
}
