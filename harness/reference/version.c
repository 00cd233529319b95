#include "harness/reference/version.h"

#include <jansson.h>

enum gravel_status
gravel_references_read_versions(struct gravel_references *references, const char *path, struct gravel_error *error)
{
    json_error_t why;
    json_t *versions = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!json_is_object(versions)) {
        json_decref(versions);
        return gravel_fail(error, GRAVEL_INPUT, "%s:%d: found %s, allowed: versions of claims", path, why.line,
                           why.text);
    }
    for (size_t k = 0; k < references->n; k++) {
        struct gravel_reference *r = &references->items[k];
        r->version = (int)json_integer_value(json_object_get(json_object_get(versions, r->id), "version"));
    }
    json_decref(versions);
    return GRAVEL_OK;
}
