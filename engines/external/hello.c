/* The adapter's first message. */
#include "engines/external/message.h"

#include "engines/external/member.h"

#include <stdio.h>
#include <string.h>

static const char from[] = "hello"; /* begins the messages */

unsigned
gravel_hello_told(const char *name)
{
    static const struct {
        const char *name;
        unsigned bit;
    } known[] = {{"events", GRAVEL_LACKS_EVENTS}, {"contacts", GRAVEL_LACKS_PUSHES}, {"ledger", GRAVEL_LACKS_LEDGER}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].name, name) == 0)
            return known[k].bit;
    return 0;
}

/* The bit of a capability, by its name in gravel_capability_names(); 0: there is none. */
static unsigned
capability(const char *name)
{
    for (unsigned bit = 1u; bit != 0; bit <<= 1) {
        char known[256];
        gravel_capability_names(bit, known, sizeof known);
        if (known[0] != '\0' && strcmp(known, name) == 0)
            return bit;
    }
    return 0;
}

static enum gravel_status
read_capabilities(struct gravel_hello *hello, const json_t *names, struct gravel_error *error)
{
    size_t k;
    json_t *item;
    json_array_foreach(names, k, item)
    {
        const char *name = json_is_string(item) ? json_string_value(item) : "";
        const unsigned bit = capability(name), told = gravel_hello_told(name);
        hello->capabilities |= bit;
        hello->lacks &= ~told;
        if (bit == 0 && told == 0)
            return gravel_member_refuse(from, "capabilities", item,
                                        "the names of `gravel list engines` that engines/external/README.md lists",
                                        error);
    }
    return GRAVEL_OK;
}

/* Names stand in records, keys and lists of the command line. */
static bool
is_name(const char *text)
{
    const size_t n = strlen(text);
    return n > 0 && n < sizeof((struct gravel_hello *)NULL)->engine &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

/* The version stands in keys of points as it is: texts that differ must stay different. */
static bool
is_version(const char *text)
{
    const size_t n = strlen(text);
    for (size_t k = 0; k < n; k++)
        if (text[k] < 0x20 || text[k] > 0x7e)
            return false;
    return n > 0 && n < sizeof((struct gravel_hello *)NULL)->version;
}

static enum gravel_status
read_hello(struct gravel_hello *hello, const json_t *json, struct gravel_error *error)
{
    const char *engine = NULL, *version = NULL, *method = NULL;
    json_t *capabilities = NULL;
    uint64_t number;
    const struct gravel_member members[] = {{"protocol", GRAVEL_MEMBER_COUNT, true, &number},
                                            {"engine", GRAVEL_MEMBER_TEXT, true, &engine},
                                            {"version", GRAVEL_MEMBER_TEXT, true, &version},
                                            {"method", GRAVEL_MEMBER_TEXT, true, &method},
                                            {"capabilities", GRAVEL_MEMBER_LIST, true, &capabilities}};
    const json_t *protocol = json_object_get(json, "protocol"); /* first: another one has other keys */
    if (json_integer_value(protocol) != 1)
        return gravel_member_refuse(from, "protocol", protocol, "1", error);
    const enum gravel_status status = gravel_member_read(from, json, members, sizeof members / sizeof *members, error);
    if (status != GRAVEL_OK)
        return status;
    if (!is_name(engine))
        return gravel_member_refuse(from, "engine", json_object_get(json, "engine"), "1 to 15 of a-z, 0-9 and -",
                                    error);
    if (!is_version(version))
        return gravel_member_refuse(from, "version", json_object_get(json, "version"),
                                    "1 to 127 printable characters of ASCII", error);
    if (strcmp(method, "md") != 0 && strcmp(method, "ed") != 0)
        return gravel_member_refuse(from, "method", json_object_get(json, "method"), "md or ed", error);
    hello->method = strcmp(method, "md") == 0 ? GRAVEL_MD : GRAVEL_ED;
    snprintf(hello->engine, sizeof hello->engine, "%s", engine);
    snprintf(hello->version, sizeof hello->version, "%s", version);
    return read_capabilities(hello, capabilities, error);
}

/* GRAVEL_IO with what was found and what is allowed. */
static enum gravel_status
read_text(struct gravel_hello *hello, const char *line, size_t n, struct gravel_error *error)
{
    *hello = (struct gravel_hello){.lacks = GRAVEL_LACKS_EVENTS | GRAVEL_LACKS_PUSHES | GRAVEL_LACKS_LEDGER};
    json_t *json = gravel_member_object(from, line, n, error);
    const enum gravel_status status = json == NULL ? GRAVEL_IO : read_hello(hello, json, error);
    json_decref(json);
    return status;
}

enum gravel_status
gravel_hello_hear(struct gravel_process **process, const char *command, double limit, struct gravel_hello *hello,
                  struct gravel_error *error)
{
    char *line;
    size_t n;
    struct gravel_error why = {0};
    enum gravel_status status = gravel_process_start(process, command, limit, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_process_line(*process, &line, &n, error);
    if (status == GRAVEL_OK && read_text(hello, line, n, &why) != GRAVEL_OK)
        status = gravel_process_fail(*process, error, GRAVEL_INPUT, "%s", why.text);
    return status;
}
