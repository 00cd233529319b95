#include "reports/svg.h"

#include "reports/dark.h"
#include "reports/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of "<g ...>\n</g>\n" at the beginning of a line; 0 where the group holds something. */
static size_t
empty_group(const char *line)
{
    static const char end[] = "</g>\n";

    if (strncmp(line, "<g fill=\"none\"", 14) != 0)
        return 0;
    const size_t n = strcspn(line, "\n");
    if (n == 0 || line[n] == '\0' || line[n - 1] != '>' || strncmp(line + n + 1, end, sizeof end - 1) != 0)
        return 0;
    return n + sizeof end;
}

/* "rgb( 69,  17,  98)" as #451162; returns its length, or 0. */
static size_t
put_colour(FILE *out, const char *text)
{
    unsigned r, g, b;
    int n = 0;

    if (strncmp(text, "rgb(", 4) != 0 || sscanf(text, "rgb(%u,%u,%u)%n", &r, &g, &b, &n) != 3 || n == 0)
        return 0;
    fprintf(out, "#%02x%02x%02x", r & 255, g & 255, b & 255);
    return (size_t)n;
}

/* Length of the line of a point type ("\t<path id='gpPt0' ...>"), or of the two filters, that nothing uses; 0 else. */
static size_t
unused_definition(const char *line, const char *all)
{
    char mark[24] = "#";
    const char *id = strstr(line, " id='gpPt");
    const size_t n = strcspn(line, "\n");

    if (strncmp(line, "\t<filter", 8) == 0) {
        const char *end = strstr(line, "</filter>\n");
        return end && !strstr(all, "url(#") ? (size_t)(end - line) + 10 : 0;
    }
    if (line[0] != '\t' || !id || (size_t)(id - line) > n)
        return 0;
    const size_t length = strcspn(id + 5, "'") + 1;
    if (length + 2 > sizeof mark)
        return 0;
    memcpy(mark + 1, id + 5, length);
    mark[1 + length] = '\0';
    return strstr(all, mark) ? 0 : n + 1;
}

/* Length of what says again which font the group around it has, or how lines end and meet anyway. */
static size_t
needless(const char *text)
{
    static const char font[] = " font-family=\"Arial\" >";
    static const char line[] = " stroke-linecap=\"butt\" stroke-linejoin=\"miter\"";

    if (strncmp(text, font, sizeof font - 1) == 0)
        return sizeof font - 2;
    return strncmp(text, line, sizeof line - 1) == 0 ? sizeof line - 1 : 0;
}

/* The definition of a filled circle of radius 1 as one with a rim; returns its length, or 0. */
static size_t
put_rimmed(FILE *out, const char *text)
{
    static const char filled[] = "\t<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor' stroke='none'/>\n";

    if (strncmp(text, filled, sizeof filled - 1) != 0)
        return 0;
    fputs("\t<circle id='gpPt6' r='0.95' fill='currentColor' stroke='#222222' stroke-width='0.1'/>\n", out);
    return sizeof filled - 1;
}

static void
put_compact(FILE *out, const char *text, bool rims)
{
    const char *const all = text;
    bool begins = true;

    while (*text != '\0') {
        size_t n = begins ? empty_group(text) : 0;
        if (begins && n == 0)
            n = unused_definition(text, all);
        if (n == 0 && rims && begins)
            n = put_rimmed(out, text);
        if (n == 0)
            n = needless(text);
        if (n > 0) {
            text += n;
            continue;
        }
        n = *text == 'r' ? put_colour(out, text) : 0;
        if (n == 0) {
            fputc(*text, out);
            n = 1;
        }
        begins = text[n - 1] == '\n';
        text += n;
    }
}

/* The compact text, with the style of a dark screen. */
static enum gravel_status
put_picture(FILE *out, const char *text, bool rims, struct gravel_error *error)
{
    char *compact = NULL;
    size_t size;
    FILE *memory = open_memstream(&compact, &size);

    if (!memory)
        return gravel_no_memory(error);
    put_compact(memory, text, rims);
    if (fclose(memory) != 0) {
        free(compact);
        return gravel_no_memory(error);
    }
    gravel_dark_write(out, compact);
    free(compact);
    return GRAVEL_OK;
}

enum gravel_status
gravel_svg_compact(const char *path, bool rims, struct gravel_error *error)
{
    char *text = NULL;
    enum gravel_status status = gravel_file_read(&text, path, error);

    if (status != GRAVEL_OK)
        return status;
    FILE *out = fopen(path, "w");
    if (!out)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    else {
        status = put_picture(out, text, rims, error);
        const bool bad = ferror(out);
        if ((fclose(out) != 0 || bad) && status == GRAVEL_OK)
            status = gravel_fail(error, GRAVEL_IO, "%s: cannot be written", path);
    }
    free(text);
    return status;
}
