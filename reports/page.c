/* The whole report: figures first, then the pages that show them, then the summary and the verdicts. */
#include "reports/page.h"

#include "reports/changes.h"
#include "reports/checks.h"
#include "reports/codes.h"
#include "reports/figure.h"
#include "reports/file.h"
#include "reports/front.h"
#include "reports/head.h"
#include "reports/html.h"
#include "reports/kills.h"
#include "reports/longer_tiers.h"
#include "reports/measured.h"
#include "reports/past.h"
#include "reports/points.h"
#include "reports/summary.h"
#include "reports/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct page {
    struct gravel_site site;
    struct gravel_sources sources;
    struct gravel_past past;
    struct gravel_canvas *canvas;
    json_t *longer_tiers; /* NULL: none on file, or a report of one of them */
    char *css, *script, *style;
    struct gravel_plate **plates; /* [n_cases][n_figures of the case]; owned */
};

static void
page_free(struct page *page)
{
    const struct gravel_report *report = page->site.report;

    for (size_t c = 0; page->plates && c < report->n_cases; c++) {
        for (size_t f = 0; page->plates[c] && f < report->cases[c].c->n_figures; f++)
            gravel_plate_free(&page->plates[c][f]);
        free(page->plates[c]);
    }
    free(page->plates);
    gravel_sources_free(&page->sources);
    gravel_past_free(&page->past);
    json_decref(page->longer_tiers);
    free(page->css);
    free(page->script);
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
    const struct gravel_report *report = page->site.report;
    const struct gravel_report_case *rc = &report->cases[c];
    enum gravel_status status = GRAVEL_OK;

    page->plates[c] = calloc(rc->c->n_figures + 1, sizeof *page->plates[c]);
    if (!page->plates[c])
        return gravel_no_memory(error);
    for (size_t f = 0; f < rc->c->n_figures && status == GRAVEL_OK; f++) {
        struct gravel_plate *plate = &page->plates[c][f];
        status = gravel_plate_open(plate, error);
        if (status != GRAVEL_OK)
            return status;
        snprintf(plate->name, sizeof plate->name, "%s-%zu", rc->c->name, f + 1);
        for (char *s = plate->name; *s != '\0'; s++)
            if (!isalnum((unsigned char)*s) && *s != '_')
                *s = '-';
        status = gravel_figure_draw(rc, &rc->c->figures[f], report->references, page->canvas, plate, error);
        const enum gravel_status closed = gravel_plate_close(plate, error);
        status = status == GRAVEL_OK ? closed : status;
    }
    return status;
}

static enum gravel_status
put_headline(FILE *out, const struct page *page, struct gravel_error *error)
{
    const struct gravel_report *report = page->site.report;

    for (size_t c = 0; c < report->n_cases; c++)
        for (size_t f = 0; f < report->cases[c].c->n_figures; f++)
            if (report->cases[c].c->figures[f].headline && page->plates[c][f].has_data)
                return gravel_html_figure(out, report->cases[c].c, &report->cases[c].c->figures[f], &page->plates[c][f],
                                          page->canvas->folder, "headline", true, error);
    return GRAVEL_OK;
}

static enum gravel_status
put_case(FILE *out, const struct page *page, size_t c, struct gravel_error *error)
{
    const struct gravel_report_case *rc = &page->site.report->cases[c];
    enum gravel_status status = GRAVEL_OK;
    char source[400];

    fputs("<section id=\"case-", out);
    gravel_site_slug(out, rc->c->name);
    fputs("\">\n<h2>", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rc->c->title);
    fputs(" <span class=\"name\">", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, rc->c->name);
    fputs("</span></h2>\n<p class=\"asks\">", out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rc->c->asks);
    fputs("</p>\n<p class=\"soft\">Source: ", out);
    snprintf(source, sizeof source, "%s%s%s", rc->c->source_key ? rc->c->source_key : "",
             rc->c->source_where && rc->c->source_where[0] ? ", " : "", rc->c->source_where ? rc->c->source_where : "");
    gravel_site_source(out, &page->site, source);
    fputs(". Verdicts: ", out);
    gravel_html_case_verdicts(out, page->site.report, rc->c);
    fputs(".</p>\n", out);
    gravel_html_longer_tiers_of(out, page->longer_tiers, rc->c->name);
    gravel_html_points(out, rc);
    fputs("<div class=\"figures\">\n", out);
    for (size_t f = 0; f < rc->c->n_figures && status == GRAVEL_OK; f++)
        status = gravel_html_figure(out, rc->c, &rc->c->figures[f], &page->plates[c][f], page->canvas->folder,
                                    page->plates[c][f].name, false, error);
    fputs("</div>\n", out);
    gravel_html_checks(out, &page->site, rc);
    gravel_html_invariants(out, rc);
    gravel_html_cost(out, rc);
    gravel_html_parameters(out, rc);
    fputs("</section>\n", out);
    return status;
}

static enum gravel_status
put_index(FILE *out, const struct page *page, struct gravel_error *error)
{
    const struct gravel_site *site = &page->site;

    gravel_site_begin(out, site);
    gravel_front_result(out, site);
    gravel_html_longer_tiers(out, page->longer_tiers, site->report);
    gravel_front_matrix(out, site);
    const enum gravel_status status = put_headline(out, page, error);
    gravel_front_open(out, site);
    gravel_front_warnings(out, site);
    gravel_html_past(out, site);
    gravel_html_families(out, site);
    gravel_html_check_list(out, site);
    gravel_html_verdict_tables(out, site);
    gravel_html_changes(out, site);
    gravel_html_facts(out, site->report);
    gravel_site_bibliography(out, site);
    gravel_site_end(out, site);
    return status;
}

static enum gravel_status
put_family(FILE *out, const struct page *page, struct gravel_error *error)
{
    const struct gravel_report *report = page->site.report;
    enum gravel_status status = GRAVEL_OK;

    gravel_site_begin(out, &page->site);
    fputs("<header><h1>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, page->site.family);
    fputs("</h1></header>\n", out);
    gravel_html_check_list(out, &page->site);
    for (size_t c = 0; c < report->n_cases && status == GRAVEL_OK; c++)
        if (strcmp(report->cases[c].c->family, page->site.family) == 0)
            status = put_case(out, page, c, error);
    gravel_site_end(out, &page->site);
    return status;
}

static enum gravel_status
put_evidence(FILE *out, const struct page *page, struct gravel_error *error)
{
    const char *home = page->site.report->home;

    gravel_site_begin(out, &page->site);
    fputs("<header><h1>Evidence on the checks</h1></header>\n", out);
    enum gravel_status status = gravel_html_advice(out, home, page->canvas, error);
    if (status == GRAVEL_OK)
        status = gravel_html_seeds(out, home, page->canvas, error);
    if (status == GRAVEL_OK)
        status = gravel_html_sensitivity(out, home, error);
    if (status == GRAVEL_OK)
        status = gravel_html_variants(out, home, error);
    if (status == GRAVEL_OK)
        status = gravel_html_kills(out, home, error);
    gravel_site_end(out, &page->site);
    return status;
}

static enum gravel_status
put_codes(FILE *out, const struct page *page)
{
    gravel_site_begin(out, &page->site);
    gravel_html_codes(out, &page->site);
    gravel_site_end(out, &page->site);
    return GRAVEL_OK;
}

enum document { INDEX, FAMILY, CODES, EVIDENCE, SUMMARY, VERDICTS };

/* Written beside and renamed, so that a reader never sees half a report. */
static enum gravel_status
write_document(const struct page *page, const char *dir, enum document which, const char *name,
               struct gravel_error *error)
{
    char path[1000], part[1010];
    enum gravel_status status = GRAVEL_OK;

    snprintf(path, sizeof path, "%s/%s", dir, name);
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "w");
    if (!out)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    bool good = true;
    switch (which) {
    case INDEX: status = put_index(out, page, error); break;
    case FAMILY: status = put_family(out, page, error); break;
    case CODES: status = put_codes(out, page); break;
    case EVIDENCE: status = put_evidence(out, page, error); break;
    case SUMMARY: good = gravel_report_summary(out, page->site.report); break;
    case VERDICTS: good = gravel_report_verdicts(out, page->site.report); break;
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

/* The file of a family's page. */
static enum gravel_status
write_family(struct page *page, const char *dir, const char *family, struct gravel_error *error)
{
    char *name = NULL;
    size_t size;
    FILE *text = open_memstream(&name, &size);

    if (!text)
        return gravel_no_memory(error);
    fputs("family-", text);
    gravel_site_slug(text, family);
    fputs(".html", text);
    enum gravel_status status = fclose(text) == 0 ? GRAVEL_OK : gravel_no_memory(error);
    page->site.family = page->site.title = family;
    if (status == GRAVEL_OK)
        status = write_document(page, dir, FAMILY, name, error);
    page->site.family = NULL;
    free(name);
    return status;
}

static enum gravel_status
write_documents(struct page *page, const char *dir, struct gravel_error *error)
{
    struct gravel_words families = {0};
    enum gravel_status status = GRAVEL_OK;

    gravel_words_families(&families, page->site.report);
    for (size_t f = 0; f < families.n && status == GRAVEL_OK; f++)
        status = write_family(page, dir, families.items[f], error);
    page->site.title = "codes";
    if (status == GRAVEL_OK && page->site.report->codes)
        status = write_document(page, dir, CODES, "codes.html", error);
    page->site.title = "evidence on the checks";
    if (status == GRAVEL_OK && gravel_report_has_claims(page->site.report))
        status = write_document(page, dir, EVIDENCE, "evidence.html", error);
    page->site.title = "report";
    page->site.is_index = true;
    if (status == GRAVEL_OK)
        status = write_document(page, dir, INDEX, "index.html", error);
    if (status == GRAVEL_OK)
        status = write_document(page, dir, SUMMARY, "summary.md", error);
    return status == GRAVEL_OK ? write_document(page, dir, VERDICTS, "verdicts.json", error) : status;
}

static enum gravel_status
read_templates(struct page *page, const char *home, struct gravel_error *error)
{
    enum gravel_status status = read_template(&page->css, home, "style.css", error);

    if (status == GRAVEL_OK)
        status = read_template(&page->script, home, "page.js", error);
    if (status == GRAVEL_OK)
        status = read_template(&page->style, home, "style.gp", error);
    return status == GRAVEL_OK ? gravel_sources_load(&page->sources, home, error) : status;
}

enum gravel_status
gravel_report_write(const struct gravel_report *report, const char *dir, double seconds, struct gravel_undrawn *undrawn,
                    struct gravel_error *error)
{
    struct gravel_canvas canvas = {.seconds = seconds, .trajectories = report->trajectories};
    struct page page = {.site = {.report = report}, .canvas = &canvas};
    char folder[700];

    if (strlen(dir) > 600)
        return gravel_fail(error, GRAVEL_INPUT, "the path of the report is too long");
    snprintf(folder, sizeof folder, "%s/figures", dir);
    canvas.folder = folder;
    enum gravel_status status = make_folder(folder, error);
    if (status == GRAVEL_OK)
        status = read_templates(&page, report->home, error);
    if (status != GRAVEL_OK)
        goto done;
    if (strcmp(report->tier, "quick") == 0)
        status = gravel_longer_tiers_load(&page.longer_tiers, report->home, error);
    if (status != GRAVEL_OK)
        goto done;
    canvas.style = page.style;
    canvas.sources = &page.sources;
    page.site.css = page.css;
    page.site.script = page.script;
    page.site.sources = &page.sources;
    page.plates = calloc(report->n_cases + 1, sizeof *page.plates);
    if (!page.plates)
        status = gravel_no_memory(error);
    for (size_t c = 0; c < report->n_cases && status == GRAVEL_OK; c++)
        status = draw_case(&page, c, error);
    if (status == GRAVEL_OK && report->before) {
        status = gravel_past_compare(&page.past, report, error);
        page.site.past = &page.past;
    }
    if (status == GRAVEL_OK)
        status = write_documents(&page, dir, error);
    *undrawn = (struct gravel_undrawn){.n = canvas.n_failed};
    snprintf(undrawn->reason, sizeof undrawn->reason, "%s", canvas.reason);
done:
    page_free(&page);
    return status;
}
