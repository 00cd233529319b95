/* The adapter's first message. */
#include "engines/external/message.h"

#include "engines/external/text.h"

#include <string.h>

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
        const char *name = json_is_string(item) ? json_string_value(item) : "no text";
        const unsigned bit = capability(name);
        hello->capabilities |= bit;
        hello->lacks &= ~gravel_hello_told(name);
        if (bit == 0 && gravel_hello_told(name) == 0)
            return gravel_fail(error, GRAVEL_INPUT,
                               "hello: capabilities: found %.60s, allowed: the names of `gravel list engines` that "
                               "engines/external/README.md lists",
                               name);
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

static enum gravel_status
read_hello(struct gravel_hello *hello, json_t *json, struct gravel_error *error)
{
    const char *engine, *version, *method;
    json_t *capabilities;
    json_error_t why;
    const json_int_t protocol = json_integer_value(json_object_get(json, "protocol"));
    int number;
    if (protocol != 1)
        return gravel_fail(error, GRAVEL_INPUT, "hello: protocol: found %d, allowed: 1", (int)protocol);
    if (json_unpack_ex(json, &why, 0, "{s:i, s:s, s:s, s:s, s:o!}", "protocol", &number, "engine", &engine, "version",
                       &version, "method", &method, "capabilities", &capabilities) != 0)
        return gravel_fail(error, GRAVEL_INPUT, "hello: %s", why.text);
    if (!is_name(engine))
        return gravel_fail(error, GRAVEL_INPUT, "hello: engine: found %.40s, allowed: up to 15 of a-z, 0-9 and -",
                           engine);
    if (strcmp(method, "md") != 0 && strcmp(method, "ed") != 0)
        return gravel_fail(error, GRAVEL_INPUT, "hello: method: found %.40s, allowed one of: md ed", method);
    if (!json_is_array(capabilities))
        return gravel_fail(error, GRAVEL_INPUT, "hello: capabilities: found no array of names");
    hello->method = strcmp(method, "md") == 0 ? GRAVEL_MD : GRAVEL_ED;
    snprintf(hello->engine, sizeof hello->engine, "%s", engine);
    snprintf(hello->version, sizeof hello->version, "%s", version);
    gravel_text_printable(hello->version);
    return read_capabilities(hello, capabilities, error);
}

/* GRAVEL_INPUT with what was found and what is allowed. */
static enum gravel_status
read_text(struct gravel_hello *hello, const char *line, size_t n, struct gravel_error *error)
{
    json_error_t why;
    *hello = (struct gravel_hello){.lacks = GRAVEL_LACKS_EVENTS | GRAVEL_LACKS_PUSHES | GRAVEL_LACKS_LEDGER};
    json_t *json = json_loadb(line, n, 0, &why);
    const enum gravel_status status =
        json == NULL ? gravel_fail(error, GRAVEL_INPUT, "hello: found no JSON: %.60s: %.100s", why.text, line)
                     : read_hello(hello, json, error);
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
