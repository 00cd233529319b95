/* gravel new: a commented case file to start from, copied from the templates cases/templates/KIND.yaml.in of
 * gravel_home().  The first line of a template says what it is; "@name@" stands for the name of the case. */
#include "harness/case/case.h"
#include "harness/cli/cli.h"
#include "harness/util/home.h"
#include "harness/util/suggest.h"

#include <argp.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *kind, *name;
};

static const char suffix[] = ".yaml.in", mark[] = "@name@";

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (state->arg_num > 1)
        argp_error(state, "found more than a kind and a name");
    *(state->arg_num == 0 ? &a->kind : &a->name) = text;
    return 0;
}

/* "DIR/pair.yaml.in" is called "pair". */
static const char *
kind_of(const char *path, char *kind, size_t size)
{
    snprintf(kind, size, "%s", strrchr(path, '/') + 1);
    kind[strcspn(kind, ".")] = '\0';
    return kind;
}

static void
print_kind(const char *path)
{
    char kind[GRAVEL_NAME_MAX], line[256] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    if (fgets(line, sizeof line, file) != NULL)
        printf("%-8s %s", kind_of(path, kind, sizeof kind), line + strspn(line, "# "));
    fclose(file);
}

/* The path of the template of a kind, owned by `templates`. */
static enum gravel_status
find_template(const glob_t *templates, const char *kind, const char **path, struct gravel_error *error)
{
    char name[GRAVEL_NAME_MAX], text[96];
    struct gravel_suggestion suggestion = {.word = kind};
    for (size_t k = 0; k < templates->gl_pathc; k++) {
        *path = templates->gl_pathv[k];
        if (strcmp(kind_of(*path, name, sizeof name), kind) == 0)
            return GRAVEL_OK;
        gravel_suggest(&suggestion, name);
    }
    return gravel_fail(error, GRAVEL_INPUT, "new: found no kind of case called %.60s%s; `gravel new` lists them", kind,
                       gravel_suggestion_text(&suggestion, text, sizeof text));
}

static bool
is_case_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length < GRAVEL_NAME_MAX && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static bool
copy_line(FILE *out, const char *line, const char *name)
{
    const char *at = strstr(line, mark);
    return at == NULL ? fputs(line, out) >= 0
                      : fprintf(out, "%.*s%s%s", (int)(at - line), line, name, at + strlen(mark)) >= 0;
}

/* Write the file, which must not exist; what cannot be written in full is removed. */
static enum gravel_status
copy_template(const char *template, const char *name, const char *path, struct gravel_error *error)
{
    char line[1024];
    FILE *in = fopen(template, "r");
    if (in == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", template, strerror(errno));
    FILE *out = fopen(path, "wx");
    if (out == NULL) {
        const int why = errno;
        fclose(in);
        return gravel_fail(error, why == EEXIST ? GRAVEL_INPUT : GRAVEL_IO, "%s: %s%s", path, strerror(why),
                           why == EEXIST ? "; allowed is a new name" : "");
    }
    bool good = true;
    while (good && fgets(line, sizeof line, in) != NULL)
        good = copy_line(out, line, name);
    good = !ferror(in) && good;
    fclose(in);
    if (fclose(out) == 0 && good)
        return GRAVEL_OK;
    const enum gravel_status status = gravel_not_written(error, path);
    remove(path);
    return status;
}

static enum gravel_status
make(const glob_t *templates, const struct arguments *a, struct gravel_error *error)
{
    char path[GRAVEL_NAME_MAX + sizeof suffix];
    const char *template = NULL;
    enum gravel_status status = find_template(templates, a->kind, &template, error);
    if (status != GRAVEL_OK)
        return status;
    if (a->name == NULL || !is_case_name(a->name))
        return gravel_fail(error, GRAVEL_INPUT,
                           "new: found %.80s, allowed as name of the case are lower-case letters, digits and hyphens",
                           a->name != NULL ? a->name : "no name");
    snprintf(path, sizeof path, "%s.yaml", a->name);
    status = copy_template(template, a->name, path, error);
    if (status == GRAVEL_OK)
        printf("%s: change it, then\n    gravel check %s\n", path, path);
    return status;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "[KIND NAME]",
        .doc = "Write NAME.yaml, a commented case to start from, into the present folder; without arguments, list the "
               "kinds.",
    };
    struct arguments a = {0};
    struct gravel_error error = {0};
    char pattern[PATH_MAX];
    glob_t templates;
    argp_err_exit_status = GRAVEL_EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    snprintf(pattern, sizeof pattern, "%s/cases/templates/*%s", gravel_home(), suffix);
    enum gravel_status status = GRAVEL_OK;
    if (glob(pattern, 0, NULL, &templates) != 0)
        status = gravel_fail(&error, GRAVEL_IO, "%s: found no template; is GRAVEL_HOME right?", pattern);
    else if (a.kind != NULL)
        status = make(&templates, &a, &error);
    else
        for (size_t k = 0; k < templates.gl_pathc; k++)
            print_kind(templates.gl_pathv[k]);
    globfree(&templates);
    return status == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
}

const struct gravel_command gravel_cmd_new = {
    .name = "new",
    .what = "write a commented case file to start from",
    .run = run,
};
