#include "harness/case/combination.h"

#include "cases/measure/measure.h"
#include "engines/core/shear.h"
#include "engines/engine.h"
#include "engines/io/frame.h"
#include "harness/case/check.h"
#include "harness/case/describe.h"
#include "harness/case/parts.h"
#include "harness/case/schema.h"
#include "harness/case/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_case_check_engine(const struct gravel_engine_ops *engine, const struct gravel_system *system,
                         const struct gravel_options *parameters, struct gravel_error *error)
{
    char section[64];
    struct gravel_options options = {0};
    if (engine->check == NULL)
        return GRAVEL_OK;
    snprintf(section, sizeof section, "engines.%s", engine->name);
    enum gravel_status status = gravel_options_view(&options, parameters, section, error);
    if (status == GRAVEL_OK)
        status = engine->check(system, &options, error);
    gravel_options_free(&options);
    return status;
}

/* The images of a sheared box move, so that whole box lengths do not tell the path of a particle. */
static enum gravel_status
check_output(const struct gravel_case *c, const struct gravel_system *system, struct gravel_error *error)
{
    for (int f = GRAVEL_FIELD_IMAGE; f <= GRAVEL_FIELD_UNWRAPPED; f++)
        if ((c->output.fields & gravel_field_bit(f)) && gravel_box_is_sheared(&system->box))
            return gravel_fail_at(error, GRAVEL_INPUT, "output.fields",
                                  "found %s in a sheared box, allowed: other fields, as position and velocity",
                                  gravel_fields[f].name);
    return GRAVEL_OK;
}

/* The rules between parameters (check.h) and those of every engine of the case. */
static enum gravel_status
check_parameters(const struct gravel_case *c, const struct gravel_options *parameters, struct gravel_error *error)
{
    struct gravel_description description;
    struct gravel_system system = {0};
    gravel_case_describe(&description, parameters);
    struct gravel_part parts[GRAVEL_PARTS_MAX];
    size_t n_parts;
    enum gravel_status status = gravel_case_check(parameters, &description, error);
    if (status == GRAVEL_OK)
        status = gravel_case_parts(parameters, c->prepare, &description, parts, &n_parts, error);
    if (status == GRAVEL_OK)
        status = gravel_case_system(&description, &system, error);
    if (status == GRAVEL_OK)
        status = check_output(c, &system, error);
    system.n_particles = (size_t)gravel_description_count(&description);
    for (size_t k = 0; k < c->n_engines && status == GRAVEL_OK; k++)
        status = gravel_case_check_engine(gravel_engine_find(c->engines[k]), &system, parameters, error);
    for (size_t k = 0; k < c->n_measures && status == GRAVEL_OK; k++)
        status = gravel_measure_fits(gravel_measure_find(c->measures[k]), &system, error);
    gravel_system_free(&system);
    return status;
}

/* Replace one parameter. */
static enum gravel_status
replace(struct gravel_options *parameters, const char *path, const char *text, struct gravel_error *error)
{
    struct gravel_value value;
    struct gravel_error why;
    const struct gravel_key *key = gravel_schema_find(path, parameters, error);
    if (key == NULL)
        return GRAVEL_INPUT;
    enum gravel_status status = gravel_key_parse(key, text, &value, &why);
    if (status != GRAVEL_OK)
        return gravel_fail_at(error, status, path, "%s", why.text);
    status = gravel_options_set(parameters, path, &value, error);
    free(value.text);
    return status;
}

/* Paths of files are stated from the folder of the case file. */
static enum gravel_status
resolve_files(const struct gravel_case *c, struct gravel_options *parameters, struct gravel_error *error)
{
    const char *slash = strrchr(c->path, '/');
    const int folder = slash != NULL ? (int)(slash + 1 - c->path) : 0;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < parameters->n && status == GRAVEL_OK; k++) {
        const struct gravel_option *option = &parameters->items[k];
        char path[4096];
        if (!gravel_schema_is_file(option->path, parameters) || option->value.text[0] == '/')
            continue;
        snprintf(path, sizeof path, "%.*s%s", folder, c->path, option->value.text);
        struct gravel_value value = option->value;
        value.text = path;
        status = gravel_options_set(parameters, option->path, &value, error);
    }
    return status;
}

enum gravel_status
gravel_case_at(const struct gravel_case *c, size_t combination, struct gravel_options *parameters,
               struct gravel_error *error)
{
    enum gravel_status status = gravel_options_copy(parameters, &c->parameters, error);
    for (size_t a = c->n_axes; a-- > 0 && status == GRAVEL_OK;) {
        const struct gravel_axis *axis = &c->axes[a];
        const size_t v = combination % axis->n_values;
        combination /= axis->n_values;
        for (size_t k = 0; k < axis->n_keys && status == GRAVEL_OK; k++)
            status = replace(parameters, axis->keys[k], axis->values[v * axis->n_keys + k], error);
    }
    if (status == GRAVEL_OK)
        status = resolve_files(c, parameters, error);
    if (status != GRAVEL_OK)
        gravel_options_free(parameters);
    return status;
}

enum gravel_status
gravel_case_check_combinations(const struct gravel_case *c, struct gravel_error *error)
{
    enum gravel_status status = check_parameters(c, &c->parameters, error);
    const size_t n = c->n_axes > 0 ? gravel_case_n_combinations(c) : 0;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        struct gravel_options parameters;
        status = gravel_case_at(c, k, &parameters, error);
        if (status == GRAVEL_OK)
            status = check_parameters(c, &parameters, error);
        gravel_options_free(&parameters);
    }
    return status;
}

/* A parameter that is swept alone is swept no longer. */
static enum gravel_status
set(struct gravel_case *c, const char *assignment, struct gravel_error *error)
{
    char path[192];
    const char *equals = strchr(assignment, '=');
    if (equals == NULL || equals == assignment || (size_t)(equals - assignment) >= sizeof path)
        return gravel_fail(error, GRAVEL_INPUT, "found %.100s, allowed key=value", assignment);
    snprintf(path, sizeof path, "%.*s", (int)(equals - assignment), assignment);
    const enum gravel_status status = replace(&c->parameters, path, equals + 1, error);
    const size_t a = gravel_case_axis(c, path);
    if (status != GRAVEL_OK || a == c->n_axes)
        return status;
    if (c->axes[a].n_keys > 1)
        return gravel_fail_at(error, GRAVEL_INPUT, path,
                              "found in a sweep together with other keys, allowed: a key that is swept alone or "
                              "not at all");
    gravel_axis_free(&c->axes[a]);
    c->n_axes--;
    memmove(&c->axes[a], &c->axes[a + 1], (c->n_axes - a) * sizeof c->axes[0]);
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_set(struct gravel_case *c, size_t n, const char *const *assignments, struct gravel_error *error)
{
    struct gravel_error why;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        status = set(c, assignments[k], &why);
    if (status == GRAVEL_OK && n > 0)
        status = gravel_case_check_combinations(c, &why);
    return status == GRAVEL_OK ? GRAVEL_OK : gravel_fail(error, status, "--set: %s", why.text);
}
