#include "harness/util/home.h"

#include "harness/commit.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

static const char share[] = "share/gravel";
static char found[PATH_MAX]; /* written once, by find_home() */
static once_flag once = ONCE_FLAG_INIT;

static const char *
variable_or(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

/* The nearest share/gravel/ in a folder above the program, else the one that was configured. */
static void
find_home(void)
{
    char program[PATH_MAX], path[PATH_MAX + sizeof share];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    snprintf(found, sizeof found, "%s", GRAVEL_DATA_DIR);
    if (length <= 0)
        return;
    program[length] = '\0';
    for (char *slash; (slash = strrchr(program, '/')) != NULL;) {
        *slash = '\0';
        snprintf(path, sizeof path, "%s/%s", program, share);
        if (realpath(path, found) != NULL)
            return;
    }
    snprintf(found, sizeof found, "%s", GRAVEL_DATA_DIR); /* realpath() may write in vain */
}

const char *
gravel_commit(void)
{
    return GRAVEL_COMMIT;
}

const char *
gravel_version(void)
{
    return GRAVEL_VERSION;
}

const char *
gravel_home(void)
{
    call_once(&once, find_home);
    return variable_or("GRAVEL_HOME", found);
}

const char *
gravel_default_store(void)
{
    return variable_or("GRAVEL_STORE", "results/gravel.sqlite");
}
