/* Curves and trajectories: a data file with one block a curve, and a gnuplot script that can be run again by hand. */
#include "reports/figure.h"

#include "reports/cells.h"
#include "reports/gnuplot.h"
#include "reports/map.h"
#include "reports/script.h"
#include "reports/snapshot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct gravel_extent
extent_of(const struct gravel_plot_panel *panel, const struct gravel_figure *figure)
{
    struct gravel_extent e = {INFINITY, -INFINITY, INFINITY, -INFINITY};

    for (size_t k = 0; k < panel->n; k++)
        for (size_t i = 0; i < panel->curves[k].n; i++) {
            struct gravel_plot_point p = panel->curves[k].points[i];
            if ((figure->x.log && p.x <= 0) || (figure->y.log && p.y <= 0))
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
    }
    if (isfinite(figure->x.from))
        e.x_low = figure->x.from;
    if (isfinite(figure->x.to))
        e.x_high = figure->x.to;
    return e;
}

static void
put_number(FILE *out, double value)
{
    if (isnan(value))
        fputs(" nan", out);
    else
        fprintf(out, " %.17g", value);
}

static void
put_points(FILE *out, const char *what, const char *title, size_t n, const struct gravel_plot_point *points)
{
    fprintf(out, "# %s: ", what);
    for (; *title != '\0'; title++)
        fputc(*title == '\n' ? ' ' : *title, out);
    fputs("\n# x x_err y y_err\n", out);
    for (size_t i = 0; i < n; i++) {
        put_number(out, points[i].x);
        put_number(out, points[i].x_err);
        put_number(out, points[i].y);
        put_number(out, points[i].y_err);
        fputc('\n', out);
    }
    fputs("\n\n", out);
}

/* Blocks in the order in which the script counts them: per panel its curves, then its references. */
static void
put_data(FILE *out, const struct gravel_drawing *d)
{
    for (size_t p = 0; p < d->n_panels; p++) {
        const struct gravel_plot_panel *panel = d->panels[p];
        for (size_t k = 0; k < panel->n; k++)
            if (panel->curves[k].n > 0)
                put_points(out, panel->title[0] ? panel->title : "curve", panel->curves[k].title, panel->curves[k].n,
                           panel->curves[k].points);
        for (size_t k = 0; k < d->references[p].n; k++)
            put_points(out, "reference", d->references[p].items[k].title, d->references[p].items[k].n,
                       d->references[p].items[k].points);
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
        fprintf(notes, "%zu point(s) at or below zero cannot be shown on the logarithmic axis.\n",
                plot->n_off_log_axis);
    if (n_panels > GRAVEL_PANELS_MAX)
        fprintf(notes, "Only the first %d of %zu panels are drawn.\n", GRAVEL_PANELS_MAX, n_panels);
}

static bool
put_cells(FILE *out, const struct gravel_drawing *d)
{
    bool good = true;

    for (size_t p = 0; p < d->n_panels && good; p++)
        good = gravel_cells_write(out, d->figure, d->panels[p]);
    return good;
}

enum part { DATA, SCRIPT, CELLS };

static enum gravel_status
write_file(const struct gravel_drawing *d, const char *folder, enum part part, const char *style,
           struct gravel_error *error)
{
    static const char *const suffix[] = {[DATA] = ".dat", [SCRIPT] = ".gp", [CELLS] = ".html"};
    char path[1024];
    bool good = true;

    snprintf(path, sizeof path, "%s/%s%s", folder, d->name, suffix[part]);
    FILE *out = fopen(path, "w");
    if (!out)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    switch (part) {
    case DATA: put_data(out, d); break;
    case SCRIPT: gravel_script_write(out, d, style); break;
    case CELLS: good = put_cells(out, d); break;
    }
    good = !ferror(out) && good;
    if (fclose(out) != 0 || !good)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be written", path);
    return GRAVEL_OK;
}

enum gravel_status
gravel_figure_draw(const struct gravel_report_case *rc, const struct gravel_figure *figure,
                   const struct gravel_references *references, const char *folder, const char *name, const char *style,
                   bool *drawn, FILE *notes, struct gravel_error *error)
{
    struct gravel_plot plot = {0};
    struct gravel_drawing *d = NULL;
    char script[200];
    size_t n_panels = 0;

    *drawn = false;
    if (figure->style == GRAVEL_FIGURE_SNAPSHOT)
        return gravel_snapshot_draw(rc, figure, folder, name, style, drawn, notes, error);
    if (figure->style == GRAVEL_FIGURE_MAP)
        return gravel_map_draw(rc, figure, folder, name, style, drawn, notes, error);
    enum gravel_status status = gravel_plot_collect(&plot, rc, figure, error);
    if (status != GRAVEL_OK)
        goto done;
    d = calloc(1, sizeof *d);
    status = d ? GRAVEL_OK : gravel_no_memory(error);
    if (!d)
        goto done;
    *d = (struct gravel_drawing){.figure = figure, .plot = &plot, .name = name};
    for (size_t p = 0; p < plot.n; p++) {
        struct gravel_extent e = extent_of(&plot.panels[p], figure);
        if (!isfinite(e.x_low) || !isfinite(e.y_low) || n_panels++ >= GRAVEL_PANELS_MAX)
            continue;
        d->panels[d->n_panels] = &plot.panels[p];
        d->extent[d->n_panels] = e;
        status = gravel_drawn_collect(&d->references[d->n_panels++], &plot.panels[p], rc->c, figure, references,
                                      e.x_low, e.x_high, notes);
        if (status != GRAVEL_OK) {
            gravel_fail(error, status, "figure %s: out of memory", name);
            goto done;
        }
    }
    put_notes(notes, figure, &plot, n_panels);
    if (d->n_panels == 0)
        goto done;
    snprintf(script, sizeof script, "%s.gp", name);
    const bool cells = figure->style == GRAVEL_FIGURE_TABLE;
    status = write_file(d, folder, DATA, NULL, error);
    if (status == GRAVEL_OK)
        status = write_file(d, folder, cells ? CELLS : SCRIPT, style, error);
    if (status == GRAVEL_OK && !cells)
        status = gravel_gnuplot_run(folder, script, error);
    *drawn = status == GRAVEL_OK;
done:
    for (size_t p = 0; d && p < d->n_panels; p++)
        gravel_drawn_free(&d->references[p]);
    free(d);
    gravel_plot_free(&plot);
    return status;
}
