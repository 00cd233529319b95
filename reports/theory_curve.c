#include "reports/theory_curve.h"

#include "engines/core/array.h"
#include "harness/case/check_kinds.h"
#include "harness/reference/expect.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAW_SAMPLES = 201 };
static const double same_abscissa = 1e-6; /* relative: less than a figure shows */

void
gravel_drawn_free(struct gravel_drawn_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->items[i].points);
    *list = (struct gravel_drawn_list){0};
}

static bool
same_number(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || strcmp(gravel_text_last(a), gravel_text_last(b)) == 0;
}

/* Whether the record's number `name` is the abscissa at every point of the curve. */
static bool
is_abscissa(const struct gravel_plot_curve *curve, const char *name)
{
    bool same = curve->n > 1;

    for (size_t i = 0; i < curve->n && same; i++) {
        const struct gravel_plot_point *point = &curve->points[i];
        same = point->record &&
               fabs(gravel_record_number(point->record, name) - point->x) <= same_abscissa * fabs(point->x);
    }
    return same;
}

/* True when the law gets the same numbers, apart from `except`, at every point of the curve. */
static bool
all_args_fixed(const struct gravel_reference *reference, const struct gravel_plot_curve *curve, const char *except)
{
    for (size_t a = 0; reference->law && reference->law->args[a]; a++)
        for (size_t i = 1; i < curve->n; i++) {
            if (!curve->points[i].record || reference->law_args[a] == except)
                continue;
            double here = gravel_record_number(curve->points[i].record, reference->law_args[a]);
            if (!isnan(here) && here != gravel_record_number(curve->record, reference->law_args[a]))
                return false;
        }
    return true;
}

/* The argument of the law that is the figure's abscissa, by name, or by its values where it alone varies; NULL when
 * none is. */
static const char *
abscissa_of_law(const struct gravel_reference *reference, const struct gravel_plot_curve *curve, const char *name)
{
    for (size_t i = 0; reference->law && reference->law->args[i]; i++)
        if (same_number(reference->law_args[i], name))
            return reference->law_args[i];
    for (size_t i = 0; reference->law && reference->law->args[i]; i++)
        if (is_abscissa(curve, reference->law_args[i]) && all_args_fixed(reference, curve, reference->law_args[i]))
            return reference->law_args[i];
    return NULL;
}

/* The reference where number `name` of the record is x: an observable of that name, put in front, takes precedence over
 * parameters. */
static double
expect_at(const struct gravel_reference *reference, const struct gravel_record *record, const char *name, double x,
          double *uncertainty)
{
    struct gravel_observable *observables = calloc(record->n_observables + 1, sizeof *observables);
    struct gravel_record probe = *record;
    double y = NAN;

    *uncertainty = NAN;
    if (!observables)
        return y;
    snprintf(observables[0].name, sizeof observables[0].name, "%.63s", name);
    observables[0].value = x;
    if (record->n_observables > 0)
        memcpy(observables + 1, record->observables, record->n_observables * sizeof *observables);
    probe.observables = observables;
    probe.n_observables++;
    y = gravel_reference_expect(reference, &probe, uncertainty);
    free(observables);
    return y;
}

/* Narrow [low, high] to the conditions that the reference puts on the abscissa. */
static void
narrow(const struct gravel_reference *reference, const char *name, double *low, double *high)
{
    for (size_t i = 0; i < reference->conditions.n; i++) {
        const struct gravel_condition *condition = &reference->conditions.items[i];
        if (condition->text || !same_number(condition->name, name))
            continue;
        *low = fmax(*low, condition->from);
        *high = fmin(*high, condition->to);
    }
}

/* The conditions apart from those on the abscissa; a condition on a number that the record lacks is ignored. */
static bool
applies(const struct gravel_reference *reference, const char *name, const struct gravel_record *record)
{
    for (size_t i = 0; i < reference->conditions.n; i++) {
        const struct gravel_condition *condition = &reference->conditions.items[i];
        bool known;
        if (!same_number(condition->name, name) && !gravel_condition_holds(condition, record, &known) && known)
            return false;
    }
    return true;
}

static bool
add_point(struct gravel_drawn *drawn, double x, double y, double uncertainty)
{
    if (isnan(y))
        return true;
    if (!gravel_array_grow(&drawn->points, &drawn->capacity, drawn->n + 1, sizeof *drawn->points))
        return false;
    bool known = isfinite(uncertainty) && uncertainty > 0;
    drawn->has_band = drawn->has_band || known;
    drawn->points[drawn->n++] = (struct gravel_plot_point){x, 0, y, known ? uncertainty : 0, NULL};
    return true;
}

static bool
sample_curve(struct gravel_drawn *drawn, const struct gravel_record *record, const struct gravel_figure *figure,
             double low, double high)
{
    const char *argument = abscissa_of_law(drawn->reference, drawn->curve, figure->x.measure);
    const char *name = argument ? argument : figure->x.measure;
    size_t n = argument ? LAW_SAMPLES : 2;
    bool good = true;

    narrow(drawn->reference, figure->x.measure, &low, &high);
    narrow(drawn->reference, name, &low, &high);
    for (size_t i = 0; i < n && low <= high && good; i++) {
        double f = (double)i / (double)(n - 1), uncertainty;
        double x = figure->x.log && low > 0 ? low * pow(high / low, f) : low + f * (high - low);
        double y = expect_at(drawn->reference, record, name, x, &uncertainty);
        good = (figure->y.log && y <= 0) || add_point(drawn, x, y, uncertainty);
    }
    return good;
}

/* A law of numbers that vary along the abscissa by themselves can be drawn at the records only. */
static bool
sample_records(struct gravel_drawn *drawn, const struct gravel_plot_curve *curve)
{
    bool good = true;

    for (size_t i = 0; i < curve->n && good; i++) {
        double uncertainty = NAN, y = NAN;
        if (curve->points[i].record)
            y = gravel_reference_expect(drawn->reference, curve->points[i].record, &uncertainty);
        good = add_point(drawn, curve->points[i].x, y, uncertainty);
    }
    return good;
}

static bool
add_rows(struct gravel_drawn *drawn, double low, double high)
{
    const struct gravel_reference *reference = drawn->reference;
    bool good = true;

    for (size_t i = 0; i < reference->n_rows && good; i++) {
        double y = reference->row_y[i];
        double spread = reference->relative ? reference->uncertainty * fabs(y) : reference->uncertainty;
        if (reference->row_x[i] >= low * (low > 0 ? 0.5 : 2) && reference->row_x[i] <= high * (high > 0 ? 2 : 0.5))
            good = add_point(drawn, reference->row_x[i], y, spread);
    }
    drawn->as_points = true;
    return good;
}

static bool
equal_points(const struct gravel_drawn *a, const struct gravel_drawn *b)
{
    if (a->reference != b->reference || a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->points[i].x != b->points[i].x || a->points[i].y != b->points[i].y)
            return false;
    return true;
}

/* Keep the last item unless it is empty or equal to one before. */
static void
settle(struct gravel_drawn_list *list)
{
    struct gravel_drawn *last = &list->items[list->n];
    bool keep = last->n > 0;

    for (size_t i = 0; i < list->n && keep; i++)
        keep = !equal_points(&list->items[i], last);
    if (keep) {
        list->n++;
        return;
    }
    free(last->points);
    *last = (struct gravel_drawn){0};
}

/* "S3.fig7a.ed: 0.341 ± 0.002", with the settings of its curve where one reference gives several lines. */
static void
title_of(struct gravel_drawn *drawn, bool several)
{
    const struct gravel_reference *reference = drawn->reference;
    const char *settings = strchr(drawn->curve->title, ',');
    char value[64] = "";

    if (reference->has_value)
        gravel_text_measured(value, sizeof value, reference->value,
                             isnan(reference->uncertainty) ? 0
                             : reference->relative         ? reference->uncertainty * fabs(reference->value)
                                                           : reference->uncertainty);
    snprintf(drawn->title, sizeof drawn->title, "%s%s%s%.120s", reference->id, value[0] ? ": " : "", value,
             !several   ? ""
             : settings ? settings
                        : drawn->curve->title);
}

static bool
draw_one(struct gravel_drawn_list *list, const struct gravel_plot_panel *panel, const struct gravel_figure *figure,
         const struct gravel_reference *reference, double low, double high)
{
    size_t first = list->n;
    bool good = true;

    for (size_t k = 0; k < panel->n && list->n < GRAVEL_DRAWN_MAX && good; k++) {
        const struct gravel_plot_curve *curve = &panel->curves[k];
        struct gravel_drawn *drawn = &list->items[list->n];
        *drawn = (struct gravel_drawn){.reference = reference, .curve = curve};
        if (reference->n_rows > 0)
            good = !same_number(reference->row_key, figure->x.measure) || add_rows(drawn, low, high);
        else if (applies(reference, figure->x.measure, curve->record))
            good = reference->has_value || abscissa_of_law(reference, curve, figure->x.measure) ||
                           all_args_fixed(reference, curve, NULL)
                       ? sample_curve(drawn, curve->record, figure, low, high)
                       : sample_records(drawn, curve);
        settle(list);
    }
    for (size_t i = first; i < list->n; i++)
        title_of(&list->items[i], list->n - first > 1);
    return good;
}

/* Which points of the panel a check of a slope judges. */
static bool
is_judged(const struct gravel_check *check, const struct gravel_plot_point *point)
{
    bool engine = check->n_engines == 0;

    for (size_t i = 0; i < check->n_engines && point->record; i++)
        engine = engine || strcmp(check->engines[i], point->record->engine) == 0;
    return engine && point->record && point->x > 0 && point->y > 0 && gravel_where_holds(&check->where, point->record);
}

/* A power law of the check's reference, through the middle of the points that it judges. */
static bool
draw_slope(struct gravel_drawn_list *list, const struct gravel_plot_panel *panel, const struct gravel_check *check,
           const struct gravel_reference *reference)
{
    double low = INFINITY, high = -INFINITY, x = 0, y = 0, n = 0, uncertainty = NAN, slope = NAN;
    struct gravel_drawn *drawn = &list->items[list->n];
    bool named = false;

    *drawn = (struct gravel_drawn){.reference = reference};
    for (size_t k = 0; k < panel->n; k++)
        for (size_t i = 0; i < panel->curves[k].n; i++) {
            const struct gravel_plot_point *point = &panel->curves[k].points[i];
            if (!is_judged(check, point))
                continue;
            drawn->curve = &panel->curves[k];
            slope = gravel_reference_expect(reference, point->record, &uncertainty);
            low = fmin(low, point->x);
            high = fmax(high, point->x);
            x += log(point->x);
            y += log(point->y);
            n += 1;
        }
    if (!(low < high) || isnan(slope))
        return true;
    bool good = add_point(drawn, low, exp(y / n + slope * (log(low) - x / n)), NAN) &&
                add_point(drawn, high, exp(y / n + slope * (log(high) - x / n)), NAN);
    for (size_t i = 0; i < list->n; i++)
        named = named || list->items[i].reference == reference;
    if (!named) {
        char value[64];
        gravel_text_measured(value, sizeof value, slope, isnan(uncertainty) ? 0 : uncertainty);
        snprintf(drawn->title, sizeof drawn->title, "%s: slope %s", reference->id, value);
    }
    settle(list);
    return good;
}

static bool
draw_slopes(struct gravel_drawn_list *list, const struct gravel_plot_panel *panel, const struct gravel_case *c,
            const struct gravel_figure *figure, const struct gravel_references *references)
{
    if (figure->style != GRAVEL_FIGURE_CURVES || figure->table[0] != '\0' || !figure->x.log || !figure->y.log)
        return true;
    for (size_t i = 0; i < c->n_checks && list->n < GRAVEL_DRAWN_MAX; i++) {
        const struct gravel_check *check = &c->checks[i];
        const struct gravel_reference *reference = gravel_references_find(references, check->reference);
        if (check->kind == &gravel_check_slope && reference && same_number(check->measure, figure->y.measure) &&
            same_number(check->along, figure->x.measure) && !draw_slope(list, panel, check, reference))
            return false;
    }
    return true;
}

enum gravel_status
gravel_drawn_collect(struct gravel_drawn_list *list, const struct gravel_plot_panel *panel, const struct gravel_case *c,
                     const struct gravel_figure *figure, const struct gravel_references *references, double x_low,
                     double x_high, FILE *notes)
{
    if (!draw_slopes(list, panel, c, figure, references))
        return GRAVEL_MEMORY;
    for (size_t i = 0; i < figure->n_references; i++) {
        const struct gravel_reference *reference = gravel_references_find(references, figure->references[i]);
        size_t before = list->n;
        if (reference && !draw_one(list, panel, figure, reference, x_low, x_high))
            return GRAVEL_MEMORY;
        if (list->n == before)
            fprintf(notes, "Reference %s is not drawn: %s.\n", figure->references[i],
                    !reference ? "it is not on file"
                    : reference->statement && reference->statement[0] && !reference->has_value && !reference->law
                        ? "it is a claim in words"
                        : "it does not apply to these points");
    }
    return GRAVEL_OK;
}
