/* gravel run: plan the points of cases, run those that the store lacks, and print a summary. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/run/first_start.h"
#include "harness/run/output.h"
#include "harness/run/runner.h"
#include "harness/run/shard.h"
#include "harness/util/home.h"
#include "harness/util/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_AGAIN = 256, KEY_RESUME, KEY_OUTPUT, KEY_CHECKPOINT, KEY_KEEP, KEY_CONTINUE, KEY_SHARD };

static const struct argp_option options[] = {
    {"again", KEY_AGAIN, NULL, 0, "run points that the store has already", 0},
    {"resume", KEY_RESUME, NULL, 0, "reuse points that the store has (the default)", 0},
    {"output", KEY_OUTPUT, "DIR", 0,
     "write trajectories to DIR/CASE/KEY/, also of cases without `output` (default of those with it: results)", 0},
    {"checkpoint", KEY_CHECKPOINT, "SECONDS", 0,
     "elapsed time between two checkpoints of a running point, from which it goes on when it was stopped; default 120, "
     "0: none. Trajectories go on behind the frames of the checkpoint",
     0},
    {"keep-state", KEY_KEEP, NULL, 0, "keep the final state of every point, for --continue", 0},
    {"continue", KEY_CONTINUE, "KEY", 0,
     "prolong the finished point KEY, which was run with --keep-state: run the points that differ from it only in "
     "their "
     "longer run.time, run.periods or run.dissipation_times and run.samples, from its end on. Their trajectories begin "
     "with a copy of its own, if they write the same fields and formats",
     0},
    {"shard", KEY_SHARD, "I/N", 0,
     "run part I of N of the points, from 1/N to N/N, each with a store of its own: parts of about equal cost, which "
     "`gravel merge` joins",
     0},
    {0},
};

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0},  {&gravel_argp_store, 0, NULL, 0}, {&gravel_argp_sets, 0, NULL, 0},
    {&gravel_argp_points, 0, NULL, 0}, {&gravel_argp_costs, 0, NULL, 0}, {0},
};

/* Seconds from 0 on; 0 is none. */
static double
interval(struct argp_state *state, const char *text)
{
    return strcmp(text, "0") == 0 ? INFINITY : gravel_argument_positive(state, "checkpoint", text);
}

static void
parse_shard(struct gravel_arguments *a, struct argp_state *state, const char *text)
{
    unsigned shard = 0, n = 0;
    int end = 0;
    if (strspn(text, "0123456789/") != strlen(text) || sscanf(text, "%6u/%6u%n", &shard, &n, &end) != 2 ||
        text[end] != '\0' || shard < 1 || shard > n || n > GRAVEL_SHARDS_MAX)
        argp_error(state, "--shard: found \"%s\", allowed are 1/N to N/N with N from 1 to %d", text, GRAVEL_SHARDS_MAX);
    a->shard = shard;
    a->n_shards = n;
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct gravel_arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, a); break;
    case KEY_AGAIN: a->run.again = true; break;
    case KEY_RESUME: a->run.again = false; break;
    case KEY_OUTPUT: a->output = gravel_argument_path(state, "output", text); break;
    case KEY_CHECKPOINT: a->run.checkpoint_interval = interval(state, text); break;
    case KEY_KEEP: a->run.keep_state = true; break;
    case KEY_CONTINUE: a->run.continued = text; break;
    case KEY_SHARD: parse_shard(a, state, text); break;
    case ARGP_KEY_END: /* ARGP_KEY_NO_ARGS counts the arguments of the parent only */
        if (a->n_names == 0)
            argp_error(state, "which case? (gravel list cases)");
        if (a->costs != NULL && a->n_shards == 0)
            argp_error(state, "--costs: found without --shard, which it balances");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void
print_summary(const struct gravel_run_summary *s, const char *store)
{
    const struct {
        size_t n;
        const char *what;
    } parts[] = {
        {s->done, "done"},     {s->reused, "reused"}, {s->damaged, "repeated, since their records were damaged"},
        {s->broken, "broken"}, {s->failed, "failed"}, {s->not_applicable, "not applicable"}};
    char time[32];
    gravel_print_duration(s->seconds, time, sizeof time);
    printf("%zu points", s->planned);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k].n > 0)
            printf(", %zu %s", parts[k].n, parts[k].what);
    printf(" in %s%s: %s\n", time, s->interrupted ? ", interrupted (the same command goes on)" : "", store);
}

static void
print_warnings(const struct gravel_run_summary *summary)
{
    const struct gravel_contact_quality *contacts = &summary->contacts;
    if (summary->reused_older > 0)
        printf("warning: another build of gravel has run %zu of the %zu reused points; --again runs them\n",
               summary->reused_older, summary->reused);
    if (contacts->deep > 0)
        printf("warning: contacts of %zu point%s overlap by more than %g %% of a diameter, most by %.3g %%: %s\n",
               contacts->deep, contacts->deep == 1 ? "" : "s", 100.0 * gravel_overlap_to_warn_of,
               100.0 * contacts->largest_overlap, contacts->deepest);
    if (contacts->coarse > 0)
        printf("warning: the contact of a pair takes fewer than %g time steps at %zu point%s, %.3g at the worst: %s\n",
               gravel_steps_to_warn_of, contacts->coarse, contacts->coarse == 1 ? "" : "s", contacts->fewest_steps,
               contacts->coarsest);
    if (summary->without_effect > 0)
        printf("warning: options have no effect at %zu point%s: %s\n", summary->without_effect,
               summary->without_effect == 1 ? "" : "s", summary->which);
}

static void
choose_output(struct gravel_plan *plan, const char *folder)
{
    for (size_t k = 0; k < plan->n; k++)
        if (folder != NULL || plan->points[k].c->output.stated)
            plan->points[k].output = folder != NULL ? folder : gravel_output_root;
}

/* The part of the plan that --shard states. */
static enum gravel_status
keep_shard(struct gravel_plan *plan, const struct gravel_arguments *a, struct gravel_error *error)
{
    struct gravel_store *known = NULL;
    const size_t n = plan->n;
    if (a->n_shards == 0)
        return GRAVEL_OK;
    enum gravel_status status = a->costs != NULL ? gravel_store_open(&known, a->costs, true, error) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = gravel_plan_keep_shard(plan, known, a->shard, a->n_shards, error);
    gravel_store_close(known);
    if (status == GRAVEL_OK)
        printf("shard %zu/%zu: %zu of %zu points\n", a->shard, a->n_shards, plan->n, n);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "CASE|FILE.yaml|all...",
                                     "Run the points of cases. Points that the store has are reused.",
                                     children,
                                     NULL,
                                     NULL};
    struct gravel_arguments a = {.tier = "quick"};
    struct gravel_run_summary summary;
    struct gravel_error error = {0};
    struct gravel_workspace w = {0};
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    if (a.store == NULL)
        a.store = gravel_default_store();
    const struct gravel_selection selection = gravel_arguments_selection(&a);
    enum gravel_status status = gravel_workspace_load_references(&w, &error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_load(&w, &selection, &error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_check_claims(&w, &error);
    if (status == GRAVEL_OK)
        status = gravel_first_starts_check(&w.plan, &error);
    if (status == GRAVEL_OK)
        status = keep_shard(&w.plan, &a, &error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(&w, a.store, false, &error);
    choose_output(&w.plan, a.output);
    if (status == GRAVEL_OK)
        status = gravel_run(&w.plan, w.store, &a.run, &summary, &error);
    gravel_workspace_free(&w);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    print_summary(&summary, a.store);
    print_warnings(&summary);
    if (summary.interrupted)
        return GRAVEL_EXIT_INTERRUPTED;
    const size_t bad = summary.broken + summary.failed + summary.reused_bad;
    return bad == 0 ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

const struct gravel_command gravel_cmd_run = {"run", "Run the points of cases and keep their records.", run};
