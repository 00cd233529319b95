/* gravel check: run the points that are missing, judge all of them, say what holds.
 *
 * Exit code 1 when a judgement turns the run red (judge.h): an unexpected FAIL or an unexpected PASS.  INCONCLUSIVE
 * does not: it is the honest answer of a short run, and it is counted and printed. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/judge/judge.h"
#include "harness/judge/verdict_io.h"
#include "harness/util/clock.h"

#include <stdlib.h>
#include <string.h>

enum { FAMILIES_MAX = 64 };
enum { KEY_FORMAT = 256, KEY_NO_RUN, KEY_ALL };

struct arguments {
    struct gravel_arguments common;
    const struct gravel_verdict_writer *format;
    bool no_run, all;
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), tap, junit or json", 0},
    {"no-run", KEY_NO_RUN, NULL, 0, "judge what the store has; checks without points are SKIP", 0},
    {"all", KEY_ALL, NULL, 0, "show what passed, too", 0},
    {0},
};

static const struct gravel_verdict_writer *
parse_format(struct argp_state *state, const char *text)
{
    const struct gravel_verdict_writer *found = gravel_verdict_writer_find(text);
    char names[80] = "";
    for (const struct gravel_verdict_writer *const *writer = gravel_verdict_writers; *writer; writer++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", (*writer)->name);
    }
    if (!found)
        argp_error(state, "--format: found \"%s\", allowed is one of: %s", text, names);
    return found;
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, &a->common); break;
    case KEY_FORMAT: a->format = parse_format(state, text); break;
    case KEY_NO_RUN: a->no_run = true; break;
    case KEY_ALL: a->all = true; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Everything that is owned while checking. */
struct session {
    size_t n_cases;
    struct gravel_case **cases;
    struct gravel_plan plan;        /* of all cases, one after the other */
    size_t *ends;                   /* of each case in the plan */
    struct gravel_records *records; /* of each case */
    struct gravel_store *store;
    struct gravel_references references;
    struct gravel_judgements judgements;
};

static void
session_free(struct session *s)
{
    for (size_t k = 0; k < s->n_cases; k++) {
        gravel_records_free(&s->records[k]);
        gravel_case_free(s->cases[k]);
        free(s->cases[k]);
    }
    free(s->cases);
    free(s->ends);
    gravel_plan_free(&s->plan);
    free(s->records);
    gravel_store_close(s->store);
    gravel_references_free(&s->references);
    gravel_judgements_free(&s->judgements);
}

static enum gravel_status
load_case(struct session *s, const char *path, const struct arguments *a, struct gravel_error *error)
{
    struct gravel_case *c = calloc(1, sizeof *c);
    if (!c)
        return gravel_fail(error, GRAVEL_MEMORY, "check: out of memory");
    const enum gravel_status status = gravel_case_load(c, path, a->common.tier, error);
    if (status != GRAVEL_OK) {
        free(c);
        return status;
    }
    s->cases[s->n_cases++] = c;
    const enum gravel_status added = gravel_plan_add(&s->plan, c, a->common.engines, a->common.seeds, error);
    s->ends[s->n_cases - 1] = s->plan.n;
    return added;
}

static enum gravel_status
load_cases(struct session *s, size_t n, char *const *paths, const struct arguments *a, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    s->cases = calloc(n + 1, sizeof *s->cases);
    s->ends = calloc(n + 1, sizeof *s->ends);
    s->records = calloc(n + 1, sizeof *s->records);
    if (!s->cases || !s->ends || !s->records)
        return gravel_fail(error, GRAVEL_MEMORY, "check: out of memory");
    for (size_t k = 0; status == GRAVEL_OK && k < n; k++)
        status = load_case(s, paths[k], a, error);
    return status;
}

static enum gravel_status
load_named(struct session *s, const struct arguments *a, struct gravel_error *error)
{
    char *paths[GRAVEL_CASES_MAX];
    size_t n = 0;
    enum gravel_status status = GRAVEL_OK;
    while (n < a->common.n_names && status == GRAVEL_OK)
        if ((status = gravel_case_find(a->common.names[n], &paths[n], error)) == GRAVEL_OK)
            n++;
    if (status == GRAVEL_OK)
        status = load_cases(s, n, paths, a, error);
    for (size_t k = 0; k < n; k++)
        free(paths[k]);
    return status;
}

static enum gravel_status
load_all(struct session *s, const struct arguments *a, struct gravel_error *error)
{
    char **paths;
    size_t n;
    enum gravel_status status = gravel_case_list(&paths, &n, error);
    if (status != GRAVEL_OK)
        return status;
    status = load_cases(s, n, paths, a, error);
    gravel_case_list_free(paths, n);
    return status;
}

/* Of all cases together: no worker waits for a case's last point, and the time left is that of the whole. */
static enum gravel_status
run_missing(struct session *s, const struct arguments *a, struct gravel_error *error)
{
    struct gravel_run_summary summary = {0};
    const enum gravel_status status = gravel_run(&s->plan, s->store, &a->common.run, &summary, error);
    if (status == GRAVEL_OK && summary.interrupted)
        return gravel_fail(error, GRAVEL_IO, "interrupted with %zu of %zu points done; the same command goes on",
                           summary.done + summary.reused, summary.planned);
    return status;
}

/* The records of a case; what the store lacks makes the run partial. */
static enum gravel_status
fetch(struct session *s, size_t k, struct gravel_error *error)
{
    for (size_t p = k > 0 ? s->ends[k - 1] : 0; p < s->ends[k]; p++) {
        struct gravel_record record = {0};
        bool found;
        enum gravel_status status = gravel_store_get(s->store, s->plan.points[p].key, &record, &found, error);
        if (status == GRAVEL_OK && found)
            status = gravel_records_append(&s->records[k], &record);
        if (status != GRAVEL_OK) {
            gravel_record_free(&record);
            return status == GRAVEL_MEMORY ? gravel_fail(error, status, "check: out of memory") : status;
        }
        s->judgements.partial = s->judgements.partial || !found;
    }
    return GRAVEL_OK;
}

/* Families in the order of the references, with their claims. */
static size_t
cover(const struct session *s, struct gravel_coverage *coverage)
{
    size_t n = 0;
    for (size_t k = 0; k < s->references.n; k++) {
        const char *family = s->references.items[k].family;
        size_t f = 0;
        if (!gravel_reference_is_claim(&s->references.items[k]))
            continue;
        while (f < n && strcmp(coverage[f].family, family) != 0)
            f++;
        if (f == n && n == FAMILIES_MAX)
            continue;
        if (f == n) {
            coverage[n++] = (struct gravel_coverage){
                .n_unjudged = gravel_judge_unjudged(&s->references, s->cases, s->n_cases, family, NULL, 0)};
            snprintf(coverage[f].family, sizeof coverage[f].family, "%s", family);
        }
        coverage[f].n_claims++;
    }
    return n;
}

static enum gravel_status
check(struct session *s, const struct arguments *a, struct gravel_error *error)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/reference", gravel_home());
    enum gravel_status status = gravel_references_load(&s->references, folder, error);
    if (status == GRAVEL_OK)
        status = gravel_arguments_mean_all(&a->common) ? load_all(s, a, error) : load_named(s, a, error);
    if (status == GRAVEL_OK)
        status =
            gravel_store_open(&s->store, a->common.store ? a->common.store : gravel_default_store(), a->no_run, error);
    if (status == GRAVEL_OK && !a->no_run)
        status = run_missing(s, a, error);
    s->judgements.partial = a->common.engines != NULL;
    for (size_t k = 0; status == GRAVEL_OK && k < s->n_cases; k++)
        status = fetch(s, k, error);
    if (status == GRAVEL_OK)
        status = gravel_judge_all(s->cases, s->records, s->n_cases, &s->references, &s->judgements, error);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp_child children[] = {
        {&gravel_argp_cases, 0, NULL, 0}, {&gravel_argp_points, 0, NULL, 0}, {0}};
    static const struct argp argp = {options,
                                     parse,
                                     "[CASE|FILE.yaml|all...]",
                                     "Judge cases (default: the whole catalogue), running missing points first.\v"
                                     "Exit code: 0 nothing unexpected, 1 a check failed, 2 usage.",
                                     children,
                                     NULL,
                                     NULL};
    struct arguments a = {.common.tier = "quick", .format = gravel_verdict_writers[0]};
    struct gravel_error error = {0};
    struct session s = {0};
    struct gravel_coverage coverage[FAMILIES_MAX];
    argp_err_exit_status = GRAVEL_EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    const double started = gravel_clock_elapsed();
    enum gravel_status status = check(&s, &a, &error);
    const double seconds = gravel_clock_elapsed() - started;
    size_t red = 0;
    if (status == GRAVEL_OK) {
        const struct gravel_verdicts verdicts = {&s.judgements, cover(&s, coverage), coverage, seconds};
        red = gravel_verdict_count(&s.judgements).red;
        status = gravel_verdicts_write(stdout, &verdicts, a.format, a.all, &error);
    }
    session_free(&s);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    return red == 0 ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

const struct gravel_command gravel_cmd_check = {"check",
                                                "Judge cases against references, running missing points first.", run};
