#include "reports/map.h"

#include "reports/colour.h"
#include "reports/map_points.h"
#include "reports/script.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N_LEVELS = 3, WIDTH = 780, HEIGHT = 520, COLOURS = 32, FEWEST = 6, ROWS_OF_LINES = 2 };
static const double levels[N_LEVELS] = {0.2, 0.05, 0.01};
static const double lightest = 0.92;          /* of the colour map: its yellow end does not show on white */
static const double least = 1e-3, most = 1.0; /* of the colour scale */

static void
put_point(FILE *out, const struct gravel_map_point *p)
{
    fprintf(out, "%.17g %.17g %.17g %.17g %.17g\n", p->x, p->y, fabs(p->difference.value), p->difference.value,
            p->difference.err);
}

/* One block a row, for lines. */
static void
put_rows(FILE *out, const struct gravel_map *map)
{
    for (size_t from = 0, to; from < map->n; from = to) {
        to = gravel_map_row_end(map, from);
        fprintf(out, "# %s = %.6g\n# x y |difference| difference err\n", map->figure->y.measure, map->points[from].y);
        for (size_t k = from; k < to; k++)
            put_point(out, &map->points[k]);
        fputs("\n\n", out);
    }
}

/* Blocks 0 and 1: points that differ, points that do not; 2 ..: the line of each level. */
static enum gravel_status
put_data(FILE *out, const struct gravel_map *map, bool *has_line)
{
    enum gravel_status status = GRAVEL_OK;
    for (int open = 0; open < 2; open++) {
        fprintf(out, "# %s\n# x y |difference| difference err\n",
                open ? "within two standard errors of zero" : "different");
        fputs("nan nan nan nan nan\n", out); /* a block is never empty */
        for (size_t k = 0; k < map->n; k++) {
            const struct gravel_map_point *p = &map->points[k];
            if (gravel_map_is_open(p) == (open == 1))
                put_point(out, p);
        }
        fputs("\n\n", out);
    }
    for (size_t l = 0; l < N_LEVELS; l++) {
        fprintf(out, "# the difference is %g %%\n# x low high y\nnan nan nan nan\n", 100.0 * levels[l]);
        has_line[l] = false;
        bool gap = false; /* a row without a crossing interrupts the line, once: two empty lines would end the block */
        for (size_t from = 0, to; from < map->n; from = to) {
            struct gravel_crossing c;
            to = gravel_map_row_end(map, from);
            status = gravel_map_find_crossing(map, from, to, levels[l], &c);
            if (status == GRAVEL_MEMORY)
                return status;
            const bool crossed = status == GRAVEL_OK && c.place == GRAVEL_CROSSED;
            if (crossed)
                fprintf(out, "%.17g %.17g %.17g %.17g\n", c.x, c.low, c.high, map->points[from].y);
            else if (!gap)
                fputc('\n', out);
            gap = !crossed;
            has_line[l] = has_line[l] || crossed;
        }
        fputs(gap ? "\n" : "\n\n", out);
    }
    return GRAVEL_OK;
}

static void
put_label(FILE *out, const char *which, const struct gravel_figure_axis *axis)
{
    fprintf(out, "set %slabel '", which);
    gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, axis->label && axis->label[0] ? axis->label : axis->measure);
    fputs("'\n", out);
    if (axis->log)
        fprintf(out, "set logscale %s 10\nset format %s '%%g'\n", which, which);
    if (isfinite(axis->from) || isfinite(axis->to)) {
        fprintf(out, "set %srange [", which);
        if (isfinite(axis->from))
            fprintf(out, "%.10g", axis->from);
        fputc(':', out);
        if (isfinite(axis->to))
            fprintf(out, "%.10g", axis->to);
        fputs("]\n", out);
    }
}

/* One or two rows are no map: the difference against x, a line a row, and the levels. */
static void
put_lines(FILE *out, const struct gravel_map *map, const char *name, const char *style)
{
    const struct gravel_figure *f = map->figure;
    size_t row = 0;

    gravel_script_head(out, name, style, WIDTH, HEIGHT);
    put_label(out, "x", &f->x);
    fprintf(out, "set logscale y 10\nset yrange [%g:]\nset format y '%%g'\nset ylabel '|relative difference of ",
            least);
    gravel_text_words(out, GRAVEL_MARKUP_GNUPLOT, f->colour);
    fprintf(out, "| [%%]'\nset key maxrows %d\nplot ", (ROWS_OF_LINES + N_LEVELS + 1) / 2);
    for (size_t from = 0; from < map->n; from = gravel_map_row_end(map, from), row++) {
        fprintf(out, "'%s.dat' index %zu using 1:(100*$3):(100*$5) with yerrorlines lt %zu pt %d ps 0.8 title '", name,
                row, row + 1, row == 0 ? 7 : 5);
        gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, f->y.label && f->y.label[0] ? f->y.label : f->y.measure);
        fprintf(out, " = %.3g', ", map->points[from].y);
    }
    for (size_t l = 0; l < N_LEVELS; l++)
        fprintf(out, "%g with lines lc rgb '#111111' lw 1 dt %zu title '%g %%'%s", 100.0 * levels[l], l + 2,
                100.0 * levels[l], l + 1 < N_LEVELS ? ", " : "\n");
}

static void
put_script(FILE *out, const struct gravel_map *map, const char *name, const char *style, const bool *has_line)
{
    const struct gravel_figure *f = map->figure;
    gravel_script_head(out, name, style, WIDTH, HEIGHT);
    put_label(out, "x", &f->x);
    put_label(out, "y", &f->y);
    fprintf(out,
            "set logscale cb 10\nset cbrange [%g:%g]\nset cbtics ('0.1 %%%%' 0.001, '1 %%%%' 0.01, '5 %%%%' 0.05, '20 "
            "%%%%' 0.2, '%s100 %%%%' 1)\n"
            "set cblabel 'relative difference of ",
            least, most, gravel_map_largest(map) > most ? "≥ " : "");
    gravel_text_words(out, GRAVEL_MARKUP_GNUPLOT, f->colour);
    fputs("'\n", out);
    gravel_colour_palette(out, lightest, 0.0, COLOURS); /* light: agreement; dark: difference */
    size_t n_entries = 2;
    for (size_t l = 0; l < N_LEVELS; l++)
        n_entries += has_line[l];
    fprintf(out, "set key maxrows %zu\n", (n_entries + 1) / 2); /* three columns are wider than the figure */
    fprintf(out,
            "plot '%s.dat' index 0 using 1:2:3 with points pt 7 ps 1.0 lc palette notitle, \\\n"
            "  '%s.dat' index 1 using 1:2:(%g > $3 ? %g : $3) with points pt 6 ps 0.9 lw 1.6 lc palette notitle, \\\n"
            "  NaN with points pt 7 ps 1.0 lc rgb '#555555' title 'different', \\\n" /* the key cannot show a palette */
            "  NaN with points pt 6 ps 0.9 lw 1.6 lc rgb '#555555' title 'within 2 standard errors of 0'",
            name, name, least, least);
    for (size_t l = 0; l < N_LEVELS; l++)
        if (has_line[l])
            fprintf(out,
                    ", \\\n  '%s.dat' index %zu using 1:4:2:3 with xerrorlines lc rgb '#111111' lw 1.6 dt %zu pt %d ps "
                    "0.5 title '%g %%'",
                    name, l + 2, l + 1, 5 + 4 * (int)l, 100.0 * levels[l]);
    fputc('\n', out);
}

/* An interval that reaches an end of the data says no more than "at least". */
static void
put_crossing(FILE *notes, const char *what, const struct gravel_map *map, size_t row, const struct gravel_crossing *c)
{
    const struct gravel_map_point *first = &map->points[row], *last = &map->points[gravel_map_row_end(map, row) - 1];
    char at[64], low[64], high[64], row_at[64];

    fprintf(notes, "%s %s (95 %% interval %s%s to %s%s) at %s = %s", what, gravel_text_number(at, sizeof at, c->x, 3),
            c->low <= first->x ? "at most " : "", gravel_text_number(low, sizeof low, c->low, 3),
            c->high >= last->x ? "at least " : "", gravel_text_number(high, sizeof high, c->high, 3),
            gravel_text_last(map->figure->y.measure), gravel_text_number(row_at, sizeof row_at, first->y, 3));
}

/* The abscissa at which the difference falls to each level. */
static enum gravel_status
put_notes(FILE *notes, const struct gravel_map *map)
{
    if (map->n_left_out > 0)
        fprintf(notes, "%zu point(s) are not drawn: unfinished, broken, or without a number.\n", map->n_left_out);
    for (size_t l = 0; l < N_LEVELS; l++) {
        struct gravel_crossing c, first = {.x = INFINITY}, last = {.x = -INFINITY};
        size_t first_row = 0, last_row = 0, n_beyond = 0;
        for (size_t from = 0, to; from < map->n; from = to) {
            to = gravel_map_row_end(map, from);
            const enum gravel_status status = gravel_map_find_crossing(map, from, to, levels[l], &c);
            if (status == GRAVEL_MEMORY)
                return status;
            if (status != GRAVEL_OK)
                continue;
            n_beyond += c.place == GRAVEL_CROSSED_BEYOND;
            if (c.place == GRAVEL_CROSSED && c.x < first.x) {
                first = c;
                first_row = from;
            }
            if (c.place == GRAVEL_CROSSED && c.x > last.x) {
                last = c;
                last_row = from;
            }
        }
        if (!isfinite(first.x))
            continue;
        fprintf(notes, "The difference falls to %g %% at %s", 100.0 * levels[l],
                gravel_text_last(map->figure->x.measure));
        put_crossing(notes, first_row == last_row ? " =" : " between", map, first_row, &first);
        if (first_row != last_row)
            put_crossing(notes, " and", map, last_row, &last);
        if (n_beyond > 0)
            fprintf(notes, ", and is larger everywhere in %zu row%s", n_beyond, n_beyond == 1 ? "" : "s");
        fputs(".\n", notes);
    }
    return GRAVEL_OK;
}

static enum gravel_status
write_data(const struct gravel_map *map, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
           bool *has_line, struct gravel_error *error)
{
    FILE *out = gravel_canvas_file(canvas, plate, ".dat", error);
    if (!out)
        return GRAVEL_IO;
    enum gravel_status status = GRAVEL_OK;
    if (gravel_map_count_rows(map) <= ROWS_OF_LINES)
        put_rows(out, map);
    else
        status = put_data(out, map, has_line);
    const enum gravel_status closed = gravel_canvas_close(out, plate, ".dat", error);
    return status == GRAVEL_OK ? closed : gravel_fail(error, status, "map %s: out of memory", plate->name);
}

static enum gravel_status
write_script(const struct gravel_map *map, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
             const bool *has_line, struct gravel_error *error)
{
    FILE *out = gravel_canvas_file(canvas, plate, ".gp", error);
    if (!out)
        return GRAVEL_IO;
    if (gravel_map_count_rows(map) <= ROWS_OF_LINES)
        put_lines(out, map, plate->name, canvas->style);
    else
        put_script(out, map, plate->name, canvas->style, has_line);
    return gravel_canvas_close(out, plate, ".gp", error);
}

static void
put_range(FILE *seen, const char *name, double low, double high)
{
    char from[64], to[64];

    fprintf(seen, "; %s from %s to %s", name, gravel_text_number(from, sizeof from, low, 3),
            gravel_text_number(to, sizeof to, high, 3));
}

static void
put_seen(FILE *seen, const struct gravel_map *map)
{
    double low = INFINITY, high = -INFINITY, least_difference = INFINITY;
    size_t n_open = 0;

    for (size_t k = 0; k < map->n; k++) {
        low = fmin(low, map->points[k].x);
        high = fmax(high, map->points[k].x);
        least_difference = fmin(least_difference, fabs(map->points[k].difference.value));
        n_open += gravel_map_is_open(&map->points[k]);
    }
    fprintf(seen, "%zu point%s, %zu within two standard errors of zero", map->n, map->n == 1 ? "" : "s", n_open);
    put_range(seen, gravel_text_last(map->figure->x.measure), low, high);
    put_range(seen, gravel_text_last(map->figure->y.measure), map->points[0].y, map->points[map->n - 1].y);
    put_range(seen, "differences", 100.0 * least_difference, 100.0 * gravel_map_largest(map));
    fputs(" %.\n", seen);
}

enum gravel_status
gravel_map_draw(const struct gravel_report_case *rc, const struct gravel_figure *figure, struct gravel_canvas *canvas,
                struct gravel_plate *plate, struct gravel_error *error)
{
    struct gravel_map map = {.figure = figure};
    bool has_line[N_LEVELS] = {false};

    enum gravel_status status = gravel_map_collect(&map, rc, error);
    if (status != GRAVEL_OK || map.n == 0)
        goto done;
    status = write_data(&map, canvas, plate, has_line, error);
    if (status == GRAVEL_OK)
        status = write_script(&map, canvas, plate, has_line, error);
    if (status != GRAVEL_OK)
        goto done;
    plate->has_data = true;
    if (map.n < FEWEST)
        fprintf(plate->notes, "A map needs %d points: %zu %s not drawn.\n", FEWEST, map.n, map.n == 1 ? "is" : "are");
    else
        gravel_canvas_draw(canvas, plate);
    put_seen(plate->seen, &map);
    if (put_notes(plate->notes, &map) != GRAVEL_OK)
        status = gravel_no_memory(error);
done:
    gravel_map_free(&map);
    return status;
}
