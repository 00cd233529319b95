#include "harness/case/schema.h"

#include "cases/measure/measure.h"
#include "cases/prepare/motion.h"
#include "cases/prepare/prepare.h"
#include "engines/engine.h"
#include "harness/case/keys.h"
#include "harness/util/suggest.h"

#include <stdio.h>
#include <string.h>

const struct gravel_key *
gravel_schema_key(const struct gravel_key *keys, const char *name)
{
    for (; keys != NULL && keys->name != NULL; keys++)
        if (strcmp(keys->name, name) == 0)
            return keys;
    return NULL;
}

size_t
gravel_schema_names(const struct gravel_options *parameters, const char *section, char (*names)[32], size_t max)
{
    const size_t length = strlen(section);
    size_t n = 0;
    for (size_t k = 0; k < parameters->n; k++) {
        const char *path = parameters->items[k].path;
        if (strncmp(path, section, length) != 0 || path[length] != '.')
            continue;
        const char *name = path + length + 1, *end = strchr(name, '.');
        const size_t size = end != NULL ? (size_t)(end - name) : 0;
        if (size == 0 || size >= sizeof names[0] ||
            (n > 0 && strncmp(names[n - 1], name, size) == 0 && names[n - 1][size] == '\0'))
            continue;
        if (n == max)
            break;
        snprintf(names[n++], sizeof names[0], "%.*s", (int)size, name);
    }
    return n;
}

/* The keys of an engine or measure; NULL when there is no such name. */
static const struct gravel_key *
registered_keys(const char *section, const char *name)
{
    static const struct gravel_key none[] = {{NULL}};
    const struct gravel_key *keys = NULL;
    if (strcmp(section, "engines") == 0) {
        const struct gravel_engine_ops *engine = gravel_engine_find(name);
        if (engine == NULL)
            return NULL;
        keys = engine->options;
    } else {
        const struct gravel_measure_ops *measure = gravel_measure_find(name);
        if (measure == NULL)
            return NULL;
        keys = measure->options;
    }
    return keys != NULL ? keys : none;
}

/* A key of the generator, or of the part, called `name`: it may stand in three tables. */
static const struct gravel_key *
generator_key(const char *name, const char *rest, const struct gravel_options *parameters)
{
    char path[96];
    snprintf(path, sizeof path, "prepare.%s.generator", name);
    const bool is_part = gravel_options_has(parameters, path);
    const struct gravel_prepare_ops *generator =
        gravel_prepare_find(is_part ? gravel_options_text(parameters, path) : name);
    if (generator == NULL)
        return NULL;
    const struct gravel_key *key = gravel_schema_key(generator->options, rest);
    if (key == NULL)
        key = gravel_schema_key(gravel_motion_keys, rest);
    return key == NULL && is_part ? gravel_schema_key(gravel_keys_part, rest) : key;
}

static const struct gravel_key *
lookup(const char *path, const struct gravel_options *parameters)
{
    static const struct {
        const char *section;
        const struct gravel_key *keys;
        bool named;
    } sections[] = {
        {"box", gravel_keys_box, false},
        {"material", gravel_keys_material, false},
        {"run", gravel_keys_run, false},
        {"thermostat", gravel_keys_thermostat, false},
        {"particles", gravel_keys_particles, true},
        {"walls", gravel_keys_wall, true},
        {"engines", NULL, true},
        {"prepare", NULL, true},
        {"measure", NULL, true},
        {"contacts", gravel_keys_contact, true},
    };
    const char *dot = strchr(path, '.');
    if (dot == NULL)
        return gravel_schema_key(gravel_keys_space, path);
    for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
        const char *section = sections[k].section, *rest = dot + 1, *end = strchr(rest, '.');
        if (strncmp(path, section, (size_t)(dot - path)) != 0 || section[dot - path] != '\0')
            continue;
        const bool single =
            sections[k].keys == gravel_keys_particles && gravel_options_has(parameters, "particles.count");
        if (!sections[k].named || single)
            return gravel_schema_key(sections[k].keys, rest);
        char name[GRAVEL_SECTION_MAX];
        if (end == NULL || (size_t)(end - rest) >= sizeof name)
            return NULL;
        snprintf(name, sizeof name, "%.*s", (int)(end - rest), rest);
        const bool generator = strcmp(section, "prepare") == 0;
        const struct gravel_key *keys = sections[k].keys != NULL ? sections[k].keys
                                        : generator              ? NULL
                                                                 : registered_keys(section, name);
        /* The wall, engine, ... must be one of this case. */
        for (size_t p = 0; p < parameters->n; p++)
            if (strncmp(parameters->items[p].path, path, (size_t)(end + 1 - path)) == 0)
                return generator ? generator_key(name, end + 1, parameters) : gravel_schema_key(keys, end + 1);
        return NULL;
    }
    return NULL;
}

const struct gravel_key *
gravel_schema_find(const char *path, const struct gravel_options *parameters, struct gravel_error *error)
{
    const struct gravel_key *key = lookup(path, parameters);
    if (key == NULL) {
        char text[96];
        struct gravel_suggestion suggestion = {.word = path};
        for (size_t k = 0; k < parameters->n; k++)
            gravel_suggest(&suggestion, parameters->items[k].path);
        gravel_fail_at(error, GRAVEL_INPUT, path, "found no such parameter in this case%s",
                       gravel_suggestion_text(&suggestion, text, sizeof text));
    }
    return key;
}

bool
gravel_schema_is_file(const char *path, const struct gravel_options *parameters)
{
    const struct gravel_value *value = gravel_options_find(parameters, path);
    if (value == NULL || value->type != GRAVEL_TYPE_TEXT)
        return false;
    const struct gravel_key *key = lookup(path, parameters);
    return key != NULL && (key->flags & GRAVEL_FILE);
}

/* What an item of the list `contacts` has beside gravel_keys_contact; contacts.c reads it. */
static const struct gravel_key between[] = {
    {"between", .type = GRAVEL_TYPE_TEXT, .flags = GRAVEL_REQUIRED,
     .help = "list of two names, of species, or of a species and a wall: contacts: [{between: [grain, plate], rule: "
             "restitution, restitution: 0.7}]; each mapping of the list has it and keys of contacts.<one>+<other>, the "
             "name that the sweep and --set have for them"},
    {NULL},
};

static void
print_section(void (*print)(void *self, const char *prefix, const struct gravel_key *key), void *self,
              const char *prefix, const char *name, const struct gravel_key *keys)
{
    char full[96];
    snprintf(full, sizeof full, "%s%s%s", prefix, name[0] != '\0' ? "." : "", name);
    for (; keys != NULL && keys->name != NULL; keys++)
        print(self, full, keys);
}

void
gravel_case_schema(void (*print)(void *self, const char *prefix, const struct gravel_key *key), void *self)
{
    print_section(print, self, "", "", gravel_keys_head);
    print_section(print, self, "", "", gravel_keys_space);
    print_section(print, self, "box", "", gravel_keys_box);
    print_section(print, self, "particles", "", gravel_keys_particles);
    print_section(print, self, "material", "", gravel_keys_material);
    print_section(print, self, "thermostat", "", gravel_keys_thermostat);
    print_section(print, self, "walls", "<name>", gravel_keys_wall);
    print_section(print, self, "contacts", "", between);
    print_section(print, self, "contacts", "<one>+<other>", gravel_keys_contact);
    print_section(print, self, "run", "", gravel_keys_run);
    print_section(print, self, "prepare", "<any>", gravel_motion_keys);
    print_section(print, self, "prepare", "<name>", gravel_keys_part);
    for (size_t k = 0; gravel_prepares[k] != NULL; k++)
        print_section(print, self, "prepare", gravel_prepares[k]->name, gravel_prepares[k]->options);
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        print_section(print, self, "engines", gravel_engines[k]->name, gravel_engines[k]->options);
    for (size_t k = 0; gravel_measures[k] != NULL; k++)
        print_section(print, self, "measure", gravel_measures[k]->name, gravel_measures[k]->options);
    print_section(print, self, "output", "", gravel_keys_output);
    print_section(print, self, "sweep", "", gravel_keys_axis);
    print_section(print, self, "sweep", "log", gravel_keys_range);
    print_section(print, self, "checks", "", gravel_keys_check);
    print_section(print, self, "changed", "", gravel_keys_change);
    print_section(print, self, "figures", "", gravel_keys_figure);
    print_section(print, self, "figures", "x", gravel_keys_figure_axis);
}
