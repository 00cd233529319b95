#include "harness/case/parameters.h"

#include "cases/measure/measure.h"
#include "cases/prepare/motion.h"
#include "cases/prepare/prepare.h"
#include "engines/engine.h"
#include "harness/case/contacts.h"
#include "harness/case/description.h"
#include "harness/case/keys.h"
#include "harness/case/parts.h"
#include "harness/util/suggest.h"

#include <stdio.h>
#include <string.h>

enum { PREFIX_SIZE = 128 };

static enum gravel_status
add_section(struct gravel_reader *reader, const char *path, const struct gravel_yaml *node)
{
    return gravel_case_add_section(reader->c, path, node->line, node->column, reader->error);
}

/* Names of walls and species: they become part of paths. */
static bool
is_name(const char *name)
{
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return name[0] >= 'a' && name[0] <= 'z' && name[length] == '\0' && length < 32;
}

/* A list of mappings with names, each name once. */
static enum gravel_status
check_names(struct gravel_reader *reader, const struct gravel_yaml *list, const char *section, size_t max)
{
    char found[96];
    if (list->kind != GRAVEL_YAML_LIST || list->n == 0)
        return gravel_refuse(reader, list, "%s: found %s, allowed a list of mappings with names", section,
                             gravel_yaml_text(list, found, sizeof found));
    if (list->n > max)
        return gravel_refuse(reader, list, "%s: found %zu, allowed at most %zu", section, list->n, max);
    for (size_t k = 0; k < list->n; k++) {
        const struct gravel_yaml *item = &list->items[k], *name = gravel_yaml_get(item, "name");
        if (item->kind != GRAVEL_YAML_MAP || name == NULL)
            return gravel_refuse(reader, item, "%s: found no name, allowed a mapping with a name", section);
        if (name->kind != GRAVEL_YAML_SCALAR || !is_name(name->text))
            return gravel_refuse(reader, name,
                                 "%s.name: found %s, allowed at most 31 lower-case letters, digits, "
                                 "- and _, a letter first",
                                 section, gravel_yaml_text(name, found, sizeof found));
        for (size_t j = 0; j < k; j++)
            if (strcmp(gravel_yaml_get(&list->items[j], "name")->text, name->text) == 0)
                return gravel_refuse(reader, name, "%s.name: found %s twice, allowed once", section, name->text);
    }
    return GRAVEL_OK;
}

/* Each mapping of such a list below "<section>.<name>". */
static enum gravel_status
read_named(struct gravel_reader *reader, const struct gravel_yaml *list, const char *section, size_t max,
           const struct gravel_key *keys)
{
    char prefix[PREFIX_SIZE];
    enum gravel_status status = check_names(reader, list, section, max);
    for (size_t k = 0; k < list->n && status == GRAVEL_OK; k++) {
        const struct gravel_yaml *item = &list->items[k], *name = gravel_yaml_get(item, "name");
        snprintf(prefix, sizeof prefix, "%s.%s", section, name->text);
        status = add_section(reader, prefix, name);
        if (status == GRAVEL_OK)
            status = gravel_read_section(reader, item, prefix, keys, "name", &reader->c->parameters);
    }
    return status;
}

/* A single mapping of particles has scalars only: a mapping in it is a species with a name, which stands in a list. */
static enum gravel_status
refuse_species(struct gravel_reader *reader, const struct gravel_yaml *node)
{
    for (size_t k = 0; node != NULL && node->kind == GRAVEL_YAML_MAP && k < node->n; k++)
        if (node->items[k].kind == GRAVEL_YAML_MAP)
            return gravel_refuse(reader, &node->items[k],
                                 "particles.%.60s: found a mapping, allowed for species with names is a list: "
                                 "particles: [{name: %.60s, ...}, ...]",
                                 node->items[k].key, node->items[k].key);
    return GRAVEL_OK;
}

static enum gravel_status
read_particles(struct gravel_reader *reader, const struct gravel_yaml *node)
{
    if (node != NULL && node->kind == GRAVEL_YAML_LIST)
        return read_named(reader, node, "particles", GRAVEL_SPECIES_MAX, gravel_keys_particles);
    if (refuse_species(reader, node) != GRAVEL_OK)
        return GRAVEL_INPUT;
    return gravel_read_section(reader, node, "particles", gravel_keys_particles, NULL, &reader->c->parameters);
}

static enum gravel_status
refuse_name(struct gravel_reader *reader, const struct gravel_yaml *node, const char *what,
            struct gravel_suggestion *suggestion)
{
    char text[96];
    const char *kind = strcmp(what, "engines") == 0 ? "engine" : strcmp(what, "prepare") == 0 ? "generator" : "measure";
    return gravel_refuse(reader, node, "%s: found no %s called %.60s%s; see `gravel list %ss`", what, kind,
                         suggestion->word, gravel_suggestion_text(suggestion, text, sizeof text), kind);
}

/* The keys of a generator at `prefix`, those of motion.h and, of a part, its own: three tables over one mapping. */
static enum gravel_status
read_generator(struct gravel_reader *reader, const struct gravel_yaml *node, const char *prefix,
               const struct gravel_prepare_ops *generator, bool is_part)
{
    const struct gravel_key *const tables[] = {generator->options, gravel_motion_keys,
                                               is_part ? gravel_keys_part : NULL};
    enum gravel_status status = GRAVEL_OK;
    for (size_t t = 0; t < sizeof tables / sizeof *tables && status == GRAVEL_OK; t++) {
        char others[1024] = "name";
        if (tables[t] == NULL)
            continue;
        for (size_t o = 0; o < sizeof tables / sizeof *tables; o++)
            for (const struct gravel_key *key = tables[o]; o != t && key != NULL && key->name != NULL; key++)
                snprintf(others + strlen(others), sizeof others - strlen(others), "|%s", key->name);
        status = gravel_read_section(reader, node, prefix, tables[t], is_part ? others : others + strlen("name|"),
                                     &reader->c->parameters);
    }
    return status;
}

static enum gravel_status
refuse_generator(struct gravel_reader *reader, const struct gravel_yaml *node, const char *name)
{
    struct gravel_suggestion suggestion = {.word = name};
    for (size_t k = 0; gravel_prepares[k] != NULL; k++)
        gravel_suggest(&suggestion, gravel_prepares[k]->name);
    return refuse_name(reader, node, "prepare", &suggestion);
}

/* A list of generators, each with a name and for species of its own. */
static enum gravel_status
read_parts(struct gravel_reader *reader, const struct gravel_yaml *list)
{
    enum gravel_status status = check_names(reader, list, "prepare", GRAVEL_PARTS_MAX);
    snprintf(reader->c->prepare, sizeof reader->c->prepare, "%s", gravel_overlay);
    for (size_t k = 0; k < list->n && status == GRAVEL_OK; k++) {
        const struct gravel_yaml *item = &list->items[k], *name = gravel_yaml_get(item, "name");
        const struct gravel_yaml *word = gravel_yaml_get(item, "generator");
        char prefix[PREFIX_SIZE];
        if (word == NULL || word->kind != GRAVEL_YAML_SCALAR)
            return gravel_refuse(reader, item, "prepare.%s: found no generator, allowed: generator: <name>",
                                 name->text);
        const struct gravel_prepare_ops *generator = gravel_prepare_find(word->text);
        if (generator == NULL)
            return refuse_generator(reader, word, word->text);
        snprintf(prefix, sizeof prefix, "prepare.%s", name->text);
        status = add_section(reader, prefix, name);
        if (status == GRAVEL_OK)
            status = read_generator(reader, item, prefix, generator, true);
    }
    return status;
}

static enum gravel_status
read_prepare(struct gravel_reader *reader, const struct gravel_yaml *node)
{
    char prefix[PREFIX_SIZE];
    if (node->kind == GRAVEL_YAML_LIST)
        return read_parts(reader, node);
    if (node->kind != GRAVEL_YAML_MAP || node->n != 1)
        return gravel_refuse(reader, node,
                             "prepare: found %s%zu generators, allowed one: {<generator>: {...}}, or a list of {name, "
                             "generator, species, ...}",
                             node->kind == GRAVEL_YAML_MAP ? "" : "no mapping with ", node->n);
    const struct gravel_yaml *item = &node->items[0];
    const struct gravel_prepare_ops *prepare = gravel_prepare_find(item->key);
    if (prepare == NULL)
        return refuse_generator(reader, item, item->key);
    snprintf(reader->c->prepare, sizeof reader->c->prepare, "%s", prepare->name);
    snprintf(prefix, sizeof prefix, "prepare.%s", prepare->name);
    const enum gravel_status status = add_section(reader, prefix, item);
    return status == GRAVEL_OK ? read_generator(reader, item, prefix, prepare, false) : status;
}

static enum gravel_status
read_engines(struct gravel_reader *reader, const struct gravel_yaml *node)
{
    struct gravel_case *c = reader->c;
    char prefix[PREFIX_SIZE], found[96];
    if (node->kind != GRAVEL_YAML_MAP || node->n == 0)
        return gravel_refuse(reader, node, "engines: found %s, allowed {<engine>: {...}, ...}",
                             node->kind == GRAVEL_YAML_MAP ? "none" : gravel_yaml_text(node, found, sizeof found));
    for (size_t k = 0; k < node->n; k++) {
        const struct gravel_yaml *item = &node->items[k];
        const struct gravel_engine_ops *engine = gravel_engine_find(item->key);
        if (engine == NULL) {
            struct gravel_suggestion suggestion = {.word = item->key};
            for (size_t e = 0; gravel_engines[e] != NULL; e++)
                gravel_suggest(&suggestion, gravel_engines[e]->name);
            return refuse_name(reader, item, "engines", &suggestion);
        }
        if (c->n_engines == sizeof c->engines / sizeof c->engines[0])
            return gravel_refuse(reader, item, "engines: found more than %zu, allowed fewer", c->n_engines);
        snprintf(c->engines[c->n_engines++], sizeof c->engines[0], "%s", engine->name);
        snprintf(prefix, sizeof prefix, "engines.%s", engine->name);
        enum gravel_status status = add_section(reader, prefix, item);
        if (status == GRAVEL_OK)
            status = gravel_read_section(reader, item, prefix, engine->options, NULL, &c->parameters);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

static enum gravel_status
read_measure(struct gravel_reader *reader, const struct gravel_yaml *item)
{
    struct gravel_case *c = reader->c;
    char prefix[PREFIX_SIZE], found[96];
    const bool with_options = item->kind == GRAVEL_YAML_MAP && item->n == 1;
    if (!with_options && item->kind != GRAVEL_YAML_SCALAR)
        return gravel_refuse(reader, item, "measure: found %s, allowed `name` or `{name: {options}}`",
                             gravel_yaml_text(item, found, sizeof found));
    const char *name = with_options ? item->items[0].key : item->text;
    const struct gravel_measure_ops *measure = gravel_measure_find(name);
    if (measure == NULL) {
        struct gravel_suggestion suggestion = {.word = name};
        for (size_t k = 0; gravel_measures[k] != NULL; k++)
            gravel_suggest(&suggestion, gravel_measures[k]->name);
        return refuse_name(reader, item, "measure", &suggestion);
    }
    for (size_t k = 0; k < c->n_measures; k++)
        if (strcmp(c->measures[k], name) == 0)
            return gravel_refuse(reader, item, "measure: found %s twice, allowed once", name);
    if (c->n_measures == sizeof c->measures / sizeof c->measures[0])
        return gravel_refuse(reader, item, "measure: found more than %zu, allowed fewer", c->n_measures);
    snprintf(c->measures[c->n_measures++], sizeof c->measures[0], "%s", measure->name);
    snprintf(prefix, sizeof prefix, "measure.%s", measure->name);
    const enum gravel_status status = add_section(reader, prefix, item);
    return status != GRAVEL_OK ? status
                               : gravel_read_section(reader, with_options ? &item->items[0] : NULL, prefix,
                                                     measure->options, NULL, &c->parameters);
}

static enum gravel_status
read_measures(struct gravel_reader *reader, const struct gravel_yaml *node)
{
    char found[96];
    if (node->kind != GRAVEL_YAML_LIST || node->n == 0)
        return gravel_refuse(reader, node,
                             "measure: found %s, allowed a list, of which each item is `name` or `{name: {options}}`",
                             gravel_yaml_text(node, found, sizeof found));
    for (size_t k = 0; k < node->n; k++) {
        const enum gravel_status status = read_measure(reader, &node->items[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_read_parameters(struct gravel_reader *reader, const struct gravel_yaml *root)
{
    static const char *const needed[] = {"particles", "material", "prepare", "run", "engines", "measure"};
    struct gravel_options *const to = &reader->c->parameters;
    for (size_t k = 0; k < sizeof needed / sizeof needed[0]; k++) {
        const struct gravel_yaml *section = gravel_yaml_get(root, needed[k]);
        if (section == NULL)
            return gravel_refuse(reader, root, "%s: found nothing, allowed: this section is required", needed[k]);
        const enum gravel_status status = add_section(reader, needed[k], section);
        if (status != GRAVEL_OK)
            return status;
    }
    const struct gravel_yaml *walls = gravel_yaml_get(root, "walls"), *contacts = gravel_yaml_get(root, "contacts");
    const struct gravel_yaml *thermostat = gravel_yaml_get(root, "thermostat");
    enum gravel_status status =
        gravel_read_section(reader, gravel_yaml_get(root, "box"), "box", gravel_keys_box, NULL, to);
    if (status == GRAVEL_OK)
        status = read_particles(reader, gravel_yaml_get(root, "particles"));
    if (status == GRAVEL_OK)
        status =
            gravel_read_section(reader, gravel_yaml_get(root, "material"), "material", gravel_keys_material, NULL, to);
    if (status == GRAVEL_OK && thermostat != NULL &&
        (status = add_section(reader, "thermostat", thermostat)) == GRAVEL_OK)
        status = gravel_read_section(reader, thermostat, "thermostat", gravel_keys_thermostat, NULL, to);
    if (status == GRAVEL_OK && walls != NULL)
        status = read_named(reader, walls, "walls", GRAVEL_WALLS_MAX, gravel_keys_wall);
    if (status == GRAVEL_OK && contacts != NULL)
        status = gravel_read_contacts(reader, contacts);
    if (status == GRAVEL_OK)
        status = read_prepare(reader, gravel_yaml_get(root, "prepare"));
    if (status == GRAVEL_OK)
        status = gravel_read_section(reader, gravel_yaml_get(root, "run"), "run", gravel_keys_run, NULL, to);
    if (status == GRAVEL_OK)
        status = read_engines(reader, gravel_yaml_get(root, "engines"));
    if (status == GRAVEL_OK)
        status = read_measures(reader, gravel_yaml_get(root, "measure"));
    return status;
}
