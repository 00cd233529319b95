#include "harness/record/merge_choice.h"

#include "harness/record/checksum.h"

#include <stdio.h>
#include <string.h>

/* A record without a result gives way to one with. */
static int
rank(const struct gravel_record *r)
{
    return r->status == GRAVEL_POINT_FAILED ? 2 : r->status == GRAVEL_POINT_SKIPPED ? 1 : 0;
}

/* A total order of records of one point with the same result: the first is kept, whatever the order of merging. */
static int
compare_origins(const struct gravel_record *a, const struct gravel_record *b)
{
    const char *const texts[][2] = {{a->started, b->started}, {a->host, b->host},         {a->tier, b->tier},
                                    {a->commit, b->commit},   {a->compiler, b->compiler}, {a->message, b->message}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const int order = strcmp(texts[k][0], texts[k][1]);
        if (order != 0)
            return order;
    }
    return (a->cpu_seconds > b->cpu_seconds) - (a->cpu_seconds < b->cpu_seconds);
}

/* Of everything but where, when and by which command the point was run. */
static void
sum_result(const struct gravel_record *record, char text[GRAVEL_CHECKSUM_SIZE])
{
    struct gravel_record bare = *record;
    bare.tier = NULL;
    bare.cpu_seconds = 0.0;
    bare.commit[0] = bare.compiler[0] = bare.host[0] = bare.started[0] = '\0';
    gravel_record_checksum(&bare, text);
}

static enum gravel_status
refuse_conflict(const struct gravel_record *a, const struct gravel_record *b, const char *path_a, const char *path_b,
                struct gravel_error *error)
{
    char what[200] = "their counters, invariants, tables or parameters differ";
    for (size_t k = 0; k < a->n_observables; k++) {
        const struct gravel_observable *x = &a->observables[k], *y = gravel_record_observable(b, x->name);
        if (y == NULL || memcmp(&x->value, &y->value, sizeof x->value) == 0)
            continue;
        snprintf(what, sizeof what, "%s is %.17g and %.17g", x->name, x->value, y->value);
        break;
    }
    if (a->status != b->status)
        snprintf(what, sizeof what, "one is %s, the other %s", gravel_point_status_name(a->status),
                 gravel_point_status_name(b->status));
    return gravel_fail(error, GRAVEL_INPUT,
                       "%s and %s: found two results of point %s of %s (%s), allowed: one; %s; nothing was merged",
                       path_a, path_b, a->key, a->case_name, a->engine, what);
}

enum gravel_status
gravel_merge_choose(struct gravel_record *kept, const char **kept_path, struct gravel_record *other,
                    const char *other_path, struct gravel_error *error)
{
    char a[GRAVEL_CHECKSUM_SIZE], b[GRAVEL_CHECKSUM_SIZE];
    int order = rank(kept) - rank(other);
    if (order == 0 && rank(kept) == 0) {
        sum_result(kept, a);
        sum_result(other, b);
        if (strcmp(a, b) != 0)
            return refuse_conflict(kept, other, *kept_path, other_path, error);
    }
    if (order == 0)
        order = compare_origins(kept, other);
    if (order > 0) {
        const struct gravel_record moved = *kept;
        *kept = *other;
        *other = moved;
        *kept_path = other_path;
    }
    gravel_record_free(other);
    return GRAVEL_OK;
}
