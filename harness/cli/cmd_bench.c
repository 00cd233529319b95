/* gravel bench: the speed of each engine on this machine, beside other codes (harness/bench/bench.h). */
#include "engines/core/option.h"
#include "harness/bench/bench.h"
#include "harness/cli/cli.h"
#include "harness/util/clock.h"
#include "harness/util/home.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 5, USAGE_SIZE = 256 };

/* One way to call a bench: a word, if there is one, and a value of each key in turn, the OPTIONAL keys last. */
struct form {
    const char *word;
    struct gravel_key keys[KEYS_MAX + 1];
};

#define CLOSEST 0.7405 /* packing fraction of the close-packed crystal from which the runs start: pi/(3 sqrt 2) */

static const struct form ed_forms[] = {
    {"scaling", {{0}}},
    {"endure",
     {{"N", GRAVEL_TYPE_INT, .min = 32, .max = 1e9},
      {"PHI", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, .max = CLOSEST},
      {"COLLISIONS", GRAVEL_TYPE_INT, .min = 20, .max = 1e15}}},
    {NULL,
     {{"N", GRAVEL_TYPE_INT, .min = 32, .max = 1e9},
      {"PHI", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, .max = CLOSEST},
      {"KIND", GRAVEL_TYPE_CHOICE, GRAVEL_OPTIONAL, .choices = "elastic|dissipative|gravity|walls|ratio10|mixture"},
      {"COLLISIONS", GRAVEL_TYPE_INT, GRAVEL_OPTIONAL, .min = 1, .max = 1e15},
      {"THREADS", GRAVEL_TYPE_INT, GRAVEL_OPTIONAL, .min = 1, .max = 1024}}},
};

static const struct form md_forms[] = {
    {"settle", {{"FILE", GRAVEL_TYPE_TEXT}}},
    {NULL,
     {{"CASE", GRAVEL_TYPE_CHOICE,
       .choices = "packing|unlike|compact|viscous|hertz|gas|gas64|gas1e3|gas1e5|gas1e6|sizes1|sizes10|sizes100|column"},
      {"THREADS", GRAVEL_TYPE_INT, GRAVEL_OPTIONAL, .min = 1, .max = 1024},
      {"FILE", GRAVEL_TYPE_TEXT, GRAVEL_OPTIONAL}}},
};

static const struct form column_forms[] = {
    {NULL,
     {{"N", GRAVEL_TYPE_INT, .min = 2, .max = GRAVEL_BENCH_BEADS_MAX},
      {"X", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL, .min = 0, .max = GRAVEL_BENCH_BEADS_MAX - 1},
      {"ALPHA", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN, .max = 1e9},
      {"SECONDS", GRAVEL_TYPE_REAL, GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN, .max = 1e6}}},
};

static const struct form suite_forms[] = {
    {NULL, {{"CASE", GRAVEL_TYPE_TEXT}}},
};

static const struct bench {
    const char *name, *what;
    int (*run)(struct gravel_bench_output *output, int argc, char **argv);
    const struct form *forms; /* the one without a word ends them */
} benches[] = {
    {"ed", "collisions a second of hard spheres, beside EDMD and DynamO; scaling: against their number",
     gravel_bench_ed, ed_forms},
    {"md", "particle-steps a second of soft spheres, beside LAMMPS", gravel_bench_md, md_forms},
    {"column", "events a second of the vibrated column", gravel_bench_column, column_forms},
    {"suite", "what the quick tier costs: its points a second of processor time", gravel_bench_suite, suite_forms},
};
enum { N_BENCHES = sizeof benches / sizeof benches[0] };

/* "gravel bench ed [scaling | endure N PHI COLLISIONS | N PHI [KIND [COLLISIONS [THREADS]]]]" */
static const char *
usage_of(const struct bench *bench, char text[USAGE_SIZE])
{
    int n = snprintf(text, USAGE_SIZE, "gravel bench %s [", bench->name), n_open = 1;
    for (const struct form *form = bench->forms;; form++) {
        if (form->word != NULL)
            n += snprintf(text + n, USAGE_SIZE - (size_t)n, "%s", form->word);
        for (const struct gravel_key *key = form->keys; key->name != NULL; key++) {
            const bool optional = key->flags & GRAVEL_OPTIONAL, first = key == form->keys && form->word == NULL;
            n += snprintf(text + n, USAGE_SIZE - (size_t)n, "%s%s%s", first ? "" : " ", optional ? "[" : "", key->name);
            n_open += optional;
        }
        if (form->word == NULL)
            break;
        n += snprintf(text + n, USAGE_SIZE - (size_t)n, " | ");
    }
    snprintf(text + n, USAGE_SIZE - (size_t)n, "%.*s", n_open, "]]]]]");
    return text;
}

static void
print_help(FILE *out)
{
    char usage[USAGE_SIZE];
    fputs("Usage: gravel bench [--format=text|json] [ed|md|column|suite [ARGUMENTS]]\n"
          "Measure the speed of the engines on this machine, beside other codes where they are found.\n\n",
          out);
    for (size_t k = 0; k < N_BENCHES; k++)
        fprintf(out, "  %-8s %s\n           %s\n", benches[k].name, benches[k].what, usage_of(&benches[k], usage));
    fputs(
        "\nPrograms of other codes are named by the environment variables LAMMPS_PROGRAMS (lmp, where it is not set),\n"
        "EDMD_PROGRAMS and DYNARUN, separated by colons; the fastest is measured in turns with gravel.\n",
        out);
}

static enum gravel_status
refuse(const struct bench *bench, const char *what, const char *why, struct gravel_error *error)
{
    char usage[USAGE_SIZE];
    return gravel_fail(error, GRAVEL_INPUT, "bench %s: %s%s; usage: %s", bench->name, what, why,
                       usage_of(bench, usage));
}

/* The arguments behind the bench's name fit one of its forms. */
static enum gravel_status
check_arguments(const struct bench *bench, int argc, char **argv, struct gravel_error *error)
{
    const struct form *form = bench->forms;
    if (argc == 0)
        return GRAVEL_OK;
    while (form->word != NULL && strcmp(form->word, argv[0]) != 0)
        form++;
    int used = form->word != NULL;
    for (const struct gravel_key *key = form->keys; key->name != NULL; key++, used++) {
        char what[32], why[256];
        struct gravel_error reason;
        struct gravel_value value;
        snprintf(what, sizeof what, "%s: ", key->name);
        if (used >= argc) {
            if (key->flags & GRAVEL_OPTIONAL)
                return GRAVEL_OK;
            gravel_key_allowed(key, why, sizeof why);
            gravel_fail(&reason, GRAVEL_INPUT, "found nothing, allowed: %s", why);
            return refuse(bench, what, reason.text, error);
        }
        const enum gravel_status status = gravel_key_parse(key, argv[used], &value, &reason);
        free(value.text);
        if (status != GRAVEL_OK)
            return refuse(bench, what, reason.text, error);
    }
    if (used == argc)
        return GRAVEL_OK;
    char extra[96];
    snprintf(extra, sizeof extra, "found \"%.60s\", allowed: nothing more", argv[used]);
    return refuse(bench, "", extra, error);
}

/* "# AMD EPYC, x86_64, AVX-512, 2 cores, Linux 6.1.0, gcc 12.2.0" */
static void
print_machine(const json_t *machine)
{
    const char *key;
    json_t *value;
    const char *separator = "# ";
    json_object_foreach((json_t *)(uintptr_t)machine, key, value)
    {
        if (json_is_integer(value))
            printf("%s%d %s", separator, (int)json_integer_value(value), key);
        else
            printf("%s%s", separator, json_string_value(value));
        separator = ", ";
    }
    putchar('\n');
    fflush(stdout);
}

/* As the schema gravel-bench-1.json says. */
static int
write_json(json_t *machine, json_t *rows, double cost)
{
    char date[GRAVEL_DATE_SIZE];
    gravel_clock_date(date);
    json_t *all = json_pack("{s:s, s:s, s:s, s:O, s:f, s:O}", "schema", "gravel-bench/1", "version", gravel_version(),
                            "date", date, "machine", machine, "cost", cost, "rows", rows);
    const bool good = all != NULL && json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0;
    json_decref(all);
    putchar('\n');
    return good ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

/* Run the chosen bench, or all. */
static int
run_benches(struct gravel_bench_output *output, const struct bench *chosen, int argc, char **argv)
{
    if (chosen != NULL)
        return chosen->run(output, argc, argv);
    for (size_t k = 0; k < N_BENCHES; k++) {
        char *none[] = {(char *)(uintptr_t)benches[k].name, NULL};
        const int code = benches[k].run(output, 1, none);
        if (code != GRAVEL_EXIT_OK)
            return code;
    }
    return GRAVEL_EXIT_OK;
}

/* Take "--format=text|json" from the front of the arguments; *json. */
static enum gravel_status
take_format(int *argc, char ***argv, bool *json, struct gravel_error *error)
{
    static const char option[] = "--format=";
    *json = false;
    if (*argc < 2 || strncmp((*argv)[1], option, sizeof option - 1) != 0)
        return GRAVEL_OK;
    const char *value = (*argv)[1] + sizeof option - 1;
    *json = strcmp(value, "json") == 0;
    if (!*json && strcmp(value, "text") != 0)
        return gravel_fail(error, GRAVEL_INPUT, "bench: --format: found \"%.60s\", allowed: text, json", value);
    --*argc;
    ++*argv;
    return GRAVEL_OK;
}

static int
run(int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--help") == 0) {
            print_help(stdout);
            return GRAVEL_EXIT_OK;
        }
    struct gravel_error error;
    struct gravel_bench_output output = {.rows = NULL};
    const struct bench *chosen = NULL;
    bool json;
    if (take_format(&argc, &argv, &json, &error) != GRAVEL_OK)
        return gravel_cli_error(&error);
    for (size_t k = 0; argc > 1 && k < N_BENCHES; k++)
        if (strcmp(benches[k].name, argv[1]) == 0)
            chosen = &benches[k];
    if (argc > 1 && chosen == NULL) {
        gravel_fail(&error, GRAVEL_INPUT, "bench: found \"%.60s\", allowed: ed, md, column, suite", argv[1]);
        return gravel_cli_error(&error);
    }
    if (chosen != NULL && check_arguments(chosen, argc - 2, argv + 2, &error) != GRAVEL_OK)
        return gravel_cli_error(&error);
    json_t *machine = gravel_bench_machine();
    if (json)
        output.rows = json_array();
    else
        print_machine(machine);
    int code = run_benches(&output, chosen, argc - 1, argv + 1);
    if (json && code == GRAVEL_EXIT_OK)
        code = write_json(machine, output.rows, gravel_clock_cpu() + gravel_clock_children());
    json_decref(machine);
    json_decref(output.rows);
    return code;
}

const struct gravel_command gravel_cmd_bench = {"bench", "Measure the speed of the engines on this machine.", run};
