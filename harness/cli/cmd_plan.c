/* gravel plan: what the points of cases cost, how they are packed into tasks, and the script of a Slurm array.  Runs
 * and writes nothing. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/run/first_start.h"
#include "harness/run/shard.h"
#include "harness/util/escape.h"
#include "harness/util/home.h"
#include "harness/util/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double task_seconds = 3600.0;          /* of a task, where the user does not state how many there are */
static const double points_of_unknown_cost = 100.0; /* in a task */
static const double margin = 2.0; /* of time, for slower nodes than those where the costs were measured */
static const double unknown_seconds = 86400.0;
enum { KEY_SLURM = 256, KEY_TASKS };

struct arguments {
    struct gravel_arguments common;
    bool slurm;
    int tasks; /* 0: as many as have an hour's work each */
};

static const struct argp_option options[] = {
    {"slurm", KEY_SLURM, NULL, 0, "print a script for sbatch that runs the points as an array of tasks", 0},
    {"tasks", KEY_TASKS, "N", 0,
     "into how many tasks the points are packed, at most 1000; default: so many that one "
     "takes about an hour or, if costs are unknown, has 100 points",
     0},
    {0},
};

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0},  {&gravel_argp_store, 0, NULL, 0}, {&gravel_argp_sets, 0, NULL, 0},
    {&gravel_argp_points, 0, NULL, 0}, {&gravel_argp_costs, 0, NULL, 0}, {0},
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); break;
    case KEY_SLURM: a->slurm = true; break;
    case KEY_TASKS: a->tasks = gravel_argument_count(state, "tasks", text); break;
    case ARGP_KEY_END:
        if (a->common.n_names == 0)
            argp_error(state, "which case? (gravel list cases)");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The sums over some points. */
struct load {
    size_t n, n_unknown, most_particles;
    double seconds, longest;
};

static void
add(struct load *load, const struct gravel_cost *cost)
{
    load->n++;
    load->n_unknown += cost->source == GRAVEL_COST_UNKNOWN;
    load->seconds += cost->seconds;
    load->longest = fmax(load->longest, cost->seconds);
    if (cost->n_particles > load->most_particles)
        load->most_particles = cost->n_particles;
}

static struct load
sum(const struct gravel_plan *plan, const struct gravel_cost *costs)
{
    struct load load = {0};
    for (size_t k = 0; k < plan->n; k++)
        add(&load, &costs[k]);
    return load;
}

static size_t
count_tasks(const struct arguments *a, const struct load *all)
{
    const size_t most = all->n < GRAVEL_SHARDS_MAX ? all->n : GRAVEL_SHARDS_MAX;
    const double wanted =
        ceil(all->n_unknown > 0 ? (double)all->n / points_of_unknown_cost : all->seconds / task_seconds);
    if (a->tasks > 0)
        return (size_t)a->tasks;
    return wanted < 1.0 ? 1 : wanted > (double)most ? most : (size_t)wanted;
}

/* The costliest task. */
static struct load
largest_task(const struct gravel_plan *plan, const struct gravel_cost *costs, const size_t *shards, size_t n_tasks)
{
    struct load largest = {0}, *loads = calloc(n_tasks, sizeof *loads);
    for (size_t k = 0; loads != NULL && k < plan->n; k++)
        add(&loads[shards[k]], &costs[k]);
    for (size_t t = 0; loads != NULL && t < n_tasks; t++)
        if (loads[t].seconds >= largest.seconds)
            largest = loads[t];
    free(loads);
    return largest;
}

/* CASES */

static void
print_line(const char *name, const char *engine, const struct load *load)
{
    char time[32] = "unknown", longest[32] = "unknown";
    if (load->n_unknown < load->n) {
        gravel_print_duration(load->seconds, time, sizeof time);
        gravel_print_duration(load->longest, longest, sizeof longest);
    }
    printf("%-28s %-12s %8zu %14s %14s %8zu\n", name, engine, load->n, time, longest, load->n_unknown);
}

/* A line for every case and engine, which stand in the plan case by case. */
static void
print_cases(const struct gravel_workspace *w, const struct gravel_cost *costs)
{
    printf("%-28s %-12s %8s %14s %14s %8s\n", "case", "engine", "points", "CPU time", "longest point", "unknown");
    for (size_t c = 0, first = 0; c < w->n_cases; first = w->ends[c++])
        for (size_t e = 0; e < w->cases[c]->n_engines; e++) {
            struct load load = {0};
            for (size_t k = first; k < w->ends[c]; k++)
                if (strcmp(w->plan.points[k].engine->name, w->cases[c]->engines[e]) == 0)
                    add(&load, &costs[k]);
            if (load.n > 0)
                print_line(w->cases[c]->name, w->cases[c]->engines[e], &load);
        }
}

static void
print_table(const struct gravel_workspace *w, const struct gravel_cost *costs, const struct load *all,
            const struct load *largest, size_t n_tasks)
{
    print_cases(w, costs);
    print_line("all", "", all);
    printf("\n%zu task%s; the largest has %zu points and %.3g of the mean cost\n", n_tasks, n_tasks == 1 ? "" : "s",
           largest->n, largest->seconds / (all->seconds / (double)n_tasks));
    if (all->n_unknown > 0)
        printf("the cost of %zu points is not known: they are balanced by their particles; --costs STORE of an earlier "
               "run, as of the quick tier, tells it\n",
               all->n_unknown);
}

/* SLURM */

/* hours:minutes:00 of a task, which begins with the plan: a minute for it. */
static void
print_time(const struct load *largest, int workers)
{
    const double at_best = fmax(largest->seconds / workers, largest->longest);
    const double seconds = largest->n_unknown > 0 ? unknown_seconds : margin * at_best + 60.0;
    const long minutes = (long)ceil(seconds / 60.0);
    printf("#SBATCH --time=%02ld:%02ld:00\n", minutes / 60, minutes % 60);
}

/* The plan takes 6 kB a point, measured for a column; a worker 2 kB a particle at most, and 60 MB for program and
 * libraries. */
static void
print_memory(const struct load *all, int workers)
{
    const double plan = 8e3 * (double)all->n, worker = 60e6 + 2e3 * (double)all->most_particles;
    printf("#SBATCH --mem=%.0fM\n", ceil((plan + (workers + 1) * worker) / 1e6));
}

static void
print_path(const char *before, const char *path)
{
    fputs(before, stdout);
    gravel_write_shell_word(stdout, path);
}

static void
print_script(const struct gravel_arguments *a, const struct load *all, const struct load *largest, size_t n_tasks)
{
    const char *store = a->store != NULL ? a->store : gravel_default_store();
    const int workers = a->run.workers > 0 ? a->run.workers : 1;
    struct gravel_arguments of_task = *a;
    of_task.store = NULL; /* each has its own */
    printf("#!/bin/bash\n#SBATCH --job-name=gravel\n#SBATCH --array=1-%zu\n#SBATCH --ntasks=1\n"
           "#SBATCH --cpus-per-task=%d\n",
           n_tasks, workers);
    print_time(largest, workers);
    print_memory(all, workers);
    printf("#SBATCH --requeue\n# gravel %s: %zu points in %zu tasks of at most %zu", gravel_version(), all->n, n_tasks,
           largest->n);
    if (all->n_unknown > 0)
        printf("; the cost of %zu is not known, so that the requested time is a day", all->n_unknown);
    printf("\n# A task that was killed is repeated by `sbatch --array=TASK` of this script: it goes on.  Then:\n"
           "#   gravel merge");
    print_path(" ", store);
    printf(".shards/*-of-%zu.sqlite -o", n_tasks);
    print_path(" ", store);
    printf("\nset -eu\nparts=");
    print_path("", store);
    printf(".shards\nmkdir -p \"$parts\"\nexec gravel run");
    for (size_t k = 0; k < a->n_names; k++)
        print_path(" ", a->names[k]);
    gravel_arguments_print_options(stdout, &of_task);
    if (a->costs != NULL)
        print_path(" --costs=", a->costs);
    printf(
        " --quiet -j %d --shard \"$SLURM_ARRAY_TASK_ID/%zu\" --store \"$parts/$SLURM_ARRAY_TASK_ID-of-%zu.sqlite\"\n",
        workers, n_tasks, n_tasks);
}

static enum gravel_status
plan(const struct arguments *a, struct gravel_workspace *w, struct gravel_cost **costs, size_t **shards,
     struct gravel_error *error)
{
    const struct gravel_selection selection = gravel_arguments_selection(&a->common);
    enum gravel_status status = gravel_workspace_load(w, &selection, error);
    if (status == GRAVEL_OK)
        status = gravel_first_starts_check(&w->plan, error);
    if (status == GRAVEL_OK && a->common.costs != NULL)
        status = gravel_workspace_open_store(w, a->common.costs, true, error);
    if (status == GRAVEL_OK)
        status = gravel_plan_costs(&w->plan, w->store, costs, error);
    if (status != GRAVEL_OK)
        return status;
    const struct load all = sum(&w->plan, *costs);
    const size_t n_tasks = count_tasks(a, &all);
    status = gravel_plan_distribute(&w->plan, *costs, n_tasks, shards, error);
    if (status != GRAVEL_OK)
        return status;
    const struct load largest = largest_task(&w->plan, *costs, *shards, n_tasks);
    if (a->slurm)
        print_script(&a->common, &all, &largest, n_tasks);
    else
        print_table(w, *costs, &all, &largest, n_tasks);
    return GRAVEL_OK;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "CASE|FILE.yaml|all...",
        .doc = "Print the points of cases with their cost, and how they are packed into tasks. With --slurm: the "
               "script of an array of tasks, each of which runs a shard into a store STORE.shards/I-of-N.sqlite.",
        .children = children,
    };
    struct arguments a = {.common.tier = "quick"};
    struct gravel_workspace w = {0};
    struct gravel_cost *costs = NULL;
    size_t *shards = NULL;
    struct gravel_error error;
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    const enum gravel_status status = plan(&a, &w, &costs, &shards, &error);
    free(costs);
    free(shards);
    gravel_workspace_free(&w);
    return status == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_plan = {
    "plan", "The points of cases with their cost, packed into tasks; a script for Slurm.", run};
