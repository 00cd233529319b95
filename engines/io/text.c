#include "engines/io/text.h"

#include "engines/core/array.h"
#include "engines/core/key.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_lines_open(struct gravel_lines *lines, const char *name, const char *text, struct gravel_error *error)
{
    *lines = (struct gravel_lines){.name = strdup(name)};
    if (lines->name == NULL)
        return gravel_no_memory(error);
    lines->file = text == NULL ? fopen(name, "r") : fmemopen((void *)(size_t)text, strlen(text), "r");
    if (lines->file != NULL)
        return GRAVEL_OK;
    gravel_fail(error, GRAVEL_INPUT, "%s: %s", name, strerror(errno));
    gravel_lines_close(lines);
    return GRAVEL_INPUT;
}

void
gravel_lines_close(struct gravel_lines *lines)
{
    if (lines->file != NULL)
        fclose(lines->file);
    free(lines->name);
    free(lines->line);
    *lines = (struct gravel_lines){0};
}

bool
gravel_lines_next(struct gravel_lines *lines)
{
    if (lines->kept) {
        lines->kept = false;
        return true;
    }
    ssize_t length = getline(&lines->line, &lines->room, lines->file);
    if (length < 0)
        return false;
    while (length > 0 && (lines->line[length - 1] == '\n' || lines->line[length - 1] == '\r'))
        lines->line[--length] = '\0';
    lines->number++;
    return true;
}

void
gravel_lines_keep(struct gravel_lines *lines)
{
    lines->kept = true;
}

enum gravel_status
gravel_lines_refuse(const struct gravel_lines *lines, struct gravel_error *error, const char *format, ...)
{
    char why[512];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return gravel_fail(error, GRAVEL_INPUT, "%s:%zu: %s", lines->name, lines->number, why);
}

bool
gravel_lines_number(const char *text, char **end, double *number)
{
    /* strtod() also reads hexadecimal numbers. */
    const char *digits = text + (*text == '-' || *text == '+');
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        return false;
    *number = strtod(text, end);
    return *end != text && isfinite(*number);
}

static bool
is_separator(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

char *
gravel_lines_word(char **at)
{
    char *begin = *at;
    while (is_separator(*begin))
        begin++;
    if (*begin == '\0')
        return NULL;
    char *end = begin;
    while (*end != '\0' && !is_separator(*end))
        end++;
    *at = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return begin;
}

static bool
make_room(struct gravel_text *text, size_t more)
{
    text->failed = text->failed || !gravel_array_grow(&text->data, &text->capacity, text->n + more + 1, 1);
    return !text->failed;
}

void
gravel_text_add(struct gravel_text *text, const char *format, ...)
{
    va_list args;
    if (!make_room(text, 128))
        return;
    va_start(args, format);
    int length = vsnprintf(text->data + text->n, text->capacity - text->n, format, args);
    va_end(args);
    if (length >= 0 && text->n + (size_t)length >= text->capacity) {
        if (!make_room(text, (size_t)length))
            return;
        va_start(args, format);
        length = vsnprintf(text->data + text->n, text->capacity - text->n, format, args);
        va_end(args);
    }
    if (length < 0)
        text->failed = true;
    else
        text->n += (size_t)length;
}

void
gravel_text_add_number(struct gravel_text *text, double number)
{
    char buffer[32];
    gravel_number_print(number, buffer, sizeof buffer);
    gravel_text_add(text, "%s", buffer);
}

void
gravel_text_add_bytes(struct gravel_text *text, const void *bytes, size_t n)
{
    if (!make_room(text, n))
        return;
    memcpy(text->data + text->n, bytes, n);
    text->n += n;
}

enum gravel_status
gravel_text_flush(struct gravel_text *text, FILE *file, const char *path, struct gravel_error *error)
{
    const size_t n = text->n;
    text->n = 0;
    if (text->failed)
        return gravel_no_memory(error);
    if (fwrite(text->data, 1, n, file) != n || fflush(file) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    return GRAVEL_OK;
}

enum gravel_status
gravel_text_writer_create(void **writer, const char *path, unsigned fields, const struct gravel_prefix *before,
                          struct gravel_error *error)
{
    struct gravel_text_writer *w = calloc(1, sizeof *w);
    *writer = w;
    if (w == NULL || (w->path = strdup(path)) == NULL) {
        free(w);
        *writer = NULL;
        return gravel_no_memory(error);
    }
    w->fields = fields;
    w->n_frames = before != NULL ? before->n_frames : 0;
    enum gravel_status status = GRAVEL_OK;
    if (before != NULL)
        status = gravel_prefix_reopen(&w->file, path, before->path, before->n_bytes, error);
    else if ((w->file = fopen(path, "w")) == NULL)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (status != GRAVEL_OK) {
        free(w->path);
        free(w);
        *writer = NULL;
    }
    return status;
}

int64_t
gravel_text_writer_size(const void *writer)
{
    return gravel_prefix_size(((const struct gravel_text_writer *)writer)->file);
}

enum gravel_status
gravel_text_writer_finish(void *writer, struct gravel_error *error)
{
    struct gravel_text_writer *w = writer;
    enum gravel_status status = GRAVEL_OK;
    if (w == NULL)
        return GRAVEL_OK;
    if (fclose(w->file) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", w->path, strerror(errno));
    free(w->text.data);
    free(w->path);
    free(w);
    return status;
}
