#include "reports/codes.h"

#include "engines/core/array.h"
#include "reports/verdict_file.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void
gravel_codes_free(struct gravel_codes *codes)
{
    for (size_t k = 0; k < codes->n; k++) {
        gravel_judgements_free(&codes->items[k].judgements);
        free(codes->items[k].grades);
    }
    codes->n = 0;
}

/* The code of that name, which is added where it is new; NULL when there are too many. */
static struct gravel_code *
find_or_add(struct gravel_codes *codes, const char *name, const char *path, struct gravel_error *error)
{
    for (size_t k = 0; k < codes->n; k++)
        if (strcmp(codes->items[k].name, name) == 0)
            return &codes->items[k];
    if (codes->n == GRAVEL_CODES_MAX) {
        gravel_fail(error, GRAVEL_INPUT, "%s: found more than %d codes, allowed fewer", path, GRAVEL_CODES_MAX);
        return NULL;
    }
    struct gravel_code *code = &codes->items[codes->n++];
    *code = (struct gravel_code){0};
    snprintf(code->name, sizeof code->name, "%s", name);
    return code;
}

/* A judgement of one engine that is not gravel's. */
static bool
is_foreign(const struct gravel_codes *codes, const struct gravel_judgement *j)
{
    for (size_t k = 0; codes->own[k]; k++)
        if (strcmp(j->engine, codes->own[k]) == 0)
            return false;
    return j->engine[0] != '\0' && strchr(j->engine, ',') == NULL;
}

static enum gravel_status
share_out(struct gravel_codes *codes, const struct gravel_judgements *all, const char *path, struct gravel_error *error)
{
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++) {
        if (!is_foreign(codes, &all->items[i]))
            continue;
        struct gravel_code *code = find_or_add(codes, all->items[i].engine, path, error);
        if (!code)
            return GRAVEL_INPUT;
        struct gravel_judgements *list = &code->judgements;
        if (!gravel_array_grow(&list->items, &list->capacity, list->n + 1, sizeof *list->items))
            return gravel_no_memory(error);
        list->items[list->n++] = all->items[i];
        n++;
    }
    return n > 0 ? GRAVEL_OK
                 : gravel_fail(error, GRAVEL_INPUT, "%s: found no verdict on a code that is not gravel's", path);
}

static enum gravel_status
read_verdicts(struct gravel_codes *codes, const json_t *root, const char *path, struct gravel_error *error)
{
    struct gravel_judgements all = {0};
    enum gravel_status status = gravel_verdict_file_read(&all, json_object_get(root, "judgements"), NULL, path, error);

    if (status == GRAVEL_OK)
        status = share_out(codes, &all, path, error);
    gravel_judgements_free(&all);
    return status;
}

static void
copy(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text ? text : "");
}

static bool
read_grade(struct gravel_code_grade *grade, json_t *item)
{
    const char *name, *result, *what, *why;
    json_t *value, *limit;

    if (json_unpack(item, "{s:s, s:s, s:s, s:s, s:o, s:o}", "grade", &name, "result", &result, "what", &what, "why",
                    &why, "value", &value, "limit", &limit) != 0)
        return false;
    copy(grade->name, sizeof grade->name, name);
    copy(grade->result, sizeof grade->result, result);
    copy(grade->what, sizeof grade->what, what);
    copy(grade->why, sizeof grade->why, why);
    grade->value = json_is_number(value) ? json_number_value(value) : NAN;
    grade->limit = json_is_number(limit) ? json_number_value(limit) : NAN;
    return true;
}

static enum gravel_status
read_grades(struct gravel_codes *codes, const json_t *root, const char *path, struct gravel_error *error)
{
    const json_t *list = json_object_get(root, "grades");
    const char *name = json_string_value(json_object_get(root, "engine"));
    struct gravel_code *code = name && json_is_array(list) ? find_or_add(codes, name, path, error) : NULL;
    json_t *item;
    size_t i;

    if (!code)
        return name && json_is_array(list) ? GRAVEL_INPUT
                                           : gravel_fail(error, GRAVEL_INPUT, "%s: found no engine or no grades", path);
    if (code->grades)
        return gravel_fail(error, GRAVEL_INPUT, "%s: found grades of %s again", path, name);
    copy(code->version, sizeof code->version, json_string_value(json_object_get(root, "version")));
    code->grades = calloc(json_array_size(list) + 1, sizeof *code->grades);
    if (!code->grades)
        return gravel_no_memory(error);
    json_array_foreach(list, i, item)
    {
        if (!read_grade(&code->grades[code->n_grades++], item))
            return gravel_fail(error, GRAVEL_INPUT, "%s: grades[%zu]: found no grade of gravel conform", path, i);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_codes_read(struct gravel_codes *codes, const char *path, struct gravel_error *error)
{
    json_error_t why;
    json_t *root = json_load_file(path, 0, &why);
    const char *schema = json_string_value(json_object_get(root, "schema"));
    enum gravel_status status;

    if (!root)
        return gravel_fail(error, GRAVEL_INPUT, "%s: %s", path, why.text);
    if (schema && strcmp(schema, "gravel-verdicts/1") == 0)
        status = read_verdicts(codes, root, path, error);
    else if (schema && strcmp(schema, "gravel-grades/1") == 0)
        status = read_grades(codes, root, path, error);
    else
        status = gravel_fail(error, GRAVEL_INPUT,
                             "%s: schema: found %.40s, allowed: gravel-verdicts/1 (gravel check --format json), "
                             "gravel-grades/1 (gravel conform --format json)",
                             path, schema ? schema : "none");
    json_decref(root);
    return status;
}
