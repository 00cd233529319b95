#include "engines/core/status.h"

#include <stdarg.h>
#include <stdio.h>

enum gravel_status
gravel_fail(struct gravel_error *error, enum gravel_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list args;
        error->status = status;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
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
