#include "reports/dark.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { RULES_MAX = 256 };

/* The page's background and text on a dark screen: --back and --ink of style.css. */
static const double back[3] = {0x12, 0x16, 0x1b}, ink[3] = {0xe6, 0xe9, 0xed};
static const double least_contrast = 4.0;

struct rule {
    const char *attribute; /* "stroke" */
    char value[8];         /* as it is written */
};

/* Relative luminance (WCAG 2.1). */
static double
luminance(const double rgb[3])
{
    static const double weight[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;

    for (size_t c = 0; c < 3; c++) {
        const double v = rgb[c] / 255;
        sum += weight[c] * (v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* "#rrggbb", "black" or "white"; false for anything else. */
static bool
read_colour(const char *value, double rgb[3])
{
    unsigned r = 0, g = 0, b = 0;

    if (strcmp(value, "white") == 0)
        r = g = b = 255;
    else if (strcmp(value, "black") != 0 && sscanf(value, "#%2x%2x%2x", &r, &g, &b) != 3)
        return false;
    rgb[0] = r, rgb[1] = g, rgb[2] = b;
    return true;
}

/* What the colour is on a dark screen; false where it stays. */
static bool
change(double rgb[3])
{
    const bool grey = fmax(fmax(rgb[0], rgb[1]), rgb[2]) - fmin(fmin(rgb[0], rgb[1]), rgb[2]) < 8;
    const double before[3] = {rgb[0], rgb[1], rgb[2]};

    if (grey) {
        for (size_t c = 0; c < 3; c++)
            rgb[c] = ink[c] + (back[c] - ink[c]) * before[c] / 255;
        return true;
    }
    for (double part = 0; part <= 1; part += 0.02) {
        for (size_t c = 0; c < 3; c++)
            rgb[c] = before[c] + part * (255 - before[c]);
        if ((luminance(rgb) + 0.05) / (luminance(back) + 0.05) >= least_contrast)
            return part > 0;
    }
    return true;
}

/* The value of attribute=" or ' at the text, in `value`. */
static bool
read_value(const char *text, const char *attribute, char value[8])
{
    const size_t n = strlen(attribute);

    if (strncmp(text, attribute, n) != 0 || text[n] != '=' || (text[n + 1] != '"' && text[n + 1] != '\''))
        return false;
    const char *begin = text + n + 2;
    const size_t length = strcspn(begin, "'\"");
    if (length >= 8)
        return false;
    memcpy(value, begin, length);
    value[length] = '\0';
    return true;
}

static void
put_rule(FILE *out, struct rule *rules, size_t *n, const char *attribute, const char *value)
{
    double rgb[3];

    for (size_t i = 0; i < *n; i++)
        if (strcmp(rules[i].attribute, attribute) == 0 && strcmp(rules[i].value, value) == 0)
            return;
    if (*n == RULES_MAX || !read_colour(value, rgb))
        return;
    rules[*n].attribute = attribute;
    memcpy(rules[(*n)++].value, value, sizeof rules->value);
    if (change(rgb))
        fprintf(out, "[%s=\"%s\"]{%s:#%02x%02x%02x}\n", attribute, value, attribute, (unsigned)lround(rgb[0]),
                (unsigned)lround(rgb[1]), (unsigned)lround(rgb[2]));
}

static void
put_style(FILE *out, const char *svg)
{
    static const char *const attributes[] = {"stroke", "fill", "color"};
    struct rule rules[RULES_MAX];
    char value[8];
    size_t n = 0;

    fprintf(out, "<style>@media (prefers-color-scheme:dark){:root{background:#%02x%02x%02x}\n", (unsigned)back[0],
            (unsigned)back[1], (unsigned)back[2]);
    for (const char *c = svg; (c = strchr(c, ' ')) != NULL;) {
        c++;
        for (size_t a = 0; a < sizeof attributes / sizeof *attributes; a++)
            if (read_value(c, attributes[a], value))
                put_rule(out, rules, &n, attributes[a], value);
    }
    fputs("}</style>\n", out);
}

void
gravel_dark_write(FILE *out, const char *svg)
{
    const char *title = strstr(svg, "<title>");

    fwrite(svg, 1, title ? (size_t)(title - svg) : 0, out);
    if (title)
        put_style(out, svg);
    fputs(title ? title : svg, out);
}
