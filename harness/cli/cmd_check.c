/* gravel check: run the points that are missing, judge all of them, print the verdicts.
 *
 * Exit code 1 when a judgement turns the run red (judge.h), when more checks are INCONCLUSIVE than is allowed (none
 * in the quick tier with the seeds of the cases, at most INCONCLUSIVE_ALLOWED of them otherwise, verdicts.c), when
 * points are missing, or when there are checks and none was judged. */
#include "harness/cli/check.h"

#include "harness/cli/cli.h"
#include "harness/judge/baseline.h"
#include "harness/judge/judge.h"
#include "harness/run/first_start.h"
#include "harness/util/clock.h"

#include <stdlib.h>
#include <string.h>

/* With other than the seeds of the quick tier, which are chosen so that every check is decided. */
#define INCONCLUSIVE_ALLOWED 0.02
enum { KEY_FORMAT = 256, KEY_AGAIN, KEY_NO_RUN, KEY_ALL, KEY_BASELINE };

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), tap, junit or json; baseline: what fails, for --baseline", 0},
    {"baseline", KEY_BASELINE, "FILE", 0,
     "the known failures of a code, as --format baseline writes them: they are accepted, and exit code 1 says that one "
     "more has appeared or that one is mended",
     0},
    {"no-run", KEY_NO_RUN, NULL, 0,
     "judge what the store has; checks without points are SKIP, and points that are missing are told and exit code 1",
     0},
    {"again", KEY_AGAIN, NULL, 0, "run points that the store has already, too", 0},
    {"all", KEY_ALL, NULL, 0, "show what passed, too", 0},
    {0},
};

const struct gravel_verdict_writer *
gravel_check_format(struct argp_state *state, const char *text)
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

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0},
    {&gravel_argp_store, 0, NULL, 0},
    {&gravel_argp_sets, 0, NULL, 0},
    {&gravel_argp_points, 0, NULL, 0},
    {0},
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct gravel_check_arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); break;
    case KEY_FORMAT: a->format = gravel_check_format(state, text); break;
    case KEY_BASELINE: a->baseline = text; break;
    case KEY_NO_RUN: a->no_run = true; break;
    case KEY_ALL: a->all = true; break;
    case KEY_AGAIN: a->common.run.again = true; break;
    case ARGP_KEY_END:
        if (a->no_run && a->common.run.again)
            argp_error(state, "--again: found with --no-run, allowed: one of them");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Run the points of all cases as one plan: no worker is idle while the last point of a case runs, and the time left is
 * that of all cases. */
static enum gravel_status
run_missing(struct gravel_workspace *w, const struct gravel_run_options *how, struct gravel_error *error)
{
    struct gravel_run_summary summary = {0};
    const enum gravel_status status = gravel_run(&w->plan, w->store, how, &summary, error);
    if (status == GRAVEL_OK && summary.interrupted)
        return gravel_fail(error, GRAVEL_INTERRUPTED,
                           "interrupted with %zu of %zu points done; the same command goes on",
                           summary.done + summary.reused, summary.planned);
    if (status != GRAVEL_OK || summary.reused == 0 || how->quiet)
        return status;
    fprintf(stderr, "gravel: %zu of %zu points reused from %s", summary.reused, summary.planned,
            gravel_store_path(w->store));
    if (summary.reused_older > 0)
        fprintf(stderr, ", %zu of them run by another build of gravel", summary.reused_older);
    fputs("; --again runs them\n", stderr);
    return status;
}

static enum gravel_status
store_missing(struct gravel_workspace *w, const struct gravel_check_arguments *a, struct gravel_error *error)
{
    enum gravel_status status = a->no_run ? GRAVEL_OK : gravel_first_starts_check(&w->plan, error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(w, a->common.store, a->no_run, error);
    return status == GRAVEL_OK && !a->no_run ? run_missing(w, &a->common.run, error) : status;
}

/* Run the only point and store its record.  A trajectory that does not fit is bad input: nothing is written then. */
static enum gravel_status
store_one(struct gravel_workspace *w, const char *store, struct gravel_error *error)
{
    struct gravel_record record;
    enum gravel_status status = gravel_point_run(&w->plan.points[0], NULL, NULL, &record, error);
    if (status != GRAVEL_OK)
        return status;
    if (record.status == GRAVEL_POINT_FAILED)
        status = gravel_fail(error, GRAVEL_INPUT, "%s", record.message);
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(w, store, false, error);
    if (status == GRAVEL_OK)
        status = gravel_store_put(w->store, &record, error);
    gravel_record_free(&record);
    return status;
}

static bool
has_seeds_of_cases(const struct gravel_plan_choice *points)
{
    return points->seeds == 0 && points->seed_shift == 0;
}

static enum gravel_status
check(struct gravel_workspace *w, const struct gravel_check_arguments *a, const struct gravel_baseline *baseline,
      struct gravel_judgements *judgements, struct gravel_coverages *coverages, size_t *n_missing,
      struct gravel_error *error)
{
    const struct gravel_selection selection = gravel_arguments_selection(&a->common);
    enum gravel_status status = gravel_workspace_load_references(w, error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_load(w, &selection, error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_check_claims(w, error);
    if (status == GRAVEL_OK && a->one_point && w->plan.n != 1)
        status =
            gravel_fail(error, GRAVEL_INPUT,
                        "%s: found %zu points, allowed 1, that of the trajectory: --set chooses one value of every "
                        "key of the sweep (gravel show %s)",
                        w->cases[0]->path, w->plan.n, a->common.names[0]);
    if (status == GRAVEL_OK)
        status = a->one_point ? store_one(w, a->common.store, error) : store_missing(w, a, error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_fetch(w, n_missing, error);
    judgements->partial = a->common.engines != NULL || *n_missing > 0;
    judgements->incomplete = *n_missing > 0;
    judgements->as_filed = a->common.n_sets == 0 && a->common.points.bias.ops == NULL;
    judgements->inconclusive_allowed =
        strcmp(a->common.tier, "quick") == 0 && has_seeds_of_cases(&a->common.points) ? 0.0 : INCONCLUSIVE_ALLOWED;
    if (status == GRAVEL_OK)
        status = gravel_judge_all(w->cases, w->records, w->n_cases, &w->references, judgements, error);
    if (status == GRAVEL_OK)
        status = gravel_baseline_apply(baseline, judgements, error);
    if (status == GRAVEL_OK && !w->is_private) /* whose checks are not what the catalogue covers */
        status =
            gravel_coverages_count(coverages, &w->references, w->cases, w->n_cases, w->is_catalogue, judgements, error);
    return status;
}

/* Write the judgements, with the options of the command that repeats them. */
static enum gravel_status
write_all(const struct gravel_check_arguments *a, const struct gravel_judgements *judgements,
          const struct gravel_coverages *coverages, double seconds, struct gravel_error *error)
{
    char *words = NULL;
    size_t size;
    FILE *text = open_memstream(&words, &size);
    if (text == NULL)
        return gravel_no_memory(error);
    gravel_arguments_print_options(text, &a->common);
    if (fclose(text) != 0) {
        free(words);
        return gravel_no_memory(error);
    }
    const struct gravel_verdicts verdicts = {judgements, coverages, seconds, a->common.tier, words};
    const enum gravel_status status = gravel_verdicts_write(stdout, &verdicts, a->format, a->all, error);
    free(words);
    return status;
}

/* Tell on stderr why what was judged is no success, though no judgement fails; whether it is so.  Points of a shard, or
 * of fewer seeds, are not the run that was asked for; where every check is SKIP, nothing was judged, which is no
 * failure of an engine that was chosen beside others: a difference of two needs both. */
static bool
lacks(const struct gravel_workspace *w, const struct gravel_judgements *judgements, size_t n_missing, bool chosen)
{
    const struct gravel_verdict_counts counts = gravel_verdict_count(judgements);
    size_t n = 0, n_decided = 0, n_skipped = 0;
    for (int kind = 0; kind < GRAVEL_JUDGED_INVARIANTS; kind++) {
        for (int verdict = 0; verdict <= GRAVEL_SKIP; verdict++)
            n += counts.n[kind][verdict];
        n_decided += counts.n[kind][GRAVEL_PASS] + counts.n[kind][GRAVEL_FAIL];
        n_skipped += counts.n[kind][GRAVEL_SKIP];
    }
    const bool undecided = w->engines.external != NULL ? n_decided == 0 : n > 0 && n_skipped == n;
    if (n_missing > 0)
        fprintf(stderr, "gravel: %s: %zu of %zu points are missing: without --no-run they are computed\n",
                gravel_store_path(w->store), n_missing, w->plan.n);
    if (undecided)
        fprintf(stderr, "gravel: no check was judged\n");
    return n_missing > 0 || (undecided && (!chosen || w->engines.external != NULL));
}

int
gravel_check(const struct gravel_check_arguments *a)
{
    struct gravel_error error = {0};
    struct gravel_workspace w = {0};
    struct gravel_judgements judgements = {0};
    struct gravel_coverages coverages = {0};
    struct gravel_baseline baseline = {0};
    size_t n_missing = 0;
    const double started = gravel_clock_elapsed();
    enum gravel_status status = a->baseline != NULL ? gravel_baseline_read(&baseline, a->baseline, &error) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = check(&w, a, &baseline, &judgements, &coverages, &n_missing, &error);
    const double seconds = gravel_clock_elapsed() - started;
    bool red = false;
    if (status == GRAVEL_OK)
        status = write_all(a, &judgements, &coverages, seconds, &error);
    if (status == GRAVEL_OK) {
        red = lacks(&w, &judgements, n_missing, a->common.engines != NULL);
        red = red || gravel_verdict_count(&judgements).red > 0;
    }
    gravel_workspace_free(&w);
    gravel_baseline_free(&baseline);
    gravel_judgements_free(&judgements);
    gravel_coverages_free(&coverages);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    return red ? GRAVEL_EXIT_FAILED : GRAVEL_EXIT_OK;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "[CASE|FILE.yaml|all...]",
        "Judge cases (default: the whole catalogue), running missing points first.\v"
        "Exit code: 0 nothing unexpected, 1 a check failed, points are missing or no check was "
        "judged, 2 usage, 130 interrupted.",
        children,
        NULL,
        NULL};
    struct gravel_check_arguments a = {.common.tier = "quick", .format = gravel_verdict_writers[0]};
    return gravel_cli_parse(&argp, argc, argv, &a) ? gravel_check(&a) : GRAVEL_EXIT_FAILED;
}

const struct gravel_command gravel_cmd_check = {"check",
                                                "Judge cases against references, running missing points first.", run};
