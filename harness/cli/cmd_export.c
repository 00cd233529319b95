/* gravel export: the records of a case, or the frames of its points, in a format that other programs read. */
#include "harness/case/find.h"
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/record/export.h"
#include "harness/run/frames.h"
#include "harness/run/output.h"
#include "harness/run/start_file.h"
#include "harness/run/trajectory.h"
#include "harness/run/workspace.h"
#include "harness/util/home.h"
#include "harness/util/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct gravel_exporter *const exporters[] = {&gravel_export_csv, &gravel_export_json, NULL};

struct arguments {
    struct gravel_arguments common;
    const char *output, *from;
    const struct gravel_exporter *exporter; /* of records, or NULL */
    const struct gravel_format_ops *format; /* of frames, or NULL */
    bool start;                             /* of the frame at t = 0, in the format of the output's name */
};

enum { KEY_FROM = 256 };

static const struct argp_option options[] = {
    {"format", 'f', "FORMAT", 0,
     "csv or json: records; xyz, h5md, vtp or lammps-dump: all frames of the points; start: the state from which the "
     "one "
     "point begins, as -o ends: .xyz, .dump or .h5",
     0},
    {"output", 'o', "PATH", 0,
     "a file; for frames of several points, and for vtp, a new folder; default for records: standard output", 0},
    {"from", KEY_FROM, "DIR", 0, "folder of trajectories, as of gravel run --output; default: results", 0},
    {0},
};

static const struct argp_child children[] = {
    {&gravel_argp_cases, 0, NULL, 0}, {&gravel_argp_store, 0, NULL, 0}, {&gravel_argp_sets, 0, NULL, 0}, {0}};

/* Records are written as CSV, so frames are not. */
static const struct gravel_format_ops *
find_format(const char *name)
{
    const struct gravel_format_ops *format = gravel_format_find(name);
    return format != NULL && format->create != NULL ? format : NULL;
}

/* The format that writes files of such a name, or NULL. */
static const struct gravel_format_ops *
written_as(const char *path)
{
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *format = gravel_formats[k];
        const size_t length = strlen(path), suffix = strlen(format->suffix);
        if (format->create != NULL && !format->many_files && length > suffix &&
            strcmp(path + length - suffix, format->suffix) == 0)
            return format;
    }
    return NULL;
}

static void
choose_format(struct arguments *a, struct argp_state *state, const char *name)
{
    for (size_t k = 0; exporters[k] != NULL && a->exporter == NULL; k++)
        if (strcmp(exporters[k]->name, name) == 0)
            a->exporter = exporters[k];
    a->start = strcmp(name, "start") == 0;
    if (a->exporter == NULL)
        a->format = find_format(name);
    if (a->exporter == NULL && a->format == NULL && !a->start)
        argp_error(state, "--format: found \"%s\", allowed is one of: csv, json, xyz, h5md, vtp, lammps-dump, start",
                   name);
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); break;
    case 'f': choose_format(a, state, text); break;
    case 'o': a->output = gravel_argument_path(state, "output", text); break;
    case KEY_FROM: a->from = gravel_argument_path(state, "from", text); break;
    case ARGP_KEY_END:
        gravel_arguments_one_case(state, &a->common);
        if (a->exporter == NULL && a->format == NULL && !a->start)
            argp_error(state, "which --format? one of: csv, json, xyz, h5md, vtp, lammps-dump, start");
        if (a->output == NULL && a->exporter == NULL)
            argp_error(state, "%s needs -o PATH", a->start ? "start" : a->format->name);
        if (a->start && (a->format = written_as(a->output)) == NULL)
            argp_error(state, "-o: found %s, allowed a name that ends in .xyz, .dump or .h5", a->output);
        if (a->from != NULL && (a->start || a->exporter != NULL))
            argp_error(state, "--from: found with --format %s, allowed with one of: xyz, h5md, vtp, lammps-dump",
                       a->start ? "start" : a->exporter->name);
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static bool
is_path(const char *name)
{
    const size_t length = strlen(name), suffix = strlen(".yaml");
    return strchr(name, '/') != NULL || (length > suffix && strcmp(name + length - suffix, ".yaml") == 0);
}

/* Of a file, and with --set of a case, the records of its points as it stands; of a name all that the store has. */
static enum gravel_status
load(const struct gravel_arguments *a, struct gravel_workspace *w, struct gravel_records *records,
     struct gravel_error *error)
{
    const struct gravel_selection selection = gravel_arguments_selection(a);
    const char *name = a->names[0];
    const bool path = is_path(name) || a->n_sets > 0;
    size_t n_missing;
    enum gravel_status status = path ? gravel_workspace_load(w, &selection, error) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(w, a->store, true, error);
    if (status == GRAVEL_OK)
        status =
            path ? gravel_workspace_fetch(w, &n_missing, error) : gravel_store_load(w->store, name, records, error);
    if (status == GRAVEL_OK && path)
        status = gravel_workspace_fetch_foreign(w, error);
    if (status != GRAVEL_OK)
        return status;
    if (path) {
        *records = w->records[0];
        w->records[0] = (struct gravel_records){0};
    }
    return records->n > 0 ? GRAVEL_OK : gravel_fail(error, GRAVEL_INPUT, "%s: has no records of %s", a->store, name);
}

/* The points of a case that differ in nothing but the engine begin in one state. */
static enum gravel_status
write_start(const struct arguments *a, struct gravel_workspace *w, struct gravel_error *error)
{
    struct gravel_selection selection = gravel_arguments_selection(&a->common);
    size_t n = 0;
    selection.points.seeds = 1;
    const enum gravel_status status = gravel_workspace_load(w, &selection, error);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < w->plan.n; k++)
        n += w->plan.points[k].engine == w->plan.points[0].engine;
    if (n != 1)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found %zu points, allowed 1: --set chooses one value of every key of the sweep (gravel "
                           "show %s)",
                           w->cases[0]->path, n, a->common.names[0]);
    return gravel_start_write(&w->plan.points[0], a->format, a->output, error);
}

/* GRAVEL_INPUT when the output is one of the files that are read, which it would replace. */
static enum gravel_status
keep_sources(const struct arguments *a, struct gravel_error *error)
{
    struct stat output, source;
    char *path = NULL;
    if (a->output == NULL || stat(a->output, &output) != 0)
        return GRAVEL_OK;
    const bool found = gravel_case_find(a->common.names[0], &path, NULL) == GRAVEL_OK;
    const struct {
        const char *path, *what;
    } sources[] = {{a->common.store, "store"}, {found ? path : NULL, "case file"}};
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < sizeof sources / sizeof *sources && status == GRAVEL_OK; k++)
        if (sources[k].path != NULL && stat(sources[k].path, &source) == 0 && source.st_dev == output.st_dev &&
            source.st_ino == output.st_ino)
            status = gravel_fail(error, GRAVEL_INPUT,
                                 "--output: found %s, which is the %s that is read, allowed: "
                                 "another file",
                                 a->output, sources[k].what);
    free(path);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "CASE|FILE.yaml",
        "Write the records of a case, or all frames of its points, for other programs. Of a file, and "
        "of a case with --set, these are the points of the tier; of a case all that the "
        "store has.",
        children,
        NULL,
        NULL};
    struct arguments a = {.common.tier = "quick"};
    struct gravel_workspace w = {0};
    struct gravel_records records = {0};
    struct gravel_error error = {0};
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    if (a.common.store == NULL)
        a.common.store = gravel_default_store();
    enum gravel_status status = keep_sources(&a, &error);
    if (status == GRAVEL_OK && !a.start)
        status = load(&a.common, &w, &records, &error);
    if (status == GRAVEL_OK && a.from != NULL)
        status = gravel_frames_require(1, &records, a.from, &error);
    if (a.output != NULL) /* what is half written is removed */
        gravel_interrupt_hold();
    if (status == GRAVEL_OK && a.start)
        status = write_start(&a, &w, &error);
    else if (status == GRAVEL_OK)
        status = a.exporter != NULL ? a.exporter->write(&records, a.output, &error)
                                    : gravel_trajectories_export(&records, a.from != NULL ? a.from : gravel_output_root,
                                                                 a.format, a.output, &error);
    gravel_interrupt_release();
    gravel_records_free(&records);
    gravel_workspace_free(&w);
    return status == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_export = {
    "export", "Write records as CSV or JSON, or frames as XYZ, H5MD, VTP or LAMMPS dump.", run};
