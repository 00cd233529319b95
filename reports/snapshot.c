/* Snapshots: particles as circles of true radius in a plane, or arrows, or both, one panel a record, one colour box for
 * all.
 *
 * The table has one row a particle: the two columns that the figure names as x and y [m], "radius" [m], the
 * components of the arrows (whose tail is at x, y), and the column that colours.  Where a third coordinate is there the
 * data file has the particles nearest to the reader last: gnuplot paints them in this order.
 *
 * Circles are points of variable size, which gnuplot's SVG draws as circles.  Its plotting style "circles" writes a
 * polygon of 72 corners for each, ten times as long, so that the whole report would be twice as large. */
#include "reports/snapshot.h"

#include "harness/case/description.h"
#include "harness/case/schema.h"
#include "reports/colour.h"
#include "reports/label.h"
#include "reports/picture.h"
#include "reports/script.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Radius [px] of point type 7 at point size 1 over the font size [px], as gnuplot 5.4 draws it; the manual does not
 * say. tests/unit/test_report_snapshot.c compares the circles of a drawn file with the places of their particles. */
#define POINT_RADIUS 0.375

enum { NUMBER = 30, BAR = 84 }; /* room for a number at an axis; longest scale bar [px] */

struct painted {
    double depth;
    size_t row;
};

static int
by_depth(const void *a, const void *b)
{
    const struct painted *p = a, *q = b;

    return p->depth != q->depth ? (p->depth > q->depth) - (p->depth < q->depth) : (p->row > q->row) - (p->row < q->row);
}

/* Rows of a table, the particles farthest from the reader first. */
static enum gravel_status
put_rows(FILE *out, const struct gravel_picture_panel *panel)
{
    const size_t n = panel->table->n_rows;
    struct painted *order = calloc(n, sizeof *order);

    if (!order)
        return GRAVEL_MEMORY;
    for (size_t i = 0; i < n; i++)
        order[i] = (struct painted){panel->depth >= 0 ? gravel_picture_cell(panel, i, panel->depth) : (double)i, i};
    qsort(order, n, sizeof *order, by_depth);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < panel->table->n_columns; c++)
            fprintf(out, "%s%.6g", c ? " " : "\n", gravel_picture_cell(panel, order[i].row, (long)c));
    free(order);
    return GRAVEL_OK;
}

/* One block a panel. */
static enum gravel_status
put_data(FILE *out, const struct gravel_picture *picture)
{
    enum gravel_status status = GRAVEL_OK;

    for (size_t p = 0; p < picture->n && status == GRAVEL_OK; p++) {
        const struct gravel_picture_panel *panel = &picture->panels[p];
        fprintf(out, "# %s\n#", panel->title);
        for (size_t c = 0; c < panel->table->n_columns; c++)
            fprintf(out, " %s", panel->table->columns[c]);
        status = put_rows(out, panel);
        fputs("\n\n\n", out);
    }
    return status;
}

/* Species are names, each with a colour of its own: blocks of the colour box. */
static void
put_species(FILE *out, const struct gravel_record *record)
{
    char names[GRAVEL_SPECIES_MAX][32] = {"grain"};
    size_t n = gravel_schema_names(&record->parameters, "particles", names, GRAVEL_SPECIES_MAX);

    n = n > 0 ? n : 1;
    fprintf(out, "set palette maxcolors %zu defined (", n > 1 ? n : 2);
    for (size_t k = 0; k < (n > 1 ? n : 2); k++)
        fprintf(out, "%s%zu '#%06x'", k ? ", " : "", k, gravel_colour_kind(k));
    fprintf(out, ")\nset cbrange [-0.5:%.1f]\nset cblabel ''\nset cbtics scale 0 (", (double)(n > 1 ? n : 2) - 0.5);
    for (size_t k = 0; k < n; k++) {
        fputs(k ? ", '" : "'", out);
        gravel_text_words(out, GRAVEL_MARKUP_GNUPLOT, names[k]);
        fprintf(out, "' %zu", k);
    }
    fputs(")\n", out);
}

/* "0.5 m"; lengths below a centimetre in mm. */
static void
put_length(FILE *out, double length, const char *unit)
{
    char text[40];
    const bool small = strcmp(unit, "m") == 0 && length < 0.01;

    fprintf(out, "%s %s", gravel_text_number(text, sizeof text, small ? 1000 * length : length, 3),
            small ? "mm" : unit);
}

/* A bar of 1, 2 or 5 times a power of ten in the lower left corner, with its length. */
static void
put_scale_bar(FILE *out, const struct gravel_picture *picture, double total_height)
{
    const struct gravel_picture_panel *panel = picture->panels;
    const double longest = BAR / picture->scale, decade = pow(10, floor(log10(longest)));
    const double length = longest >= 5 * decade ? 5 * decade : longest >= 2 * decade ? 2 * decade : decade;
    const double pixels = length * picture->scale;

    if (panel->radius < 0)
        return;
    fprintf(out,
            "set arrow 1 nohead from screen %.5f, screen %.5f to screen %.5f, screen %.5f lw 3 lc rgb '#333333'\n"
            "set label 1 '",
            8.0 / GRAVEL_PICTURE_WIDTH, 12 / total_height, (8 + pixels) / GRAVEL_PICTURE_WIDTH, 12 / total_height);
    put_length(out, length, panel->table->units[panel->axis[0]]);
    fprintf(out, "' at screen %.5f, screen %.5f center textcolor rgb '#111111'\n",
            (8 + fmax(pixels, 30) / 2) / GRAVEL_PICTURE_WIDTH, 26 / total_height);
}

/* Palette, and one box of it beside the last column. */
static void
put_colours(FILE *out, const struct gravel_picture *picture, double left, double total_height)
{
    const struct gravel_picture_panel *panel = picture->panels;
    const double size = fmin(picture->height, 260);
    const double low = picture->colour_low, high = picture->colour_high;
    char label[120];

    const bool kinds = picture->colour_whole && high - low <= 10;
    while (panel->colour < 0)
        panel++;
    if (kinds && strcmp(picture->figure->colour, "species") == 0)
        put_species(out, panel->record);
    else {
        gravel_label_quantity(label, sizeof label, picture->figure->colour, panel->table->units[panel->colour]);
        gravel_colour_palette(out, 0.0, 1.0, 33);
        gravel_script_axis(out, "cb", label, low, high, kinds ? high - low : 5);
    }
    fprintf(out,
            "set cblabel offset 1,0\n"
            "set colorbox user origin screen %.5f, screen %.5f size screen %.5f, screen %.5f noborder\n",
            left / GRAVEL_PICTURE_WIDTH, 1 - (GRAVEL_PICTURE_TITLE + size) / total_height, 16.0 / GRAVEL_PICTURE_WIDTH,
            size / total_height);
}

/* Walls as circles and lines that end with the picture. */
static void
put_walls(FILE *out, const struct gravel_picture *picture, const struct gravel_picture_panel *panel)
{
    const struct gravel_view view = gravel_picture_view(picture);
    size_t n = 1; /* arrow 1 is the scale bar */

    fputs("unset object\n", out);
    for (size_t w = 0; w < panel->walls.n_walls; w++) {
        const struct gravel_seen_wall seen = gravel_view_wall(&view, &panel->walls.walls[w], panel->t);
        if (seen.radius > 0)
            fprintf(out,
                    "set object circle at %.10g,%.10g size %.10g fillstyle empty border rgb '#555555' linewidth 1.5\n",
                    seen.centre[0], seen.centre[1], seen.radius);
        for (size_t k = 0; k < seen.n; k++) {
            struct gravel_stroke stroke = seen.strokes[k];
            if (gravel_stroke_clip(&stroke, picture->low, picture->high))
                fprintf(out, "set arrow %zu nohead from %.10g,%.10g to %.10g,%.10g lw 1.5 lc rgb '#555555'\n", ++n,
                        stroke.a[0], stroke.a[1], stroke.b[0], stroke.b[1]);
        }
    }
}

/* Circles in colour; or grey ones, and on them arrows. */
static void
put_plot(FILE *out, const struct gravel_picture *picture, const char *name, size_t p)
{
    const struct gravel_picture_panel *panel = &picture->panels[p];
    const bool arrows = picture->figure->n_arrows == 2;
    char columns[160];

    snprintf(columns, sizeof columns, "'%s.dat' index %zu using %ld:%ld", name, p, panel->axis[0] + 1,
             panel->axis[1] + 1);
    fputs("plot ", out);
    if (panel->radius >= 0) {
        fprintf(out, "%s:(size($%ld))", columns, panel->radius + 1);
        if (!arrows && panel->colour >= 0 && picture->coloured)
            fprintf(out, ":%ld with points pt 7 ps variable lc palette notitle", panel->colour + 1);
        else if (!arrows)
            fprintf(out, " with points pt 7 ps variable lc rgb '#%06x' notitle", gravel_colour_map(0.35));
        else
            fprintf(out,
                    " with points pt 7 ps variable lc rgb '#aaaaaa' notitle, \\\n"
                    "  %s:(size($%ld)-rim) with points pt 7 ps variable lc rgb '#ffffff' notitle, \\\n  ",
                    columns, panel->radius + 1);
    }
    if (arrows)
        fprintf(out,
                "%s:(arrow($%ld, $%ld, $%ld)):(arrow($%ld, $%ld, $%ld)) with vectors head size screen %.5f,26.6 lw 1.3 "
                "lc rgb '#1f4e9c' notitle",
                columns, panel->arrow[0] + 1, panel->arrow[0] + 1, panel->arrow[1] + 1, panel->arrow[1] + 1,
                panel->arrow[0] + 1, panel->arrow[1] + 1, 5.6 / GRAVEL_PICTURE_WIDTH);
    fputc('\n', out);
}

/* All panels have the same axes, with numbers at the left column and at the lowest panel of each column. */
static void
put_axes(FILE *out, const struct gravel_picture *picture, size_t p)
{
    static const char *const names[] = {"x", "y"};
    const struct gravel_figure_axis *const axes[] = {&picture->figure->x, &picture->figure->y};
    const struct gravel_picture_panel *first = &picture->panels[0];
    const bool shown[] = {p + picture->columns >= picture->n, p % picture->columns == 0};
    const double length[] = {picture->width, picture->height};
    char name[200];

    for (size_t a = 0; a < 2; a++) {
        const bool own = axes[a]->label && axes[a]->label[0] != '\0';
        gravel_label_quantity(name, sizeof name, gravel_picture_axis(picture->figure, a),
                              first->table->units[first->axis[a]]);
        gravel_script_axis(out, names[a],
                           !shown[a] ? NULL
                           : own     ? axes[a]->label
                                     : name,
                           picture->low[a], picture->high[a], length[a] < 4 * NUMBER ? 2.5 : 4);
    }
}

/* What the plots compute from the columns. */
static void
put_functions(FILE *out, const struct gravel_picture *picture)
{
    const double magnify = picture->figure->magnify, unit = POINT_RADIUS * GRAVEL_SCRIPT_FONT;

    fprintf(out, "size(radius) = %.10g*radius # point size\n", picture->scale / unit);
    if (picture->figure->n_arrows == 2) /* an arrow shorter than a pixel is left out */
        fprintf(out,
                "rim = %.10g # a pixel as point size\n"
                "arrow(c, u, v) = sqrt(u*u + v*v) < %.10g ? NaN : %.10g*c\n",
                1 / unit, 1 / (picture->scale * magnify), magnify);
}

static void
put_script(FILE *out, const struct gravel_picture *picture, const char *name, const char *style)
{
    const double columns = (double)picture->columns * (picture->cell + GRAVEL_PICTURE_GAP);
    const double all = GRAVEL_PICTURE_LEFT + columns + (picture->coloured ? GRAVEL_PICTURE_BOX : 0);
    const double left = fmax(0, (GRAVEL_PICTURE_WIDTH - all) / 2) + GRAVEL_PICTURE_LEFT;
    const double step = GRAVEL_PICTURE_TITLE + picture->height + GRAVEL_PICTURE_GAP;
    const double height = ceil((double)picture->rows * step + GRAVEL_PICTURE_BOTTOM);

    gravel_script_head(out, name, style, GRAVEL_PICTURE_WIDTH, (size_t)height);
    fputs("unset key\nunset grid\nset size ratio -1\n", out);
    put_functions(out, picture);
    fputs("set ylabel offset 1,0\nset multiplot\n", out);
    if (picture->coloured)
        put_colours(out, picture, left + columns, height);
    put_scale_bar(out, picture, height);
    for (size_t p = 0; p < picture->n; p++) {
        const size_t row = p / picture->columns;
        const double x = left + (double)(p % picture->columns) * (picture->cell + GRAVEL_PICTURE_GAP) +
                         (picture->cell - picture->width) / 2;
        const double y = (double)row * step + GRAVEL_PICTURE_TITLE;
        fprintf(out, "set margins at screen %.6f, screen %.6f, screen %.6f, screen %.6f\nset title '",
                x / GRAVEL_PICTURE_WIDTH, (x + picture->width) / GRAVEL_PICTURE_WIDTH,
                1 - (y + picture->height) / height, 1 - y / height);
        gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, picture->panels[p].title);
        fputs("' offset 0,-0.8\n", out);
        put_axes(out, picture, p);
        put_walls(out, picture, &picture->panels[p]);
        put_plot(out, picture, name, p);
        fputs("unset colorbox\nunset arrow\nunset label\n", out);
    }
    fputs("unset multiplot\n", out);
}

static enum gravel_status
write_data(const struct gravel_picture *picture, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
           struct gravel_error *error)
{
    FILE *out = gravel_canvas_file(canvas, plate, ".dat", error);

    if (!out)
        return GRAVEL_IO;
    const enum gravel_status status = put_data(out, picture);
    const enum gravel_status closed = gravel_canvas_close(out, plate, ".dat", error);
    return status == GRAVEL_OK ? closed : gravel_fail(error, status, "snapshot %s: out of memory", plate->name);
}

static enum gravel_status
write_script(const struct gravel_picture *picture, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
             struct gravel_error *error)
{
    FILE *out = gravel_canvas_file(canvas, plate, ".gp", error);

    if (!out)
        return GRAVEL_IO;
    put_script(out, picture, plate->name, canvas->style);
    return gravel_canvas_close(out, plate, ".gp", error);
}

static void
put_seen(FILE *seen, const struct gravel_picture *picture)
{
    size_t rows = 0;

    for (size_t p = 0; p < picture->n; p++)
        rows += picture->panels[p].table->n_rows;
    const char *what = picture->figure->n_arrows == 2                             ? "arrow"
                       : strncmp(picture->figure->table, "height_field", 12) == 0 ? "cell"
                                                                                  : "particle";
    fprintf(seen, "%zu panel%s with %zu %s%s", picture->n, picture->n == 1 ? "" : "s", rows, what,
            rows == 1 ? "" : "s");
    for (size_t p = 0; p < picture->n; p++)
        fprintf(seen, "%s%s", p ? "; " : ": ", picture->panels[p].title);
    fputs(".\n", seen);
}

enum gravel_status
gravel_snapshot_draw(const struct gravel_report_case *rc, const struct gravel_figure *figure,
                     struct gravel_canvas *canvas, struct gravel_plate *plate, struct gravel_error *error)
{
    struct gravel_picture picture;

    enum gravel_status status = gravel_picture_collect(&picture, rc, figure, plate->notes, error);
    const bool has_data = status == GRAVEL_OK && picture.n > 0;
    if (has_data)
        status = write_data(&picture, canvas, plate, error);
    if (has_data && status == GRAVEL_OK)
        status = write_script(&picture, canvas, plate, error);
    if (has_data && status == GRAVEL_OK) {
        plate->has_data = true;
        plate->rims = figure->n_arrows == 0;
        gravel_canvas_draw(canvas, plate);
        put_seen(plate->seen, &picture);
    }
    gravel_picture_free(&picture);
    return status;
}
