/* Snapshots: particles as circles of true radius in a plane, or arrows, or both, one panel a record, one colour bar for
 * all.
 *
 * The table has one row a particle: the two columns that the figure names as x and y [m], "radius" [m], the
 * components of the arrows (whose tail is at x, y), and the column that colours.  Where a third coordinate is there the
 * particles nearest to the reader are painted last. */
#include "reports/snapshot.h"

#include "reports/colour.h"
#include "reports/label.h"
#include "reports/script.h"
#include "reports/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS_MAX = 24, PANEL = 300, WIDTH = 930, TITLE = 26, GAP = 16, BAR = 74, BAR_STEPS = 48, MOST_COLUMNS = 5 };

struct panel {
    const struct gravel_record *record;
    const struct gravel_table *table;
    long x, y, depth, radius, colour, arrow[2];
    char title[240];
};

struct picture {
    const struct gravel_figure *figure;
    size_t n, columns;
    struct panel panels[PANELS_MAX];
    double low[2], high[2]; /* common to all panels, so sizes compare */
    double colour_low, colour_high;
    double scale; /* pixels a metre */
};

static long
column(const struct gravel_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (strcmp(table->columns[i], name) == 0)
            return (long)i;
    return -1;
}

static double
cell(const struct panel *panel, size_t row, long col)
{
    return panel->table->data[row * panel->table->n_columns + (size_t)col];
}

/* The plane of the picture: what the figure says, else (x, z). */
static const char *
axis_name(const struct gravel_figure *figure, size_t a)
{
    const char *name = a == 0 ? figure->x.measure : figure->y.measure;

    return name[0] ? name : a == 0 ? "x" : "z";
}

/* The coordinate that is neither x nor y. */
static long
depth_column(const struct gravel_table *table, const struct gravel_figure *figure)
{
    static const char *const axes[] = {"x", "y", "z"};

    for (size_t i = 0; i < 3; i++)
        if (strcmp(axes[i], axis_name(figure, 0)) != 0 && strcmp(axes[i], axis_name(figure, 1)) != 0)
            return column(table, axes[i]);
    return -1;
}

static bool
open_panel(struct panel *panel, const struct gravel_record *record, const struct gravel_figure *figure)
{
    char engine[32], setting[120] = "";

    panel->record = record;
    panel->table = gravel_record_table(record, figure->table);
    if (!panel->table || panel->table->n_rows == 0)
        return false;
    panel->x = column(panel->table, axis_name(figure, 0));
    panel->y = column(panel->table, axis_name(figure, 1));
    panel->radius = column(panel->table, "radius");
    panel->colour = column(panel->table, figure->colour);
    panel->depth = depth_column(panel->table, figure);
    for (size_t a = 0; a < 2; a++)
        panel->arrow[a] = figure->n_arrows == 2 ? column(panel->table, figure->arrows[a]) : -1;
    gravel_label_engine(engine, sizeof engine, record->engine);
    if (figure->each[0] != '\0')
        gravel_label_setting(setting, sizeof setting, record, figure->each);
    snprintf(panel->title, sizeof panel->title, "%s%s%s", engine, setting[0] ? ", " : "", setting);
    const bool complete = figure->n_arrows == 2 ? panel->arrow[0] >= 0 && panel->arrow[1] >= 0 : panel->radius >= 0;
    return panel->x >= 0 && panel->y >= 0 && complete;
}

static void
measure_panel(struct picture *picture, const struct panel *panel)
{
    for (size_t i = 0; i < panel->table->n_rows; i++) {
        double r = panel->radius < 0 ? 0.5 : cell(panel, i, panel->radius),
               p[2] = {cell(panel, i, panel->x), cell(panel, i, panel->y)};
        for (size_t a = 0; a < 2; a++) {
            picture->low[a] = fmin(picture->low[a], p[a] - r);
            picture->high[a] = fmax(picture->high[a], p[a] + r);
        }
        if (panel->colour >= 0) {
            picture->colour_low = fmin(picture->colour_low, cell(panel, i, panel->colour));
            picture->colour_high = fmax(picture->colour_high, cell(panel, i, panel->colour));
        }
    }
}

/* A round wall seen along its axis: "walls.<name>.radius" with its origin in the plane of the picture. */
struct outline {
    double centre[2], radius;
};

static double
component(struct vec3 v, const char *axis)
{
    return axis[0] == 'x' ? v.x : axis[0] == 'y' ? v.y : v.z;
}

static size_t
find_outlines(const struct panel *panel, const struct gravel_figure *figure, struct outline *outlines, size_t max)
{
    const struct gravel_options *parameters = &panel->record->parameters;
    size_t n = 0;

    for (size_t i = 0; i < parameters->n && n < max; i++) {
        const char *path = parameters->items[i].path, *last = gravel_text_last(path);
        char key[128];
        int stem = (int)(last - path);
        if (strncmp(path, "walls.", 6) != 0 || strcmp(last, "radius") != 0)
            continue;
        snprintf(key, sizeof key, "%.*saxis", stem, path);
        const struct gravel_value *axis = gravel_options_find(parameters, key);
        snprintf(key, sizeof key, "%.*sorigin", stem, path);
        const struct gravel_value *origin = gravel_options_find(parameters, key);
        if (!axis || !origin || !(parameters->items[i].value.real > 0) ||
            fabs(component(axis->vec, axis_name(figure, 0))) > 1e-9 ||
            fabs(component(axis->vec, axis_name(figure, 1))) > 1e-9)
            continue;
        outlines[n++] = (struct outline){
            {component(origin->vec, axis_name(figure, 0)), component(origin->vec, axis_name(figure, 1))},
            parameters->items[i].value.real};
    }
    return n;
}

struct ordered {
    double depth;
    size_t row;
};

static int
by_depth(const void *a, const void *b)
{
    const struct ordered *p = a, *q = b;

    return (p->depth > q->depth) - (p->depth < q->depth);
}

static enum gravel_status
put_particles(FILE *out, const struct picture *picture, const struct panel *panel, double left, double top)
{
    size_t n = panel->table->n_rows;
    struct ordered *order = calloc(n, sizeof *order);

    if (!order)
        return GRAVEL_MEMORY;
    for (size_t i = 0; i < n; i++)
        order[i] = (struct ordered){panel->depth >= 0 ? cell(panel, i, panel->depth) : (double)i, i};
    qsort(order, n, sizeof *order, by_depth);
    double span = picture->colour_high - picture->colour_low;
    for (size_t k = 0; k < n; k++) {
        size_t i = order[k].row;
        double f = panel->colour < 0 ? 0.35
                   : span > 0        ? (cell(panel, i, panel->colour) - picture->colour_low) / span
                                     : 0.5;
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.2f\" ",
                left + (cell(panel, i, panel->x) - picture->low[0]) * picture->scale,
                top + (picture->high[1] - cell(panel, i, panel->y)) * picture->scale,
                cell(panel, i, panel->radius) * picture->scale);
        if (panel->arrow[0] < 0)
            fprintf(out, "fill=\"#%06x\"/>\n", gravel_colour_map(f));
        else
            fputs("fill=\"none\" stroke=\"#aaaaaa\"/>\n", out);
    }
    free(order);
    return GRAVEL_OK;
}

/* A frame, and in it an arrow at every row; one shorter than a pixel is left out. */
static void
put_arrows(FILE *out, const struct picture *picture, const struct panel *panel, double left, double top)
{
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#555555\"/>\n"
            "<g stroke=\"#1f4e9c\" stroke-width=\"1.3\" fill=\"none\">\n",
            left, top, (picture->high[0] - picture->low[0]) * picture->scale,
            (picture->high[1] - picture->low[1]) * picture->scale);
    for (size_t i = 0; i < panel->table->n_rows; i++) {
        const double x = left + (cell(panel, i, panel->x) - picture->low[0]) * picture->scale;
        const double y = top + (picture->high[1] - cell(panel, i, panel->y)) * picture->scale;
        const double size = picture->scale * picture->figure->magnify;
        const double dx = size * cell(panel, i, panel->arrow[0]), dy = -size * cell(panel, i, panel->arrow[1]);
        const double length = hypot(dx, dy), barb = fmin(5.0, 0.4 * length) / length;
        if (!(length >= 1.0))
            continue;
        fprintf(out, "<path d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1f\"/>\n", x, y, x + dx, y + dy,
                x + dx - barb * (dx - 0.5 * dy), y + dy - barb * (dy + 0.5 * dx), x + dx, y + dy,
                x + dx - barb * (dx + 0.5 * dy), y + dy - barb * (dy - 0.5 * dx));
    }
    fputs("</g>\n", out);
}

static void
put_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    fprintf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\">", x, y, anchor);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, text);
    fputs("</text>\n", out);
}

static void
put_colour_bar(FILE *out, const struct picture *picture, double left, double top, double height)
{
    const struct panel *panel = &picture->panels[0];
    double step = height / BAR_STEPS;
    char text[120];

    for (int i = 0; i < BAR_STEPS; i++)
        fprintf(out, "<rect x=\"%.0f\" y=\"%.2f\" width=\"16\" height=\"%.2f\" fill=\"#%06x\"/>\n", left,
                top + height - (i + 1) * step, step + 0.5, gravel_colour_map((i + 0.5) / BAR_STEPS));
    for (int i = 0; i <= 2; i++) {
        double value = picture->colour_low + 0.5 * i * (picture->colour_high - picture->colour_low);
        put_text(out, left + 21,
                 top + height * (1 - 0.5 * i) +
                     (i == 0   ? 0
                      : i == 1 ? 5
                               : 11),
                 "start", gravel_text_number(text, sizeof text, value, 3));
    }
    snprintf(text, sizeof text, "%s%s%s%s", picture->figure->colour,
             strcmp(panel->table->units[panel->colour], "1") ? " [" : "",
             strcmp(panel->table->units[panel->colour], "1") ? panel->table->units[panel->colour] : "",
             strcmp(panel->table->units[panel->colour], "1") ? "]" : "");
    for (char *c = text; *c != '\0'; c++)
        if (*c == '_')
            *c = ' ';
    put_text(out, left + BAR - 4, top - 10, "end", text);
}

static enum gravel_status
put_picture(FILE *out, const struct picture *picture)
{
    double width = (picture->high[0] - picture->low[0]) * picture->scale;
    double height = (picture->high[1] - picture->low[1]) * picture->scale;
    size_t rows = (picture->n + picture->columns - 1) / picture->columns;
    bool bar = picture->panels[0].colour >= 0;
    double cell_width = fmax(width, 150); /* room for a title over a narrow panel */
    double all_width = (double)picture->columns * (cell_width + GAP) + (bar ? BAR : 0);
    double all_height = (double)rows * (height + TITLE + GAP);

    fprintf(out,
            "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" xmlns=\"http://www.w3.org/2000/svg\" "
            "font-family=\"Arial, sans-serif\" font-size=\"14\" fill=\"#111111\">\n",
            all_width, all_height, all_width);
    for (size_t i = 0; i < picture->n; i++) {
        struct outline outlines[8];
        double left = (double)(i % picture->columns) * (cell_width + GAP) + (cell_width - width) / 2;
        double top = (double)(i / picture->columns) * (height + TITLE + GAP) + TITLE;
        size_t n = find_outlines(&picture->panels[i], picture->figure, outlines, 8);
        put_text(out, left + width / 2, top - 10, "middle", picture->panels[i].title);
        for (size_t k = 0; k < n; k++)
            fprintf(out,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"#555555\" "
                    "stroke-width=\"1.5\"/>\n",
                    left + (outlines[k].centre[0] - picture->low[0]) * picture->scale,
                    top + (picture->high[1] - outlines[k].centre[1]) * picture->scale,
                    outlines[k].radius * picture->scale);
        if (picture->panels[i].radius >= 0 && put_particles(out, picture, &picture->panels[i], left, top) != GRAVEL_OK)
            return GRAVEL_MEMORY;
        if (picture->panels[i].arrow[0] >= 0)
            put_arrows(out, picture, &picture->panels[i], left, top);
    }
    if (bar)
        put_colour_bar(out, picture, all_width - BAR, TITLE, fmin(height, 260));
    fputs("</svg>\n", out);
    return GRAVEL_OK;
}

/* Particles as the figure shows them, one block a panel. */
static void
put_data(FILE *out, const struct picture *picture)
{
    for (size_t p = 0; p < picture->n; p++) {
        const struct panel *panel = &picture->panels[p];
        fprintf(out, "# %s\n#", panel->title);
        for (size_t c = 0; c < panel->table->n_columns; c++)
            fprintf(out, " %s", panel->table->columns[c]);
        for (size_t i = 0; i < panel->table->n_rows * panel->table->n_columns; i++)
            fprintf(out, "%s%.17g", i % panel->table->n_columns ? " " : "\n", panel->table->data[i]);
        fputs("\n\n\n", out);
    }
}

static void
lay_out(struct picture *picture)
{
    picture->low[0] = picture->low[1] = picture->colour_low = INFINITY;
    picture->high[0] = picture->high[1] = picture->colour_high = -INFINITY;
    for (size_t i = 0; i < picture->n; i++) {
        struct outline outlines[8];
        size_t n = find_outlines(&picture->panels[i], picture->figure, outlines, 8);
        measure_panel(picture, &picture->panels[i]);
        for (size_t k = 0; k < n; k++)
            for (size_t a = 0; a < 2; a++) {
                picture->low[a] = fmin(picture->low[a], outlines[k].centre[a] - outlines[k].radius);
                picture->high[a] = fmax(picture->high[a], outlines[k].centre[a] + outlines[k].radius);
            }
    }
    double width = picture->high[0] - picture->low[0], height = picture->high[1] - picture->low[1];
    for (size_t a = 0; a < 2; a++) { /* a margin that keeps strokes inside */
        picture->low[a] -= 0.01 * fmax(width, height);
        picture->high[a] += 0.01 * fmax(width, height);
    }
    size_t n_first = 1; /* panels of the first engine: records come engine by engine here */
    while (n_first < picture->n &&
           strcmp(picture->panels[n_first].record->engine, picture->panels[0].record->engine) == 0)
        n_first++;
    /* Whole rows for each engine, so that engines stand below each other. */
    const size_t n_rows = (n_first + MOST_COLUMNS - 1) / MOST_COLUMNS;
    picture->columns = n_first > 1 ? (n_first + n_rows - 1) / n_rows : gravel_script_columns(picture->n);
    double room = (double)(WIDTH - BAR) / (double)picture->columns - GAP;
    picture->scale = fmin(PANEL, room) / (1.02 * fmax(width, height));
}

static enum gravel_status
write_part(const struct picture *picture, const char *folder, const char *name, bool data, struct gravel_error *error)
{
    char path[1024];
    enum gravel_status status = GRAVEL_OK;

    snprintf(path, sizeof path, "%s/%s.%s", folder, name, data ? "dat" : "svg");
    FILE *out = fopen(path, "w");
    if (!out)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (data)
        put_data(out, picture);
    else
        status = put_picture(out, picture);
    int bad = ferror(out);
    if (fclose(out) != 0 || bad)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be written", path);
    return status == GRAVEL_OK ? GRAVEL_OK : gravel_fail(error, status, "%s: out of memory", path);
}

enum gravel_status
gravel_snapshot_draw(const struct gravel_report_case *rc, const struct gravel_figure *figure, const char *folder,
                     const char *name, bool *drawn, FILE *notes, struct gravel_error *error)
{
    struct picture picture = {.figure = figure};
    struct gravel_plot counts = {0};
    size_t n_more = 0;

    *drawn = false;
    for (size_t e = 0; e < rc->c->n_engines; e++)
        for (size_t i = 0; i < rc->records->n; i++) {
            const struct gravel_record *record = &rc->records->items[i];
            if (strcmp(record->engine, rc->c->engines[e]) != 0 || record->replicate > 0 ||
                !gravel_plot_admits(&counts, figure, record))
                continue;
            if (picture.n == PANELS_MAX)
                n_more++;
            else if (open_panel(&picture.panels[picture.n], record, figure))
                picture.n++;
            else
                counts.n_without_number++;
        }
    if (counts.n_unfinished + counts.n_broken > 0)
        fprintf(notes, "%zu point(s) did not finish or have a broken invariant and are not drawn.\n",
                counts.n_unfinished + counts.n_broken);
    if (counts.n_without_number > 0)
        fprintf(notes, "%zu record(s) lack the table %s with columns %s, %s and %s.\n", counts.n_without_number,
                figure->table, axis_name(figure, 0), axis_name(figure, 1),
                figure->n_arrows == 2 ? "the arrows" : "radius");
    if (n_more > 0)
        fprintf(notes, "%zu more panel(s) are not drawn.\n", n_more);
    if (picture.n == 0)
        return GRAVEL_OK;
    lay_out(&picture);
    enum gravel_status status = write_part(&picture, folder, name, true, error);
    if (status == GRAVEL_OK)
        status = write_part(&picture, folder, name, false, error);
    *drawn = status == GRAVEL_OK;
    return status;
}
