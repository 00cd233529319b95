/* The whole report: figures first, then the page that holds them, then the summary and the verdicts. */
#include "reports/page.h"

#include "reports/changes.h"
#include "reports/checks.h"
#include "reports/figure.h"
#include "reports/gnuplot.h"
#include "reports/head.h"
#include "reports/html.h"
#include "reports/kills.h"
#include "reports/measured.h"
#include "reports/points.h"
#include "reports/summary.h"
#include "reports/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct drawn_figure {
    char name[96];
    bool drawn;
    char *notes; /* owned */
};

struct page {
    const struct gravel_report *report;
    char folder[900]; /* of the figures */
    char *css, *style;
    struct drawn_figure **figures; /* [n_cases][n_figures of the case]; owned */
};

static void
page_free(struct page *page)
{
    for (size_t c = 0; page->figures && c < page->report->n_cases; c++) {
        for (size_t f = 0; page->figures[c] && f < page->report->cases[c].c->n_figures; f++)
            free(page->figures[c][f].notes);
        free(page->figures[c]);
    }
    free(page->figures);
    free(page->css);
    free(page->style);
}

/* mkdir -p */
static enum gravel_status
make_folder(const char *path, struct gravel_error *error)
{
    char part[1000];

    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; *c != '\0'; c++)
        if (*c == '/') {
            *c = '\0';
            mkdir(part, 0777); /* a failure shows at the last part */
            *c = '/';
        }
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    return GRAVEL_OK;
}

static enum gravel_status
read_template(char **text, const char *home, const char *name, struct gravel_error *error)
{
    char path[1000];

    snprintf(path, sizeof path, "%s/reports/%s", home, name);
    return gravel_file_read(text, path, error);
}

static enum gravel_status
draw_case(struct page *page, size_t c, struct gravel_error *error)
{
    const struct gravel_report_case *rc = &page->report->cases[c];
    enum gravel_status status = GRAVEL_OK;

    page->figures[c] = calloc(rc->c->n_figures + 1, sizeof *page->figures[c]);
    if (!page->figures[c])
        return gravel_no_memory(error);
    for (size_t f = 0; f < rc->c->n_figures && status == GRAVEL_OK; f++) {
        struct drawn_figure *figure = &page->figures[c][f];
        size_t length;
        FILE *notes = open_memstream(&figure->notes, &length);
        if (!notes)
            return gravel_no_memory(error);
        snprintf(figure->name, sizeof figure->name, "%s-%zu", rc->c->name, f + 1);
        for (char *s = figure->name; *s != '\0'; s++)
            if (!isalnum((unsigned char)*s) && *s != '_')
                *s = '-';
        status = gravel_figure_draw(rc, &rc->c->figures[f], page->report->references, page->folder, figure->name,
                                    page->style, &figure->drawn, notes, error);
        if (fclose(notes) != 0 && status == GRAVEL_OK)
            status = gravel_no_memory(error);
    }
    return status;
}

static enum gravel_status
put_headline(FILE *out, const struct page *page, struct gravel_error *error)
{
    for (size_t c = 0; c < page->report->n_cases; c++)
        for (size_t f = 0; f < page->report->cases[c].c->n_figures; f++)
            if (page->report->cases[c].c->figures[f].headline && page->figures[c][f].drawn)
                return gravel_html_figure(out, &page->report->cases[c].c->figures[f], page->folder,
                                          page->figures[c][f].name, "headline", true, "", error);
    return GRAVEL_OK;
}

static enum gravel_status
put_case(FILE *out, const struct page *page, size_t c, struct gravel_error *error)
{
    const struct gravel_report_case *rc = &page->report->cases[c];
    enum gravel_status status = GRAVEL_OK;

    fputs("<section id=\"", out);
    gravel_html_anchor(out, rc->c->name);
    fputs("\">\n<h2>", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rc->c->title);
    fputs(" <span class=\"name\">", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, rc->c->name);
    fputs("</span></h2>\n<p class=\"asks\">", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rc->c->asks);
    fputs("</p>\n<p class=\"soft\">Source: ", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rc->c->source_key);
    fputs(rc->c->source_where && rc->c->source_where[0] ? ", " : "", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rc->c->source_where ? rc->c->source_where : "");
    fputs(". Verdicts: ", out);
    gravel_html_case_verdicts(out, page->report, rc->c);
    fputs(". <a href=\"#contents\">Contents</a></p>\n", out);
    gravel_html_points(out, rc);
    for (size_t f = 0; f < rc->c->n_figures && status == GRAVEL_OK; f++)
        status =
            gravel_html_figure(out, &rc->c->figures[f], page->folder, page->figures[c][f].name,
                               page->figures[c][f].name, page->figures[c][f].drawn, page->figures[c][f].notes, error);
    gravel_html_checks(out, page->report, rc);
    gravel_html_invariants(out, rc);
    gravel_html_cost(out, rc);
    gravel_html_parameters(out, rc);
    fputs("</section>\n", out);
    return status;
}

static enum gravel_status
put_page(FILE *out, const struct page *page, struct gravel_error *error)
{
    gravel_html_head(out, page->report, page->css);
    fputs("<main>\n", out);
    enum gravel_status status = put_headline(out, page, error);
    gravel_html_verdict_tables(out, page->report);
    gravel_html_not_passed(out, page->report);
    gravel_html_changes(out, page->report);
    gravel_html_contents(out, page->report);
    for (size_t c = 0; c < page->report->n_cases && status == GRAVEL_OK; c++)
        status = put_case(out, page, c, error);
    if (status == GRAVEL_OK)
        status = gravel_html_seeds(out, page->report->home, page->folder, page->style, error);
    if (status == GRAVEL_OK)
        status = gravel_html_sensitivity(out, page->report->home, error);
    if (status == GRAVEL_OK)
        status = gravel_html_variants(out, page->report->home, error);
    if (status == GRAVEL_OK)
        status = gravel_html_kills(out, page->report->home, error);
    fputs("</main>\n</body>\n</html>\n", out);
    return status;
}

enum document { PAGE, SUMMARY, VERDICTS };

/* Written beside and renamed, so that a reader never sees half a report. */
static enum gravel_status
write_document(const struct page *page, const char *dir, enum document which, struct gravel_error *error)
{
    static const char *const names[] = {"index.html", "summary.md", "verdicts.json"};
    char path[1000], part[1010];
    enum gravel_status status = GRAVEL_OK;

    snprintf(path, sizeof path, "%s/%s", dir, names[which]);
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "w");
    if (!out)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    bool good = true;
    switch (which) {
    case PAGE: status = put_page(out, page, error); break;
    case SUMMARY: good = gravel_report_summary(out, page->report); break;
    case VERDICTS: good = gravel_report_verdicts(out, page->report); break;
    }
    good = good && !ferror(out);
    if (fclose(out) != 0 || !good)
        status = status == GRAVEL_OK ? gravel_fail(error, GRAVEL_IO, "%s: cannot be written", part) : status;
    if (status == GRAVEL_OK && rename(part, path) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (status != GRAVEL_OK)
        remove(part);
    return status;
}

enum gravel_status
gravel_report_write(const struct gravel_report *report, const char *dir, struct gravel_error *error)
{
    struct page page = {.report = report};
    enum gravel_status status;

    if (strlen(dir) > 600)
        return gravel_fail(error, GRAVEL_INPUT, "the path of the report is too long");
    snprintf(page.folder, sizeof page.folder, "%s/figures", dir);
    status = make_folder(page.folder, error);
    if (status == GRAVEL_OK)
        status = read_template(&page.css, report->home, "style.css", error);
    if (status == GRAVEL_OK)
        status = read_template(&page.style, report->home, "style.gp", error);
    if (status != GRAVEL_OK)
        goto done;
    page.figures = calloc(report->n_cases + 1, sizeof *page.figures);
    if (!page.figures) {
        status = gravel_no_memory(error);
        goto done;
    }
    for (size_t c = 0; c < report->n_cases && status == GRAVEL_OK; c++)
        status = draw_case(&page, c, error);
    for (int d = PAGE; d <= VERDICTS && status == GRAVEL_OK; d++)
        status = write_document(&page, dir, (enum document)d, error);
done:
    page_free(&page);
    return status;
}
