/* gravel report: HTML, Markdown and JSON from the records of a store; also the README's table. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/record/store.h"
#include "harness/run/plan.h"
#include "harness/util/clock.h"
#include "reports/page.h"
#include "reports/readme.h"
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CASES_MAX = 2 * GRAVEL_CASES_MAX, PATH_SIZE = 1024 }; /* the named ones and the catalogue */
enum { KEY_README = 256, KEY_CHECK_README };

struct arguments {
    struct gravel_arguments common;
    const char *output, *readme;
    bool check_readme;
};

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "folder of the report; default: reports/out", 0},
    {"readme", KEY_README, "FILE", 0, "only renew the catalogue between the markers of this file", 0},
    {"check-readme", KEY_CHECK_README, NULL, 0, "only see whether that catalogue is fresh; exit 1 if it is stale", 0},
    {0},
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, &a->common); break;
    case 'o': a->output = text; break;
    case KEY_README: a->readme = text; break;
    case KEY_CHECK_README: a->check_readme = true; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Everything the report points into; cases[0 .. n_reported) are reported, the rest of the catalogue only counts claims.
 */
struct material {
    struct gravel_case *cases[CASES_MAX];
    struct gravel_records records[CASES_MAX];
    struct gravel_report_case reported[CASES_MAX];
    size_t n, n_reported;
    struct gravel_references references;
    struct gravel_judgements judgements;
};

static void
material_free(struct material *m)
{
    for (size_t i = 0; m && i < m->n; i++) {
        gravel_case_free(m->cases[i]);
        free(m->cases[i]);
        gravel_records_free(&m->records[i]);
    }
    if (m) {
        gravel_references_free(&m->references);
        gravel_judgements_free(&m->judgements);
    }
    free(m);
}

static enum gravel_status
add_case(struct material *m, const char *path, const char *tier, struct gravel_error *error)
{
    for (size_t i = 0; i < m->n; i++)
        if (strcmp(m->cases[i]->path, path) == 0)
            return GRAVEL_OK;
    if (m->n == CASES_MAX)
        return gravel_fail(error, GRAVEL_INPUT, "more than %d cases", CASES_MAX);
    struct gravel_case *c = calloc(1, sizeof *c);
    if (!c)
        return gravel_fail(error, GRAVEL_MEMORY, "report: out of memory");
    enum gravel_status status = gravel_case_load(c, path, tier, error);
    if (status == GRAVEL_OK)
        m->cases[m->n++] = c;
    else
        free(c);
    return status;
}

/* The named cases first; without names the whole catalogue is reported. */
static enum gravel_status
load_cases(struct material *m, const struct arguments *a, struct gravel_error *error)
{
    char **paths = NULL;
    size_t n_paths = 0;
    enum gravel_status status = GRAVEL_OK;

    const bool all = gravel_arguments_mean_all(&a->common);
    for (size_t i = 0; !all && i < a->common.n_names && status == GRAVEL_OK; i++) {
        char *path = NULL;
        status = gravel_case_find(a->common.names[i], &path, error);
        if (status == GRAVEL_OK)
            status = add_case(m, path, a->common.tier, error);
        free(path);
    }
    m->n_reported = m->n;
    if (status == GRAVEL_OK)
        status = gravel_case_list(&paths, &n_paths, error);
    for (size_t i = 0; i < n_paths && status == GRAVEL_OK; i++)
        status = add_case(m, paths[i], a->common.tier, error);
    gravel_case_list_free(paths, n_paths);
    if (all)
        m->n_reported = m->n;
    return status;
}

/* The record of a point, taken out of `all`. */
static enum gravel_status
take(struct gravel_records *to, struct gravel_records *all, const char *key, struct gravel_error *error)
{
    for (size_t k = 0; k < all->n; k++) {
        if (strcmp(all->items[k].key, key) != 0)
            continue;
        if (gravel_records_append(to, &all->items[k]) != GRAVEL_OK)
            return gravel_fail(error, GRAVEL_MEMORY, "report: out of memory");
        all->items[k] = (struct gravel_record){0};
        break;
    }
    return GRAVEL_OK;
}

/* Of the store's records those that the case means today (a changed case leaves older points behind), in the order of
 * the plan, which is the author's. */
static enum gravel_status
load_records(struct material *m, size_t i, struct gravel_store *store, struct gravel_error *error)
{
    struct gravel_plan plan = {0};
    struct gravel_records all = {0};
    enum gravel_status status = gravel_plan_add(&plan, m->cases[i], NULL, 0, error);

    if (status == GRAVEL_OK)
        status = gravel_store_load(store, m->cases[i]->name, &all, error);
    for (size_t k = 0; k < plan.n && status == GRAVEL_OK; k++)
        status = take(&m->records[i], &all, plan.points[k].key, error);
    if (m->records[i].n < plan.n)
        m->judgements.partial = true;
    gravel_records_free(&all);
    gravel_plan_free(&plan);
    return status;
}

static enum gravel_status
load(struct material *m, const struct arguments *a, struct gravel_error *error)
{
    struct gravel_store *store = NULL;
    char folder[PATH_SIZE];
    size_t n_records = 0;
    enum gravel_status status = load_cases(m, a, error);

    if (status == GRAVEL_OK && access(a->common.store, F_OK) != 0)
        status = gravel_fail(error, GRAVEL_INPUT, "there is no store %s: gravel run first", a->common.store);
    if (status == GRAVEL_OK)
        status = gravel_store_open(&store, a->common.store, true, error);
    for (size_t i = 0; i < m->n_reported && status == GRAVEL_OK; i++) {
        status = load_records(m, i, store, error);
        n_records += m->records[i].n;
        m->reported[i] = (struct gravel_report_case){m->cases[i], &m->records[i]};
    }
    gravel_store_close(store);
    if (status == GRAVEL_OK && n_records == 0)
        status = gravel_fail(error, GRAVEL_INPUT, "%s has no points of these cases in tier %s: gravel run first",
                             a->common.store, a->common.tier);
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    if (status == GRAVEL_OK)
        status = gravel_references_load(&m->references, folder, error);
    if (status == GRAVEL_OK)
        status = gravel_judge_all(m->cases, m->records, m->n_reported, &m->references, &m->judgements, error);
    return status;
}

static enum gravel_status
write_report(const struct material *m, const struct arguments *a, enum gravel_freshness *freshness,
             struct gravel_error *error)
{
    char created[GRAVEL_DATE_SIZE], readme[PATH_SIZE];
    struct gravel_report report = {.home = gravel_home(),
                                   .tier = a->common.tier,
                                   .created = created,
                                   .n_cases = m->n_reported,
                                   .cases = m->reported,
                                   .references = &m->references,
                                   .judgements = &m->judgements,
                                   .catalogue = m->cases,
                                   .n_catalogue = m->n};

    gravel_clock_date(created);
    if (!a->readme && !a->check_readme)
        return gravel_report_write(&report, a->output, error);
    snprintf(readme, sizeof readme, "%s/README.md", gravel_home());
    return gravel_report_readme(&report, a->readme ? a->readme : readme, a->check_readme, freshness, error);
}

static int
run(int argc, char **argv)
{
    static const struct argp_child children[] = {{&gravel_argp_cases, 0, NULL, 0}, {0}};
    static const struct argp argp = {options,
                                     parse,
                                     "[CASE|FILE.yaml|all...]",
                                     "Write the report of the store's points; without CASE, of the whole catalogue.",
                                     children,
                                     NULL,
                                     NULL};
    static const char *const said[] = {
        [GRAVEL_FRESH] = "fresh",
        [GRAVEL_STALE] = "stale; gravel report --readme renews it",
        [GRAVEL_FROM_ELSEWHERE] = "of another compiler or processor: its digits cannot be compared",
    };
    struct arguments a = {.common.tier = "quick", .output = "reports/out"};
    struct gravel_error error = {0};
    struct material *m = calloc(1, sizeof *m);
    enum gravel_freshness freshness = GRAVEL_FRESH;

    argp_err_exit_status = GRAVEL_EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    if (!a.common.store)
        a.common.store = gravel_default_store();
    enum gravel_status status = m ? load(m, &a, &error) : gravel_fail(&error, GRAVEL_MEMORY, "report: out of memory");
    if (status == GRAVEL_OK)
        status = write_report(m, &a, &freshness, &error);
    material_free(m);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    if (a.check_readme) {
        printf("README: the catalogue is %s\n", said[freshness]);
        return freshness == GRAVEL_STALE ? GRAVEL_EXIT_FAILED : GRAVEL_EXIT_OK;
    }
    printf("%s%s\n", a.readme ? a.readme : a.output, a.readme ? "" : "/index.html");
    return GRAVEL_EXIT_OK;
}

const struct gravel_command gravel_cmd_report = {"report",
                                                 "Write figures, tables and verdicts as HTML, Markdown and JSON.", run};
