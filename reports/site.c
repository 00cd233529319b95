#include "reports/site.h"

#include "reports/tally.h"
#include "reports/text.h"

#include <ctype.h>
#include <string.h>

void
gravel_site_slug(FILE *out, const char *word)
{
    for (; *word != '\0'; word++)
        fputc(isalnum((unsigned char)*word) ? *word : '-', out);
}

void
gravel_site_check_id(FILE *out, const struct gravel_judgement *j)
{
    fputs("check-", out);
    gravel_site_slug(out, j->case_name);
    fputs("--", out);
    gravel_site_slug(out, j->check);
    fputs("--", out);
    gravel_site_slug(out, j->engine);
}

static void
put_page(FILE *out, const struct gravel_site *site, const char *family)
{
    fputs("href=\"", out);
    if (site->family && strcmp(site->family, family) == 0)
        return;
    fputs("family-", out);
    gravel_site_slug(out, family);
    fputs(".html", out);
}

void
gravel_site_case_link(FILE *out, const struct gravel_site *site, const char *family, const char *case_name)
{
    put_page(out, site, family);
    fputs("#case-", out);
    gravel_site_slug(out, case_name);
    fputc('"', out);
}

void
gravel_site_check_link(FILE *out, const struct gravel_site *site, const struct gravel_judgement *j)
{
    put_page(out, site, j->family);
    fputc('#', out);
    gravel_site_check_id(out, j);
    fputc('"', out);
}

void
gravel_site_family_link(FILE *out, const struct gravel_site *site, const char *family, const char *kind)
{
    put_page(out, site, family);
    fputs(kind ? "#kind-" : "#top", out);
    gravel_site_slug(out, kind ? kind : "");
    fputc('"', out);
}

void
gravel_site_index_link(FILE *out, const struct gravel_site *site, const char *section)
{
    fprintf(out, "href=\"%s#%s\"", site->is_index ? "" : "index.html", section);
}

/* The reference with this key of its source, for its `cite`; NULL when there is none. */
static const struct gravel_reference *
find_cited(const struct gravel_site *site, const char *key, size_t n)
{
    const struct gravel_references *references = site->report->references;

    for (size_t i = 0; i < references->n; i++)
        if (strlen(references->items[i].source_key) == n && strncmp(references->items[i].source_key, key, n) == 0)
            return &references->items[i];
    return NULL;
}

static void
put_source_link(FILE *out, const struct gravel_site *site, const char *key, const char *name)
{
    char section[100];

    snprintf(section, sizeof section, "source-%s", key);
    fputs("<a ", out);
    gravel_site_index_link(out, site, section);
    fputc('>', out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, name);
    fputs("</a>", out);
}

void
gravel_site_source(FILE *out, const struct gravel_site *site, const char *source)
{
    const char *rest;
    const size_t n = strcspn(source, ",");
    const struct gravel_reference *cited = find_cited(site, source, n);
    const struct gravel_source *found = cited ? NULL : gravel_sources_find(site->sources, source, &rest);
    char key[64];

    snprintf(key, sizeof key, "%.*s", (int)n, source);
    if (cited) {
        rest = source + n;
        const char *unused;
        const struct gravel_source *entry = gravel_sources_find(site->sources, key, &unused);
        put_source_link(out, site, key, entry && unused[0] == '\0' ? entry->name : key);
    } else if (found)
        put_source_link(out, site, found->key, found->name);
    else
        rest = source;
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, rest);
}

static void
put_contents(FILE *out, const struct gravel_site *site)
{
    static const char *const sections[][2] = {
        {"top", "Result"},          {"matrix", "Families × kinds"},  {"contradicted", "Contradicted"},
        {"undecided", "Undecided"}, {"checks", "Search all checks"}, {"sources", "Sources"}};
    const bool claims = gravel_report_has_claims(site->report);
    struct gravel_words families = {0};

    gravel_words_families(&families, site->report);
    fputs("<nav id=\"contents\" aria-label=\"Contents\">\n<ul>\n", out);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!claims && strcmp(sections[i][0], "contradicted") == 0)
            continue;
        fputs("<li><a ", out);
        gravel_site_index_link(out, site, sections[i][0]);
        fprintf(out, ">%s</a></li>\n", sections[i][1]);
    }
    if (site->report->codes)
        fputs("<li><a href=\"codes.html\">Other codes</a></li>\n", out);
    if (claims)
        fputs("<li><a href=\"evidence.html\">Evidence on the checks</a></li>\n", out);
    fputs("</ul>\n<ul>\n", out);
    for (size_t f = 0; f < families.n; f++) {
        const bool here = site->family && strcmp(site->family, families.items[f]) == 0;
        fputs("<li><a ", out);
        gravel_site_family_link(out, site, families.items[f], NULL);
        fputs(here ? " aria-current=\"page\">" : ">", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, families.items[f]);
        fputs("</a>", out);
        for (size_t c = 0, any = 0; here && c < site->report->n_cases; c++) {
            const struct gravel_case *item = site->report->cases[c].c;
            if (strcmp(item->family, site->family) != 0)
                continue;
            fputs(any++ ? "<li><a " : "\n<ul><li><a ", out);
            gravel_site_case_link(out, site, item->family, item->name);
            fputc('>', out);
            gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, item->name);
            fputs("</a></li>\n", out);
        }
        fputs(here ? "</ul></li>\n" : "</li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

void
gravel_site_begin(FILE *out, const struct gravel_site *site)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>gravel: ",
          out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, site->title);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", site->css);
    put_contents(out, site);
    fputs("<main id=\"top\">\n", out);
}

void
gravel_site_end(FILE *out, const struct gravel_site *site)
{
    fprintf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", site->script);
}

/* Whether the bibliography has the source: all of a catalogue, else those that the reported cases name. */
static bool
is_listed(const struct gravel_site *site, const char *key)
{
    bool named = gravel_report_has_claims(site->report);

    for (size_t c = 0; c < site->report->n_cases && !named; c++) {
        const char *own = site->report->cases[c].c->source_key;
        named = own && strcmp(own, key) == 0;
    }
    return named;
}

void
gravel_site_bibliography(FILE *out, const struct gravel_site *site)
{
    const struct gravel_references *references = site->report->references;
    struct gravel_words done = {0};

    fputs("<section id=\"sources\">\n<h2>Sources</h2>\n<dl class=\"sources\">\n", out);
    for (size_t i = 0; i < references->n; i++) { /* as the references cite them: each key once */
        const struct gravel_reference *r = &references->items[i];
        const size_t before = done.n;
        gravel_words_add(&done, r->source_key);
        if (done.n == before || r->source_key[0] == '\0' || !is_listed(site, r->source_key))
            continue;
        fprintf(out, "<dt id=\"source-%s\">%s</dt><dd>", r->source_key, r->source_key);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, r->cite ? r->cite : "");
        fputs("</dd>\n", out);
    }
    for (size_t i = 0; i < site->sources->n; i++) {
        const struct gravel_source *s = &site->sources->items[i];
        const size_t before = done.n;
        gravel_words_add(&done, s->key);
        if (done.n == before || !is_listed(site, s->key))
            continue;
        fprintf(out, "<dt id=\"source-%s\">", s->key);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, s->name);
        fputs("</dt><dd>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, s->entry);
        fputs("</dd>\n", out);
    }
    fputs("</dl>\n</section>\n", out);
}
