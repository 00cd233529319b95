#include "harness/case/changes.h"

#include "harness/case/check_kinds.h"
#include "harness/case/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether `name` is the reference of the check, or its kind and observable. */
static bool
is_named(const struct gravel_yaml *check, const char *name)
{
    const struct gravel_yaml *reference = gravel_yaml_get(check, "reference");
    if (reference != NULL && reference->text != NULL && strcmp(reference->text, name) == 0)
        return true;
    for (const struct gravel_check_kind *const *kind = gravel_check_kinds; *kind != NULL; kind++) {
        const struct gravel_yaml *measure = gravel_yaml_get(check, (*kind)->name);
        const size_t length = strlen((*kind)->name);
        if (measure != NULL && measure->text != NULL && strncmp(name, (*kind)->name, length) == 0 &&
            name[length] == ' ' && strcmp(name + length + 1, measure->text) == 0)
            return true;
    }
    return false;
}

static enum gravel_status
find_check(struct gravel_reader *reader, const struct gravel_yaml *node, const struct gravel_yaml *checks)
{
    const struct gravel_yaml *name = gravel_yaml_get(node, "check");
    bool found = name == NULL;
    for (size_t k = 0; checks != NULL && k < checks->n && !found; k++)
        found = is_named(&checks->items[k], name->text);
    return found ? GRAVEL_OK
                 : gravel_refuse(reader, name,
                                 "changed.check: found %s, allowed the reference of a check of this case, or its kind "
                                 "and observable",
                                 name->text);
}

static enum gravel_status
read_change(struct gravel_reader *reader, const struct gravel_yaml *node, struct gravel_change *change)
{
    struct gravel_options o = {0};
    enum gravel_status status = gravel_read_section(reader, node, "changed", gravel_keys_change, NULL, &o);
    char **const texts[] = {&change->check, &change->what, &change->from, &change->to, &change->reason, &change->date};
    for (size_t k = 0; status == GRAVEL_OK && k < sizeof texts / sizeof *texts; k++) {
        char path[40];
        snprintf(path, sizeof path, "changed.%s", gravel_keys_change[k].name);
        *texts[k] = strdup(gravel_options_has(&o, path) ? gravel_options_text(&o, path) : "");
        if (*texts[k] == NULL)
            status = gravel_no_memory(reader->error);
    }
    gravel_options_free(&o);
    return status;
}

enum gravel_status
gravel_read_changes(struct gravel_reader *reader, const struct gravel_yaml *list, const struct gravel_yaml *checks)
{
    struct gravel_case *c = reader->c;
    if (list->kind != GRAVEL_YAML_LIST)
        return gravel_refuse(reader, list, "changed: found no list, allowed a list of mappings");
    c->changes = calloc(list->n + 1, sizeof *c->changes);
    if (c->changes == NULL)
        return gravel_no_memory(reader->error);
    for (size_t k = 0; k < list->n; k++) {
        enum gravel_status status = read_change(reader, &list->items[k], &c->changes[c->n_changes++]);
        if (status == GRAVEL_OK)
            status = find_check(reader, &list->items[k], checks);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}
