#include "harness/reference/read.h"

#include "engines/core/array.h"
#include "engines/core/words.h"
#include "harness/case/read.h"
#include "harness/case/where.h"
#include "harness/case/yaml_read.h"
#include "harness/util/suggest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kinds[] =
    "analytic|simulation|experiment|cross-engine|expected-difference|convergence|" GRAVEL_REGRESSION "|" GRAVEL_GUIDE;

/* A file being read. */
struct file {
    struct gravel_reader reader; /* without a case */
    char source_key[16];
    const char *cite;
};

/* Only the keys of "a|b|c" may occur. */
static enum gravel_status
only(struct file *f, const struct gravel_yaml *map, const char *allowed)
{
    if (map->kind != GRAVEL_YAML_MAP)
        return gravel_refuse(&f->reader, map, "%s: found no mapping, allowed the keys %s",
                             map->key ? map->key : "references", allowed);
    for (size_t k = 0; k < map->n; k++) {
        const char *key = map->items[k].key;
        if (gravel_word_list_index(allowed, key) < 0)
            return gravel_refuse(&f->reader, &map->items[k], "%s: found an unknown key, allowed %s", key, allowed);
    }
    return GRAVEL_OK;
}

static enum gravel_status
number(struct file *f, const struct gravel_yaml *node, const char *what, double *value)
{
    char *end = NULL;
    if (node->kind == GRAVEL_YAML_SCALAR && !node->quoted && node->text[0] != '\0')
        *value = strtod(node->text, &end);
    if (end == NULL || *end != '\0' || !isfinite(*value)) {
        char text[96];
        return gravel_refuse(&f->reader, node, "%s: found %s, allowed a real number", what,
                             gravel_yaml_text(node, text, sizeof text));
    }
    return GRAVEL_OK;
}

/* A text of any length, without the newline of a folded block; "" when absent. */
static enum gravel_status
text(struct file *f, const struct gravel_yaml *map, const char *key, char **to)
{
    const struct gravel_yaml *node = gravel_yaml_get(map, key);
    if (node && node->kind != GRAVEL_YAML_SCALAR)
        return gravel_refuse(&f->reader, node, "%s: found no text, allowed a text", key);
    *to = strdup(node ? node->text : "");
    if (!*to)
        return gravel_no_memory(f->reader.error);
    for (size_t n = strlen(*to); n > 0 && ((*to)[n - 1] == '\n' || (*to)[n - 1] == ' '); n--)
        (*to)[n - 1] = '\0';
    return GRAVEL_OK;
}

/* A text that is shown beside verdicts. */
static enum gravel_status
explanation(struct file *f, const struct gravel_yaml *map, const char *key, char **to)
{
    const enum gravel_status status = text(f, map, key, to);
    if (status != GRAVEL_OK || strlen(*to) <= GRAVEL_EXPLANATION_MAX)
        return status;
    return gravel_refuse(&f->reader, gravel_yaml_get(map, key), "%s: found %zu bytes, allowed at most %d", key,
                         strlen(*to), GRAVEL_EXPLANATION_MAX);
}

/* A required word that fits. */
static enum gravel_status
word(struct file *f, const struct gravel_yaml *map, const char *key, char *to, size_t size)
{
    const struct gravel_yaml *node = gravel_yaml_get(map, key);
    if (!node)
        return gravel_refuse(&f->reader, map, "%s: found no such key, but it is required", key);
    return gravel_read_word(&f->reader, node, key, to, size);
}

static enum gravel_status
read_kind(struct file *f, const struct gravel_yaml *map, struct gravel_reference *r)
{
    char allowed[sizeof kinds];
    const enum gravel_status status = word(f, map, "kind", r->kind, sizeof r->kind);
    if (status != GRAVEL_OK)
        return status;
    if (gravel_word_list_index(kinds, r->kind) >= 0)
        return GRAVEL_OK;
    gravel_word_list_print(kinds, allowed, sizeof allowed);
    return gravel_refuse(&f->reader, gravel_yaml_get(map, "kind"), "kind: found %s, allowed one of: %s", r->kind,
                         allowed);
}

/* 0.002, 2%, or null when none was printed. */
static enum gravel_status
read_uncertainty(struct file *f, const struct gravel_yaml *map, struct gravel_reference *r)
{
    const struct gravel_yaml *node = gravel_yaml_get(map, "uncertainty");
    r->uncertainty = NAN;
    if (!node || (node->kind == GRAVEL_YAML_SCALAR && strcmp(node->text, "null") == 0))
        return GRAVEL_OK;
    char *end = NULL;
    if (node->kind == GRAVEL_YAML_SCALAR && node->text[0] != '\0')
        r->uncertainty = strtod(node->text, &end);
    if (end && strcmp(end, "%") == 0) {
        r->uncertainty *= 0.01;
        r->relative = true;
        end++;
    }
    if (!end || *end != '\0' || !isfinite(r->uncertainty) || r->uncertainty < 0.0) {
        char found[96];
        return gravel_refuse(&f->reader, node,
                             "uncertainty: found %s, allowed a number of at least 0, a percentage or null",
                             gravel_yaml_text(node, found, sizeof found));
    }
    return GRAVEL_OK;
}

static enum gravel_status
read_law(struct file *f, const struct gravel_yaml *map, const struct gravel_yaml *node, struct gravel_reference *r)
{
    char name[GRAVEL_NAME_MAX], hint[96];
    enum gravel_status status = gravel_read_word(&f->reader, node, "law", name, sizeof name);
    if (status != GRAVEL_OK)
        return status;
    r->law = gravel_theory_find(name);
    if (!r->law) {
        struct gravel_suggestion near = {.word = name};
        for (size_t k = 0; gravel_theories[k]; k++)
            gravel_suggest(&near, gravel_theories[k]->name);
        return gravel_refuse(&f->reader, node, "law: found %s, allowed a law of `gravel list laws`%s", name,
                             gravel_suggestion_text(&near, hint, sizeof hint));
    }
    const struct gravel_yaml *args = gravel_yaml_get(map, "args");
    for (size_t k = 0; r->law->args[k]; k++) {
        const struct gravel_yaml *arg = gravel_yaml_get(args, r->law->args[k]);
        if (!arg)
            snprintf(r->law_args[k], sizeof r->law_args[k], "%s", r->law->args[k]);
        else if ((status = gravel_read_word(&f->reader, arg, arg->key, r->law_args[k], sizeof r->law_args[k])) !=
                 GRAVEL_OK)
            return status;
    }
    for (size_t k = 0; args && k < args->n; k++) {
        bool known = false;
        for (size_t a = 0; r->law->args[a]; a++)
            known = known || strcmp(r->law->args[a], args->items[k].key) == 0;
        if (!known)
            return gravel_refuse(&f->reader, &args->items[k], "args.%s: found no such argument of %s",
                                 args->items[k].key, r->law->name);
    }
    return GRAVEL_OK;
}

static enum gravel_status
read_column(struct file *f, const struct gravel_yaml *rows, const char *key, double **values, size_t *n)
{
    const struct gravel_yaml *list = gravel_yaml_get(rows, key);
    if (!list || list->kind != GRAVEL_YAML_LIST || list->n == 0)
        return gravel_refuse(&f->reader, rows, "rows.%s: found no list of numbers, but it is required", key);
    *values = calloc(list->n, sizeof **values);
    if (!*values)
        return gravel_no_memory(f->reader.error);
    *n = list->n;
    for (size_t k = 0; k < list->n; k++) {
        const enum gravel_status status = number(f, &list->items[k], key, &(*values)[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

static enum gravel_status
read_rows(struct file *f, const struct gravel_yaml *rows, struct gravel_reference *r)
{
    size_t n_y = 0;
    enum gravel_status status = only(f, rows, "key|x|y");
    if (status == GRAVEL_OK)
        status = word(f, rows, "key", r->row_key, sizeof r->row_key);
    if (status == GRAVEL_OK)
        status = read_column(f, rows, "x", &r->row_x, &r->n_rows);
    if (status == GRAVEL_OK)
        status = read_column(f, rows, "y", &r->row_y, &n_y);
    if (status == GRAVEL_OK && n_y != r->n_rows)
        return gravel_refuse(&f->reader, rows, "rows: found %zu x and %zu y, allowed equal numbers", r->n_rows, n_y);
    return status;
}

/* Exactly one of value, law, rows and statement. */
static enum gravel_status
read_content(struct file *f, const struct gravel_yaml *map, struct gravel_reference *r)
{
    const struct gravel_yaml *value = gravel_yaml_get(map, "value"), *law = gravel_yaml_get(map, "law");
    const struct gravel_yaml *rows = gravel_yaml_get(map, "rows"), *args = gravel_yaml_get(map, "args");
    const int n = (value != NULL) + (law != NULL) + (rows != NULL) + (gravel_yaml_get(map, "statement") != NULL);
    if (n != 1)
        return gravel_refuse(&f->reader, map, "%s: found %d of value, law, rows and statement, allowed exactly one",
                             r->id, n);
    if (args && !law)
        return gravel_refuse(&f->reader, args, "args: found without a law, allowed beside `law` only");
    if (law)
        return read_law(f, map, law, r);
    if (rows)
        return read_rows(f, rows, r);
    r->has_value = value != NULL;
    return value ? number(f, value, "value", &r->value) : GRAVEL_OK;
}

/* contradicted_by: lack-of-fit */
static enum gravel_status
read_form(struct file *f, const struct gravel_yaml *map, struct gravel_reference *r)
{
    char by[GRAVEL_NAME_MAX];
    const struct gravel_yaml *node = gravel_yaml_get(map, "contradicted_by");
    if (node == NULL)
        return GRAVEL_OK;
    const enum gravel_status status = gravel_read_word(&f->reader, node, "contradicted_by", by, sizeof by);
    if (status == GRAVEL_OK && r->contradicted[0] == '\0')
        return gravel_refuse(&f->reader, node, "contradicted_by: found without `contradicted`");
    if (status == GRAVEL_OK && strcmp(by, "lack-of-fit") != 0)
        return gravel_refuse(&f->reader, node, "contradicted_by: found %s, allowed: lack-of-fit", by);
    r->contradicted_form = status == GRAVEL_OK;
    return status;
}

static enum gravel_status
read_wheres(struct file *f, const struct gravel_yaml *map, struct gravel_reference *r)
{
    const struct gravel_yaml *conditions = gravel_yaml_get(map, "conditions");
    const struct gravel_yaml *where = gravel_yaml_get(map, "contradicted_where");
    if (where && r->contradicted[0] == '\0')
        return gravel_refuse(&f->reader, where, "contradicted_where: found without `contradicted`");
    enum gravel_status status = read_form(f, map, r);
    if (status == GRAVEL_OK && conditions)
        status = gravel_read_where(&f->reader, conditions, &r->conditions);
    if (status == GRAVEL_OK && where)
        status = gravel_read_where(&f->reader, where, &r->contradicted_where);
    return status;
}

static enum gravel_status
read_reference(struct file *f, const struct gravel_yaml *map, struct gravel_reference *r)
{
    static const char *const allowed = "id|family|quantity|value|law|args|rows|statement|uncertainty|kind|where|"
                                       "conditions|note|undecidable|contradicted|contradicted_where|contradicted_by";
    r->location = (struct gravel_location){f->reader.path, map->line, map->column};
    snprintf(r->source_key, sizeof r->source_key, "%s", f->source_key);
    if (!(r->cite = strdup(f->cite)))
        return gravel_no_memory(f->reader.error);
    enum gravel_status status = only(f, map, allowed);
    if (status == GRAVEL_OK)
        status = word(f, map, "id", r->id, sizeof r->id);
    if (status == GRAVEL_OK)
        status = word(f, map, "family", r->family, sizeof r->family);
    if (status == GRAVEL_OK)
        status = word(f, map, "quantity", r->quantity, sizeof r->quantity);
    if (status == GRAVEL_OK)
        status = read_kind(f, map, r);
    if (status == GRAVEL_OK)
        status = read_uncertainty(f, map, r);
    if (status == GRAVEL_OK)
        status = read_content(f, map, r);
    if (status == GRAVEL_OK)
        status = text(f, map, "where", &r->where);
    if (status == GRAVEL_OK)
        status = explanation(f, map, "note", &r->note);
    if (status == GRAVEL_OK)
        status = text(f, map, "statement", &r->statement);
    if (status == GRAVEL_OK)
        status = text(f, map, "undecidable", &r->undecidable);
    if (status == GRAVEL_OK)
        status = explanation(f, map, "contradicted", &r->contradicted);
    if (status == GRAVEL_OK && r->where[0] == '\0')
        status = gravel_refuse(&f->reader, map, "%s: found no `where`, but the place in the source is required", r->id);
    return status == GRAVEL_OK ? read_wheres(f, map, r) : status;
}

/* A new, empty reference at the end, owned by the list even if reading it fails. */
static struct gravel_reference *
append(struct gravel_references *references)
{
    if (!gravel_array_grow(&references->items, &references->capacity, references->n + 1, sizeof *references->items))
        return NULL;
    struct gravel_reference *r = &references->items[references->n++];
    *r = (struct gravel_reference){0};
    return r;
}

static enum gravel_status
read_measured(struct file *f, const struct gravel_yaml *map, struct gravel_measured *m)
{
    m->location = (struct gravel_location){f->reader.path, map->line, map->column};
    enum gravel_status status = only(f, map, "check|case|engine|at|value|err");
    if (status == GRAVEL_OK)
        status = word(f, map, "check", m->check, sizeof m->check);
    if (status == GRAVEL_OK)
        status = word(f, map, "case", m->case_name, sizeof m->case_name);
    if (status == GRAVEL_OK)
        status = word(f, map, "engine", m->engine, sizeof m->engine);
    const struct gravel_yaml *at = gravel_yaml_get(map, "at");
    if (status == GRAVEL_OK && at && at->text[0] != '\0') /* "" for a case without a sweep */
        status = word(f, map, "at", m->at, sizeof m->at);
    static const char *const numbers[] = {"value", "err"};
    for (int k = 0; k < 2 && status == GRAVEL_OK; k++) {
        const struct gravel_yaml *node = gravel_yaml_get(map, numbers[k]);
        status = node ? number(f, node, numbers[k], k == 0 ? &m->value : &m->err)
                      : gravel_refuse(&f->reader, map, "%s: found no such key, but it is required", numbers[k]);
    }
    return status;
}

static enum gravel_status
read_contradictions(struct file *f, const struct gravel_yaml *list, struct gravel_references *references)
{
    enum gravel_status status = GRAVEL_OK;
    if (list->kind != GRAVEL_YAML_LIST)
        return gravel_refuse(&f->reader, list, "contradictions: allowed a list of measured values");
    for (size_t k = 0; status == GRAVEL_OK && k < list->n; k++) {
        if (!gravel_array_grow(&references->measured, &references->measured_capacity, references->n_measured + 1,
                               sizeof *references->measured))
            return gravel_no_memory(f->reader.error);
        struct gravel_measured *m = &references->measured[references->n_measured++];
        *m = (struct gravel_measured){0};
        status = read_measured(f, &list->items[k], m);
    }
    return status;
}

static enum gravel_status
read_list(struct file *f, const struct gravel_yaml *root, struct gravel_references *references)
{
    const struct gravel_yaml *source = gravel_yaml_get(root, "source"), *list = gravel_yaml_get(root, "references");
    char *cite = NULL;
    enum gravel_status status = only(f, root, "source|references|contradictions");
    if (status != GRAVEL_OK)
        return status;
    if (gravel_yaml_get(root, "contradictions"))
        return read_contradictions(f, gravel_yaml_get(root, "contradictions"), references);
    if (!source || !list || list->kind != GRAVEL_YAML_LIST)
        return gravel_refuse(&f->reader, root, "found no `source` mapping with a `references` list");
    status = only(f, source, "key|cite");
    if (status == GRAVEL_OK)
        status = word(f, source, "key", f->source_key, sizeof f->source_key);
    if (status == GRAVEL_OK)
        status = text(f, source, "cite", &cite);
    f->cite = cite;
    for (size_t k = 0; status == GRAVEL_OK && k < list->n; k++) {
        struct gravel_reference *r = append(references);
        status = r ? read_reference(f, &list->items[k], r) : gravel_no_memory(f->reader.error);
    }
    free(cite);
    return status;
}

enum gravel_status
gravel_references_read(struct gravel_references *references, const char *path, struct gravel_error *error)
{
    struct gravel_yaml root = {0};
    enum gravel_status status = gravel_yaml_read(&root, path, error);
    if (status == GRAVEL_OK) {
        struct file f = {.reader = {.path = path, .error = error}};
        status = read_list(&f, &root, references);
    }
    gravel_yaml_free(&root);
    return status;
}
