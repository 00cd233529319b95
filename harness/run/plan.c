#include "harness/run/plan.h"

#include "engines/core/array.h"
#include "engines/core/rng.h"
#include "harness/case/combination.h"
#include "harness/case/schema.h"
#include "harness/util/file_hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* To be increased when results of an engine, generator or measure change on purpose: stored points of older versions
 * are then run again. */
static const char physics_version[] = "19";

void
gravel_plan_free(struct gravel_plan *plan)
{
    for (size_t k = 0; k < plan->n; k++)
        gravel_options_free(&plan->points[k].parameters);
    free(plan->points);
    *plan = (struct gravel_plan){0};
}

/* 53 bits, which every file format stores exactly. */
static uint64_t
replicate_seed(uint64_t seed, int replicate)
{
    char text[64];
    snprintf(text, sizeof text, "replicate %d of seed %" PRIu64, replicate, seed);
    return gravel_hash_text(text) >> 11;
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Parameters that say only when the run ends. */
static bool
is_length(const char *path)
{
    static const char *const lengths[] = {"run.time", "run.periods", "run.dissipation_times", "run.samples"};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        if (strcmp(path, lengths[k]) == 0)
            return true;
    return false;
}

static enum gravel_status
print_parameter(FILE *out, const struct gravel_option *option, const struct gravel_options *parameters,
                struct gravel_error *error)
{
    const bool is_text = option->value.type == GRAVEL_TYPE_TEXT;
    char printed[512];
    const char *value = option->value.text; /* of any length */
    if (is_text && gravel_schema_is_file(option->path, parameters)) {
        struct gravel_error why;
        uint64_t hash;
        if (gravel_file_hash(option->value.text, &hash, &why) != GRAVEL_OK)
            return gravel_fail_at(error, GRAVEL_INPUT, option->path, "%s", why.text);
        snprintf(printed, sizeof printed, "file %016" PRIx64, hash);
        value = printed;
    } else if (!is_text) {
        gravel_value_print(&option->value, printed, sizeof printed);
        value = printed;
    }
    fputs(option->path, out); /* fprintf takes three times as long, for every parameter of every point */
    fputs(" = ", out);
    fputs(value, out);
    fputc('\n', out);
    return GRAVEL_OK;
}

/* Everything that determines the result, one "path = value" a line; parameters are sorted by path already. */
static enum gravel_status
print_canonical(FILE *out, const struct gravel_point *point, bool with_length, struct gravel_error *error)
{
    const struct gravel_case *c = point->c;
    const char *measures[sizeof c->measures / sizeof c->measures[0]];
    enum gravel_status status = GRAVEL_OK;
    fprintf(out, "physics = %s\ncase = %s\nengine = %s\nseed = %" PRIu64 "\nprepare = %s\n", physics_version, c->name,
            point->engine->name, point->seed, c->prepare);
    for (size_t k = 0; k < c->n_measures; k++)
        measures[k] = c->measures[k];
    if (point->engine->identity != NULL)
        fprintf(out, "engine version = %s\n", point->engine->identity);
    qsort(measures, c->n_measures, sizeof measures[0], by_text);
    for (size_t k = 0; k < c->n_measures; k++)
        fprintf(out, "measure = %s\n", measures[k]);
    for (size_t k = 0; k < point->parameters.n && status == GRAVEL_OK; k++)
        if (with_length || !is_length(point->parameters.items[k].path))
            status = print_parameter(out, &point->parameters.items[k], &point->parameters, error);
    if (point->bias.ops != NULL)
        fprintf(out, "bias = %s %.17g\n", point->bias.ops->name, point->bias.factor);
    return status;
}

/* The key has 64 bits: among n points two coincide with probability n^2/2^65, which is 3e-8 for a million. */
static enum gravel_status
make_key(const struct gravel_point *point, bool with_length, char key[17], struct gravel_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = print_canonical(out, point, with_length, error);
    const bool failed = ferror(out) != 0;
    if ((fclose(out) != 0 || failed) && status == GRAVEL_OK)
        status = gravel_no_memory(error);
    if (status == GRAVEL_OK)
        snprintf(key, 17, "%016" PRIx64, gravel_hash_text(text));
    free(text);
    return status;
}

enum gravel_status
gravel_point_motion(const struct gravel_point *point, char motion[17], struct gravel_error *error)
{
    return make_key(point, false, motion, error);
}

/* The parameters without the other engines' options. */
static enum gravel_status
own_parameters(struct gravel_options *to, const struct gravel_options *from, const char *engine,
               struct gravel_error *error)
{
    const size_t length = strlen(engine);
    for (size_t k = 0; k < from->n; k++) {
        const char *path = from->items[k].path;
        const bool of_engine = strncmp(path, "engines.", 8) == 0;
        if (of_engine && (strncmp(path + 8, engine, length) != 0 || path[8 + length] != '.'))
            continue;
        const enum gravel_status status = gravel_options_set(to, path, &from->items[k].value, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

/* Add `point`, of which case, engine, seed, replicate and bias are set. */
static enum gravel_status
add_point(struct gravel_plan *plan, struct gravel_point point, const struct gravel_options *parameters,
          struct gravel_error *error)
{
    if (!gravel_array_grow(&plan->points, &plan->capacity, plan->n + 1, sizeof *plan->points))
        return gravel_no_memory(error);
    enum gravel_status status =
        own_parameters(&point.parameters, parameters, gravel_engine_section(point.engine), error);
    if (status == GRAVEL_OK)
        status = make_key(&point, true, point.key, error);
    if (status != GRAVEL_OK)
        gravel_options_free(&point.parameters);
    else
        plan->points[plan->n++] = point;
    return status;
}

static int
by_key_and_place(const void *a, const void *b)
{
    const struct gravel_point *const *p = a, *const *q = b;
    const int order = strcmp((*p)->key, (*q)->key);
    return order != 0 ? order : (*p > *q) - (*p < *q);
}

/* A sweep over one engine's options repeats the points of the others: keep the first of each key, in order. */
static enum gravel_status
drop_repeated(struct gravel_plan *plan, size_t first, struct gravel_error *error)
{
    const size_t n = plan->n - first;
    if (n == 0)
        return GRAVEL_OK;
    struct gravel_point **sorted = calloc(n, sizeof *sorted), *kept = &plan->points[first];
    if (sorted == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < n; k++)
        sorted[k] = &plan->points[first + k];
    qsort(sorted, n, sizeof *sorted, by_key_and_place);
    for (size_t k = n; k-- > 1;)
        if (strcmp(sorted[k]->key, sorted[k - 1]->key) == 0)
            sorted[k]->key[0] = '\0';
    free(sorted);
    for (size_t k = first; k < plan->n; k++)
        if (plan->points[k].key[0] != '\0')
            *kept++ = plan->points[k];
        else
            gravel_options_free(&plan->points[k].parameters);
    plan->n = (size_t)(kept - plan->points);
    return GRAVEL_OK;
}

/* Is `name` in a comma separated list?  NULL lists everything; an engine that the case does not use is skipped. */
static bool
is_wanted(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *s = list; s != NULL; s = strchr(s, ',')) {
        s += *s == ',';
        if (strncmp(s, name, length) == 0 && (s[length] == ',' || s[length] == '\0'))
            return true;
    }
    return list == NULL;
}

static enum gravel_status
check_number(const struct gravel_plan *plan, const struct gravel_case *c, const struct gravel_plan_choice *choice,
             int replicates, struct gravel_error *error)
{
    const size_t most = choice->max_points > 0 ? (size_t)choice->max_points : GRAVEL_POINTS_MAX;
    size_t n_engines = 0;
    for (size_t e = 0; e < c->n_engines; e++)
        n_engines += is_wanted(choice->engines, c->engines[e]);
    const size_t n = gravel_case_n_combinations(c) * n_engines * (size_t)replicates;
    if (n <= most && plan->n <= most - n)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_INPUT,
                       "%s: found %zu combinations, %zu engines and %d replicates, which makes a plan of %zu points, "
                       "allowed: %zu; --max-points %zu allows it",
                       c->path, gravel_case_n_combinations(c), n_engines, replicates, plan->n + n, most, plan->n + n);
}

enum gravel_status
gravel_plan_add(struct gravel_plan *plan, const struct gravel_case *c, struct gravel_plan_choice choice,
                struct gravel_error *error)
{
    const size_t first = plan->n, n = gravel_case_n_combinations(c);
    const int replicates = choice.seeds > 0 ? choice.seeds : c->replicates;
    const uint64_t seed = c->seed + choice.seed_shift;
    enum gravel_status status = check_number(plan, c, &choice, replicates, error);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        struct gravel_options parameters;
        status = gravel_case_at(c, k, &parameters, error);
        for (size_t e = 0; e < c->n_engines && status == GRAVEL_OK; e++)
            for (int r = 0; r < replicates && status == GRAVEL_OK && is_wanted(choice.engines, c->engines[e]); r++) {
                const struct gravel_point point = {.c = c,
                                                   .engine = gravel_engine_find(c->engines[e]),
                                                   .seed = replicate_seed(seed, r),
                                                   .replicate = r,
                                                   .bias = choice.bias};
                status = add_point(plan, point, &parameters, error);
            }
        if (status == GRAVEL_INPUT)
            gravel_case_locate(c, error);
        gravel_options_free(&parameters);
    }
    return status == GRAVEL_OK ? drop_repeated(plan, first, error) : status;
}
