#include "reports/measured.h"

#include "reports/text.h"

#include <math.h>
#include <unistd.h>

enum gravel_status
gravel_measured_load(json_t **json, const char *home, const char *name, struct gravel_error *error)
{
    char path[1200];
    json_error_t why;
    snprintf(path, sizeof path, "%s/reference/golden/%s", home, name);
    *json = NULL;
    if (access(path, F_OK) != 0)
        return GRAVEL_OK;
    *json = json_load_file(path, 0, &why);
    return *json != NULL ? GRAVEL_OK : gravel_fail(error, GRAVEL_INPUT, "%s:%d: %s", path, why.line, why.text);
}

double
gravel_measured_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *
gravel_measured_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static void
put_cases(FILE *out, const json_t *cases, const char *what)
{
    const json_t *name;
    size_t k;
    if (json_array_size(cases) == 0)
        return;
    fprintf(out, "<p>%zu %s: ", json_array_size(cases), what);
    json_array_foreach(cases, k, name)
    {
        fputs(k > 0 ? ", " : "", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, json_string_value(name) != NULL ? json_string_value(name) : "");
    }
    fputs(".</p>\n", out);
}

void
gravel_html_stale(FILE *out, const json_t *table)
{
    put_cases(out, json_object_get(table, "stale"),
              "of these cases have changed since, so that these numbers are not of their present runs");
    put_cases(out, json_object_get(table, "missing"), "cases of the catalogue were not run");
}
