/* gravel export: the records of a case, or the frames of its points, in a format that other programs read. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/record/export.h"
#include "harness/run/output.h"
#include "harness/run/trajectory.h"
#include "harness/run/workspace.h"
#include "harness/util/home.h"
#include "harness/util/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_exporter *const exporters[] = {&gravel_export_csv, &gravel_export_json, NULL};

struct arguments {
    struct gravel_arguments common; /* its sets */
    const char *name, *output, *store, *from, *tier;
    const struct gravel_exporter *exporter; /* of records, or NULL */
    const struct gravel_format_ops *format; /* of frames, or NULL */
};

enum { KEY_STORE = 256, KEY_FROM, KEY_TIER };

static const struct argp_option options[] = {
    {"format", 'f', "FORMAT", 0, "csv or json: records; xyz, h5md, vtp or lammps-dump: all frames of the points", 0},
    {"output", 'o', "PATH", 0,
     "a file; for frames of several points, and for vtp, a new folder; default for records: standard output", 0},
    {"from", KEY_FROM, "DIR", 0, "folder of trajectories, as of gravel run --output; default: results", 0},
    {"store", KEY_STORE, "FILE", 0, "default: $GRAVEL_STORE, else results/gravel.sqlite", 0},
    {"tier", KEY_TIER, "TIER", 0, "quick (default), full or long: which points of a file, or with --set", 0},
    {0},
};

static const struct argp_child children[] = {{&gravel_argp_sets, 0, NULL, 0}, {0}};

/* Records are written as CSV, so frames are not. */
static const struct gravel_format_ops *
find_format(const char *name)
{
    const struct gravel_format_ops *format = gravel_format_find(name);
    return format != NULL && format->create != NULL ? format : NULL;
}

static void
choose_format(struct arguments *a, struct argp_state *state, const char *name)
{
    for (size_t k = 0; exporters[k] != NULL && a->exporter == NULL; k++)
        if (strcmp(exporters[k]->name, name) == 0)
            a->exporter = exporters[k];
    if (a->exporter == NULL)
        a->format = find_format(name);
    if (a->exporter == NULL && a->format == NULL)
        argp_error(state, "--format: found \"%s\", allowed is one of: csv, json, xyz, h5md, vtp, lammps-dump", name);
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: gravel_arguments_share(state, children, &a->common); break;
    case 'f': choose_format(a, state, text); break;
    case 'o': a->output = text; break;
    case KEY_FROM: a->from = text; break;
    case KEY_STORE: a->store = text; break;
    case KEY_TIER:
        if (strcmp(text, "quick") != 0 && strcmp(text, "full") != 0 && strcmp(text, "long") != 0)
            argp_error(state, "--tier: found \"%s\", allowed is one of: quick, full, long", text);
        a->tier = text;
        break;
    case ARGP_KEY_ARG:
        if (a->name != NULL)
            argp_error(state, "one case only");
        a->name = text;
        break;
    case ARGP_KEY_END:
        if (a->name == NULL)
            argp_error(state, "which case? (gravel list cases)");
        if (a->exporter == NULL && a->format == NULL)
            argp_error(state, "which --format? one of: csv, json, xyz, h5md, vtp, lammps-dump");
        if (a->format != NULL && a->output == NULL)
            argp_error(state, "%s needs -o PATH", a->format->name);
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
load(const struct arguments *a, struct gravel_workspace *w, struct gravel_records *records, struct gravel_error *error)
{
    const struct gravel_selection selection = {
        .n_names = 1, .names = &a->name, .tier = a->tier, .n_sets = a->common.n_sets, .sets = a->common.sets};
    const bool path = is_path(a->name) || a->common.n_sets > 0;
    size_t n_missing;
    enum gravel_status status = path ? gravel_workspace_load(w, &selection, error) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(w, a->store, true, error);
    if (status == GRAVEL_OK)
        status =
            path ? gravel_workspace_fetch(w, &n_missing, error) : gravel_store_load(w->store, a->name, records, error);
    if (status != GRAVEL_OK)
        return status;
    if (path) {
        *records = w->records[0];
        w->records[0] = (struct gravel_records){0};
    }
    return records->n > 0 ? GRAVEL_OK : gravel_fail(error, GRAVEL_INPUT, "%s: has no records of %s", a->store, a->name);
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "CASE|FILE.yaml",
                                     "Write the records of a case, or all frames of its points, for other programs.",
                                     children,
                                     NULL,
                                     NULL};
    struct arguments a = {.tier = "quick", .from = gravel_output_root};
    struct gravel_workspace w = {0};
    struct gravel_records records = {0};
    struct gravel_error error = {0};
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    if (a.store == NULL)
        a.store = gravel_default_store();
    enum gravel_status status = load(&a, &w, &records, &error);
    if (a.output != NULL) /* what is half written is removed */
        gravel_interrupt_hold();
    if (status == GRAVEL_OK)
        status = a.exporter != NULL ? a.exporter->write(&records, a.output, &error)
                                    : gravel_trajectories_export(&records, a.from, a.format, a.output, &error);
    gravel_interrupt_release();
    gravel_records_free(&records);
    gravel_workspace_free(&w);
    return status == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_export = {
    "export", "Write records as CSV or JSON, or frames as XYZ, H5MD, VTP or LAMMPS dump.", run};
