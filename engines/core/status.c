#include "engines/core/status.h"

#include <stdarg.h>
#include <stdio.h>

/* A message is one line, whatever names and values it quotes. */
static void
make_one_line(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
}

enum gravel_status
gravel_fail(struct gravel_error *error, enum gravel_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list args;
        error->status = status;
        error->path[0] = '\0';
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
        make_one_line(error->text);
    }
    return status;
}

enum gravel_status
gravel_fail_at(struct gravel_error *error, enum gravel_status status, const char *path, const char *format, ...)
{
    if (error != NULL) {
        char why[sizeof error->text];
        va_list args;
        va_start(args, format);
        vsnprintf(why, sizeof why, format, args);
        va_end(args);
        error->status = status;
        snprintf(error->path, sizeof error->path, "%s", path);
        snprintf(error->text, sizeof error->text, "%s: %s", path, why);
        make_one_line(error->text);
    }
    return status;
}

enum gravel_status
gravel_no_memory(struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_MEMORY, "out of memory");
}

const char *
gravel_status_text(enum gravel_status status)
{
    switch (status) {
#define X(name, text) \
    case GRAVEL_##name: return text;
        GRAVEL_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}
