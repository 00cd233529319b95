/* gravel report: HTML, Markdown and JSON from the records of a store; also the catalogue's table of the manual. */
#include "engines/engine.h"
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/judge/judge.h"
#include "harness/run/frames.h"
#include "harness/run/output.h"
#include "harness/util/clock.h"
#include "harness/util/home.h"
#include "reports/codes.h"
#include "reports/page.h"
#include "reports/past.h"
#include "reports/readme.h"
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, ENGINES_MAX = 16 };
enum { KEY_CATALOGUE = 256, KEY_CHECK_CATALOGUE, KEY_AGAINST, KEY_SECONDS, KEY_FROM, KEY_CODE };

struct arguments {
    struct gravel_arguments common;
    const char *output, *catalogue, *against, *from;
    const char *codes[2 * GRAVEL_CODES_MAX];
    size_t n_codes;
    bool check_catalogue;
    double seconds; /* for one picture */
};

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "folder of the report; default: reports/out", 0},
    {"catalogue", KEY_CATALOGUE, "FILE", 0, "only renew the catalogue's table between the markers of this file", 0},
    {"check-catalogue", KEY_CHECK_CATALOGUE, NULL, 0, "only see whether that table is fresh; exit 1 if it is stale", 0},
    {"against", KEY_AGAINST, "OLD", 0, "also show what changed since this report (its folder) or store", 0},
    {"from", KEY_FROM, "DIR", 0, "folder of trajectories for animations, as of gravel run --output; default: results",
     0},
    {"code", KEY_CODE, "FILE", 0,
     "show a code of somebody else beside gravel's engines: the output of gravel check --engine ... --format json, or "
     "of gravel conform --format json; may be repeated",
     0},
    {"gnuplot-seconds", KEY_SECONDS, "S", 0, "time that gnuplot may take for one picture; default: 60", 0},
    {0},
};

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0}, {&gravel_argp_store, 0, NULL, 0}, {&gravel_argp_sets, 0, NULL, 0}, {0}};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); break;
    case 'o': a->output = gravel_argument_path(state, "output", text); break;
    case KEY_CATALOGUE: a->catalogue = gravel_argument_path(state, "catalogue", text); break;
    case KEY_CHECK_CATALOGUE: a->check_catalogue = true; break;
    case KEY_AGAINST: a->against = gravel_argument_path(state, "against", text); break;
    case KEY_FROM: a->from = gravel_argument_path(state, "from", text); break;
    case KEY_CODE:
        if (a->n_codes == sizeof a->codes / sizeof *a->codes)
            argp_error(state, "found more than %zu --code, allowed fewer", a->n_codes);
        a->codes[a->n_codes++] = text;
        break;
    case KEY_SECONDS: a->seconds = gravel_argument_positive(state, "--gnuplot-seconds", text); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static enum gravel_status
judge_store(struct gravel_workspace *w, const struct arguments *a, const char *store,
            struct gravel_judgements *judgements, struct gravel_error *error)
{
    const struct gravel_selection selection = gravel_arguments_selection(&a->common);
    size_t n_missing = 0;
    enum gravel_status status = gravel_workspace_load(w, &selection, error);
    if (status == GRAVEL_OK && access(store, F_OK) != 0)
        status = gravel_fail(error, GRAVEL_INPUT, "there is no store %s: gravel run first", store);
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(w, store, true, error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_fetch(w, &n_missing, error);
    if (status == GRAVEL_OK && n_missing == w->plan.n)
        status = gravel_fail(
            error, GRAVEL_INPUT,
            "%s has no points of gravel's engines of these cases in tier %s: gravel run first; verdicts of other "
            "programs are shown by --code",
            store, a->common.tier);
    if (status == GRAVEL_OK)
        status = gravel_workspace_load_references(w, error);
    judgements->partial = judgements->incomplete = n_missing > 0;
    judgements->as_filed = a->common.n_sets == 0;
    if (status == GRAVEL_OK)
        status = gravel_judge_all(w->cases, w->records, w->n_cases, &w->references, judgements, error);
    return status;
}

/* What --against names: the verdicts of an older report, or those that an older store gives today.  A store of another
 * physics version has other keys: the program that made it writes its report. */
static enum gravel_status
load_past(const struct arguments *a, struct gravel_judgements *before, struct gravel_error *error)
{
    struct stat entry;
    struct gravel_workspace w = {0};
    if (stat(a->against, &entry) == 0 && S_ISDIR(entry.st_mode))
        return gravel_past_read(before, a->against, error);
    const enum gravel_status status = judge_store(&w, a, a->against, before, error);
    gravel_workspace_free(&w);
    for (size_t k = 0; k < before->n; k++)
        before->items[k].asks = NULL; /* it was the workspace's */
    return status;
}

/* Write a report, or renew or compare the catalogue's table. */
static enum gravel_status
write_files(const struct gravel_workspace *w, const struct gravel_judgements *judgements,
            const struct gravel_judgements *before, const struct gravel_coverages *coverages,
            const struct gravel_codes *codes, const struct arguments *a, enum gravel_freshness *freshness,
            struct gravel_error *error)
{
    char created[GRAVEL_DATE_SIZE], page[PATH_SIZE];
    struct gravel_report_case *reported = calloc(w->n_cases + 1, sizeof *reported);
    if (reported == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < w->n_cases; k++)
        reported[k] = (struct gravel_report_case){w->cases[k], &w->records[k]};
    const struct gravel_report report = {.home = gravel_home(),
                                         .tier = a->common.tier,
                                         .trajectories = a->from != NULL ? a->from : gravel_output_root,
                                         .created = created,
                                         .n_cases = w->n_cases,
                                         .cases = reported,
                                         .references = &w->references,
                                         .judgements = judgements,
                                         .codes = codes->n > 0 ? codes : NULL,
                                         .before = a->against ? before : NULL,
                                         .coverages = coverages};
    gravel_clock_date(created);
    snprintf(page, sizeof page, "%s/reports/manual/catalogue.md", gravel_home());
    struct gravel_undrawn undrawn = {0};
    const enum gravel_status status = a->catalogue == NULL && !a->check_catalogue
                                          ? gravel_report_write(&report, a->output, a->seconds, &undrawn, error)
                                          : gravel_report_readme(&report, a->catalogue != NULL ? a->catalogue : page,
                                                                 a->check_catalogue, freshness, error);
    free(reported);
    if (status == GRAVEL_OK && undrawn.n > 0)
        fprintf(stderr, "warning: %zu picture%s not drawn: %s\n", undrawn.n, undrawn.n == 1 ? " is" : "s are",
                undrawn.reason);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "[CASE|FILE.yaml|all...]",
                                     "Write the report of the store's points; without CASE, of the whole catalogue.",
                                     children,
                                     NULL,
                                     NULL};
    static const char *const said[] = {
        [GRAVEL_FRESH] = "fresh",
        [GRAVEL_STALE] = "stale; ./run readme renews it",
        [GRAVEL_FROM_ELSEWHERE] = "of another compiler or processor: its digits cannot be compared",
    };
    struct arguments a = {.common.tier = "quick", .output = "reports/out", .seconds = 60.0};
    struct gravel_error error = {0};
    struct gravel_workspace w = {0};
    struct gravel_judgements judgements = {0}, before = {0};
    struct gravel_coverages coverages = {0};
    const char *own[ENGINES_MAX + 1] = {0};
    struct gravel_codes codes = {.own = own};
    enum gravel_freshness freshness = GRAVEL_FRESH;

    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    if (!a.common.store)
        a.common.store = gravel_default_store();
    for (size_t k = 0; k < ENGINES_MAX && gravel_engines[k] != NULL; k++)
        own[k] = gravel_engines[k]->name;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < a.n_codes && status == GRAVEL_OK; k++)
        status = gravel_codes_read(&codes, a.codes[k], &error);
    if (status == GRAVEL_OK)
        status = judge_store(&w, &a, a.common.store, &judgements, &error);
    if (status == GRAVEL_OK && a.from != NULL)
        status = gravel_frames_require(w.n_cases, w.records, a.from, &error);
    if (status == GRAVEL_OK)
        status =
            gravel_coverages_count(&coverages, &w.references, w.cases, w.n_cases, w.is_catalogue, &judgements, &error);
    if (status == GRAVEL_OK && a.against != NULL)
        status = load_past(&a, &before, &error);
    if (status == GRAVEL_OK)
        status = write_files(&w, &judgements, &before, &coverages, &codes, &a, &freshness, &error);
    gravel_workspace_free(&w);
    gravel_judgements_free(&judgements);
    gravel_judgements_free(&before);
    gravel_coverages_free(&coverages);
    gravel_codes_free(&codes);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    if (a.check_catalogue) {
        printf("the catalogue's table is %s\n", said[freshness]);
        return freshness == GRAVEL_STALE ? GRAVEL_EXIT_FAILED : GRAVEL_EXIT_OK;
    }
    printf("%s%s\n", a.catalogue ? a.catalogue : a.output, a.catalogue ? "" : "/index.html");
    return GRAVEL_EXIT_OK;
}

const struct gravel_command gravel_cmd_report = {"report",
                                                 "Write figures, tables and verdicts as HTML, Markdown and JSON.", run};
