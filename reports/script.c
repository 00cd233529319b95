/* The gnuplot script of a figure: axes, curves, references, panels. */
#include "reports/script.h"

#include "reports/colour.h"
#include "reports/key.h"
#include "reports/label.h"
#include "reports/text.h"
#include "reports/thin.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 760, WIDE = 960, HEIGHT = 440, KEY_ROW = 22 };

/* The power of ten that a linear axis of very small or large numbers states in its label, so that tics stay short. */
static int
axis_power(double low, double high)
{
    double most = fmax(fabs(low), fabs(high));

    return !(most > 0) || (most >= 1e-2 && most < 1e5) ? 0 : (int)floor(log10(most));
}

/* Tics at multiples of 1, 2 or 5 with at most `most` steps between the ends, `numbered` in units of 10^power. */
static void
put_tics(FILE *out, const char *name, double low, double high, double most, int power, bool numbered)
{
    static const double factors[] = {1, 2, 5, 10};
    double base = pow(10, floor(log10((high - low) / most))), step = 10 * base;

    for (size_t i = 4; i-- > 0;)
        if ((high - low) / (factors[i] * base) <= most)
            step = factors[i] * base;
    fprintf(out, "set %stics (", name);
    for (double k = ceil(low / step - 1e-9), first = k; k * step <= high * (1 + 1e-9) + 1e-9 * step; k++) {
        char number[32] = "";
        if (numbered)
            snprintf(number, sizeof number, "%.6g", k * step / pow(10, power) + 0.0);
        fprintf(out, "%s'%s' %.10g", k > first ? ", " : "", number, k * step);
    }
    fputs(")\n", out);
}

/* "[" becomes "[10^{-4} "; a label without a unit gets "[10^{-4}]". */
static void
put_powered(FILE *out, const char *label, int power)
{
    const char *unit = strrchr(label, '[');
    char head[200], rest[120];

    snprintf(head, sizeof head, "%.*s", (int)(unit ? (size_t)(unit - label) : strlen(label)), label);
    gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, head);
    if (power != 0)
        fprintf(out, "%s[10^{%d}%s", unit ? "" : " ", power, unit ? " " : "]");
    else
        fputs(unit ? "[" : "", out);
    snprintf(rest, sizeof rest, "%s", unit ? unit + 1 : "");
    gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, rest);
}

/* 'label', the author's, else the number's name with its unit. */
static void
put_label(FILE *out, const struct gravel_drawing *d, const struct gravel_figure_axis *axis, int power)
{
    const struct gravel_record *record = d->panels[0]->curves[0].record;
    const struct gravel_table *table = gravel_record_table(record, d->figure->table);
    bool position = axis == &d->figure->y && d->figure->style == GRAVEL_FIGURE_TRAJECTORIES;
    const char *name = position                            ? "position"
                       : table && axis->measure[0] == '\0' ? table->columns[0]
                                                           : gravel_text_last(axis->measure);
    char unit[32] = "", label[200];

    for (size_t i = 0; table && i < table->n_columns; i++)
        if ((position ? i == 1 : strcmp(table->columns[i], name) == 0) && strcmp(table->units[i], "1") != 0)
            snprintf(unit, sizeof unit, "%s", table->units[i]);
    if (!table)
        gravel_label_unit(unit, sizeof unit, record, axis->measure);
    if (table && strcmp(name, "value") == 0)
        name = table->name; /* the mean of a profile is called as its table */
    gravel_label_quantity(label, sizeof label, name, unit);
    fputc('\'', out);
    put_powered(out, axis->label && axis->label[0] != '\0' ? axis->label : label, power);
    fputc('\'', out);
}

/* A logarithmic axis: powers of ten over many decades, 1-2-5 over few. */
static void
put_log_axis(FILE *out, const char *axis, double low, double high)
{
    double decades = log10(high / low);

    fprintf(out, "set logscale %s 10\n", axis);
    if (decades >= 2.5) {
        fprintf(out, "set format %s '10^{%%T}'\n", axis);
        if (decades > 6)
            fprintf(out, "unset m%stics\n", axis);
        if (decades > 9)
            fprintf(out, "set %stics 100\n", axis);
        return;
    }
    /* one way for all numbers of an axis: 0.0001 or 1×10^-4 */
    fprintf(out, "set format %s '%s'\nset %stics (", axis, low < 1e-3 || high >= 1e5 ? "%.0t×10^{%T}" : "%g", axis);
    bool first = true;
    for (int k = (int)floor(log10(low)) - 1; k <= (int)ceil(log10(high)) + 1; k++)
        for (int m = 1; m <= 5; m = m == 1 ? 2 : m + 3) {
            fprintf(out, "%s%d%s%d", first ? "" : ", ", m, "e", k);
            first = false;
        }
    fputs(")\n", out);
}

/* The range that the case states; where it states none and `common` is set, the data's range with a margin, so that
 * panels compare. */
static void
put_range(FILE *out, const char *name, const struct gravel_figure_axis *axis, bool common, double low, double high,
          double margin)
{
    double spread = high - low > 0 ? high - low : fabs(high);

    low = isfinite(axis->from) ? axis->from : !common ? NAN : axis->log ? low / (1 + margin) : low - margin * spread;
    high = isfinite(axis->to) ? axis->to : !common ? NAN : axis->log ? high * (1 + margin) : high + margin * spread;
    if (isnan(low) && isnan(high))
        return;
    fprintf(out, "set %srange [", name);
    if (!isnan(low))
        fprintf(out, "%.10g", low);
    fputc(':', out);
    if (!isnan(high))
        fprintf(out, "%.10g", high);
    fputs("]\n", out);
}

/* Label, scale, range and tics of one axis. */
static void
put_axis(FILE *out, const struct gravel_drawing *d, const char *name, const struct gravel_figure_axis *axis, double low,
         double high, double margin)
{
    int power = axis->log ? 0 : axis_power(low, high);
    bool panels = d->n_panels > 1, own_tics = !axis->log && (panels || power != 0) && high > low;

    if (own_tics && low > 0 && low < 0.1 * high)
        low = 0;
    fprintf(out, "set %slabel ", name);
    put_label(out, d, axis, own_tics ? power : 0);
    fputc('\n', out);
    if (axis->log)
        put_log_axis(out, name, low, high);
    put_range(out, name, axis, own_tics || panels || margin <= 0, low, high, margin);
    if (own_tics) {
        low = isfinite(axis->from) ? axis->from : low - margin * (high - low);
        high = isfinite(axis->to) ? axis->to : high + margin * (high - low);
        put_tics(out, name, low, high, panels ? 4 : 7, power, true);
    }
}

static void
put_reference(FILE *out, const struct gravel_drawing *d, const struct gravel_drawn *drawn, size_t block, size_t i)
{
    if (drawn->has_band && !drawn->as_points)
        fprintf(out,
                ", \\\n  '%s.dat' index %zu using 1:($3-$4):($3+$4) with filledcurves "
                "fc rgb '#777777' fs transparent solid 0.22 noborder notitle",
                d->name, block);
    if (drawn->as_points)
        fprintf(out,
                ", \\\n  '%s.dat' index %zu using 1:3:4 with yerrorlines lc rgb '#111111' lw 0.001 pt 0 ps 0.1 notitle"
                ", \\\n  '%s.dat' index %zu using 1:3 with points lc rgb '#111111' lw 1.5 pt %zu ps 0.9 title '",
                d->name, block, d->name, block, 2 + i % 2);
    else
        fprintf(out, ", \\\n  '%s.dat' index %zu using 1:3 with lines lc rgb '#111111' lw 1.5 dt %zu title '", d->name,
                block, 2 + i % 4);
    gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, drawn->title);
    fputc('\'', out);
}

static void
put_title(FILE *out, const struct gravel_plot_curve *curve, bool named)
{
    if (!named) {
        fputs("notitle", out);
        return;
    }
    fputs("title '", out);
    gravel_text_words(out, GRAVEL_MARKUP_GNUPLOT, curve->title); /* a trajectory is called as its column */
    fputc('\'', out);
}

/* A colour of its own for each name; of many numbered ones the colour is the place in their order, `fraction`. */
static void
put_trajectory(FILE *out, const struct gravel_drawing *d, const struct gravel_plot_curve *curve, size_t block,
               struct gravel_key_entry entry, double fraction)
{
    fprintf(out, "'%s.dat' index %zu using 1:3 with lines ", d->name, block);
    if (entry.ordered)
        fprintf(out, "lw 1.4 lc rgb '#%06x' ", gravel_colour_map(0.82 * fraction));
    else
        fprintf(out, "lt %zu lw 1.6 ", 1 + entry.kind % 8);
    put_title(out, curve, entry.named);
}

/* Symbols on each other are drawn one inside the other: those of curves with the same points by their colour, the open
 * ones of an engine around the filled ones of another. */
static double
symbol_size(const struct gravel_figure *figure, const struct gravel_plot_curve *curve, bool hollow, bool several)
{
    if (figure->table[0] != '\0')
        return 0.5;
    if (curve->overlaid)
        return (several && !hollow ? 0.6 : 1.0) * fmax(0.5, 2.0 - 0.28 * curve->colour);
    return hollow && !curve->of_engine ? 1.6 : 1.0;
}

/* `several` engines have curves that lie on each other: then the engine alone decides on open or filled. */
static void
put_curve(FILE *out, const struct gravel_drawing *d, const struct gravel_plot_curve *curve, size_t block, bool named,
          bool several)
{
    static const int filled[] = {7, 5, 9, 11, 13, 15}, open[] = {6, 4, 8, 10, 12, 14};
    const int lt = 1 + curve->colour % 8;
    const bool hollow = curve->overlaid && !several ? curve->colour < 4 : curve->marker > 0;
    const int pt = (hollow ? open : filled)[curve->colour % 6];
    bool x_errors = false;

    for (size_t i = 0; i < curve->n; i++)
        x_errors = x_errors || curve->points[i].x_err > 0;
    bool errors = false;
    const bool cloud = gravel_curve_is_cloud(curve);
    for (size_t i = 0; i < curve->n; i++)
        errors = errors || x_errors || curve->points[i].y_err > 0;
    if (errors)
        fprintf(out, "'%s.dat' index %zu using 1:3:%s with %serrorlines lt %d lw 0.001 pt 0 ps 0.1 notitle, \\\n  ",
                d->name, block, x_errors ? "2:4" : "4", x_errors ? "xy" : "y", lt);
    if (curve->level)
        fprintf(out, "'%s.dat' index %zu using 1:3 with lines lc rgb '#333333' lw 2.4 ", d->name, block);
    else if (d->figure->table[0] != '\0' && curve->n > 60 && !cloud)
        fprintf(out, "'%s.dat' index %zu using 1:3 with lines lt %d dt %d ", d->name, block, lt, curve->marker ? 4 : 1);
    else
        fprintf(out, "'%s.dat' index %zu using 1:3 with %s lt %d lw %g dt %d pt %d ps %.2f ", d->name, block,
                cloud ? "points" : "linespoints", lt, curve->overlaid ? 1.6 : 1.0,
                several && curve->overlaid && hollow ? 2 : 1, pt, symbol_size(d->figure, curve, hollow, several));
    put_title(out, curve, named);
}

/* Whether curves of the same points are there of several engines. */
static bool
overlays_engines(const struct gravel_plot_panel *panel)
{
    int marker = -1;

    for (size_t k = 0; k < panel->n; k++) {
        const struct gravel_plot_curve *curve = &panel->curves[k];
        if (curve->n == 0 || !curve->overlaid || curve->level)
            continue;
        if (marker >= 0 && marker != curve->marker)
            return true;
        marker = curve->marker;
    }
    return false;
}

static size_t
put_panel(FILE *out, const struct gravel_drawing *d, size_t p, size_t block)
{
    const struct gravel_plot_panel *panel = d->panels[p];
    const bool several = overlays_engines(panel);
    size_t first = block;

    if (panel->title[0] != '\0') {
        fputs("set title '", out);
        gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, panel->title);
        fputs("' offset 0,-0.4\n", out);
    }
    fputs("plot ", out);
    for (size_t k = 0; k < panel->n; k++) {
        if (panel->curves[k].n == 0)
            continue;
        fputs(block > first ? ", \\\n  " : "", out);
        const struct gravel_key_entry entry = gravel_key_find(d, panel, k);
        if (d->figure->style == GRAVEL_FIGURE_TRAJECTORIES)
            put_trajectory(out, d, &panel->curves[k], block, entry, (double)k / (double)panel->n);
        else
            put_curve(out, d, &panel->curves[k], block, entry.named, several);
        block++;
    }
    for (size_t k = 0; k < d->references[p].n; k++)
        put_reference(out, d, &d->references[p].items[k], block++, k);
    fputs("\n", out);
    return block;
}

size_t
gravel_script_columns(size_t n)
{
    size_t rows = (n + 3) / 4;

    return rows ? (n + rows - 1) / rows : 1;
}

/* Most panels of one engine; 1 where no engine has several, so that engines stand side by side. */
static size_t
block_length(const struct gravel_drawing *d)
{
    size_t most = 0, n = 0;

    for (size_t p = 0; p < d->n_panels; p++) {
        n = p > 0 && d->panels[p]->engine == d->panels[p - 1]->engine ? n + 1 : 1;
        most = n > most ? n : most;
    }
    return most;
}

/* Place of every panel, row by row; an engine that has several panels starts a row.  Returns the number of rows. */
static size_t
lay_out(const struct gravel_drawing *d, size_t columns, size_t *places)
{
    bool blocks = block_length(d) > 1;
    size_t place = 0;

    for (size_t p = 0; p < d->n_panels; p++) {
        if (blocks && p > 0 && d->panels[p]->engine != d->panels[p - 1]->engine)
            place = (place + columns - 1) / columns * columns;
        places[p] = place++;
    }
    return (place + columns - 1) / columns;
}

void
gravel_script_head(FILE *out, const char *name, const char *style, size_t width, size_t height)
{
    fprintf(out, "# gnuplot %s.gp   draws %s.svg from %s.dat\n%s\n", name, name, name, style);
    fprintf(out, "set terminal svg size %zu,%zu dynamic enhanced font 'Arial,%d' butt linewidth 1 name 'gp'\n", width,
            height, GRAVEL_SCRIPT_FONT);
    fprintf(out, "set output '%s.svg'\n", name);
}

void
gravel_script_axis(FILE *out, const char *name, const char *label, double low, double high, double most)
{
    int power = axis_power(low, high);

    fprintf(out, "set %slabel '", name);
    put_powered(out, label ? label : "", label ? power : 0);
    fprintf(out, "'\nset %srange [%.10g:%.10g]\n", name, low, high);
    put_tics(out, name, low, high, most, power, label != NULL);
}

void
gravel_script_write(FILE *out, const struct gravel_drawing *d, const char *style)
{
    const struct gravel_figure *f = d->figure;
    size_t places[GRAVEL_PANELS_MAX];
    size_t columns = gravel_script_columns(block_length(d) > 1 ? block_length(d) : d->n_panels);
    size_t rows = lay_out(d, columns, places), block = 0;
    size_t width = columns == 1 ? WIDTH : WIDE;
    size_t n_key = gravel_key_rows(d, width / columns);
    size_t height = ((columns == 1 ? HEIGHT : columns == 2 ? 340 : 300) + KEY_ROW * n_key) * rows;
    struct gravel_extent e = {INFINITY, -INFINITY, INFINITY, -INFINITY};

    for (size_t p = 0; p < d->n_panels; p++)
        e = (struct gravel_extent){fmin(e.x_low, d->extent[p].x_low), fmax(e.x_high, d->extent[p].x_high),
                                   fmin(e.y_low, d->extent[p].y_low), fmax(e.y_high, d->extent[p].y_high)};
    gravel_script_head(out, d->name, style, width, height);
    fputs("set format '%g'\n", out);
    put_axis(out, d, "x", &f->x, e.x_low, e.x_high, 0);
    put_axis(out, d, "y", &f->y, e.y_low, e.y_high, 0.05);
    if (n_key > 0)
        fprintf(out, "set key maxrows %zu\n", n_key);
    else
        fputs("unset key\n", out);
    if (d->n_panels > 1)
        fprintf(out, "set tmargin 2\nset multiplot layout %zu,%zu\n", rows, columns);
    for (size_t p = 0, place = 0; p < d->n_panels; p++, place++) {
        for (; place < places[p]; place++)
            fputs("set multiplot next\n", out);
        block = put_panel(out, d, p, block);
    }
    if (d->n_panels > 1)
        fputs("unset multiplot\n", out);
}
