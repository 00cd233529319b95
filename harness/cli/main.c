/* The gravel program: finds the command, runs it, returns its exit code. */
#include "engines/core/simd.h"
#include "harness/cli/cli.h"
#include "harness/util/home.h"
#include "harness/util/interrupt.h"
#include "harness/util/suggest.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

extern const struct gravel_command gravel_cmd_list, gravel_cmd_show, gravel_cmd_run, gravel_cmd_export,
    gravel_cmd_doctor, gravel_cmd_report, gravel_cmd_check, gravel_cmd_bench, gravel_cmd_compare, gravel_cmd_advise,
    gravel_cmd_new, gravel_cmd_merge, gravel_cmd_plan, gravel_cmd_judge, gravel_cmd_converge, gravel_cmd_conform;

const struct gravel_command *const gravel_commands[] = {
    &gravel_cmd_list,
    &gravel_cmd_show,
    &gravel_cmd_new,
    &gravel_cmd_advise,
    &gravel_cmd_run,
    &gravel_cmd_check,
    &gravel_cmd_export,
    &gravel_cmd_report,
    &gravel_cmd_compare,
    &gravel_cmd_converge,
    &gravel_cmd_bench,
    &gravel_cmd_doctor,
    &gravel_cmd_plan,
    &gravel_cmd_merge,
    &gravel_cmd_judge,
    &gravel_cmd_conform,
    NULL,
};

static void
print_help(FILE *out)
{
    fprintf(out, "gravel: validation and benchmark suite for granular dynamics\n\n"
                 "usage: gravel COMMAND [ARGUMENTS]\n       gravel COMMAND --help\n       gravel --version\n\n");
    for (size_t k = 0; gravel_commands[k] != NULL; k++)
        fprintf(out, "  %-8s %s\n", gravel_commands[k]->name, gravel_commands[k]->what);
    fprintf(out, "\nexit codes: 0 done, 1 a check or a run failed, 2 bad usage or input, 130 interrupted\n");
}

static int
refuse_command(const char *word)
{
    char text[96];
    struct gravel_error error;
    struct gravel_suggestion suggestion = {.word = word};
    for (size_t k = 0; gravel_commands[k] != NULL; k++)
        gravel_suggest(&suggestion, gravel_commands[k]->name);
    gravel_fail(&error, GRAVEL_INPUT, "found no command called %.60s%s; see gravel --help", word,
                gravel_suggestion_text(&suggestion, text, sizeof text));
    return gravel_cli_error(&error);
}

int
main(int argc, char **argv)
{
    gravel_interrupt_install();
    gsl_set_error_handler_off(); /* library errors come back as status codes, never as abort() */
    if (argc < 2) {
        print_help(stderr);
        return GRAVEL_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return GRAVEL_EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("gravel %s\n", gravel_version());
        return GRAVEL_EXIT_OK;
    }
    struct gravel_error error;
    if (gravel_simd_check(&error) != GRAVEL_OK)
        return gravel_cli_error(&error);
    for (size_t k = 0; gravel_commands[k] != NULL; k++) {
        if (strcmp(gravel_commands[k]->name, argv[1]) != 0)
            continue;
        char name[64];
        snprintf(name, sizeof name, "gravel %s", argv[1]);
        argv[1] = name;
        const int code = gravel_commands[k]->run(argc - 1, argv + 1);
        /* A write that failed may have left nothing for fflush() to write. */
        if ((fflush(stdout) != 0 || ferror(stdout)) && code == GRAVEL_EXIT_OK) {
            (void)gravel_not_written(&error, "standard output");
            return gravel_cli_error(&error);
        }
        return code;
    }
    return refuse_command(argv[1]);
}
