#include "harness/run/engine_choice.h"

#include "engines/external/external.h"
#include "harness/run/replay.h"
#include "harness/util/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double usual_limit = 60.0; /* of an answer [s] */
static const char exec[] = "exec:", trajectory[] = "trajectory:";

/* The program of a known adapter, quoted for the shell. */
static bool
find_adapter(const char *name, char *command, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/engines/external/adapters/%s/adapter", gravel_home(), name);
    const int n = snprintf(command, size, "'%s'", path);
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name) && strchr(path, '\'') == NULL &&
           n > 0 && (size_t)n < size && access(path, X_OK) == 0;
}

static enum gravel_status
open_external(struct gravel_engine_choice *choice, const char *command, double limit, struct gravel_error *error)
{
    struct gravel_error why;
    if (choice->external != NULL)
        return gravel_fail(error, GRAVEL_INPUT, "--engine: found two programs, allowed: one besides gravel's engines");
    const enum gravel_status status =
        gravel_external_open(&choice->external, command, limit > 0.0 ? limit : usual_limit, &why);
    return status == GRAVEL_OK ? status : gravel_fail(error, status, "--engine: %s", why.text);
}

/* "FILE", in the place of md, or "ENGINE:FILE". */
static enum gravel_status
open_trajectory(struct gravel_engine_choice *choice, const char *text, struct gravel_error *error)
{
    struct gravel_error why;
    const struct gravel_engine_ops *native = gravel_engines[0];
    if (choice->external != NULL)
        return gravel_fail(error, GRAVEL_INPUT, "--engine: found a trajectory beside %s, allowed: one of them",
                           choice->external->name);
    for (size_t k = 0; gravel_engines[k] != NULL; k++) {
        const size_t n = strlen(gravel_engines[k]->name);
        if (strncmp(text, gravel_engines[k]->name, n) == 0 && text[n] == ':') {
            native = gravel_engines[k];
            text += n + 1;
            break;
        }
    }
    const enum gravel_status status = gravel_replay_open(&choice->external, text, native, &why);
    return status == GRAVEL_OK ? status : gravel_fail(error, status, "trajectory: %s", why.text);
}

/* One name of the list; a program is opened and its own name takes the place. */
static enum gravel_status
add(struct gravel_engine_choice *choice, const char *name, double limit, FILE *names, struct gravel_error *error)
{
    char command[5000];
    enum gravel_status status = GRAVEL_OK;
    if (strncmp(name, exec, strlen(exec)) == 0)
        status = open_external(choice, name + strlen(exec), limit, error);
    else if (strncmp(name, trajectory, strlen(trajectory)) == 0)
        status = open_trajectory(choice, name + strlen(trajectory), error);
    else if (gravel_engine_find(name) != NULL)
        return fprintf(names, "%s,", name) > 0 ? GRAVEL_OK : gravel_no_memory(error);
    else if (find_adapter(name, command, sizeof command))
        status = open_external(choice, command, limit, error);
    else
        status =
            gravel_fail(error, GRAVEL_INPUT, "--engine: found no engine called %.60s; see `gravel list engines`", name);
    if (status == GRAVEL_OK && fprintf(names, "%s,", choice->external->name) < 0)
        return gravel_no_memory(error);
    return status;
}

static enum gravel_status
add_all(struct gravel_engine_choice *choice, const char *list, double limit, FILE *names, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    while (*list != '\0' && status == GRAVEL_OK) {
        const bool is_last = /* whose text may have commas */
            strncmp(list, exec, strlen(exec)) == 0 || strncmp(list, trajectory, strlen(trajectory)) == 0;
        const size_t n = is_last ? strlen(list) : strcspn(list, ",");
        char *name = strndup(list, n);
        status = name != NULL ? add(choice, name, limit, names, error) : gravel_no_memory(error);
        free(name);
        list += n + (list[n] == ',');
    }
    return status;
}

/* Whether a name is in a list that ends with a comma. */
static bool
is_listed(const char *names, const char *name)
{
    const size_t n = strlen(name);
    for (const char *s = names; *s != '\0'; s += strcspn(s, ",") + 1)
        if (strncmp(s, name, n) == 0 && s[n] == ',')
            return true;
    return false;
}

enum gravel_status
gravel_engine_choose(struct gravel_engine_choice *choice, const char *list, double limit, struct gravel_error *error)
{
    size_t size;
    *choice = (struct gravel_engine_choice){0};
    if (list == NULL)
        return GRAVEL_OK;
    if (list[0] == '\0')
        return gravel_fail(error, GRAVEL_INPUT,
                           "--engine: found nothing, allowed: names of engines; see `gravel list engines`");
    FILE *names = open_memstream(&choice->names, &size);
    if (names == NULL)
        return gravel_no_memory(error);
    const enum gravel_status status = add_all(choice, list, limit, names, error);
    if (fclose(names) != 0)
        return gravel_no_memory(error);
    if (status == GRAVEL_OK && choice->external != NULL && choice->external->kind == GRAVEL_ED &&
        is_listed(choice->names, "ed-column"))
        return gravel_fail(
            error, GRAVEL_INPUT,
            "--engine: found %s beside ed-column, in whose place it runs where a case has no ed, allowed: "
            "one of them",
            choice->external->name);
    if (status == GRAVEL_OK && choice->external != NULL && is_listed(choice->names, choice->external->stands_for))
        return gravel_fail(error, GRAVEL_INPUT,
                           "--engine: found %s beside %s, in whose place it runs, allowed: one of them",
                           choice->external->name, choice->external->stands_for);
    return status;
}
