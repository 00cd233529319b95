#include "harness/case/figures.h"

#include "engines/core/words.h"
#include "harness/case/keys.h"
#include "harness/case/observables.h"
#include "harness/case/where.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum gravel_status
copy_text(struct gravel_reader *reader, const struct gravel_options *o, const char *path, char **to)
{
    *to = strdup(gravel_options_text(o, path));
    return *to != NULL ? GRAVEL_OK : gravel_no_memory(reader->error);
}

/* What the ends of an axis must fulfil. */
static enum gravel_status
check_ends(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_figure_axis *axis)
{
    const struct {
        const char *key;
        double value;
    } ends[] = {{"from", axis->from}, {"to", axis->to}};
    if (axis->from >= axis->to) /* false where one is NaN */
        return gravel_refuse(reader, gravel_yaml_get(node, "from"),
                             "figures.%s: found from %g to %g, allowed from < to", node->key, axis->from, axis->to);
    for (size_t k = 0; k < 2; k++)
        if (axis->log && ends[k].value <= 0.0)
            return gravel_refuse(reader, gravel_yaml_get(node, ends[k].key),
                                 "figures.%s.%s: found %g on a logarithmic axis, allowed above 0", node->key,
                                 ends[k].key, ends[k].value);
    return GRAVEL_OK;
}

static enum gravel_status
read_axis(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_figure_axis *axis)
{
    struct gravel_options o = {0};
    axis->from = axis->to = NAN;
    if (node == NULL)
        return (axis->label = strdup("")) != NULL ? GRAVEL_OK : gravel_no_memory(reader->error);
    enum gravel_status status = gravel_read_section(reader, node, "figures.axis", gravel_keys_figure_axis, NULL, &o);
    if (status == GRAVEL_OK)
        status = gravel_read_word(reader, gravel_yaml_get(node, "measure"), "figures.measure", axis->measure,
                                  sizeof axis->measure);
    if (status == GRAVEL_OK)
        status = copy_text(reader, &o, "figures.axis.label", &axis->label);
    if (status == GRAVEL_OK) {
        axis->log = gravel_options_bool(&o, "figures.axis.log");
        axis->from = gravel_options_real(&o, "figures.axis.from");
        axis->to = gravel_options_real(&o, "figures.axis.to");
        status = check_ends(reader, node, axis);
    }
    gravel_options_free(&o);
    return status;
}

/* A list of at most `max` words. */
static enum gravel_status
read_words(struct gravel_reader *reader, const struct gravel_yaml *list, size_t max, size_t *n,
           char (*words)[GRAVEL_NAME_MAX])
{
    char found[96];
    if (list == NULL)
        return GRAVEL_OK;
    if (list->kind != GRAVEL_YAML_LIST || list->n > max)
        return gravel_refuse(reader, list, "figures.%s: found %s, allowed a list of at most %zu names", list->key,
                             gravel_yaml_text(list, found, sizeof found), max);
    for (*n = 0; *n < list->n; ++*n) {
        const enum gravel_status status =
            gravel_read_word(reader, &list->items[*n], list->key, words[*n], sizeof words[0]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

static enum gravel_status
read_optional_word(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key, char *to)
{
    const struct gravel_yaml *item = gravel_yaml_get(node, key);
    return item != NULL ? gravel_read_word(reader, item, key, to, GRAVEL_NAME_MAX) : GRAVEL_OK;
}

/* A setting may be called by the end of its path, where that is the end of one path only. */
static enum gravel_status
refuse_ambiguous(struct gravel_reader *reader, const struct gravel_yaml *node, const char *what, const char *name)
{
    const struct gravel_options *p = &reader->c->parameters;
    const char *first = NULL;
    if (gravel_options_has(p, name))
        return GRAVEL_OK;
    for (size_t k = 0; k < p->n; k++) {
        const char *path = p->items[k].path;
        const size_t n = strlen(path), m = strlen(name);
        if (n <= m || path[n - m - 1] != '.' || strcmp(path + n - m, name) != 0)
            continue;
        if (first != NULL)
            return gravel_refuse(reader, node, "figures.%s: found %s, which may be %s or %s, allowed: the full path",
                                 what, name, first, path);
        first = path;
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_engine(struct gravel_reader *reader, const struct gravel_yaml *node, const char *name)
{
    const struct gravel_case *c = reader->c;
    for (size_t k = 0; k < c->n_engines; k++)
        if (strcmp(c->engines[k], name) == 0)
            return GRAVEL_OK;
    return gravel_refuse(reader, node, "figures.series: found %s, allowed for a map: two engines of the case", name);
}

/* A number or parameter of the case, or engine. */
static enum gravel_status
check_setting(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key, const char *name)
{
    char path[32];
    snprintf(path, sizeof path, "figures.%s", key);
    const enum gravel_status status = gravel_check_setting_name(reader, node, path, name);
    return status == GRAVEL_OK ? refuse_ambiguous(reader, node, key, name) : status;
}

/* What curves and panels go by; the series of a map are its two engines. */
static enum gravel_status
check_settings(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_figure *figure)
{
    const struct gravel_yaml *series = gravel_yaml_get(node, "series");
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < figure->n_series && status == GRAVEL_OK; k++)
        status = figure->style == GRAVEL_FIGURE_MAP
                     ? check_engine(reader, &series->items[k], figure->series[k])
                     : check_setting(reader, &series->items[k], "series", figure->series[k]);
    if (status == GRAVEL_OK && figure->each[0] != '\0')
        status = check_setting(reader, gravel_yaml_get(node, "each"), "each", figure->each);
    return status;
}

static const struct gravel_yaml *
axis_node(const struct gravel_yaml *node, const char *key)
{
    const struct gravel_yaml *axis = gravel_yaml_get(node, key);
    return axis != NULL ? gravel_yaml_get(axis, "measure") : NULL;
}

/* What the figure draws: columns of its table, or numbers of records. */
static enum gravel_status
check_names(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_figure *figure)
{
    const struct {
        const struct gravel_yaml *node;
        const char *key, *name;
    } names[] = {{axis_node(node, "x"), "figures.x.measure", figure->x.measure},
                 {axis_node(node, "y"), "figures.y.measure", figure->y.measure},
                 {gravel_yaml_get(node, "colour"), "figures.colour", figure->colour},
                 {gravel_yaml_get(node, "arrows"), "figures.arrows", figure->arrows[0]},
                 {gravel_yaml_get(node, "arrows"), "figures.arrows", figure->arrows[1]}};
    const bool table = figure->table[0] != '\0';
    enum gravel_status status =
        table ? gravel_check_table_name(reader, gravel_yaml_get(node, "table"), figure->table) : GRAVEL_OK;
    for (size_t k = 0; k < sizeof names / sizeof names[0] && status == GRAVEL_OK; k++)
        if (names[k].name[0] != '\0')
            status = table ? gravel_check_column_name(reader, names[k].node, names[k].key, figure->table, names[k].name)
                           : gravel_check_number_name(reader, names[k].node, names[k].key, names[k].name);
    return status;
}

/* Coordinates on the axes, a colouring, and a case that writes trajectories. */
static enum gravel_status
check_animation(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_figure *figure)
{
    const struct gravel_figure_axis *const axes[] = {&figure->x, &figure->y};
    static const char *const keys[] = {"x", "y"};
    for (size_t a = 0; a < 2; a++)
        if (axes[a]->measure[0] != '\0' && gravel_word_list_index("x|y|z", axes[a]->measure) < 0)
            return gravel_refuse(reader, axis_node(node, keys[a]),
                                 "figures.%s.measure: found %s, allowed for an animation: x, y, z", keys[a],
                                 axes[a]->measure);
    if (figure->colour[0] != '\0' && gravel_word_list_index("species|layers", figure->colour) < 0)
        return gravel_refuse(reader, gravel_yaml_get(node, "colour"),
                             "figures.colour: found %s, allowed for an animation: species, layers", figure->colour);
    if (figure->table[0] != '\0')
        return gravel_refuse(reader, gravel_yaml_get(node, "table"),
                             "figures.table: found %s, but an animation draws a trajectory", figure->table);
    if (!reader->c->output.stated)
        return gravel_refuse(reader, node,
                             "figures: style animation needs the section output, which writes its frames");
    return GRAVEL_OK;
}

/* Keys that only some figures have: the first that is stated of one that does not. */
static enum gravel_status
check_idle(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_figure *figure)
{
    const bool animation = figure->style == GRAVEL_FIGURE_ANIMATION;
    const struct {
        const char *key, *needs;
        bool used;
    } keys[] = {{"frames", "style animation", animation},
                {"start", "style animation", animation},
                {"arrows", "style snapshot", figure->style == GRAVEL_FIGURE_SNAPSHOT},
                {"magnify", "arrows", figure->n_arrows > 0}};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        const struct gravel_yaml *item = gravel_yaml_get(node, keys[k].key);
        if (item != NULL && !keys[k].used)
            return gravel_refuse(reader, item, "figures.%s: found without %s, allowed with it", keys[k].key,
                                 keys[k].needs);
    }
    return GRAVEL_OK;
}

/* What the style needs. */
static enum gravel_status
check_style(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_figure *figure,
            const char *style)
{
    const bool x = gravel_yaml_get(node, "x") != NULL, y = gravel_yaml_get(node, "y") != NULL;
    const bool animation = figure->style == GRAVEL_FIGURE_ANIMATION;
    const bool points =
        !animation && figure->style != GRAVEL_FIGURE_SNAPSHOT && figure->style != GRAVEL_FIGURE_TRAJECTORIES;
    if (points && (!x || !y))
        return gravel_refuse(reader, node, "figures: found no %s, which style %s needs", !x ? "x" : "y", style);
    if (!points && !animation && gravel_yaml_get(node, "table") == NULL)
        return gravel_refuse(reader, node, "figures: found no table, which style %s needs", style);
    return GRAVEL_OK;
}

static enum gravel_status
read_style(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_options *o,
           struct gravel_figure *figure)
{
    const char *style = gravel_options_text(o, "figures.style");
    figure->style = strcmp(style, "snapshot") == 0       ? GRAVEL_FIGURE_SNAPSHOT
                    : strcmp(style, "trajectories") == 0 ? GRAVEL_FIGURE_TRAJECTORIES
                    : strcmp(style, "table") == 0        ? GRAVEL_FIGURE_TABLE
                    : strcmp(style, "map") == 0          ? GRAVEL_FIGURE_MAP
                    : strcmp(style, "animation") == 0    ? GRAVEL_FIGURE_ANIMATION
                                                         : GRAVEL_FIGURE_CURVES;
    figure->headline = gravel_options_bool(o, "figures.headline");
    figure->magnify = gravel_options_real(o, "figures.magnify");
    figure->n_frames = (size_t)gravel_options_int(o, "figures.frames");
    figure->start = gravel_options_real(o, "figures.start");
    enum gravel_status status = copy_text(reader, o, "figures.title", &figure->title);
    if (status == GRAVEL_OK)
        status = copy_text(reader, o, "figures.caption", &figure->caption);
    return status == GRAVEL_OK ? check_style(reader, node, figure, style) : status;
}

static enum gravel_status
read_axes(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_figure *figure)
{
    const enum gravel_status status = read_axis(reader, gravel_yaml_get(node, "x"), &figure->x);
    return status == GRAVEL_OK ? read_axis(reader, gravel_yaml_get(node, "y"), &figure->y) : status;
}

/* What is drawn, and of which points. */
static enum gravel_status
read_names(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_figure *figure)
{
    enum gravel_status status =
        read_words(reader, gravel_yaml_get(node, "series"), sizeof figure->series / sizeof figure->series[0],
                   &figure->n_series, figure->series);
    if (status == GRAVEL_OK)
        status = read_words(reader, gravel_yaml_get(node, "references"),
                            sizeof figure->references / sizeof figure->references[0], &figure->n_references,
                            figure->references);
    if (status == GRAVEL_OK)
        status = read_optional_word(reader, node, "table", figure->table);
    if (status == GRAVEL_OK)
        status = read_optional_word(reader, node, "colour", figure->colour);
    if (status == GRAVEL_OK)
        status = read_words(reader, gravel_yaml_get(node, "arrows"), 2, &figure->n_arrows, figure->arrows);
    if (status == GRAVEL_OK && figure->n_arrows == 1)
        status = gravel_refuse(reader, node, "figures.arrows: found one name, allowed the columns on x and on y");
    if (status == GRAVEL_OK)
        status = read_optional_word(reader, node, "each", figure->each);
    return status == GRAVEL_OK ? gravel_read_where(reader, gravel_yaml_get(node, "where"), &figure->where) : status;
}

static enum gravel_status
read_figure(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_figure *figure)
{
    struct gravel_options o = {0};
    figure->location = (struct gravel_location){.file = reader->c->path, .line = node->line, .column = node->column};
    enum gravel_status status =
        gravel_read_section(reader, node, "figures", gravel_keys_figure, "x|y|series|references|arrows|where", &o);
    if (status == GRAVEL_OK)
        status = read_style(reader, node, &o, figure);
    gravel_options_free(&o);
    if (status == GRAVEL_OK)
        status = read_axes(reader, node, figure);
    if (status == GRAVEL_OK)
        status = read_names(reader, node, figure);
    if (status == GRAVEL_OK)
        status = check_idle(reader, node, figure);
    if (status == GRAVEL_OK && figure->style == GRAVEL_FIGURE_MAP &&
        (figure->colour[0] == '\0' || figure->n_series != 2))
        status =
            gravel_refuse(reader, node, "figures: style map needs colour (an observable) and series (two engines)");
    if (status == GRAVEL_OK)
        status = check_settings(reader, node, figure);
    if (status == GRAVEL_OK)
        status = figure->style == GRAVEL_FIGURE_ANIMATION ? check_animation(reader, node, figure)
                                                          : check_names(reader, node, figure);
    return status;
}

enum gravel_status
gravel_read_figures(struct gravel_reader *reader, const struct gravel_yaml *list)
{
    struct gravel_case *c = reader->c;
    if (list->kind != GRAVEL_YAML_LIST)
        return gravel_refuse(reader, list, "figures: found no list, allowed a list of mappings");
    c->figures = calloc(list->n + 1, sizeof *c->figures);
    if (c->figures == NULL)
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < list->n; k++) {
        c->n_figures = k + 1;
        const enum gravel_status status = read_figure(reader, &list->items[k], &c->figures[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}
