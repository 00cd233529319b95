/* A figure as numbers: one row an abscissa, one column a curve. */
#include "reports/cells.h"

#include "reports/html.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>

enum { DIGITS = 6 };

static int
by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* All abscissae of a panel, each once, sorted; to be freed by the caller, NULL without memory. */
static double *
abscissae(const struct gravel_plot_panel *panel, size_t *n)
{
    size_t all = 0;

    *n = 0;
    for (size_t k = 0; k < panel->n; k++)
        all += panel->curves[k].n;
    double *x = malloc((all + 1) * sizeof *x);
    if (!x)
        return NULL;
    for (size_t k = 0; k < panel->n; k++)
        for (size_t i = 0; i < panel->curves[k].n; i++)
            x[(*n)++] = panel->curves[k].points[i].x;
    qsort(x, *n, sizeof *x, by_value);
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++)
        if (kept == 0 || !gravel_plot_is_same_place(x[i], x[kept - 1]))
            x[kept++] = x[i];
    *n = kept;
    return x;
}

/* The curve's values at x, one below the other where there are several. */
static void
put_cell(FILE *out, const struct gravel_plot_curve *curve, double x)
{
    char text[80];
    size_t n = 0;

    fputs("<td class=\"num\">", out);
    for (size_t i = 0; i < curve->n; i++) {
        const struct gravel_plot_point *point = &curve->points[i];
        if (!gravel_plot_is_same_place(x, point->x))
            continue;
        fputs(n++ > 0 ? "<br>" : "", out);
        fputs(point->y_err == 0.0
                  ? gravel_text_number(text, sizeof text, point->y, 5)
                  : gravel_text_measured(text, sizeof text, point->y, isnan(point->y_err) ? -1.0 : point->y_err),
              out);
    }
    fputs("</td>", out);
}

/* A reference at x: between two points of a line, or a row of its table; "–" where it has none. */
static void
put_reference_cell(FILE *out, const struct gravel_drawn *drawn, double x)
{
    const struct gravel_plot_point *p = drawn->points;
    double y = NAN, err = 0;

    for (size_t i = 0; i < drawn->n && isnan(y); i++) {
        if (gravel_plot_is_same_place(x, p[i].x)) {
            y = p[i].y;
            err = p[i].y_err;
        } else if (i > 0 && !drawn->as_points && p[i - 1].x < x && x < p[i].x) {
            const double f = (x - p[i - 1].x) / (p[i].x - p[i - 1].x);
            y = p[i - 1].y + f * (p[i].y - p[i - 1].y);
            err = p[i - 1].y_err + f * (p[i].y_err - p[i - 1].y_err);
        }
    }
    char text[80];
    fprintf(out, "<td class=\"num\">%s</td>",
            err > 0 ? gravel_text_measured(text, sizeof text, y, err) : gravel_text_number(text, sizeof text, y, 5));
}

static void
put_heading(FILE *out, const struct gravel_figure_axis *axis)
{
    if (axis->label && axis->label[0] != '\0')
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, axis->label);
    else
        gravel_text_words(out, GRAVEL_MARKUP_HTML, gravel_text_last(axis->measure));
}

bool
gravel_cells_write(FILE *out, const struct gravel_figure *figure, const struct gravel_plot_panel *panel,
                   const struct gravel_drawn_list *references)
{
    size_t n;
    double *x = abscissae(panel, &n);

    if (!x)
        return false;
    fputs("<div class=\"wide\"><table>\n<caption>", out);
    put_heading(out, &figure->y);
    if (panel->title[0] != '\0') {
        fputs(", ", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, panel->title);
    }
    fputs("</caption>\n<thead><tr><th class=\"num\">", out);
    put_heading(out, &figure->x);
    fputs("</th>", out);
    for (size_t k = 0; k < panel->n; k++) {
        fputs("<th class=\"num\">", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, panel->curves[k].title);
        fputs("</th>", out);
    }
    for (size_t k = 0; k < references->n; k++) {
        fputs("<th class=\"num\">", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, references->items[k].title);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < n; i++) {
        fputs("<tr>", out);
        gravel_html_number_cell(out, x[i], DIGITS);
        for (size_t k = 0; k < panel->n; k++)
            put_cell(out, &panel->curves[k], x[i]);
        for (size_t k = 0; k < references->n; k++)
            put_reference_cell(out, &references->items[k], x[i]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    free(x);
    return true;
}
