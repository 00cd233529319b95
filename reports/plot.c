#include "reports/plot.h"

#include "engines/core/array.h"
#include "harness/reference/expect.h"
#include "harness/stats/stats.h"
#include "reports/label.h"
#include "reports/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPLICATES_MAX = 256, COLOURS_MAX = 64 };

void
gravel_plot_free(struct gravel_plot *plot)
{
    for (size_t p = 0; p < plot->n; p++) {
        for (size_t k = 0; k < plot->panels[p].n; k++)
            free(plot->panels[p].curves[k].points);
        free(plot->panels[p].curves);
    }
    free(plot->panels);
    *plot = (struct gravel_plot){0};
}

static struct gravel_plot_panel *
find_panel(struct gravel_plot *plot, const char *title)
{
    for (size_t i = 0; i < plot->n; i++)
        if (strcmp(plot->panels[i].title, title) == 0)
            return &plot->panels[i];
    if (!gravel_array_grow(&plot->panels, &plot->capacity, plot->n + 1, sizeof *plot->panels))
        return NULL;
    struct gravel_plot_panel *panel = &plot->panels[plot->n++];
    *panel = (struct gravel_plot_panel){0};
    snprintf(panel->title, sizeof panel->title, "%s", title);
    return panel;
}

static struct gravel_plot_curve *
add_curve(struct gravel_plot_panel *panel, const char *title, const struct gravel_record *record)
{
    if (!gravel_array_grow(&panel->curves, &panel->capacity, panel->n + 1, sizeof *panel->curves))
        return NULL;
    struct gravel_plot_curve *curve = &panel->curves[panel->n++];
    *curve = (struct gravel_plot_curve){.record = record};
    snprintf(curve->title, sizeof curve->title, "%s", title);
    return curve;
}

static struct gravel_plot_curve *
find_curve(struct gravel_plot_panel *panel, const char *title, const struct gravel_record *record)
{
    for (size_t i = 0; i < panel->n; i++)
        if (strcmp(panel->curves[i].title, title) == 0)
            return &panel->curves[i];
    return add_curve(panel, title, record);
}

static bool
add_point(struct gravel_plot_curve *curve, struct gravel_plot_point point)
{
    if (!gravel_array_grow(&curve->points, &curve->capacity, curve->n + 1, sizeof *curve->points))
        return false;
    curve->points[curve->n++] = point;
    return true;
}

bool
gravel_plot_admits(struct gravel_plot *plot, const struct gravel_figure *figure, const struct gravel_record *record)
{
    if (record->status == GRAVEL_POINT_FAILED) {
        plot->n_unfinished++;
        return false;
    }
    if (record->status == GRAVEL_POINT_NOT_APPLICABLE || record->status == GRAVEL_POINT_SKIPPED)
        return false;
    if (!gravel_where_holds(&figure->where, record))
        return false;
    if (record->status == GRAVEL_POINT_BROKEN)
        plot->n_broken++;
    return record->status == GRAVEL_POINT_DONE;
}

/* The settings that tell a curve from the others, without the engine and those that are `constant`; "" when the engine
 * alone does. */
static void
other_settings(char *buffer, size_t size, const struct gravel_figure *figure, const bool *constant,
               const struct gravel_record *record)
{
    char one[120];

    buffer[0] = '\0';
    for (size_t s = 0; s < figure->n_series; s++) {
        if (strcmp(figure->series[s], "engine") == 0 || constant[s])
            continue;
        gravel_label_setting(one, sizeof one, record, figure->series[s]);
        size_t used = strlen(buffer);
        snprintf(buffer + used, size - used, "%s%s", used ? ", " : "", one);
    }
}

static int
engine_index(const struct gravel_case *c, const char *engine)
{
    for (size_t i = 0; i < c->n_engines; i++)
        if (strcmp(c->engines[i], engine) == 0)
            return (int)i;
    return (int)c->n_engines;
}

/* Colours tell the settings apart and markers the engines; where only engines differ both do. */
struct colours {
    bool constant[4]; /* series that have one value in all records: they tell nothing apart */
    size_t n;
    char settings[COLOURS_MAX][200];
};

static void
set_colour_and_marker(struct gravel_plot_curve *curve, struct colours *colours, const char *settings, int engine)
{
    size_t i = 0;

    while (i < colours->n && strcmp(colours->settings[i], settings) != 0)
        i++;
    if (i == colours->n && colours->n < COLOURS_MAX)
        snprintf(colours->settings[colours->n++], sizeof colours->settings[0], "%s", settings);
    curve->marker = engine;
    curve->of_engine = settings[0] == '\0';
    curve->colour = curve->of_engine ? engine : (int)i;
}

/* Replicates: everything equal but the seed. */
static bool
same_point(const struct gravel_record *a, const struct gravel_record *b)
{
    if (strcmp(a->engine, b->engine) != 0 || a->parameters.n != b->parameters.n)
        return false;
    for (size_t i = 0; i < a->parameters.n; i++)
        if (strcmp(a->parameters.items[i].path, b->parameters.items[i].path) != 0 ||
            !gravel_value_equal(&a->parameters.items[i].value, &b->parameters.items[i].value))
            return false;
    return true;
}

/* The number `name`, replicates combined; false when a record lacks it. */
static bool
combined(size_t n, const struct gravel_record *const *records, const char *name, double *value, double *err)
{
    struct gravel_estimate estimates[REPLICATES_MAX];

    for (size_t i = 0; i < n; i++) {
        const struct gravel_observable *o = gravel_record_observable(records[i], name);
        double number = o ? o->value : gravel_record_number(records[i], name);
        if (isnan(number))
            return false;
        estimates[i] = gravel_series_estimate(number, o ? o->err : 0.0, o ? o->n_eff : 0.0);
    }
    struct gravel_estimate all = n == 1 ? estimates[0] : gravel_combine(n, estimates);
    *value = all.value;
    *err = all.err < 0 ? NAN : all.err;
    return true;
}

static int
by_x(const void *a, const void *b)
{
    const struct gravel_plot_point *p = a, *q = b;

    return (p->x > q->x) - (p->x < q->x);
}

bool
gravel_plot_is_same_place(double a, double b)
{
    const double rounding = 1e-9;
    return fabs(a - b) <= rounding * fabs(a);
}

bool
gravel_plot_is_off_log_axis(const struct gravel_figure *figure, double x, double y)
{
    return (figure->x.log && x <= 0) || (figure->y.log && y <= 0);
}

/* One point of record `i` and its later replicates. */
static enum gravel_status
collect_point(struct gravel_plot *plot, struct gravel_plot_panel *panel, const char *title,
              const struct gravel_records *records, size_t i, const struct gravel_figure *figure,
              struct gravel_plot_curve **curve)
{
    const struct gravel_record *group[REPLICATES_MAX] = {&records->items[i]};
    struct gravel_plot_point point = {.record = group[0]};
    size_t n = 1;

    for (size_t k = i + 1; k < records->n && n < REPLICATES_MAX; k++)
        if (records->items[k].status == GRAVEL_POINT_DONE && same_point(group[0], &records->items[k]))
            group[n++] = &records->items[k];
    if (!combined(n, group, figure->x.measure, &point.x, &point.x_err) ||
        !combined(n, group, figure->y.measure, &point.y, &point.y_err)) {
        plot->n_without_number += n;
        return GRAVEL_OK;
    }
    if (gravel_plot_is_off_log_axis(figure, point.x, point.y))
        plot->n_off_log_axis++;
    *curve = find_curve(panel, title, group[0]);
    return *curve && add_point(*curve, point) ? GRAVEL_OK : GRAVEL_MEMORY;
}

static long
column_of(const struct gravel_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (strcmp(table->columns[i], name) == 0)
            return (long)i;
    return -1;
}

/* The column of errors of `name`: "<name>_err", "<name>.err" or "err". */
static long
error_column(const struct gravel_table *table, const char *name)
{
    char suffixed[80], dotted[80];

    snprintf(suffixed, sizeof suffixed, "%s_err", name);
    snprintf(dotted, sizeof dotted, "%s.err", name);
    long found = column_of(table, suffixed);
    if (found < 0)
        found = column_of(table, dotted);
    return found < 0 ? column_of(table, "err") : found;
}

static enum gravel_status
collect_column(struct gravel_plot *plot, struct gravel_plot_curve *curve, const struct gravel_table *table, long x,
               long y, const struct gravel_figure *figure)
{
    long e = error_column(table, table->columns[y]);

    for (size_t r = 0; r < table->n_rows; r++) {
        const double *row = table->data + r * table->n_columns;
        double err = e < 0 ? 0 : row[e];
        struct gravel_plot_point point = {row[x], 0, row[y], err < 0 ? NAN : err, NULL};
        if (isnan(point.x) || isnan(point.y))
            continue;
        if (gravel_plot_is_off_log_axis(figure, point.x, point.y))
            plot->n_off_log_axis++;
        if (!add_point(curve, point))
            return GRAVEL_MEMORY;
    }
    return GRAVEL_OK;
}

/* The curves of one record's table: y against x, or for trajectories every column against the first. */
static enum gravel_status
collect_table(struct gravel_plot *plot, struct gravel_plot_panel *panel, const char *title,
              const struct gravel_record *record, const struct gravel_figure *figure, struct colours *colours,
              const char *settings, int engine)
{
    const struct gravel_table *table = gravel_record_table(record, figure->table);
    bool all = figure->style == GRAVEL_FIGURE_TRAJECTORIES;
    long x = table ? (figure->x.measure[0] ? column_of(table, figure->x.measure) : 0) : -1;
    long y = table && !all ? column_of(table, figure->y.measure) : 0;
    if (table && y < 0) /* a profile "abscissa | value | err" may be called by its own name */
        y = column_of(table, "value");

    if (x < 0 || y < 0 || table->n_columns < 2) {
        plot->n_without_number++;
        return GRAVEL_OK;
    }
    for (long k = all ? 0 : y; k < (all ? (long)table->n_columns : y + 1); k++) {
        if (k == x)
            continue;
        struct gravel_plot_curve *curve = add_curve(panel, all ? table->columns[k] : title, record);
        if (!curve)
            return GRAVEL_MEMORY;
        set_colour_and_marker(curve, colours, settings, engine);
        enum gravel_status status = collect_column(plot, curve, table, x, k, figure);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

static bool
is_later_replicate(const struct gravel_records *records, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (records->items[k].status == GRAVEL_POINT_DONE && same_point(&records->items[k], &records->items[i]))
            return true;
    return false;
}

static enum gravel_status
collect_record(struct gravel_plot *plot, const struct gravel_report_case *rc, const struct gravel_figure *figure,
               size_t i, struct colours *colours)
{
    const struct gravel_record *record = &rc->records->items[i];
    char engine[32], settings[200], curve_title[240], panel_title[240] = "";
    int index = engine_index(rc->c, record->engine);

    if (!gravel_plot_admits(plot, figure, record) || is_later_replicate(rc->records, i))
        return GRAVEL_OK;
    gravel_label_engine(engine, sizeof engine, record->engine);
    other_settings(settings, sizeof settings, figure, colours->constant, record);
    snprintf(curve_title, sizeof curve_title, "%s%s%s", engine, settings[0] ? ", " : "", settings);
    if (figure->style == GRAVEL_FIGURE_TRAJECTORIES)
        snprintf(panel_title, sizeof panel_title, "%s", curve_title);
    if (figure->each[0] != '\0') {
        size_t used = strlen(panel_title);
        char value[120];
        gravel_label_setting(value, sizeof value, record, figure->each);
        snprintf(panel_title + used, sizeof panel_title - used, "%s%s", used ? ", " : "", value);
    }
    struct gravel_plot_panel *panel = find_panel(plot, panel_title);
    if (!panel)
        return GRAVEL_MEMORY;
    panel->engine = figure->style == GRAVEL_FIGURE_TRAJECTORIES ? index : 0;
    if (figure->table[0] != '\0')
        return collect_table(plot, panel, curve_title, record, figure, colours, settings, index);
    struct gravel_plot_curve *curve = NULL;
    enum gravel_status status = collect_point(plot, panel, curve_title, rc->records, i, figure, &curve);
    if (curve)
        set_colour_and_marker(curve, colours, settings, index);
    return status;
}

/* Panels of one engine side by side, in their order of appearance: insertion keeps that. */
static void
order_panels(struct gravel_plot *plot)
{
    for (size_t i = 1; i < plot->n; i++)
        for (size_t k = i; k > 0 && plot->panels[k].engine < plot->panels[k - 1].engine; k--) {
            struct gravel_plot_panel moved = plot->panels[k];
            plot->panels[k] = plot->panels[k - 1];
            plot->panels[k - 1] = moved;
        }
}

static void
find_constants(bool *constant, const struct gravel_report_case *rc, const struct gravel_figure *figure)
{
    struct gravel_plot unused = {0};
    char first[120], one[120];

    for (size_t s = 0; s < figure->n_series; s++) {
        bool any = false;
        constant[s] = true;
        for (size_t i = 0; i < rc->records->n && constant[s]; i++) {
            if (!gravel_plot_admits(&unused, figure, &rc->records->items[i]))
                continue;
            gravel_label_setting(any ? one : first, sizeof one, &rc->records->items[i], figure->series[s]);
            constant[s] = !any || strcmp(first, one) == 0;
            any = true;
        }
    }
}

enum gravel_status
gravel_plot_collect(struct gravel_plot *plot, const struct gravel_report_case *rc, const struct gravel_figure *figure,
                    struct gravel_error *error)
{
    struct colours *colours = calloc(1, sizeof *colours);
    enum gravel_status status = colours ? GRAVEL_OK : GRAVEL_MEMORY;

    if (colours)
        find_constants(colours->constant, rc, figure);
    for (size_t i = 0; i < rc->records->n && status == GRAVEL_OK; i++)
        status = collect_record(plot, rc, figure, i, colours);
    order_panels(plot);
    if (status != GRAVEL_OK) {
        free(colours);
        return gravel_fail(error, status, "figure of %s: out of memory", rc->c->name);
    }
    for (size_t p = 0; p < plot->n && figure->table[0] == '\0'; p++)
        for (size_t k = 0; k < plot->panels[p].n; k++)
            if (plot->panels[p].curves[k].n > 1)
                qsort(plot->panels[p].curves[k].points, plot->panels[p].curves[k].n, sizeof(struct gravel_plot_point),
                      by_x);
    for (size_t p = 0; p < plot->n && figure->style == GRAVEL_FIGURE_CURVES && figure->table[0] == '\0'; p++)
        gravel_plot_join_levels(&plot->panels[p], figure, colours->constant);
    free(colours);
    return GRAVEL_OK;
}
