#include "reports/sources.h"

#include "engines/core/array.h"
#include "reports/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* \"a and the like; BibTeX writes {\"a} or \"{a}. */
static const char *const accents[][2] = {
    {"\"a", "ä"}, {"\"o", "ö"}, {"\"u", "ü"}, {"\"A", "Ä"}, {"\"O", "Ö"}, {"\"U", "Ü"}, {"'e", "é"}, {"'a", "á"},
    {"'o", "ó"},  {"'i", "í"},  {"`e", "è"},  {"`a", "à"},  {"^e", "ê"},  {"~n", "ñ"},  {"cc", "ç"}, {"cs", "ş"},
};

/* Length of an accent after a backslash; its letter goes to `out`. */
static size_t
put_accent(FILE *out, const char *text)
{
    char mark[3] = {text[0], '\0', '\0'};
    size_t used = 1;

    while (text[used] == '{' || text[used] == ' ')
        used++;
    mark[1] = text[used];
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (strcmp(accents[i][0], mark) == 0) {
            fputs(accents[i][1], out);
            return used + 1;
        }
    return 0;
}

char *
gravel_bibtex_text(const char *text, size_t n)
{
    char *copy = strndup(text, n), *plain = NULL;
    size_t size;
    FILE *out = copy ? open_memstream(&plain, &size) : NULL;

    if (!out) {
        free(copy);
        return NULL;
    }
    for (const char *c = copy; *c != '\0';) {
        const size_t accent = *c == '\\' ? put_accent(out, c + 1) : 0;
        if (accent > 0)
            c += 1 + accent;
        else if (*c == '{' || *c == '}' || *c == '\\')
            c++;
        else if (strncmp(c, "--", 2) == 0) {
            fputs("–", out);
            c += 2;
        } else
            fputc(*c++, out);
    }
    free(copy);
    if (fclose(out) == 0)
        return plain;
    free(plain);
    return NULL;
}

/* The value of ` name = {...}` in an entry, as UTF-8; "" when it is absent, NULL without memory. */
static char *
field(const char *entry, const char *name)
{
    char mark[40];

    snprintf(mark, sizeof mark, " %s = {", name);
    const char *from = strstr(entry, mark);
    if (!from)
        return strdup("");
    from += strlen(mark);
    size_t n = 0;
    for (int depth = 1; from[n] != '\0'; n++) {
        depth += from[n] == '{' ? 1 : from[n] == '}' ? -1 : 0;
        if (depth == 0)
            break;
    }
    return gravel_bibtex_text(from, n);
}

enum { AUTHOR, TITLE, JOURNAL, BOOK, SCHOOL, INSTITUTION, PUBLISHER, VOLUME, PAGES, YEAR, NOTE, FIELDS };

static bool
compose(struct gravel_source *source, char *const *f)
{
    char *name = NULL, *entry = NULL;
    size_t size;
    const char *before = "";

    FILE *out = open_memstream(&name, &size);
    if (!out)
        return false;
    const char *comma = strchr(f[AUTHOR], ','), *others = strstr(f[AUTHOR], " and ");
    fprintf(out, "%.*s", (int)(comma ? (size_t)(comma - f[AUTHOR]) : strlen(f[AUTHOR])), f[AUTHOR]);
    fputs(others ? " et al." : "", out);
    fprintf(out, "%s%s", f[AUTHOR][0] && f[YEAR][0] ? " " : "", f[YEAR]);
    fputs(f[AUTHOR][0] || f[YEAR][0] ? "" : source->key, out);
    bool good = fclose(out) == 0;
    source->name = name;
    out = open_memstream(&entry, &size);
    if (!out)
        return false;
    for (size_t i = 0; i < FIELDS; i++) {
        if (f[i][0] == '\0')
            continue;
        fprintf(out, i == VOLUME ? " %s" : "%s%s", i == VOLUME ? f[i] : before, f[i]);
        before = ", ";
    }
    good = fclose(out) == 0 && good;
    source->entry = entry;
    return good;
}

static enum gravel_status
read_entry(struct gravel_sources *sources, const char *line, struct gravel_error *error)
{
    static const char *const names[FIELDS] = {"author",    "title",  "journal", "booktitle", "school", "institution",
                                              "publisher", "volume", "pages",   "year",      "note"};
    char *fields[FIELDS] = {NULL};
    const char *open = strchr(line, '{');
    const size_t n = open ? strcspn(open + 1, ",") : 0;
    bool good = true;

    if (line[0] != '@' || !open || n == 0 || n >= sizeof sources->items->key)
        return gravel_fail(error, GRAVEL_INPUT, "reference/SOURCES.bib: found \"%.40s\", allowed: @kind{key, ...}",
                           line);
    if (!gravel_array_grow(&sources->items, &sources->capacity, sources->n + 1, sizeof *sources->items))
        return gravel_no_memory(error);
    struct gravel_source *source = &sources->items[sources->n++];
    *source = (struct gravel_source){0};
    memcpy(source->key, open + 1, n);
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = field(open + 1 + n, names[i]);
        good = good && fields[i];
    }
    good = good && compose(source, fields);
    for (size_t i = 0; i < FIELDS; i++)
        free(fields[i]);
    return good ? GRAVEL_OK : gravel_no_memory(error);
}

enum gravel_status
gravel_sources_load(struct gravel_sources *sources, const char *home, struct gravel_error *error)
{
    char path[1200], *text;

    *sources = (struct gravel_sources){0};
    snprintf(path, sizeof path, "%s/reference/SOURCES.bib", home);
    if (access(path, F_OK) != 0)
        return GRAVEL_OK;
    enum gravel_status status = gravel_file_read(&text, path, error);
    char *save = NULL;
    for (char *line = status == GRAVEL_OK ? strtok_r(text, "\n", &save) : NULL; line && status == GRAVEL_OK;
         line = strtok_r(NULL, "\n", &save))
        if (line[0] != '%')
            status = read_entry(sources, line, error);
    free(text);
    return status;
}

void
gravel_sources_free(struct gravel_sources *sources)
{
    for (size_t i = 0; i < sources->n; i++) {
        free(sources->items[i].name);
        free(sources->items[i].entry);
    }
    free(sources->items);
    *sources = (struct gravel_sources){0};
}

const struct gravel_source *
gravel_sources_find(const struct gravel_sources *sources, const char *text, const char **rest)
{
    for (size_t i = 0; i < sources->n; i++) {
        const size_t n = strlen(sources->items[i].key);
        if (strncmp(text, sources->items[i].key, n) == 0 && !isalnum((unsigned char)text[n])) {
            *rest = text + n;
            return &sources->items[i];
        }
    }
    *rest = text;
    return NULL;
}
