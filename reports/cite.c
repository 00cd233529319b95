#include "reports/cite.h"

#include "harness/reference/reference.h"

#include <ctype.h>
#include <string.h>

enum { CITATION_SIZE = 100 };

/* Length of "Sec. 3.1.1, Eq. 23" at the beginning of a text: places in a source, one after the other. */
static size_t
places(const char *text)
{
    static const char *const words[] = {"Sec. ", "Secs. ", "Fig. ",  "Figs. ",  "Eq. ",
                                        "Eqs. ", "App. ",  "Table ", "Chapter "};
    size_t length = 0;

    for (const char *piece = text;;) {
        bool place = false;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            place = place || strncmp(piece, words[k], strlen(words[k])) == 0;
        if (!place)
            return length;
        length = (size_t)(piece - text) + strcspn(piece, ",:;");
        if (text[length] != ',')
            return length;
        piece = text + length + 1 + strspn(text + length + 1, " ");
    }
}

/* Length of the first clause of a text. */
static size_t
clause(const char *text)
{
    return strcspn(text, ",:;");
}

static bool
begins_with_key(const struct gravel_reference *reference)
{
    const size_t n = strlen(reference->source_key);

    return n > 0 && strncmp(reference->id, reference->source_key, n) == 0 && reference->id[n] == '.';
}

void
gravel_cite(char *buffer, size_t size, const struct gravel_reference *reference, const struct gravel_sources *sources,
            bool place)
{
    const char *rest = "", *unused, *where = reference->where ? reference->where : "";
    const struct gravel_source *named = gravel_sources_find(sources, where, &rest);
    const struct gravel_source *own = gravel_sources_find(sources, reference->source_key, &unused);
    const bool measured = strcmp(reference->kind, "simulation") == 0 || strcmp(reference->kind, "experiment") == 0;
    const struct gravel_source *source = named                                                                  ? named
                                         : own && (begins_with_key(reference) || measured || places(where) > 0) ? own
                                                                                                                : NULL;

    if (source) {
        rest = named ? rest + strspn(rest, " ,") : where;
        const size_t n = !place ? 0 : named ? clause(rest) : places(where);
        snprintf(buffer, size, "%s%s%.*s", source->name, n > 0 ? ", " : "", (int)n, rest);
    } else if (strcmp(reference->kind, GRAVEL_REGRESSION) == 0)
        snprintf(buffer, size, "earlier result of this project");
    else
        snprintf(buffer, size, "%.*s", (int)clause(where), where);
    if (buffer[0] == '\0')
        snprintf(buffer, size, "%s", reference->id);
}

/* Length of the whole parts, dots included, with which two ids begin alike. */
static size_t
common_parts(const char *a, const char *b)
{
    size_t common = 0;

    for (size_t i = 0; a[i] != '\0' && a[i] == b[i]; i++)
        if (a[i] == '.' && !isdigit((unsigned char)a[i + 1])) /* "e0.6" is one part */
            common = i + 1;
    return common;
}

/* Whether another reference of the list is called as item i is; *common is what the ids of all these begin with. */
static bool
is_shared(const struct gravel_drawn_list *list, char (*all)[CITATION_SIZE], size_t i, size_t *common)
{
    const struct gravel_reference *reference = list->items[i].reference;
    bool shared = false;

    *common = 0;
    for (size_t k = 0; k < list->n; k++)
        if (list->items[k].reference != reference && strcmp(all[k], all[i]) == 0) {
            const size_t both = common_parts(list->items[k].reference->id, reference->id);
            *common = shared && *common < both ? *common : both;
            shared = true;
        }
    return shared;
}

void
gravel_drawn_cite(struct gravel_drawn_list *list, const struct gravel_sources *sources)
{
    char all[GRAVEL_DRAWN_MAX][CITATION_SIZE], placed[GRAVEL_DRAWN_MAX][CITATION_SIZE];
    size_t common;

    for (size_t i = 0; i < list->n; i++) {
        gravel_cite(all[i], sizeof all[i], list->items[i].reference, sources, false);
        gravel_cite(placed[i], sizeof placed[i], list->items[i].reference, sources, true);
    }
    for (size_t i = 0; i < list->n; i++) {
        struct gravel_drawn *drawn = &list->items[i];
        const size_t n = strlen(drawn->reference->id);
        char rest[sizeof drawn->title];
        if (drawn->title[0] == '\0') /* one of several curves of a reference that is named once */
            continue;
        const bool shared = is_shared(list, all, i, &common), with_id = shared && is_shared(list, placed, i, &common);
        const char *name = shared && !with_id ? placed[i] : all[i];
        snprintf(rest, sizeof rest, "%s", drawn->title + n);
        snprintf(drawn->title, sizeof drawn->title, "%s%s%s%s%.120s", name, with_id ? " (" : "",
                 with_id ? drawn->reference->id + common : "", with_id ? ")" : "", rest);
    }
}
