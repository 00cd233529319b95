#include "engines/external/member.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of what is found, in a message. */
enum { FOUND = 60 };

enum gravel_status
gravel_member_refuse(const char *from, const char *key, const json_t *found, const char *wanted,
                     struct gravel_error *error)
{
    char *text =
        found != NULL ? json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6)) : strdup("nothing");
    if (text == NULL)
        return gravel_no_memory(error);
    const enum gravel_status status = gravel_fail(error, GRAVEL_IO, "%s: %s%sfound %.*s, allowed: %s", from, key,
                                                  key[0] != '\0' ? ": " : "", FOUND, text, wanted);
    free(text);
    return status;
}

json_t *
gravel_member_object(const char *from, const char *line, size_t n, struct gravel_error *error)
{
    json_error_t why;
    json_t *json = json_loadb(line, n, JSON_REJECT_DUPLICATES, &why);
    if (json == NULL) {
        gravel_fail(error, GRAVEL_IO, "%s: found %.*s, which is no JSON: %.100s; allowed: an object in one line", from,
                    FOUND, line, why.text);
        return NULL;
    }
    if (json_is_object(json))
        return json;
    gravel_member_refuse(from, "", json, "an object", error);
    json_decref(json);
    return NULL;
}

static const char *const allowed[] = {[GRAVEL_MEMBER_TRUE] = "true",
                                      [GRAVEL_MEMBER_TEXT] = "a text",
                                      [GRAVEL_MEMBER_NUMBER] = "a number",
                                      [GRAVEL_MEMBER_AMOUNT] = "a number from 0 to 1e18",
                                      [GRAVEL_MEMBER_COUNT] = "a whole number from 0 to 1e15",
                                      [GRAVEL_MEMBER_LIST] = "a list",
                                      [GRAVEL_MEMBER_OBJECT] = "an object"};

/* Store the value; false: it is not of the type. */
static bool
store(const struct gravel_member *member, json_t *value)
{
    const double x = json_is_number(value) ? json_number_value(value) : NAN;
    switch (member->type) {
    case GRAVEL_MEMBER_TRUE: return json_is_true(value);
    case GRAVEL_MEMBER_TEXT: *(const char **)member->value = json_string_value(value); return json_is_string(value);
    case GRAVEL_MEMBER_NUMBER: *(double *)member->value = x; return isfinite(x);
    case GRAVEL_MEMBER_AMOUNT: *(double *)member->value = x; return x >= 0.0 && x <= 1e18;
    case GRAVEL_MEMBER_COUNT:
        if (!(x >= 0.0 && x <= 1e15 && x == floor(x)))
            return false;
        *(uint64_t *)member->value = (uint64_t)x;
        return true;
    case GRAVEL_MEMBER_LIST: *(json_t **)member->value = value; return json_is_array(value);
    case GRAVEL_MEMBER_OBJECT: break;
    }
    *(json_t **)member->value = value;
    return json_is_object(value);
}

/* A key that is none of the members. */
static enum gravel_status
refuse_key(const char *from, const char *key, const struct gravel_member *members, size_t n, struct gravel_error *error)
{
    char names[200] = "";
    for (size_t k = 0, used = 0; k < n && used < sizeof names; k++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", k > 0 ? " " : "", members[k].name);
    return gravel_fail(error, GRAVEL_IO, "%s: found the key %.40s, allowed: %s", from, key, names);
}

enum gravel_status
gravel_member_read(const char *from, const json_t *object, const struct gravel_member *members, size_t n,
                   struct gravel_error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        size_t k = 0;
        while (k < n && strcmp(members[k].name, key) != 0)
            k++;
        if (k == n)
            return refuse_key(from, key, members, n, error);
        if (!store(&members[k], value))
            return gravel_member_refuse(from, key, value, allowed[members[k].type], error);
    }
    for (size_t k = 0; k < n; k++)
        if (members[k].needed && json_object_get(object, members[k].name) == NULL)
            return gravel_member_refuse(from, members[k].name, NULL, allowed[members[k].type], error);
    return GRAVEL_OK;
}
