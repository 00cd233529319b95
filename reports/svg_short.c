#include "reports/svg_short.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "\t<use xlink:href='#gpPt6' transform='translate(175.65,262.32) scale(1.73)' color='rgb( 69,  17,  98)'/>\n" */
struct point {
    struct gravel_svg_symbol symbol;
    double x, y;
    char colour[32]; /* as gnuplot wrote it */
    size_t length;   /* of the line */
};

static bool
read_point(const char *text, struct point *p)
{
    char line[160];
    int n = 0;
    const size_t length = strcspn(text, "\n") + 1;

    if (strncmp(text, "\t<use xlink:href='#gpPt", 23) != 0 || length >= sizeof line)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    const int read =
        sscanf(line, "\t<use xlink:href='#gpPt%d' transform='translate(%lf,%lf) scale(%11[0-9.])' color='%31[^']'/>%n",
               &p->symbol.type, &p->x, &p->y, p->symbol.scale, p->colour, &n);
    p->length = length;
    return read == 5 && n > 0 && (size_t)n + 1 == length;
}

static bool
is_alike(const struct point *a, const struct point *b)
{
    return a->symbol.type == b->symbol.type && strcmp(a->symbol.scale, b->symbol.scale) == 0 &&
           strcmp(a->colour, b->colour) == 0;
}

size_t
gravel_svg_put_colour(FILE *out, const char *text)
{
    char colour[32] = "";
    unsigned r, g, b;
    int n = 0;

    if (strncmp(text, "rgb(", 4) != 0)
        return 0;
    strncat(colour, text, sizeof colour - 1);
    if (sscanf(colour, "rgb(%u,%u,%u)%n", &r, &g, &b, &n) != 3 || n == 0)
        return 0;
    fprintf(out, "#%02x%02x%02x", r & 255, g & 255, b & 255);
    return (size_t)n;
}

static void
put_attribute(FILE *out, const struct point *p)
{
    fputs(" color='", out);
    if (gravel_svg_put_colour(out, p->colour) == 0)
        fputs(p->colour, out);
    fputc('\'', out);
}

static double
rounded(double x)
{
    return round(10.0 * x) / 10.0 + 0.0;
}

static void
put_number(FILE *out, double x)
{
    fprintf(out, "%.10g", rounded(x));
}

/* The second of two alike covers the first. */
static bool
is_at(const struct point *a, const struct point *b)
{
    return rounded(a->x) == rounded(b->x) && rounded(a->y) == rounded(b->y);
}

static void
put_place(FILE *out, const struct point *p)
{
    fprintf(out, "<use href='#s%d-%s' x='", p->symbol.type, p->symbol.scale);
    put_number(out, p->x);
    fputs("' y='", out);
    put_number(out, p->y);
    fputc('\'', out);
}

/* Whether the symbol has a definition, which is written if need be. */
static bool
define(FILE *out, const struct gravel_svg_symbol *symbol, struct gravel_svg_symbols *symbols)
{
    for (size_t k = 0; k < symbols->n; k++)
        if (symbols->known[k].type == symbol->type && strcmp(symbols->known[k].scale, symbol->scale) == 0)
            return true;
    if (symbols->n == GRAVEL_SVG_SYMBOLS)
        return false;
    symbols->known[symbols->n++] = *symbol;
    fprintf(out, "<defs><g id='s%d-%s'><use href='#gpPt%d' transform='scale(%s)'/></g></defs>\n", symbol->type,
            symbol->scale, symbol->type, symbol->scale);
    return true;
}

size_t
gravel_svg_put_points(FILE *out, const char *text, struct gravel_svg_symbols *symbols)
{
    struct point first, next;

    if (!read_point(text, &first) || !define(out, &first.symbol, symbols))
        return 0;
    size_t length = first.length;
    if (!read_point(text + length, &next) || !is_alike(&first, &next)) {
        put_place(out, &first);
        put_attribute(out, &first);
        fputs("/>\n", out);
        return length;
    }
    fputs("<g", out);
    put_attribute(out, &first);
    fputs(">\n", out);
    put_place(out, &first);
    fputs("/>\n", out);
    while (read_point(text + length, &next) && is_alike(&first, &next)) {
        if (!is_at(&first, &next)) {
            put_place(out, &next);
            fputs("/>\n", out);
        }
        length += next.length;
        first = next;
    }
    fputs("</g>\n", out);
    return length;
}

/* Pairs of coordinates after an M are joined by lines: an L need not be said. */
size_t
gravel_svg_put_path(FILE *out, const char *text)
{
    static const char begin[] = "  d='M"; /* definitions of symbols, which are small, have one space */

    if (strncmp(text, begin, sizeof begin - 1) != 0)
        return 0;
    fputs(" d='", out);
    const char *at = text + sizeof begin - 2;
    while (*at != '\'' && *at != '\0') {
        char *end;
        const double x = strtod(at, &end);
        if (end != at && *at != ' ' && *at != '\n') {
            put_number(out, x);
            at = end;
        } else if (*at == 'L') {
            at++;
        } else if (strchr(" \n\t", *at) != NULL && strchr(" \n\t'", at[1]) != NULL) {
            at++;
        } else {
            fputc(*at == '\n' ? ' ' : *at, out);
            at++;
        }
    }
    return (size_t)(at - text);
}
