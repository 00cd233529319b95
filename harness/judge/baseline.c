#include "harness/judge/baseline.h"

#include "engines/core/array.h"
#include "harness/case/read.h"
#include "harness/case/yaml_read.h"
#include "harness/judge/verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const enum gravel_verdict allowed[] = {GRAVEL_FAIL, GRAVEL_INCONCLUSIVE, GRAVEL_PASS};

static enum gravel_status
read_verdict(struct gravel_reader *reader, const struct gravel_yaml *node, enum gravel_verdict *verdict)
{
    char text[96];
    for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
        if (node->kind == GRAVEL_YAML_SCALAR && strcmp(node->text, gravel_verdict_name(allowed[k])) == 0) {
            *verdict = allowed[k];
            return GRAVEL_OK;
        }
    return gravel_refuse(reader, node,
                         "verdict: found %s, allowed one of: FAIL, INCONCLUSIVE, PASS (of a claim whose contradiction "
                         "is on file)",
                         gravel_yaml_text(node, text, sizeof text));
}

enum { N_KEYS = 4, N_REQUIRED = 3 };

/* Which invariants are broken: files of versions before do not say so, and would accept any. */
static enum gravel_status
read_broken(struct gravel_reader *reader, const struct gravel_yaml *map, const struct gravel_yaml *node,
            struct gravel_known_failure *known)
{
    static const char invariants[] = "invariants [";
    const bool needed = strncmp(known->name, invariants, sizeof invariants - 1) == 0;
    if (needed && node == NULL)
        return gravel_refuse(reader, map,
                             "broken: found no such key, which an entry of invariants needs since they are told apart; "
                             "write the baseline again");
    if (!needed && node != NULL)
        return gravel_refuse(reader, node, "broken: allowed in an entry of invariants only, found %s", known->name);
    return needed ? gravel_read_word(reader, node, "broken", known->broken, sizeof known->broken) : GRAVEL_OK;
}

static enum gravel_status
read_entry(struct gravel_reader *reader, const struct gravel_yaml *map, struct gravel_known_failure *known)
{
    static const char *const keys[N_KEYS] = {"case", "name", "verdict", "broken"};
    const struct gravel_yaml *nodes[N_KEYS] = {NULL};
    if (map->kind != GRAVEL_YAML_MAP)
        return gravel_refuse(reader, map, "baseline: found no mapping, allowed the keys case, name, verdict, broken");
    for (size_t k = 0; k < map->n; k++) {
        size_t key = 0;
        while (key < N_KEYS && strcmp(map->items[k].key, keys[key]) != 0)
            key++;
        if (key == N_KEYS)
            return gravel_refuse(reader, &map->items[k],
                                 "%s: found an unknown key, allowed case, name, verdict, broken", map->items[k].key);
        nodes[key] = &map->items[k];
    }
    for (size_t key = 0; key < N_REQUIRED; key++)
        if (!nodes[key])
            return gravel_refuse(reader, map, "%s: found no such key, but it is required", keys[key]);
    known->location = (struct gravel_location){reader->path, map->line, map->column};
    enum gravel_status status = gravel_read_word(reader, nodes[0], keys[0], known->case_name, sizeof known->case_name);
    if (status == GRAVEL_OK)
        status = gravel_read_word(reader, nodes[1], keys[1], known->name, sizeof known->name);
    if (status == GRAVEL_OK)
        status = read_verdict(reader, nodes[2], &known->verdict);
    return status == GRAVEL_OK ? read_broken(reader, map, nodes[3], known) : status;
}

static enum gravel_status
read_list(struct gravel_reader *reader, const struct gravel_yaml *root, struct gravel_baseline *baseline)
{
    const struct gravel_yaml *list = gravel_yaml_get(root, "baseline");
    if (!list || list->kind != GRAVEL_YAML_LIST || root->n != 1)
        return gravel_refuse(reader, root,
                             "found no list `baseline`, allowed: a file that `gravel check --format baseline` writes");
    for (size_t k = 0; k < list->n; k++) {
        struct gravel_known_failure known = {0};
        const enum gravel_status status = read_entry(reader, &list->items[k], &known);
        if (status != GRAVEL_OK)
            return status;
        for (size_t i = 0; i < baseline->n; i++)
            if (strcmp(baseline->items[i].name, known.name) == 0 &&
                strcmp(baseline->items[i].case_name, known.case_name) == 0)
                return gravel_refuse(reader, &list->items[k], "name: found %s of %s, which stands in line %d already",
                                     known.name, known.case_name, baseline->items[i].location.line);
        if (!gravel_array_grow(&baseline->items, &baseline->capacity, baseline->n + 1, sizeof *baseline->items))
            return gravel_no_memory(reader->error);
        baseline->items[baseline->n++] = known;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_baseline_read(struct gravel_baseline *baseline, const char *path, struct gravel_error *error)
{
    struct gravel_yaml root = {0};
    *baseline = (struct gravel_baseline){0};
    enum gravel_status status = gravel_yaml_read(&root, path, error);
    if (status == GRAVEL_OK) {
        struct gravel_reader reader = {.path = path, .error = error};
        status = read_list(&reader, &root, baseline);
    }
    gravel_yaml_free(&root);
    return status;
}

void
gravel_baseline_free(struct gravel_baseline *baseline)
{
    free(baseline->items);
    *baseline = (struct gravel_baseline){0};
}

/* Mark the judgement of this name; false when there is none.  *judged: whether its case was. */
static bool
mark(const struct gravel_known_failure *known, struct gravel_judgements *judgements, bool *judged)
{
    char name[320];
    for (size_t k = 0; k < judgements->n; k++) {
        struct gravel_judgement *j = &judgements->items[k];
        if (strcmp(j->case_name, known->case_name) != 0)
            continue;
        *judged = true;
        if (strcmp(gravel_judgement_name(judgements, k, name, sizeof name), known->name) != 0)
            continue;
        const bool same = j->verdict == known->verdict && strcmp(j->broken, known->broken) == 0;
        j->known = same && (gravel_judgement_fails(j) || j->verdict == GRAVEL_INCONCLUSIVE);
        j->changed = !j->known;
        if (j->changed) {
            const size_t used = strlen(j->note);
            snprintf(j->note + used, sizeof j->note - used, "%sthe baseline (%s:%d) says %s%s%s: write it again",
                     used > 0 ? "; " : "", known->location.file, known->location.line,
                     gravel_verdict_name(known->verdict), known->broken[0] != '\0' ? ", broken: " : "", known->broken);
        }
        return true;
    }
    return false;
}

/* Whether points of an engine of this case were judged: each has a judgement of its invariants. */
static bool
has_engine(const struct gravel_judgements *judgements, const char *case_name, const char *engine, size_t length)
{
    for (size_t k = 0; k < judgements->n; k++) {
        const struct gravel_judgement *j = &judgements->items[k];
        if (strcmp(j->kind, "invariant") == 0 && strcmp(j->case_name, case_name) == 0 &&
            strncmp(j->engine, engine, length) == 0 && j->engine[length] == '\0')
            return true;
    }
    return false;
}

/* Whether all engines of an entry, which its name has in brackets behind the check, were judged. */
static bool
has_engines_of(const struct gravel_judgements *judgements, const struct gravel_known_failure *known)
{
    const char *open = strrchr(known->name, '[');
    if (open == NULL || open[1] == ']')
        return false;
    for (const char *s = open + 1; *s != ']' && *s != '\0';) {
        const size_t length = strcspn(s, ",]");
        if (!has_engine(judgements, known->case_name, s, length))
            return false;
        s += length + strspn(s + length, ", ");
    }
    return true;
}

enum gravel_status
gravel_baseline_apply(const struct gravel_baseline *baseline, struct gravel_judgements *judgements,
                      struct gravel_error *error)
{
    for (size_t k = 0; k < baseline->n; k++) {
        const struct gravel_known_failure *known = &baseline->items[k];
        bool judged = false;
        if (mark(known, judgements, &judged) || !judged || judgements->incomplete)
            continue;
        if (!judgements->partial || has_engines_of(judgements, known))
            return gravel_fail(
                error, GRAVEL_INPUT, "%s:%d:%d: name: found %s, which no judgement of %s has; write the baseline again",
                known->location.file, known->location.line, known->location.column, known->name, known->case_name);
    }
    return GRAVEL_OK;
}
