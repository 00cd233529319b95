/* gravel conform: grades of an engine, before any case. */
#include "harness/cli/arguments.h"
#include "harness/cli/cli.h"
#include "harness/conform/conform.h"
#include "harness/run/engine_choice.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_FORMAT = 256, KEY_ANSWER, KEY_GRADE };

struct arguments {
    const char *engine;
    const char *grade;   /* NULL: all */
    double answer_limit; /* [s]; 0: the usual one */
    bool json;
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default) or json", 0},
    {"grade", KEY_GRADE, "NAME", 0, "only this grade", 0},
    {"answer-limit", KEY_ANSWER, "SECONDS", 0, "elapsed time in which a program must answer; default 60", 0},
    {0},
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_FORMAT:
        if (strcmp(text, "table") != 0 && strcmp(text, "json") != 0)
            argp_error(state, "--format: found \"%s\", allowed is one of: table, json", text);
        a->json = strcmp(text, "json") == 0;
        break;
    case KEY_GRADE: a->grade = text; break;
    case KEY_ANSWER: a->answer_limit = gravel_argument_positive(state, "answer-limit", text); break;
    case ARGP_KEY_ARG:
        if (a->engine != NULL)
            argp_error(state, "one engine at a time");
        a->engine = text;
        break;
    case ARGP_KEY_END:
        if (a->engine == NULL)
            argp_error(state, "which engine? (a name of `gravel list engines`, or exec:COMMAND)");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The engine that --engine would name; the program of somebody else is started. */
static enum gravel_status
find_engine(const struct arguments *a, const struct gravel_engine_ops **ops, struct gravel_error *error)
{
    struct gravel_engine_choice choice;
    const enum gravel_status status = gravel_engine_choose(&choice, a->engine, a->answer_limit, error);
    if (status == GRAVEL_OK)
        *ops = choice.external != NULL ? choice.external : gravel_engine_find(a->engine);
    free(choice.names);
    if (status == GRAVEL_OK && *ops == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "found the engine \"%.60s\", allowed one of `gravel list engines`",
                           a->engine);
    return status;
}

/* TABLE */

static const char *const results[] = {"pass", "FAIL", "refused"};

struct count {
    const struct gravel_engine_ops *ops;
    size_t of[3]; /* by result */
    json_t *grades;
};

static void
print_head(const struct gravel_engine_ops *ops)
{
    printf("%s %s\n%-16s %-8s %10s %10s %2s  %s\n", ops->name, ops->identity != NULL ? ops->identity : "", "grade",
           "result", "deviation", "limit", "in", "what deviates, or why not");
}

static void
print_grade(void *self, const struct gravel_grade *grade)
{
    struct count *count = self;
    if (count->of[GRAVEL_GRADE_PASS] + count->of[GRAVEL_GRADE_FAIL] + count->of[GRAVEL_GRADE_REFUSED] == 0)
        print_head(count->ops);
    count->of[grade->result]++;
    printf("%-16s %-8s", grade->name, results[grade->result]);
    if (isnan(grade->value))
        printf(" %10s %10s", "", "");
    else
        printf(" %10.2e %10.0e", grade->value, grade->limit);
    if (grade->dimension > 0)
        printf(" %dD", grade->dimension);
    else
        printf("   ");
    printf("  %s\n", grade->text[0] != '\0' ? grade->text : grade->what);
    fflush(stdout);
}

/* JSON */

static json_t *
number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static void
append_grade(void *self, const struct gravel_grade *grade)
{
    struct count *count = self;
    count->of[grade->result]++;
    json_array_append_new(count->grades,
                          json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:s}", "grade", grade->name, "what", grade->what,
                                    "result", results[grade->result], "dimension", grade->dimension, "value",
                                    number(grade->value), "limit", number(grade->limit), "why", grade->text));
}

static enum gravel_status
write_json(const struct gravel_engine_ops *ops, struct count *count, struct gravel_error *error)
{
    const int n[3] = {(int)count->of[0], (int)count->of[1], (int)count->of[2]};
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:O}", "schema", "gravel-grades/1", "engine", ops->name, "version",
                  ops->identity != NULL ? ops->identity : "", "passed", n[GRAVEL_GRADE_PASS], "failed",
                  n[GRAVEL_GRADE_FAIL], "refused", n[GRAVEL_GRADE_REFUSED], "grades", count->grades);
    const bool written = json != NULL && json_dumpf(json, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) == 0;
    json_decref(json);
    printf("\n");
    return written ? GRAVEL_OK : gravel_no_memory(error);
}

static enum gravel_status
grade(const struct arguments *a, struct count *count, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = NULL;
    enum gravel_status status = find_engine(a, &ops, error);
    if (status != GRAVEL_OK)
        return status;
    if (a->json) {
        status = gravel_conform(ops, a->grade, append_grade, count, error);
        return status == GRAVEL_OK ? write_json(ops, count, error) : status;
    }
    count->ops = ops;
    status = gravel_conform(ops, a->grade, print_grade, count, error);
    if (status == GRAVEL_OK)
        printf("%zu passed, %zu failed, %zu refused\n", count->of[GRAVEL_GRADE_PASS], count->of[GRAVEL_GRADE_FAIL],
               count->of[GRAVEL_GRADE_REFUSED]);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "ENGINE|exec:COMMAND",
        .doc =
            "Grade an engine by small systems: motion in closed form, conserved sums, symmetries of mechanics, what a "
            "run must not depend on, and what must be refused.\v"
            "Exit code: 0 no grade failed, 1 one did or the engine refused all, 2 usage, 130 interrupted.",
    };
    struct arguments a = {0};
    struct gravel_error error;
    if (!gravel_cli_parse(&argp, argc, argv, &a))
        return GRAVEL_EXIT_FAILED;
    struct count count = {.grades = json_array()};
    const enum gravel_status status = count.grades != NULL ? grade(&a, &count, &error) : gravel_no_memory(&error);
    json_decref(count.grades);
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    if (count.of[GRAVEL_GRADE_PASS] == 0)
        fprintf(stderr, "gravel: the engine passed no grade: nothing is known of it\n");
    return count.of[GRAVEL_GRADE_FAIL] == 0 && count.of[GRAVEL_GRADE_PASS] > 0 ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

const struct gravel_command gravel_cmd_conform = {"conform", "Grades of an engine, before any case.", run};
