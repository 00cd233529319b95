/* gravel bench: the speed of each engine on this machine; `md` runs LAMMPS beside it where it is installed. */
#include "harness/bench.h"
#include "harness/cli.h"
#include "harness/toolchain.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static const struct {
    const char *name, *what;
    int (*run)(int argc, char **argv);
} benches[] = {
    {"ed", "collisions a second of hard spheres; 'scaling': against their number", gravel_bench_ed},
    {"md", "particle-steps a second of soft spheres, beside LAMMPS where it is installed", gravel_bench_md},
    {"column", "events a second of the vibrated column", gravel_bench_column},
};
enum { N_BENCHES = sizeof benches / sizeof benches[0] };

static void
print_help(FILE *out)
{
    fputs("Usage: gravel bench [ed|md|column [ARGUMENTS]]\nMeasure the speed of the engines on this machine.\n\n", out);
    for (size_t k = 0; k < N_BENCHES; k++)
        fprintf(out, "  %-8s %s\n", benches[k].name, benches[k].what);
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
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        print_help(stdout);
        return GRAVEL_EXIT_OK;
    }
    size_t chosen = N_BENCHES;
    for (size_t k = 0; argc > 1 && k < N_BENCHES; k++)
        if (strcmp(benches[k].name, argv[1]) == 0)
            chosen = k;
    if (argc > 1 && chosen == N_BENCHES) {
        fprintf(stderr, "gravel: bench: found \"%s\", allowed: ed, md, column\n", argv[1]);
        return GRAVEL_EXIT_USAGE;
    }
    print_machine();
    if (chosen < N_BENCHES)
        return benches[chosen].run(argc - 1, argv + 1);
    for (size_t k = 0; k < N_BENCHES; k++) {
        char *none[] = {(char *)benches[k].name, NULL};
        const int code = benches[k].run(1, none);
        if (code != GRAVEL_EXIT_OK)
            return code;
    }
    return GRAVEL_EXIT_OK;
}

const struct gravel_command gravel_cmd_bench = {"bench", "Measure the speed of the engines on this machine.", run};
