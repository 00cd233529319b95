#include "engines/core/status.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Texts of the user in a message may have line breaks. */
static void
keep_one_line(char *text)
{
    for (; *text != '\0'; text++)
        *text = iscntrl((unsigned char)*text) ? ' ' : *text;
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
        keep_one_line(error->text);
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
        keep_one_line(error->text);
    }
    return status;
}

enum gravel_status
gravel_no_memory(struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_MEMORY, "out of memory");
}

enum gravel_status
gravel_not_written(struct gravel_error *error, const char *what)
{
    return gravel_fail(error, GRAVEL_IO, "%s: cannot be written: %s", what, strerror(errno));
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
