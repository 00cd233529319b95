#include "reports/verdict_file.h"

#include "engines/core/array.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
copy_text(char *to, size_t size, const json_t *item, const char *key)
{
    const char *text = json_string_value(json_object_get(item, key));

    snprintf(to, size, "%s", text ? text : "");
}

/* What was zero is left out of the file; what was not finite is null. */
static double
number(const json_t *item, const char *key)
{
    const json_t *value = json_object_get(item, key);

    return !value ? 0.0 : json_is_number(value) ? json_number_value(value) : NAN;
}

/* One entry of verdicts.json; false when it has no verdict. */
static bool
read_one(struct gravel_judgement *j, const json_t *item, const json_t *families)
{
    char verdict[24];

    *j = (struct gravel_judgement){.value = number(item, "value"),
                                   .err = number(item, "err"),
                                   .expected = number(item, "expected"),
                                   .expected_err = number(item, "expected_err"),
                                   .tolerance = number(item, "tolerance"),
                                   .ratio = number(item, "ratio"),
                                   .contradicted = json_is_true(json_object_get(item, "contradicted"))};
    j->moved = j->contradicted && json_is_true(json_object_get(item, "red"));
    copy_text(j->case_name, sizeof j->case_name, item, "case");
    if (families)
        copy_text(j->family, sizeof j->family, families, j->case_name);
    else
        copy_text(j->family, sizeof j->family, item, "family");
    copy_text(j->check, sizeof j->check, item, "check");
    copy_text(j->reference, sizeof j->reference, item, "reference");
    copy_text(j->kind, sizeof j->kind, item, "kind");
    copy_text(j->engine, sizeof j->engine, item, "engine");
    copy_text(j->at, sizeof j->at, item, "at");
    copy_text(j->source, sizeof j->source, item, "source");
    copy_text(j->note, sizeof j->note, item, "note");
    copy_text(verdict, sizeof verdict, item, "verdict");
    if (strcmp(j->kind, "invariant") == 0)
        j->seconds = number(item, "cpu_seconds");
    for (int v = GRAVEL_PASS; v <= GRAVEL_NOT_APPLICABLE; v++)
        if (strcmp(verdict, gravel_verdict_name((enum gravel_verdict)v)) == 0) {
            j->verdict = (enum gravel_verdict)v;
            return j->case_name[0] != '\0';
        }
    return false;
}

enum gravel_status
gravel_verdict_file_read(struct gravel_judgements *judgements, const json_t *list, const json_t *families,
                         const char *path, struct gravel_error *error)
{
    const json_t *item;
    size_t i;

    if (!json_is_array(list))
        return gravel_fail(error, GRAVEL_INPUT, "%s: found no list of verdicts", path);
    json_array_foreach(list, i, item)
    {
        if (!gravel_array_grow(&judgements->items, &judgements->capacity, judgements->n + 1, sizeof *judgements->items))
            return gravel_no_memory(error);
        if (!read_one(&judgements->items[judgements->n++], item, families))
            return gravel_fail(error, GRAVEL_INPUT, "%s: verdicts[%zu]: found no case or no verdict", path, i);
    }
    return GRAVEL_OK;
}
