#include "harness/case/case.h"

#include "engines/core/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
gravel_where_free(struct gravel_where *where)
{
    for (size_t k = 0; k < where->n; k++)
        free(where->items[k].text);
    free(where->items);
    *where = (struct gravel_where){0};
}

void
gravel_axis_free(struct gravel_axis *axis)
{
    for (size_t v = 0; axis->values != NULL && v < axis->n_values * axis->n_keys; v++)
        free(axis->values[v]);
    for (size_t k = 0; k < axis->n_keys; k++)
        free(axis->keys[k]);
    free(axis->values);
    free(axis->keys);
    *axis = (struct gravel_axis){0};
}

static void
free_figure(struct gravel_figure *figure)
{
    free(figure->title);
    free(figure->caption);
    free(figure->x.label);
    free(figure->y.label);
    gravel_where_free(&figure->where);
}

static void
free_change(struct gravel_change *change)
{
    free(change->check);
    free(change->what);
    free(change->from);
    free(change->to);
    free(change->reason);
    free(change->date);
}

void
gravel_case_free(struct gravel_case *c)
{
    for (size_t k = 0; k < c->n_axes; k++)
        gravel_axis_free(&c->axes[k]);
    for (size_t k = 0; k < c->n_checks; k++) {
        free(c->checks[k].title);
        gravel_where_free(&c->checks[k].where);
    }
    for (size_t k = 0; k < c->n_figures; k++)
        free_figure(&c->figures[k]);
    for (size_t k = 0; k < c->n_changes; k++)
        free_change(&c->changes[k]);
    free(c->changes);
    gravel_options_free(&c->parameters);
    free(c->sections);
    free(c->axes);
    free(c->checks);
    free(c->figures);
    free(c->title);
    free(c->asks);
    free(c->source_key);
    free(c->source_where);
    free(c->path);
    *c = (struct gravel_case){0};
}

enum gravel_status
gravel_case_add_section(struct gravel_case *c, const char *path, int line, int column, struct gravel_error *error)
{
    if (!gravel_array_grow(&c->sections, &c->sections_capacity, c->n_sections + 1, sizeof *c->sections))
        return gravel_no_memory(error);
    struct gravel_section *section = &c->sections[c->n_sections++];
    *section = (struct gravel_section){.line = line, .column = column};
    snprintf(section->path, sizeof section->path, "%s", path);
    return GRAVEL_OK;
}

size_t
gravel_case_n_combinations(const struct gravel_case *c)
{
    size_t n = 1;
    for (size_t a = 0; a < c->n_axes; a++)
        n *= c->axes[a].n_values;
    return n;
}

size_t
gravel_case_axis(const struct gravel_case *c, const char *path)
{
    for (size_t a = 0; a < c->n_axes; a++)
        for (size_t k = 0; k < c->axes[a].n_keys; k++)
            if (strcmp(c->axes[a].keys[k], path) == 0)
                return a;
    return c->n_axes;
}

/* The option with this path, if the file states it; else NULL. */
static const struct gravel_option *
stated_option(const struct gravel_options *options, const char *path)
{
    for (size_t k = 0; k < options->n; k++)
        if (options->items[k].line > 0 && strcmp(options->items[k].path, path) == 0)
            return &options->items[k];
    return NULL;
}

bool
gravel_case_states(const struct gravel_case *c, const char *path)
{
    return stated_option(&c->parameters, path) != NULL;
}

/* Upwards from `path`: "walls.floor.contact.rule", "walls.floor.contact", "walls.floor", "walls", the file. */
static struct gravel_location
locate(const struct gravel_case *c, const char *path)
{
    char at[sizeof((struct gravel_error *)0)->path];
    for (snprintf(at, sizeof at, "%s", path); at[0] != '\0';) {
        const struct gravel_option *option = stated_option(&c->parameters, at);
        if (option != NULL)
            return (struct gravel_location){c->path, option->line, option->column};
        for (size_t k = 0; k < c->n_sections; k++)
            if (strcmp(c->sections[k].path, at) == 0)
                return (struct gravel_location){c->path, c->sections[k].line, c->sections[k].column};
        char *dot = strrchr(at, '.');
        *(dot != NULL ? dot : at) = '\0';
    }
    return (struct gravel_location){c->path, 1, 1};
}

void
gravel_case_locate(const struct gravel_case *c, struct gravel_error *error)
{
    char text[sizeof error->text];
    const struct gravel_location location = locate(c, error->path[0] != '\0' ? error->path : "prepare");
    snprintf(text, sizeof text, "%s", error->text);
    snprintf(error->text, sizeof error->text, "%s:%d:%d: %s", location.file, location.line, location.column, text);
}

static bool
replace_name(size_t n, char (*names)[16], const char *name, const char *by)
{
    bool found = false;
    for (size_t k = 0; k < n; k++)
        if (strcmp(names[k], name) == 0) {
            snprintf(names[k], sizeof names[k], "%s", by);
            found = true;
        }
    return found;
}

bool
gravel_case_replace_engine(struct gravel_case *c, const char *engine, const char *by)
{
    if (!replace_name(c->n_engines, c->engines, engine, by))
        return false;
    for (size_t k = 0; k < c->n_checks; k++)
        replace_name(c->checks[k].n_engines, c->checks[k].engines, engine, by);
    snprintf(c->external, sizeof c->external, "%s", by);
    snprintf(c->replaced, sizeof c->replaced, "%s", engine);
    return true;
}
