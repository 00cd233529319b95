#include "harness/case/observables.h"

#include "cases/measure/measure.h"
#include "engines/core/words.h"
#include "engines/engine.h"
#include "harness/case/description.h"
#include "harness/case/schema.h"
#include "harness/util/suggest.h"

#include <stdio.h>
#include <string.h>

/* "invariant:energy": the names of invariants come from the engine and the system of a point. */
bool
gravel_names_invariant(const char *name)
{
    return strncmp(name, "invariant:", 10) == 0;
}

static bool
ends_with_part(const char *path, const char *part)
{
    const size_t n = strlen(path), m = strlen(part);
    return strcmp(path, part) == 0 || (n > m && path[n - m - 1] == '.' && strcmp(path + n - m, part) == 0);
}

static bool
is_parameter(const struct gravel_case *c, const char *name)
{
    for (size_t k = 0; k < c->parameters.n; k++)
        if (ends_with_part(c->parameters.items[k].path, name))
            return true;
    for (size_t a = 0; a < c->n_axes; a++)
        for (size_t k = 0; k < c->axes[a].n_keys; k++)
            if (ends_with_part(c->axes[a].keys[k], name))
                return true;
    return false;
}

static bool
is_counter(const char *name)
{
    for (const struct gravel_counter_info *i = gravel_counter_infos; i->name != NULL; i++)
        if (strcmp(i->name, name) == 0)
            return true;
    return false;
}

static const struct gravel_yield *
find_yield(const struct gravel_case *c, const char *name, bool table)
{
    const struct gravel_yield *yield = NULL;
    for (size_t k = 0; k < c->n_measures && yield == NULL; k++)
        yield = gravel_measure_yield(gravel_measure_find(c->measures[k]), name, table);
    return yield;
}

/* "3", "xz", "3.x": the number of a particle, a component of a vector or tensor, or both. */
static bool
is_number_or_component(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    const char *component = text + digits + (digits > 0 && text[digits] == '.');
    const size_t letters = strspn(component, "xyz");
    return letters <= 2 && component[letters] == '\0' && digits + letters > 0;
}

/* Whether a name ends with something of the case where the declared one has a star: a species, a wall, or one of the
 * above. */
static bool
ends_with_something(const struct gravel_case *c, const char *pattern, const char *name)
{
    static const char *const sections[] = {"particles", "walls"};
    const size_t n = strlen(pattern);
    if (pattern[n - 1] != '*')
        return true;
    const char *end = name + n - 1;
    bool named = is_number_or_component(end);
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
        char names[GRAVEL_WALLS_MAX][32];
        const size_t n_names = gravel_schema_names(&c->parameters, sections[s], names, sizeof names / sizeof *names);
        for (size_t k = 0; k < n_names; k++)
            named = named || strcmp(names[k], end) == 0;
    }
    return named || (gravel_options_has(&c->parameters, "particles.count") && strcmp(end, "grain") == 0);
}

/* The declared name, in which a star stands for the end of the name that was found. */
static const char *
completed(const char *pattern, const char *name, char *buffer, size_t size)
{
    const size_t n = strlen(pattern);
    const char *dot = strchr(name, '.');
    if (pattern[n - 1] != '*' || dot == NULL)
        return pattern;
    snprintf(buffer, size, "%.*s%s", (int)(n - 1), pattern, dot + 1);
    return buffer;
}

/* Refuse a name, with the nearest that a measure of the case yields. */
static enum gravel_status
refuse_name(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key, const char *name, bool table)
{
    const struct gravel_case *c = reader->c;
    struct gravel_suggestion suggestion = {.word = name};
    char text[96], whole[2 * GRAVEL_NAME_MAX];
    for (size_t k = 0; k < c->n_measures; k++)
        for (const struct gravel_yield *y = gravel_measure_find(c->measures[k])->yields; y->name != NULL; y++)
            if ((y->columns != NULL) == table)
                gravel_suggest(&suggestion, completed(y->name, name, whole, sizeof whole));
    for (size_t k = 0; k < c->parameters.n && !table; k++)
        gravel_suggest(&suggestion, c->parameters.items[k].path);
    return gravel_refuse(reader, node, "%s: found %s, which no measure of the case yields%s", key, name,
                         gravel_suggestion_text(&suggestion, text, sizeof text));
}

enum gravel_status
gravel_check_number_name(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key,
                         const char *name)
{
    const struct gravel_case *c = reader->c;
    const struct gravel_yield *yield = find_yield(c, name, false);
    if (yield != NULL && !ends_with_something(c, yield->name, name))
        return gravel_refuse(reader, node, "%s: found %s, and the case has no species, wall, particle or component %s",
                             key, name, name + strlen(yield->name) - 1);
    if (yield != NULL || is_counter(name) || is_parameter(c, name) || gravel_names_invariant(name))
        return GRAVEL_OK;
    return refuse_name(reader, node, key, name, false);
}

bool
gravel_case_yields(const struct gravel_case *c, const char *name)
{
    return find_yield(c, name, false) != NULL;
}

bool
gravel_case_measures(const struct gravel_case *c, const char *name)
{
    return find_yield(c, name, false) != NULL || is_counter(name);
}

bool
gravel_case_determines(const struct gravel_case *c, const char *name)
{
    const struct gravel_yield *yield = find_yield(c, name, false);
    return yield != NULL ? yield->is_determined : is_parameter(c, name);
}

enum gravel_status
gravel_check_setting_name(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key,
                          const char *name)
{
    const struct gravel_case *c = reader->c;
    struct gravel_suggestion suggestion = {.word = name};
    char text[96];
    if (strcmp(name, "engine") == 0 || is_parameter(c, name))
        return GRAVEL_OK;
    if (find_yield(c, name, false) != NULL || is_counter(name) || gravel_names_invariant(name))
        return gravel_check_number_name(reader, node, key, name);
    gravel_suggest(&suggestion, "engine");
    for (size_t k = 0; k < c->parameters.n; k++)
        gravel_suggest(&suggestion, c->parameters.items[k].path);
    for (size_t k = 0; k < c->n_measures; k++)
        for (const struct gravel_yield *y = gravel_measure_find(c->measures[k])->yields; y->name != NULL; y++)
            if (y->columns == NULL)
                gravel_suggest(&suggestion, y->name);
    return gravel_refuse(reader, node, "%s: found %s, allowed: engine, a parameter or a number of the case%s", key,
                         name, gravel_suggestion_text(&suggestion, text, sizeof text));
}

enum gravel_status
gravel_check_table_name(struct gravel_reader *reader, const struct gravel_yaml *node, const char *table)
{
    return find_yield(reader->c, table, true) != NULL ? GRAVEL_OK
                                                      : refuse_name(reader, node, "figures.table", table, true);
}

/* A word of `words`, or any where these end with a star. */
static bool
is_column(const char *words, const char *name)
{
    return gravel_word_list_index(words, name) >= 0 || gravel_word_list_index(words, "*") >= 0;
}

enum gravel_status
gravel_check_column_name(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key,
                         const char *table, const char *column)
{
    const struct gravel_yield *yield = NULL;
    const struct gravel_case *c = reader->c;
    struct gravel_suggestion suggestion = {.word = column};
    char text[96], word[64];
    if (column[0] == '\0')
        return GRAVEL_OK;
    /* Several measures may yield tables of one name: the column is one of any. */
    for (size_t k = 0; k < c->n_measures; k++) {
        yield = gravel_measure_yield(gravel_measure_find(c->measures[k]), table, true);
        if (yield == NULL)
            continue;
        if (is_column(yield->columns, column) || (strcmp(column, table) == 0 && is_column(yield->columns, "value")))
            return GRAVEL_OK;
        for (size_t w = 0; w < gravel_word_list_count(yield->columns); w++)
            gravel_suggest(&suggestion, gravel_word_list_get(yield->columns, w, word, sizeof word));
    }
    return gravel_refuse(reader, node, "%s: found %s, which is no column of the table %s%s", key, column, table,
                         gravel_suggestion_text(&suggestion, text, sizeof text));
}

const char *
gravel_case_unit(const struct gravel_case *c, const char *name)
{
    const struct gravel_yield *yield = find_yield(c, name, false);
    return yield != NULL ? yield->unit : NULL;
}
