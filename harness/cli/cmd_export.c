/* gravel export: the records of a case in a format that other programs read. */
#include "harness/case/case.h"
#include "harness/cli/cli.h"
#include "harness/record/export.h"
#include "harness/record/store.h"
#include "harness/util/home.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_exporter *const exporters[] = {&gravel_export_csv, &gravel_export_json, &gravel_export_xyz,
                                                          &gravel_export_h5md, NULL};

struct arguments {
    const char *name, *output, *store;
    const struct gravel_exporter *exporter;
};

enum { KEY_STORE = 256 };

static const struct argp_option options[] = {
    {"format", 'f', "FORMAT", 0, "csv, json, xyz or h5md", 0},
    {"output", 'o', "FILE", 0, "default: standard output", 0},
    {"store", KEY_STORE, "FILE", 0, "default: $GRAVEL_STORE, else results/gravel.sqlite", 0},
    {0},
};

static const struct gravel_exporter *
find_exporter(const char *name)
{
    for (size_t k = 0; exporters[k] != NULL; k++)
        if (strcmp(exporters[k]->name, name) == 0)
            return exporters[k];
    return NULL;
}

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'f':
        a->exporter = find_exporter(text);
        if (a->exporter == NULL)
            argp_error(state, "--format: found \"%s\", allowed is one of: csv, json, xyz, h5md", text);
        break;
    case 'o': a->output = text; break;
    case KEY_STORE: a->store = text; break;
    case ARGP_KEY_ARG:
        if (a->name != NULL)
            argp_error(state, "one case only");
        a->name = text;
        break;
    case ARGP_KEY_END:
        if (a->name == NULL)
            argp_error(state, "which case? (gravel list cases)");
        if (a->exporter == NULL)
            argp_error(state, "which --format? one of: csv, json, xyz, h5md");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static enum gravel_status
load(const struct arguments *a, struct gravel_records *records, struct gravel_error *error)
{
    struct gravel_store *store;
    enum gravel_status status = gravel_store_open(&store, a->store, true, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_store_load(store, a->name, records, error);
    gravel_store_close(store);
    if (status == GRAVEL_OK && records->n == 0)
        return gravel_fail(error, GRAVEL_INPUT, "%s: has no records of %s", a->store, a->name);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {options, parse, "CASE", "Write the records of a case for other programs.",
                                     NULL,    NULL,  NULL};
    struct arguments a = {0};
    struct gravel_records records = {0};
    struct gravel_error error = {0};
    argp_err_exit_status = GRAVEL_EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    if (a.store == NULL)
        a.store = gravel_default_store();
    enum gravel_status status = load(&a, &records, &error);
    if (status == GRAVEL_OK)
        status = a.exporter->write(&records, a.output, &error);
    gravel_records_free(&records);
    return status == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_export = {"export", "Write the records of a case as CSV, JSON, XYZ or H5MD.",
                                                 run};
