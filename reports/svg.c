#include "reports/svg.h"

#include "reports/dark.h"
#include "reports/file.h"
#include "reports/svg_short.h"

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

/* Length of what says again which font or colour the group around it has, or how lines end and meet anyway. */
static size_t
needless(const char *text)
{
    static const char font[] = " font-family=\"Arial\" >";
    static const char *const said[] = {" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"",
                                       " fill=\"none\" color=\"black\" stroke=\"currentColor\""};

    if (strncmp(text, font, sizeof font - 1) == 0)
        return sizeof font - 2;
    for (size_t k = 0; k < sizeof said / sizeof said[0]; k++)
        if (strncmp(text, said[k], strlen(said[k])) == 0)
            return strlen(said[k]);
    return 0;
}

/* The group of the whole picture says what most groups in it have; returns the length of its first line, and of the
 * rectangle after it, which has neither line nor filling, or 0. */
static size_t
put_canvas(FILE *out, const char *text)
{
    static const char canvas[] = "<g id=\"gnuplot_canvas\">\n\n<rect ";

    if (strncmp(text, canvas, sizeof canvas - 1) != 0)
        return 0;
    const size_t rest = strcspn(text + sizeof canvas - 1, "\n") + 1;
    fputs("<g id=\"gnuplot_canvas\" fill='none' color='black' stroke='currentColor'>\n", out);
    return sizeof canvas - 1 + rest;
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

/* Write what is at the text in a shorter form; returns the length of what was replaced or left out, or 0. */
static size_t
put_shorter(FILE *out, const char *text, const char *all, bool begins, bool rims, struct gravel_svg_symbols *symbols)
{
    size_t n = 0;

    if (begins) {
        n = empty_group(text);
        n = n > 0 ? n : unused_definition(text, all);
        n = n > 0 || !rims ? n : put_rimmed(out, text);
        n = n > 0 ? n : put_canvas(out, text);
        n = n > 0 ? n : gravel_svg_put_points(out, text, symbols);
    }
    if (n > 0)
        return n;
    if (*text == ' ')
        return (n = needless(text)) > 0 ? n : gravel_svg_put_path(out, text);
    return *text == 'r' ? gravel_svg_put_colour(out, text) : 0;
}

static void
put_compact(FILE *out, const char *text, bool rims)
{
    const char *const all = text;
    struct gravel_svg_symbols symbols = {0};
    bool begins = true;

    while (*text != '\0') {
        size_t n = put_shorter(out, text, all, begins, rims, &symbols);
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
