#include "reports/picture.h"

#include "harness/run/build.h"
#include "reports/label.h"
#include "reports/plot.h"
#include "reports/script.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

/* Pixels: the highest panel where there is one row and where there are several, and the narrowest column, which has
 * room for a title. */
enum { ONE_ROW = 420, MORE_ROWS = 300, COLUMN = 150, MOST_COLUMNS = 5 };

static long
find_column(const struct gravel_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (strcmp(table->columns[i], name) == 0)
            return (long)i;
    return -1;
}

double
gravel_picture_cell(const struct gravel_picture_panel *panel, size_t row, long column)
{
    return panel->table->data[row * panel->table->n_columns + (size_t)column];
}

const char *
gravel_picture_axis(const struct gravel_figure *figure, size_t axis)
{
    const char *name = axis == 0 ? figure->x.measure : figure->y.measure;

    return name[0] ? name : axis == 0 ? "x" : "z";
}

/* The coordinate that is neither x nor y. */
static long
depth_column(const struct gravel_table *table, const struct gravel_figure *figure)
{
    static const char *const axes[] = {"x", "y", "z"};

    for (size_t i = 0; i < 3; i++)
        if (strcmp(axes[i], gravel_picture_axis(figure, 0)) != 0 &&
            strcmp(axes[i], gravel_picture_axis(figure, 1)) != 0)
            return find_column(table, axes[i]);
    return -1;
}

void
gravel_picture_free(struct gravel_picture *picture)
{
    for (size_t p = 0; p < picture->n; p++)
        gravel_system_free(&picture->panels[p].walls);
    picture->n = 0;
}

struct gravel_view
gravel_picture_view(const struct gravel_picture *picture)
{
    struct gravel_view view = {.size = hypot(picture->high[0] - picture->low[0], picture->high[1] - picture->low[1])};

    for (size_t a = 0; a < 2; a++) {
        view.axis[a] = gravel_picture_axis(picture->figure, a)[0] - 'x';
        view.low[a] = picture->low[a];
        view.high[a] = picture->high[a];
    }
    return view;
}

/* The walls of a picture of particles in two of their coordinates, at the start or at the end; a line in the notes
 * where the record does not tell them. */
static enum gravel_status
find_walls(struct gravel_picture_panel *panel, const struct gravel_figure *figure, FILE *notes,
           struct gravel_error *error)
{
    static const char ending[] = "_start";
    const size_t length = strlen(figure->table), end = sizeof ending - 1;
    const bool at_start = length > end && strcmp(figure->table + length - end, ending) == 0;
    struct gravel_error reason = {0};

    if (panel->radius < 0 || panel->depth < 0)
        return GRAVEL_OK;
    panel->t = at_start ? 0.0 : panel->record->simulated_seconds;
    const enum gravel_status status =
        gravel_case_build_empty(&panel->record->parameters, panel->record->seed, &panel->walls, &reason);
    if (status == GRAVEL_MEMORY)
        return gravel_no_memory(error);
    if (status != GRAVEL_OK)
        fprintf(notes, "The walls of %s are not drawn: %s.\n", panel->title, reason.text);
    return GRAVEL_OK;
}

static bool
open_panel(struct gravel_picture_panel *panel, const struct gravel_record *record, const struct gravel_figure *figure)
{
    char engine[32], setting[120] = "";

    *panel = (struct gravel_picture_panel){.record = record, .table = gravel_record_table(record, figure->table)};
    if (!panel->table || panel->table->n_rows == 0)
        return false;
    panel->radius = find_column(panel->table, "radius");
    panel->colour = find_column(panel->table, figure->colour);
    panel->depth = depth_column(panel->table, figure);
    for (size_t a = 0; a < 2; a++) {
        panel->axis[a] = find_column(panel->table, gravel_picture_axis(figure, a));
        panel->arrow[a] = figure->n_arrows == 2 ? find_column(panel->table, figure->arrows[a]) : -1;
    }
    gravel_label_engine(engine, sizeof engine, record->engine);
    if (figure->each[0] != '\0')
        gravel_label_setting(setting, sizeof setting, record, figure->each);
    snprintf(panel->title, sizeof panel->title, "%s%s%s", engine, setting[0] ? ", " : "", setting);
    const bool complete = figure->n_arrows == 2 ? panel->arrow[0] >= 0 && panel->arrow[1] >= 0 : panel->radius >= 0;
    return panel->axis[0] >= 0 && panel->axis[1] >= 0 && complete;
}

static void
include(struct gravel_picture *picture, const double *centre, double radius)
{
    for (size_t a = 0; a < 2; a++) {
        picture->low[a] = fmin(picture->low[a], centre[a] - radius);
        picture->high[a] = fmax(picture->high[a], centre[a] + radius);
    }
}

/* Widen the ranges by the particles (a cell of a field is one unit wide) and the arrows of a panel. */
static void
measure_panel(struct gravel_picture *picture, const struct gravel_picture_panel *panel)
{
    for (size_t i = 0; i < panel->table->n_rows; i++) {
        const double centre[2] = {gravel_picture_cell(panel, i, panel->axis[0]),
                                  gravel_picture_cell(panel, i, panel->axis[1])};
        include(picture, centre, panel->radius < 0 ? 0.5 : gravel_picture_cell(panel, i, panel->radius));
        if (panel->arrow[0] >= 0) {
            const double magnify = picture->figure->magnify;
            const double tip[2] = {centre[0] + magnify * gravel_picture_cell(panel, i, panel->arrow[0]),
                                   centre[1] + magnify * gravel_picture_cell(panel, i, panel->arrow[1])};
            include(picture, tip, 0);
        }
        if (panel->colour < 0)
            continue;
        const double colour = gravel_picture_cell(panel, i, panel->colour);
        picture->colour_low = fmin(picture->colour_low, colour);
        picture->colour_high = fmax(picture->colour_high, colour);
        picture->colour_whole = picture->colour_whole && fmod(colour, 1.0) == 0.0;
    }
}

/* Columns and rows of panels: whole rows for each engine, so that engines stand below each other. */
static void
arrange(struct gravel_picture *picture)
{
    size_t n_first = 1; /* panels of the first engine: records come engine by engine here */

    while (n_first < picture->n &&
           strcmp(picture->panels[n_first].record->engine, picture->panels[0].record->engine) == 0)
        n_first++;
    const size_t n_rows = (n_first + MOST_COLUMNS - 1) / MOST_COLUMNS;
    picture->columns = n_first > 1 ? (n_first + n_rows - 1) / n_rows : gravel_script_columns(picture->n);
    picture->rows = (picture->n + picture->columns - 1) / picture->columns;
}

static void
lay_out(struct gravel_picture *picture)
{
    picture->colour_whole = true;
    picture->low[0] = picture->low[1] = picture->colour_low = INFINITY;
    picture->high[0] = picture->high[1] = picture->colour_high = -INFINITY;
    for (size_t i = 0; i < picture->n; i++)
        measure_panel(picture, &picture->panels[i]);
    const struct gravel_view view = gravel_picture_view(picture);
    for (size_t i = 0; i < picture->n; i++)
        gravel_view_include(&view, &picture->panels[i].walls, picture->panels[i].t, picture->low, picture->high);
    picture->coloured = picture->colour_high > picture->colour_low && picture->figure->n_arrows == 0;
    const struct gravel_figure_axis *const stated[] = {&picture->figure->x, &picture->figure->y};
    for (size_t a = 0; a < 2; a++) {
        picture->low[a] = isnan(stated[a]->from) ? picture->low[a] : stated[a]->from;
        picture->high[a] = isnan(stated[a]->to) ? picture->high[a] : stated[a]->to;
    }
    const double margin = 0.01 * fmax(picture->high[0] - picture->low[0], picture->high[1] - picture->low[1]);
    for (size_t a = 0; a < 2; a++) { /* so that strokes stay inside */
        picture->low[a] -= margin;
        picture->high[a] += margin;
    }
    arrange(picture);
    const double width = picture->high[0] - picture->low[0], height = picture->high[1] - picture->low[1];
    const double sides = GRAVEL_PICTURE_LEFT + (picture->coloured ? GRAVEL_PICTURE_BOX : 0);
    const double room = (GRAVEL_PICTURE_WIDTH - sides) / (double)picture->columns - GRAVEL_PICTURE_GAP;
    picture->scale = fmin(room / width, (picture->rows == 1 ? ONE_ROW : MORE_ROWS) / height);
    picture->width = picture->scale * width;
    picture->height = picture->scale * height;
    picture->cell = fmax(picture->width, fmin(room, COLUMN));
}

static void
put_notes(FILE *notes, const struct gravel_figure *figure, const struct gravel_plot *left_out, size_t n_more)
{
    if (left_out->n_unfinished + left_out->n_broken > 0)
        fprintf(notes, "%zu point(s) did not finish or have a broken invariant and are not drawn.\n",
                left_out->n_unfinished + left_out->n_broken);
    if (left_out->n_without_number > 0)
        fprintf(notes, "%zu record(s) lack the table %s with columns %s, %s and %s.\n", left_out->n_without_number,
                figure->table, gravel_picture_axis(figure, 0), gravel_picture_axis(figure, 1),
                figure->n_arrows == 2 ? "the arrows" : "radius");
    if (n_more > 0)
        fprintf(notes, "%zu more panel(s) are not drawn.\n", n_more);
}

enum gravel_status
gravel_picture_collect(struct gravel_picture *picture, const struct gravel_report_case *rc,
                       const struct gravel_figure *figure, FILE *notes, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct gravel_plot left_out = {0};
    size_t n_more = 0;

    *picture = (struct gravel_picture){.figure = figure};
    for (size_t e = 0; e < rc->c->n_engines; e++)
        for (size_t i = 0; i < rc->records->n; i++) {
            const struct gravel_record *record = &rc->records->items[i];
            if (strcmp(record->engine, rc->c->engines[e]) != 0 || record->replicate > 0 ||
                !gravel_plot_admits(&left_out, figure, record))
                continue;
            if (picture->n == GRAVEL_PICTURE_PANELS)
                n_more++;
            else if (open_panel(&picture->panels[picture->n], record, figure))
                status = find_walls(&picture->panels[picture->n++], figure, notes, error);
            else
                left_out.n_without_number++;
            if (status != GRAVEL_OK)
                return status;
        }
    put_notes(notes, figure, &left_out, n_more);
    if (picture->n > 0)
        lay_out(picture);
    return GRAVEL_OK;
}
