/* Curves and trajectories: a data file with one block a curve, and a gnuplot script that can be run again by hand. */
#include "reports/figure.h"

#include "reports/animation.h"
#include "reports/cells.h"
#include "reports/cite.h"
#include "reports/map.h"
#include "reports/script.h"
#include "reports/snapshot.h"
#include "reports/text.h"
#include "reports/thin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_CURVES = 8, TABLE_DIGITS = 7, PLACES = 5 };

static struct gravel_extent
extent_of(const struct gravel_plot_panel *panel, const struct gravel_figure *figure)
{
    struct gravel_extent e = {INFINITY, -INFINITY, INFINITY, -INFINITY};

    for (size_t k = 0; k < panel->n; k++)
        for (size_t i = 0; i < panel->curves[k].n; i++) {
            struct gravel_plot_point p = panel->curves[k].points[i];
            if (gravel_plot_is_off_log_axis(figure, p.x, p.y))
                continue;
            e.x_low = fmin(e.x_low, p.x);
            e.x_high = fmax(e.x_high, p.x);
            double below = p.y - p.y_err, above = p.y + p.y_err;
            e.y_low = fmin(e.y_low, figure->y.log && below <= 0 ? p.y : fmin(p.y, below));
            e.y_high = fmax(e.y_high, fmax(p.y, above));
        }
    if (figure->x.log) { /* room for the outermost markers */
        e.x_low /= 1.5;
        e.x_high *= 1.5;
    } else {
        const double low = e.x_low, room = 0.03 * (e.x_high - e.x_low);
        e.x_low = low >= 0 ? fmax(0, low - room) : low - room;
        e.x_high += room;
    }
    if (isfinite(figure->x.from))
        e.x_low = figure->x.from;
    if (isfinite(figure->x.to))
        e.x_high = figure->x.to;
    return e;
}

static void
put_number(FILE *out, double value, int digits)
{
    if (isnan(value))
        fputs(" nan", out);
    else
        fprintf(out, " %.*g", digits, value);
}

static void
put_points(FILE *out, const char *what, const char *title, size_t n, const struct gravel_plot_point *points, int digits)
{
    fprintf(out, "# %s: ", what);
    for (; *title != '\0'; title++)
        fputc(*title == '\n' ? ' ' : *title, out);
    fputs("\n# x x_err y y_err\n", out);
    for (size_t i = 0; i < n; i++) {
        put_number(out, points[i].x, digits);
        put_number(out, points[i].x_err, digits);
        put_number(out, points[i].y, digits);
        put_number(out, points[i].y_err, digits);
        fputc('\n', out);
    }
    fputs("\n\n", out);
}

/* Blocks in the order in which the script counts them: per panel its curves, then its references. */
static void
put_data(FILE *out, const struct gravel_drawing *d)
{
    const int digits = d->figure->table[0] ? TABLE_DIGITS : 17; /* the store has every bit */

    for (size_t p = 0; p < d->n_panels; p++) {
        const struct gravel_plot_panel *panel = d->panels[p];
        for (size_t k = 0; k < panel->n; k++)
            if (panel->curves[k].n > 0)
                put_points(out, panel->title[0] ? panel->title : "curve", panel->curves[k].title, panel->curves[k].n,
                           panel->curves[k].points, digits);
        for (size_t k = 0; k < d->references[p].n; k++)
            put_points(out, "reference", d->references[p].items[k].title, d->references[p].items[k].n,
                       d->references[p].items[k].points, digits);
    }
}

static void
put_notes(FILE *notes, const struct gravel_figure *figure, const struct gravel_plot *plot, size_t n_panels)
{
    if (plot->n_unfinished > 0)
        fprintf(notes, "%zu point(s) did not finish and are not drawn.\n", plot->n_unfinished);
    if (plot->n_broken > 0)
        fprintf(notes, "%zu point(s) with a broken invariant are not drawn.\n", plot->n_broken);
    if (plot->n_without_number > 0 && figure->table[0] != '\0')
        fprintf(notes, "%zu record(s) have no such columns in a table %s and are not drawn.\n", plot->n_without_number,
                figure->table);
    else if (plot->n_without_number > 0)
        fprintf(notes, "%zu record(s) lack %s or %s and are not drawn.\n", plot->n_without_number, figure->x.measure,
                figure->y.measure);
    if (plot->n_off_log_axis > 0)
        fprintf(notes, "%zu point%s at or below zero cannot be shown on the logarithmic axis.\n", plot->n_off_log_axis,
                plot->n_off_log_axis == 1 ? "" : "s");
    if (n_panels > GRAVEL_PANELS_MAX)
        fprintf(notes, "Only the first %d of %zu panels are drawn.\n", GRAVEL_PANELS_MAX, n_panels);
}

static bool
put_cells(FILE *out, const struct gravel_drawing *d)
{
    bool good = true;

    for (size_t p = 0; p < d->n_panels && good; p++)
        good = gravel_cells_write(out, d->figure, d->panels[p], &d->references[p]);
    return good;
}

/* Whether the x of a point is none of those before it in the panel: curves up to k, of this one points up to i. */
static bool
is_new_place(const struct gravel_plot_panel *panel, size_t k, size_t i)
{
    for (size_t c = 0; c <= k; c++)
        for (size_t m = 0; m < (c < k ? panel->curves[c].n : i); m++)
            if (gravel_plot_is_same_place(panel->curves[c].points[m].x, panel->curves[k].points[i].x))
                return false;
    return true;
}

/* A curve needs three places to have a shape, and points that each are a series of their own need five. */
static bool
has_shape(const struct gravel_drawing *d)
{
    for (size_t p = 0; p < d->n_panels; p++) {
        size_t all = 0;
        for (size_t k = 0; k < d->panels[p]->n; k++) {
            const struct gravel_plot_curve *curve = &d->panels[p]->curves[k];
            size_t places = 0;
            for (size_t i = 0; i < curve->n; i++) {
                places += i == 0 || !gravel_plot_is_same_place(curve->points[i].x, curve->points[i - 1].x);
                all += all < PLACES && is_new_place(d->panels[p], k, i);
            }
            if (places > 2 || all >= PLACES)
                return true;
        }
    }
    return false;
}

/* Points that the ranges which the case states leave out; of a table those above and below only, as a range of x is the
 * part of it that is drawn.  Those that a logarithmic axis cannot show are counted by themselves. */
static size_t
count_outside(const struct gravel_drawing *d)
{
    const struct gravel_figure_axis *const x = &d->figure->x, *const y = &d->figure->y;
    const bool is_table = d->figure->table[0] != '\0';
    size_t n = 0;

    for (size_t p = 0; p < d->n_panels; p++)
        for (size_t k = 0; k < d->panels[p]->n; k++)
            for (size_t i = 0; i < d->panels[p]->curves[k].n; i++) {
                const struct gravel_plot_point q = d->panels[p]->curves[k].points[i];
                const bool beside = q.x < x->from || q.x > x->to, above_or_below = q.y < y->from || q.y > y->to;
                if (!gravel_plot_is_off_log_axis(d->figure, q.x, q.y))
                    n += is_table ? above_or_below && !beside : above_or_below || beside;
            }
    return n;
}

static void
put_axis_seen(FILE *seen, const struct gravel_figure_axis *axis, double low, double high, const char *end)
{
    char from[64], to[64];

    if (axis->label && axis->label[0] != '\0')
        fputs(axis->label, seen);
    else
        for (const char *c = gravel_text_last(axis->measure); *c != '\0'; c++)
            fputc(*c == '_' ? ' ' : *c, seen);
    gravel_text_number(from, sizeof from, low, 3);
    if (high > low)
        fprintf(seen, " from %s to %s%s", from, gravel_text_number(to, sizeof to, high, 3), end);
    else
        fprintf(seen, " at %s%s", from, end);
}

/* "ED (8 points), MD (9 points); x from .. to ..; y from .. to ..; reference S3.fig7a." */
static void
put_seen(FILE *seen, const struct gravel_drawing *d)
{
    double x[2] = {INFINITY, -INFINITY}, y[2] = {INFINITY, -INFINITY};
    size_t n_curves = 0, n_points = 0;
    const bool columns = d->figure->style == GRAVEL_FIGURE_TRAJECTORIES; /* one curve a column, named in the key */
    const bool paths = columns && strcmp(d->figure->table, "trajectory") == 0;

    for (size_t p = 0; p < d->n_panels; p++)
        for (size_t k = 0; k < d->panels[p]->n; k++) {
            const struct gravel_plot_curve *curve = &d->panels[p]->curves[k];
            n_points += curve->n;
            n_curves += curve->n > 0;
            for (size_t i = 0; i < curve->n; i++) {
                x[0] = fmin(x[0], curve->points[i].x), x[1] = fmax(x[1], curve->points[i].x);
                y[0] = fmin(y[0], curve->points[i].y), y[1] = fmax(y[1], curve->points[i].y);
            }
        }
    fprintf(seen, "%zu %s", n_curves, paths ? "trajectories" : n_curves == 1 ? "curve" : "curves");
    if (d->figure->table[0] == '\0')
        fprintf(seen, " of %zu point%s", n_points, n_points == 1 ? "" : "s");
    if (d->n_panels > 1)
        fprintf(seen, " in %zu panels", d->n_panels);
    for (size_t k = 0; n_curves <= SEEN_CURVES && d->n_panels == 1 && !columns && k < d->panels[0]->n; k++)
        if (d->panels[0]->curves[k].n > 0)
            fprintf(seen, "%s%s (%zu)", k ? "; " : ": ", d->panels[0]->curves[k].title, d->panels[0]->curves[k].n);
    fputs(". ", seen);
    put_axis_seen(seen, &d->figure->x, x[0], x[1], "; ");
    put_axis_seen(seen, &d->figure->y, y[0], y[1], ".\n");
}

enum part { DATA, SCRIPT, CELLS };

static enum gravel_status
write_part(const struct gravel_drawing *d, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
           enum part part, struct gravel_error *error)
{
    static const char *const suffix[] = {[DATA] = ".dat", [SCRIPT] = ".gp", [CELLS] = ".html"};
    bool good = true;

    FILE *out = gravel_canvas_file(canvas, plate, suffix[part], error);
    if (!out)
        return GRAVEL_IO;
    switch (part) {
    case DATA: put_data(out, d); break;
    case SCRIPT: gravel_script_write(out, d, canvas->style); break;
    case CELLS: good = put_cells(out, d); break;
    }
    const enum gravel_status closed = gravel_canvas_close(out, plate, suffix[part], error);
    return good ? closed : gravel_no_memory(error);
}

static enum gravel_status
draw(const struct gravel_drawing *d, struct gravel_canvas *canvas, struct gravel_plate *plate,
     struct gravel_error *error)
{
    plate->is_table = d->figure->style == GRAVEL_FIGURE_TABLE;
    if (d->figure->style == GRAVEL_FIGURE_CURVES && !has_shape(d)) {
        plate->is_table = true;
        fputs("No curve has three points in this tier: numbers instead of a figure.\n", plate->notes);
    }
    enum gravel_status status = write_part(d, canvas, plate, DATA, error);
    if (status == GRAVEL_OK)
        status = write_part(d, canvas, plate, plate->is_table ? CELLS : SCRIPT, error);
    if (status != GRAVEL_OK)
        return status;
    plate->has_data = true;
    plate->drawn = plate->is_table;
    const size_t outside = plate->is_table ? 0 : count_outside(d);
    if (outside > 0)
        fprintf(plate->notes, "%zu of these points lie outside of the axes.\n", outside);
    if (!plate->is_table)
        gravel_canvas_draw(canvas, plate);
    put_seen(plate->seen, d);
    return GRAVEL_OK;
}

/* The panels that have something to show, with their references. */
static enum gravel_status
fill(struct gravel_drawing *d, const struct gravel_report_case *rc, const struct gravel_references *references,
     const struct gravel_sources *sources, FILE *notes, struct gravel_error *error)
{
    size_t n_panels = 0;

    for (size_t p = 0; p < d->plot->n; p++) {
        const struct gravel_extent e = extent_of(&d->plot->panels[p], d->figure);
        if (!isfinite(e.x_low) || !isfinite(e.y_low) || n_panels++ >= GRAVEL_PANELS_MAX)
            continue;
        d->panels[d->n_panels] = &d->plot->panels[p];
        d->extent[d->n_panels] = e;
        struct gravel_drawn_list *drawn = &d->references[d->n_panels++];
        const enum gravel_status status =
            gravel_drawn_collect(drawn, &d->plot->panels[p], rc->c, d->figure, references, e.x_low, e.x_high, notes);
        gravel_drawn_cite(drawn, sources);
        if (status != GRAVEL_OK)
            return gravel_fail(error, status, "figure %s: out of memory", d->name);
    }
    put_notes(notes, d->figure, d->plot, n_panels);
    return GRAVEL_OK;
}

enum gravel_status
gravel_figure_draw(const struct gravel_report_case *rc, const struct gravel_figure *figure,
                   const struct gravel_references *references, struct gravel_canvas *canvas, struct gravel_plate *plate,
                   struct gravel_error *error)
{
    struct gravel_plot plot = {0};

    if (figure->style == GRAVEL_FIGURE_SNAPSHOT)
        return gravel_snapshot_draw(rc, figure, canvas, plate, error);
    if (figure->style == GRAVEL_FIGURE_MAP)
        return gravel_map_draw(rc, figure, canvas, plate, error);
    if (figure->style == GRAVEL_FIGURE_ANIMATION)
        return gravel_animation_draw(rc, figure, canvas, plate, error);
    struct gravel_drawing *d = calloc(1, sizeof *d);
    enum gravel_status status = d ? gravel_plot_collect(&plot, rc, figure, error) : gravel_no_memory(error);
    if (status != GRAVEL_OK)
        goto done;
    const size_t rows = gravel_thin(&plot, figure);
    if (rows > 0)
        fprintf(plate->notes,
                "%zu rows are thinned for the figure and its data file; the extremes of every interval stay. gravel "
                "export has all.\n",
                rows);
    *d = (struct gravel_drawing){.figure = figure, .plot = &plot, .name = plate->name};
    status = fill(d, rc, references, canvas->sources, plate->notes, error);
    if (status == GRAVEL_OK && d->n_panels > 0)
        status = draw(d, canvas, plate, error);
done:
    for (size_t p = 0; d && p < d->n_panels; p++)
        gravel_drawn_free(&d->references[p]);
    free(d);
    gravel_plot_free(&plot);
    return status;
}
