/* gravel converge: refines time step, contact time and number of particles of one point of a case, and extrapolates. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/converge/converge.h"
#include "harness/converge/print.h"
#include "harness/judge/sweep_point.h"
#include "harness/run/first_start.h"
#include "harness/run/runner.h"
#include "harness/util/home.h"
#include "reports/convergence.h"
#include "reports/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_OBSERVABLE = 256, KEY_ALONG, KEY_LEVELS, OBSERVABLES_MAX = 64, PATH_SIZE = 1024 };

struct arguments {
    struct gravel_arguments common;
    const char *observables[OBSERVABLES_MAX];
    size_t n_observables;
    const char *folder;
    int point, levels;
    unsigned along;
    bool json;
};

struct job {
    const struct arguments *a;
    struct gravel_workspace w;
    struct gravel_refined refined;
    size_t n_results;
    struct gravel_converged results[OBSERVABLES_MAX];
};

static const struct argp_option options[] = {
    {"along", KEY_ALONG, "LIST", 0,
     "refine these of dt, contact-time and count, separated by commas; default: all that the case leaves open", 0},
    {"levels", KEY_LEVELS, "N", 0, "levels of refinement, 3 to 8; default: 4", 0},
    {"observable", KEY_OBSERVABLE, "NAME", 0,
     "extrapolate this; may be repeated; default: what the checks of the case judge, else everything", 0},
    {"point", 'n', "K", 0, "this point of the sweep; default: 1", 0},
    {"output", 'o', "DIR", 0, "draw a figure for every observable in this folder", 0},
    {"format", 'f', "table|json", 0, "default: table", 0},
    {0},
};

static const struct argp_child children[] = {{&gravel_argp_cases, 0, NULL, 0},
                                             {&gravel_argp_store, 0, NULL, 0},
                                             {&gravel_argp_sets, 0, NULL, 0},
                                             {&gravel_argp_points, 0, NULL, 0},
                                             {0}};

static unsigned
parse_along(struct argp_state *state, const char *text)
{
    unsigned bits = 0;
    for (const char *s = text; *s != '\0';) {
        const size_t length = strcspn(s, ",");
        int k = 0;
        while (k < GRAVEL_REFINEMENTS &&
               (strlen(gravel_refinement_name(k)) != length || strncmp(s, gravel_refinement_name(k), length) != 0))
            k++;
        if (k == GRAVEL_REFINEMENTS)
            argp_error(state, "--along: found \"%.*s\", allowed is one of: dt, contact-time, count", (int)length, s);
        bits |= 1u << k;
        s += length + (s[length] == ',');
    }
    if (bits == 0)
        argp_error(state, "--along: found nothing, allowed is one of: dt, contact-time, count");
    return bits;
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); return 0;
    case KEY_ALONG: a->along = parse_along(state, text); return 0;
    case KEY_LEVELS:
        a->levels = gravel_argument_count(state, "levels", text);
        if (a->levels < GRAVEL_LEVELS_MIN || a->levels > GRAVEL_LEVELS_MAX)
            argp_error(state, "--levels: found %d, allowed: %d to %d", a->levels, GRAVEL_LEVELS_MIN, GRAVEL_LEVELS_MAX);
        return 0;
    case KEY_OBSERVABLE:
        if (a->n_observables == OBSERVABLES_MAX)
            argp_error(state, "found more than %d --observable, allowed fewer", OBSERVABLES_MAX);
        a->observables[a->n_observables++] = text;
        return 0;
    case 'n': a->point = gravel_argument_count(state, "point", text); return 0;
    case 'o': a->folder = gravel_argument_path(state, "output", text); return 0;
    case 'f':
        if (strcmp(text, "table") != 0 && strcmp(text, "json") != 0)
            argp_error(state, "--format: found \"%s\", allowed is one of: table, json", text);
        a->json = strcmp(text, "json") == 0;
        return 0;
    case ARGP_KEY_END: gravel_arguments_one_case(state, &a->common); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* The engine that is refined: the chosen one, else soft spheres, whose numbers depend most on it, else the first. */
static enum gravel_status
choose_engine(const struct gravel_case *c, const char *wanted, const char **engine, struct gravel_error *error)
{
    *engine = wanted;
    for (size_t k = 0; k < c->n_engines && wanted == NULL; k++)
        if (*engine == NULL || strcmp(c->engines[k], "md") == 0)
            *engine = c->engines[k];
    for (size_t k = 0; k < c->n_engines; k++)
        if (*engine != NULL && strcmp(c->engines[k], *engine) == 0)
            return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_INPUT, "--engine: found %s, allowed: one engine of the case %s", *engine, c->name);
}

static enum gravel_status
load(struct job *job, struct gravel_error *error)
{
    const struct arguments *a = job->a;
    struct gravel_selection selection = gravel_arguments_selection(&a->common);
    const char *engine;
    selection.engines = NULL;
    enum gravel_status status = gravel_workspace_load(&job->w, &selection, error);
    if (status != GRAVEL_OK)
        return status;
    struct gravel_case *c = job->w.cases[0];
    const size_t n = gravel_case_n_combinations(c);
    gravel_plan_free(&job->w.plan); /* of the case's own sweep */
    if ((size_t)a->point > n)
        return gravel_fail(error, GRAVEL_INPUT, "--point: found %d, allowed: 1 to %zu", a->point, n);
    status = choose_engine(c, a->common.engines, &engine, error);
    job->refined.wanted = a->along;
    job->refined.n_levels = (size_t)a->levels;
    if (status == GRAVEL_OK)
        status = gravel_converge_refine(c, (size_t)a->point - 1, engine, &job->refined, error);
    if (status == GRAVEL_OK)
        status = gravel_plan_add(&job->w.plan, c, a->common.points, error);
    job->w.ends[0] = job->w.plan.n;
    return status;
}

/* Judged by a check of the case, and not named by an earlier one. */
static bool
is_judged_first(const struct gravel_case *c, size_t check)
{
    for (size_t k = 0; k < check; k++)
        if (strcmp(c->checks[k].measure, c->checks[check].measure) == 0)
            return false;
    return true;
}

static void
add_result(struct job *job, const struct gravel_observable *o)
{
    if (o != NULL && job->n_results < OBSERVABLES_MAX)
        job->results[job->n_results++] = (struct gravel_converged){.name = o->name, .unit = o->unit};
}

static enum gravel_status
choose_observables(struct job *job, const struct gravel_record *record, struct gravel_error *error)
{
    const struct gravel_case *c = job->w.cases[0];
    for (size_t k = 0; k < job->a->n_observables; k++) {
        if (gravel_record_observable(record, job->a->observables[k]) == NULL)
            return gravel_fail(
                error, GRAVEL_INPUT, "--observable: found %s, allowed: one that the case measures, as %s",
                job->a->observables[k], record->n_observables > 0 ? record->observables[0].name : "none");
        add_result(job, gravel_record_observable(record, job->a->observables[k]));
    }
    for (size_t k = 0; k < c->n_checks && job->a->n_observables == 0; k++)
        if (is_judged_first(c, k))
            add_result(job, gravel_record_observable(record, c->checks[k].measure));
    const bool everything = job->n_results == 0;
    for (size_t k = 0; k < record->n_observables && everything; k++)
        add_result(job, &record->observables[k]);
    return GRAVEL_OK;
}

static enum gravel_status
extrapolate(struct job *job, struct gravel_error *error)
{
    struct gravel_sweep_points points;
    struct gravel_error why;
    const struct gravel_records *records = &job->w.records[0];
    enum gravel_status status = gravel_sweep_points_build(&points, job->w.cases[0], records, error);
    if (status != GRAVEL_OK)
        return status;
    if (points.n != job->refined.n_levels)
        status = gravel_fail(error, GRAVEL_IO, "%zu of %zu levels are in the store", points.n, job->refined.n_levels);
    else
        status = choose_observables(job, &records->items[0], error);
    for (size_t k = 0; k < job->n_results && status == GRAVEL_OK; k++) {
        struct gravel_converged *r = &job->results[k];
        bool found;
        for (size_t l = 0; l < points.n; l++)
            r->y[l] = gravel_sweep_point_estimate(&points.items[l], r->name, &found);
        r->extrapolated = gravel_extrapolate(points.n, job->refined.h, r->y, &r->found, &why) == GRAVEL_OK;
        if (!r->extrapolated)
            snprintf(r->why, sizeof r->why, "%.190s", why.text);
    }
    gravel_sweep_points_free(&points);
    return status;
}

static enum gravel_status
draw(const struct job *job, struct gravel_error *error)
{
    char path[PATH_SIZE], *style = NULL;
    snprintf(path, sizeof path, "%s/reports/style.gp", gravel_home());
    if (mkdir(job->a->folder, 0777) != 0 && access(job->a->folder, W_OK) != 0)
        return gravel_not_written(error, job->a->folder);
    enum gravel_status status = gravel_file_read(&style, path, error);
    struct gravel_canvas canvas = {.folder = job->a->folder, .style = style, .seconds = 60.0};
    for (size_t k = 0; k < job->n_results && status == GRAVEL_OK; k++) {
        const struct gravel_converged *r = &job->results[k];
        struct gravel_plate plate = {.has_data = false};
        const struct gravel_convergence shown = {.observable = r->name,
                                                 .unit = strcmp(r->unit, "1") != 0 ? r->unit : "",
                                                 .refined = gravel_refined_words(&job->refined),
                                                 .n = job->refined.n_levels,
                                                 .h = job->refined.h,
                                                 .y = r->y,
                                                 .found = &r->found};
        if (!r->extrapolated)
            continue;
        snprintf(plate.name, sizeof plate.name, "%s", r->name);
        status = gravel_plate_open(&plate, error);
        if (status != GRAVEL_OK)
            break;
        status = gravel_convergence_draw(&shown, &canvas, &plate, error);
        if (gravel_plate_close(&plate, error) != GRAVEL_OK)
            status = GRAVEL_MEMORY;
        gravel_plate_free(&plate);
    }
    free(style);
    if (status == GRAVEL_OK && canvas.n_failed > 0)
        fprintf(stderr, "warning: %zu figure%s not drawn: %s\n", canvas.n_failed,
                canvas.n_failed == 1 ? " is" : "s are", canvas.reason);
    return status;
}

static enum gravel_status
show(struct job *job, struct gravel_error *error)
{
    size_t n_missing;
    const struct gravel_case *c = job->w.cases[0];
    enum gravel_status status = gravel_workspace_fetch(&job->w, &n_missing, error);
    if (status == GRAVEL_OK)
        status = extrapolate(job, error);
    if (status == GRAVEL_OK && job->a->json)
        status = gravel_converged_json(stdout, c, &job->refined, job->results, job->n_results, error);
    else if (status == GRAVEL_OK) {
        printf("%s, point %d, engine %s: %s refined by %.4g a level\n", c->name, job->a->point, c->engines[0],
               gravel_refined_words(&job->refined), job->refined.ratio);
        gravel_converged_print(stdout, &job->refined, job->results, job->n_results);
    }
    return status == GRAVEL_OK && job->a->folder != NULL ? draw(job, error) : status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "CASE|FILE.yaml",
        "Refine one point of a case: time step, contact time and, in a periodic box at constant density, the number of "
        "particles, together, by a factor 2 (several: sqrt 2) a level. For each observable: the observed order, the "
        "extrapolated value and its error; no order is stated that noise or the levels themselves do not allow. Points "
        "that the store has are reused.",
        children,
        NULL,
        NULL};
    struct arguments a = {.common.tier = "quick", .point = 1, .levels = 4};
    struct gravel_run_summary summary = {0};
    struct gravel_error error = {0};
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    struct job *job = calloc(1, sizeof *job);
    enum gravel_status status = job != NULL ? GRAVEL_OK : gravel_no_memory(&error);
    if (status == GRAVEL_OK) {
        job->a = &a;
        status = load(job, &error);
    }
    if (status == GRAVEL_OK)
        status = gravel_first_starts_check(&job->w.plan, &error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(&job->w, a.common.store, false, &error);
    if (status == GRAVEL_OK)
        status = gravel_run(&job->w.plan, job->w.store, &a.common.run, &summary, &error);
    const size_t bad = summary.broken + summary.failed + summary.not_applicable + summary.reused_bad;
    if (status == GRAVEL_OK && !summary.interrupted && bad == 0)
        status = show(job, &error);
    if (job != NULL)
        gravel_workspace_free(&job->w);
    free(job);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    if (summary.interrupted)
        return GRAVEL_EXIT_INTERRUPTED;
    if (bad > 0)
        fprintf(stderr, "gravel: %zu of %zu points have no sound record: nothing is extrapolated\n", bad,
                summary.planned);
    return bad > 0 ? GRAVEL_EXIT_FAILED : GRAVEL_EXIT_OK;
}

const struct gravel_command gravel_cmd_converge = {
    "converge", "Refine time step, contact time and number of particles: order and limit.", run};
