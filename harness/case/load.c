#include "harness/case/load.h"

#include "harness/case/changes.h"
#include "harness/case/check_use.h"
#include "harness/case/claims.h"
#include "harness/case/combination.h"
#include "harness/case/figures.h"
#include "harness/case/keys.h"
#include "harness/case/output.h"
#include "harness/case/parameters.h"
#include "harness/case/read.h"
#include "harness/case/sweep.h"
#include "harness/case/tier.h"
#include "harness/case/yaml_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum gravel_status
refuse_other_keys(struct gravel_reader *reader, const struct gravel_yaml *tiers)
{
    for (size_t k = 0; k < tiers->n; k++)
        if (tiers->kind != GRAVEL_YAML_MAP || tiers->items[k].kind != GRAVEL_YAML_MAP ||
            !gravel_tier_is_known(tiers->items[k].key))
            return gravel_refuse(reader, &tiers->items[k], "tiers: allowed {quick: {...}, full: {...}, long: {...}}");
    return GRAVEL_OK;
}

/* Lay the overrides of the tier over the file: in the tier long those of full where the file has none for long. */
static enum gravel_status
apply_tier(struct gravel_reader *reader, struct gravel_yaml *root, const char *tier)
{
    const struct gravel_yaml *tiers = gravel_yaml_get(root, "tiers");
    if (!gravel_tier_is_known(tier))
        return gravel_fail(reader->error, GRAVEL_INPUT, "tier: found %.40s, allowed one of: quick full long", tier);
    if (tiers == NULL)
        return GRAVEL_OK;
    reader->c->tiered = true;
    enum gravel_status status = refuse_other_keys(reader, tiers);
    const struct gravel_yaml *chosen = gravel_yaml_get(tiers, tier);
    if (chosen == NULL && gravel_tier_includes(tier, "full"))
        chosen = gravel_yaml_get(tiers, "full");
    if (status != GRAVEL_OK || chosen == NULL)
        return status;
    static const char *const fixed[] = {"name", "family", "tiers", "checks", "changed"};
    for (size_t k = 0; k < sizeof fixed / sizeof fixed[0]; k++)
        if (gravel_yaml_get(chosen, fixed[k]) != NULL)
            return gravel_refuse(reader, gravel_yaml_get(chosen, fixed[k]), "tiers.%s.%s: allowed at the top only",
                                 tier, fixed[k]);
    /* The merge may move what `chosen` points into, so it works on a tree of its own. */
    struct gravel_yaml overrides = {.kind = GRAVEL_YAML_MAP};
    status = gravel_yaml_merge(&overrides, chosen, reader->error);
    if (status == GRAVEL_OK)
        status = gravel_yaml_merge(root, &overrides, reader->error);
    gravel_yaml_free(&overrides);
    return status;
}

static enum gravel_status
read_head(struct gravel_reader *reader, const struct gravel_yaml *root)
{
    struct gravel_case *c = reader->c;
    struct gravel_options head = {0};
    enum gravel_status status =
        gravel_read_section(reader, root, "", gravel_keys_head,
                            "dimension|gravity|box|particles|material|thermostat|walls|contacts|prepare|"
                            "run|engines|measure|output|sweep|tiers|checks|changed|figures",
                            &head);
    if (status != GRAVEL_OK)
        goto done;
    status = gravel_read_word(reader, gravel_yaml_get(root, "name"), "name", c->name, sizeof c->name);
    if (status == GRAVEL_OK && strspn(c->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(c->name))
        status = gravel_refuse(reader, gravel_yaml_get(root, "name"),
                               "name: found %s, allowed lower-case letters, "
                               "digits and hyphens",
                               c->name);
    if (status == GRAVEL_OK)
        status = gravel_read_word(reader, gravel_yaml_get(root, "family"), "family", c->family, sizeof c->family);
    if (status != GRAVEL_OK)
        goto done;
    c->title = strdup(gravel_options_text(&head, "title"));
    c->asks = strdup(gravel_options_text(&head, "asks"));
    c->source_key = strdup(gravel_options_text(&head, "source.key"));
    c->source_where = strdup(gravel_options_text(&head, "source.where"));
    if (c->title == NULL || c->asks == NULL || c->source_key == NULL || c->source_where == NULL)
        status = gravel_no_memory(reader->error);
    c->replicates = (int)gravel_options_int(&head, "replicates");
    c->seed = (uint64_t)gravel_options_int(&head, "seed");
done:
    gravel_options_free(&head);
    return status;
}

/* dimension and gravity stand beside the sections, at the top. */
static enum gravel_status
read_space(struct gravel_reader *reader, const struct gravel_yaml *root)
{
    struct gravel_yaml space = {.kind = GRAVEL_YAML_MAP, .line = root->line, .column = root->column};
    struct gravel_yaml items[2];
    for (const struct gravel_key *key = gravel_keys_space; key->name != NULL; key++) {
        const struct gravel_yaml *item = gravel_yaml_get(root, key->name);
        if (item != NULL)
            items[space.n++] = *item;
    }
    space.items = items;
    return gravel_read_section(reader, &space, "", gravel_keys_space, NULL, &reader->c->parameters);
}

enum gravel_status
gravel_case_load(struct gravel_case *c, const char *path, const char *tier, struct gravel_error *error)
{
    struct gravel_yaml root;
    struct gravel_reader reader = {.c = c, .path = path, .error = error};
    *c = (struct gravel_case){.path = strdup(path)};
    if (c->path == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = gravel_yaml_read(&root, path, error);
    if (status != GRAVEL_OK) {
        gravel_case_free(c);
        return status;
    }
    status = apply_tier(&reader, &root, tier);
    snprintf(c->tier, sizeof c->tier, "%s", tier);
    if (status == GRAVEL_OK)
        status = read_head(&reader, &root);
    if (status == GRAVEL_OK)
        status = read_space(&reader, &root);
    if (status == GRAVEL_OK)
        status = gravel_read_parameters(&reader, &root);
    if (status == GRAVEL_OK)
        status = gravel_read_output(&reader, gravel_yaml_get(&root, "output"));
    if (status == GRAVEL_OK && gravel_yaml_get(&root, "sweep") != NULL)
        status = gravel_read_sweep(&reader, gravel_yaml_get(&root, "sweep"));
    if (status == GRAVEL_OK) {
        status = gravel_case_check_combinations(c, error);
        if (status == GRAVEL_OK)
            status = gravel_case_check_use(c, error);
        if (status == GRAVEL_INPUT)
            gravel_case_locate(c, error);
    }
    if (status == GRAVEL_OK && gravel_yaml_get(&root, "checks") != NULL)
        status = gravel_read_checks(&reader, gravel_yaml_get(&root, "checks"));
    if (status == GRAVEL_OK && gravel_yaml_get(&root, "changed") != NULL)
        status = gravel_read_changes(&reader, gravel_yaml_get(&root, "changed"), gravel_yaml_get(&root, "checks"));
    if (status == GRAVEL_OK && gravel_yaml_get(&root, "figures") != NULL)
        status = gravel_read_figures(&reader, gravel_yaml_get(&root, "figures"));
    gravel_yaml_free(&root);
    if (status != GRAVEL_OK)
        gravel_case_free(c);
    return status;
}
