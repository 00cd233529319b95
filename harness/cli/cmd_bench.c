/* gravel bench: the speed of each engine on this machine; `md` runs LAMMPS beside it where it is installed. */
#include "engines/core/option.h"
#include "harness/bench/bench.h"
#include "harness/cli/cli.h"
#include "harness/util/toolchain.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

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
      {"KIND", GRAVEL_TYPE_CHOICE, GRAVEL_OPTIONAL, .choices = "elastic|dissipative|gravity|walls|mixture"},
      {"COLLISIONS", GRAVEL_TYPE_INT, GRAVEL_OPTIONAL, .min = 1, .max = 1e15},
      {"THREADS", GRAVEL_TYPE_INT, GRAVEL_OPTIONAL, .min = 1, .max = 1024}}},
};

static const struct form md_forms[] = {
    {"settle", {{"FILE", GRAVEL_TYPE_TEXT}}},
    {NULL,
     {{"CASE", GRAVEL_TYPE_CHOICE, .choices = "packing|compact|viscous|hertz|gas|sizes1|sizes10|sizes100|column"},
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

static const struct bench {
    const char *name, *what;
    int (*run)(int argc, char **argv);
    const struct form *forms; /* the one without a word ends them */
} benches[] = {
    {"ed", "collisions a second of hard spheres; scaling: against their number", gravel_bench_ed, ed_forms},
    {"md", "particle-steps a second of soft spheres, beside LAMMPS where it is installed", gravel_bench_md, md_forms},
    {"column", "events a second of the vibrated column", gravel_bench_column, column_forms},
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
    fputs("Usage: gravel bench [ed|md|column [ARGUMENTS]]\nMeasure the speed of the engines on this machine.\n\n", out);
    for (size_t k = 0; k < N_BENCHES; k++)
        fprintf(out, "  %-8s %s\n           %s\n", benches[k].name, benches[k].what, usage_of(&benches[k], usage));
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

/* "model name : ..." of /proc/cpuinfo, where there is one. */
static void
print_machine(void)
{
    char line[256];
    struct utsname system;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0) {
            printf("# %s", strchr(line, ':') != NULL ? strchr(line, ':') + 2 : line);
            break;
        }
    if (file != NULL)
        fclose(file);
    if (uname(&system) == 0)
        printf("# %s, %s, %ld cores, %s %s, %s\n", system.machine, gravel_vectors(), sysconf(_SC_NPROCESSORS_ONLN),
               system.sysname, system.release, gravel_compiler());
    fflush(stdout);
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
    const struct bench *chosen = NULL;
    for (size_t k = 0; argc > 1 && k < N_BENCHES; k++)
        if (strcmp(benches[k].name, argv[1]) == 0)
            chosen = &benches[k];
    if (argc > 1 && chosen == NULL) {
        gravel_fail(&error, GRAVEL_INPUT, "bench: found \"%.60s\", allowed: ed, md, column", argv[1]);
        return gravel_cli_error(&error);
    }
    if (chosen != NULL && check_arguments(chosen, argc - 2, argv + 2, &error) != GRAVEL_OK)
        return gravel_cli_error(&error);
    print_machine();
    if (chosen != NULL)
        return chosen->run(argc - 1, argv + 1);
    for (size_t k = 0; k < N_BENCHES; k++) {
        char *none[] = {(char *)(uintptr_t)benches[k].name, NULL};
        const int code = benches[k].run(1, none);
        if (code != GRAVEL_EXIT_OK)
            return code;
    }
    return GRAVEL_EXIT_OK;
}

const struct gravel_command gravel_cmd_bench = {"bench", "Measure the speed of the engines on this machine.", run};
