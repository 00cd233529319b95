/* gravel list: the catalogue and every registry. */
#include "cases/measure/measure.h"
#include "cases/prepare/prepare.h"
#include "engines/core/words.h"
#include "engines/io/format.h"
#include "harness/case/case.h"
#include "harness/case/find.h"
#include "harness/case/keys.h"
#include "harness/case/load.h"
#include "harness/case/schema.h"
#include "harness/cli/cli.h"
#include "harness/reference/load.h"
#include "harness/reference/reference.h"
#include "harness/util/home.h"
#include "harness/util/suggest.h"

#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Load each case of the catalogue and hand it to `each`. */
static enum gravel_status
visit_cases(void (*each)(void *self, const struct gravel_case *c), void *self, struct gravel_error *error)
{
    char **paths = NULL;
    size_t n = 0;
    enum gravel_status status = gravel_case_list(&paths, &n, error);
    for (size_t k = 0; status == GRAVEL_OK && k < n; k++) {
        struct gravel_case c;
        status = gravel_case_load(&c, paths[k], "quick", error);
        if (status != GRAVEL_OK)
            break;
        each(self, &c);
        gravel_case_free(&c);
    }
    gravel_case_list_free(paths, n);
    return status;
}

static void
print_case(void *self, const struct gravel_case *c)
{
    (void)self;
    printf("%-28s %-18s %s\n", c->name, c->family, c->title);
}

static enum gravel_status
list_cases(struct gravel_error *error)
{
    return visit_cases(print_case, NULL, error);
}

static void
append_case(void *self, const struct gravel_case *c)
{
    json_t *engines = json_array();
    for (size_t k = 0; k < c->n_engines; k++)
        json_array_append_new(engines, json_string(c->engines[k]));
    json_array_append_new(self, json_pack("{s:s, s:s, s:s, s:s, s:o}", "schema", "gravel-case/1", "name", c->name,
                                          "family", c->family, "title", c->title, "engines", engines));
}

/* An array of {name, family, title, engines}, for programs. */
static enum gravel_status
list_cases_json(struct gravel_error *error)
{
    json_t *cases = json_array();
    enum gravel_status status = visit_cases(append_case, cases, error);
    if (status == GRAVEL_OK && (json_dumpf(cases, stdout, JSON_INDENT(1)) != 0 || putchar('\n') == EOF))
        status = gravel_not_written(error, "standard output");
    json_decref(cases);
    return status;
}

/* Programs of somebody else that have an adapter; whether they are installed shows when they are started. */
static enum gravel_status
list_adapters(struct gravel_error *error)
{
    char pattern[4096];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/engines/external/adapters/*/adapter", gravel_home());
    const int failed = glob(pattern, 0, NULL, &found);
    if (failed == GLOB_NOSPACE)
        return gravel_no_memory(error);
    for (size_t k = 0; failed == 0 && k < found.gl_pathc; k++) {
        char *const end = strrchr(found.gl_pathv[k], '/');
        *end = '\0';
        printf("%-12s a program in a process of its own, for --engine (engines/external/README.md)\n",
               strrchr(found.gl_pathv[k], '/') + 1);
    }
    globfree(&found);
    return GRAVEL_OK;
}

static enum gravel_status
list_engines(struct gravel_error *error)
{
    for (size_t k = 0; gravel_engines[k] != NULL; k++) {
        const struct gravel_engine_ops *engine = gravel_engines[k];
        char names[512];
        gravel_capability_names(engine->capabilities, names, sizeof names);
        printf("%-12s %s (%s)\n%-12s can: %s\n", engine->name, engine->method, engine->reference, "", names);
    }
    return list_adapters(error);
}

static enum gravel_status
list_laws(struct gravel_error *error)
{
    (void)error;
    const struct gravel_key *law = gravel_schema_key(gravel_keys_material, "law");
    printf("contact laws: %s\n", law->choices);
    printf("%s\n\nclosed forms, for `law:` in reference files:\n", law->help);
    for (size_t k = 0; gravel_theories[k] != NULL; k++) {
        const struct gravel_theory *t = gravel_theories[k];
        printf("%-28s %s (%s)\n%-28s of:", t->name, t->what, t->reference, "");
        for (size_t a = 0; t->args[a] != NULL; a++)
            printf(" %s", t->args[a]);
        printf("  [%s]\n", t->unit);
    }
    return GRAVEL_OK;
}

static enum gravel_status
list_measures(struct gravel_error *error)
{
    (void)error;
    for (size_t k = 0; gravel_measures[k] != NULL; k++) {
        const struct gravel_measure_ops *m = gravel_measures[k];
        char fits[256];
        printf("%-24s %s (%s)\n%-24s fits %s\n%-24s yields", m->name, m->what, m->reference, "",
               gravel_measure_fit_text(m, fits, sizeof fits), "");
        for (const struct gravel_yield *y = m->yields; y->name != NULL; y++)
            if (y->columns == NULL)
                printf("%s %s [%s]", y == m->yields ? "" : ",", y->name, y->unit);
            else
                printf("%s table %s: %s [%s]", y == m->yields ? "" : ",", y->name, y->columns, y->unit);
        printf("\n");
    }
    return GRAVEL_OK;
}

static enum gravel_status
list_generators(struct gravel_error *error)
{
    (void)error;
    for (size_t k = 0; gravel_prepares[k] != NULL; k++)
        printf("%-16s %s (%s)\n", gravel_prepares[k]->name, gravel_prepares[k]->what, gravel_prepares[k]->reference);
    return GRAVEL_OK;
}

static enum gravel_status
list_references(struct gravel_error *error)
{
    char folder[4096];
    struct gravel_references references = {0};
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    const enum gravel_status status = gravel_references_load(&references, folder, error);
    for (size_t k = 0; status == GRAVEL_OK && k < references.n; k++) {
        const struct gravel_reference *r = &references.items[k];
        printf("%-28s v%-3d %-16s %-28s %s, %s\n", r->id, r->version, r->kind, r->quantity, r->source_key, r->where);
    }
    gravel_references_free(&references);
    return status;
}

static enum gravel_status
list_counters(struct gravel_error *error)
{
    (void)error;
    for (const struct gravel_counter_info *c = gravel_counter_infos; c->name != NULL; c++)
        printf("%-18s %-2s %s\n", c->name, c->unit, c->doc);
    return GRAVEL_OK;
}

static enum gravel_status
list_formats(struct gravel_error *error)
{
    (void)error;
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *f = gravel_formats[k];
        printf("%-12s %-6s %s (%s)\n", f->name, f->suffix, f->what, f->reference);
        if (f->survives != NULL)
            printf("%-19s after kill -9: %s\n", "", f->survives);
    }
    printf("\nfields:\n");
    for (int k = 0; k < GRAVEL_FIELD_COUNT; k++) {
        char columns[64];
        gravel_word_list_print(gravel_fields[k].columns, columns, sizeof columns);
        printf("%-12s %-6s columns %s; xyz: %s; h5md: %s; vtp: %s\n%-19s %s\n", gravel_fields[k].name,
               gravel_fields[k].unit, columns, gravel_fields[k].xyz, gravel_fields[k].h5md,
               gravel_fields[k].vtk != NULL ? gravel_fields[k].vtk : "points", "", gravel_fields[k].help);
    }
    return GRAVEL_OK;
}

static const struct {
    const char *name;
    enum gravel_status (*list)(struct gravel_error *error);
} lists[] = {
    {"cases", list_cases},       {"engines", list_engines},       {"laws", list_laws},
    {"measures", list_measures}, {"references", list_references}, {"generators", list_generators},
    {"counters", list_counters}, {"formats", list_formats},
};

enum { KEY_FORMAT = 256 };

struct arguments {
    const char *what;
    bool json;
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), or json (of cases only)", 0},
    {0},
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_FORMAT:
        a->json = strcmp(arg, "json") == 0;
        if (!a->json && strcmp(arg, "table") != 0)
            argp_error(state, "--format: found \"%s\", allowed is one of: table, json", arg);
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "one list at a time");
        a->what = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->json && strcmp(a->what, "cases") != 0)
            argp_error(state, "--format=json: found a list of %s, allowed is one of cases", a->what);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[cases|engines|laws|measures|references|generators|counters|formats]",
        .doc = "Print the catalogue of cases, or what case files may name.",
    };
    struct arguments a = {.what = "cases"};
    char text[96];
    struct gravel_error error;
    struct gravel_suggestion suggestion;
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    if (a.json)
        return list_cases_json(&error) == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
    suggestion = (struct gravel_suggestion){.word = a.what};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
        gravel_suggest(&suggestion, lists[k].name);
        if (strcmp(lists[k].name, a.what) == 0)
            return lists[k].list(&error) == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
    }
    gravel_fail(&error, GRAVEL_INPUT,
                "list: found %.60s, allowed one of: cases engines laws measures references "
                "generators counters formats%s",
                a.what, gravel_suggestion_text(&suggestion, text, sizeof text));
    return gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_list = {
    .name = "list",
    .what = "print the cases, engines, laws, measures, references, generators, counters or formats",
    .run = run,
};
