#include "cases/prepare/refuse.h"

#include <stdarg.h>
#include <stdio.h>

enum gravel_status
gravel_prepare_refuse(struct gravel_error *error, const char *generator, const char *option, const char *format, ...)
{
    char path[128], text[sizeof error->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(path, sizeof path, "prepare.%s.%s", generator, option);
    return gravel_fail_at(error, GRAVEL_INPUT, path, "%s", text);
}
