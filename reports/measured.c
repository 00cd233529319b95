#include "reports/measured.h"

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
