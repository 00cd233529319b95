/* gravel doctor: what is installed, and whether floating-point arithmetic follows the rules that the results need. */
#include "harness/cli/cli.h"
#include "harness/record/store.h"
#include "harness/util/home.h"
#include "harness/util/toolchain.h"

#include <fenv.h>
#include <gsl/gsl_version.h>
#include <jansson.h>
#include <libfyaml.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Volatile operands prevent evaluation at compile time. */
static bool
rounds_to_nearest(void)
{
    volatile double one = 1.0, half_ulp = 0x1p-53;
    return fegetround() == FE_TONEAREST && one + half_ulp == 1.0 && one + 1.5 * half_ulp > 1.0;
}

static bool
keeps_denormals(void)
{
    volatile double smallest_normal = 0x1p-1022;
    volatile double half = 0.5 * smallest_normal;
    return half > 0.0 && 2.0 * half == smallest_normal;
}

/* a * a - rounded(a * a) is 0 unless product and sum are contracted into one rounding. */
static bool
does_not_contract(void)
{
    volatile double a = 1.0 + 0x1p-30, b = a;
    volatile double product = a * b;
    volatile double minus = -product;
    const double x = a, y = b, z = minus;
    return x * y + z == 0.0;
}

/* -ffast-math would fold all three. */
static bool
knows_nan_and_signed_zero(void)
{
    volatile double zero = 0.0, inf = INFINITY;
    const double nan = inf - inf;
    return nan != nan && isnan(nan) && signbit(-zero) && 1.0 / -zero == -INFINITY;
}

static bool
does_not_reassociate(void)
{
    volatile double big = 1e16, small = 1.0;
    return (small + big) - big == 0.0;
}

static bool
has_double_registers(void)
{
    volatile double third = 1.0 / 3.0;
    const double x = third;
    return x * 3.0 - 1.0 == 0.0 && sizeof(double) == 8;
}

static const struct {
    const char *what;
    bool (*holds)(void);
} arithmetic[] = {
    {"rounding to nearest, ties to even", rounds_to_nearest},
    {"denormal numbers kept", keeps_denormals},
    {"no contraction to fused multiply-add", does_not_contract},
    {"NaN, infinities and signed zeros kept", knows_nan_and_signed_zero},
    {"sums not reordered", does_not_reassociate},
    {"no excess precision", has_double_registers},
};

/* The full path of a program in $PATH; "" when there is none. */
static const char *
find_program(const char *name, char *path, size_t size)
{
    const char *folders = getenv("PATH");
    for (const char *s = folders; s != NULL && *s != '\0'; s += *s == ':') {
        const size_t length = strcspn(s, ":");
        if (length > 0 && snprintf(path, size, "%.*s/%s", (int)length, s, name) < (int)size && access(path, X_OK) == 0)
            return path;
        s += length;
    }
    path[0] = '\0';
    return path;
}

static const struct {
    const char *name, *names[3], *use;
} programs[] = {
    {"gnuplot", {"gnuplot"}, "figures of the report"},
    {"chromium", {"chromium", "chromium-browser", "google-chrome"}, "pictures of the report, for its tests"},
    {"lammps", {"lmp", "lammps"}, "peer"},
    {"liggghts", {"liggghts", "lmp_auto"}, "peer"},
    {"yade", {"yade", "yadedaily"}, "peer"},
};

static const struct argp_option options[] = {
    {"store", 's', "FILE", 0, "verify every record of this store instead; exit code 1 when one is damaged", 0},
    {"repair", 'r', 0, 0, "with --store: remove damaged records and rows without a record, which a run then repeats",
     0},
    {0},
};

struct arguments {
    const char *store;
    bool repair;
};

static error_t
parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 's': arguments->store = text; return 0;
    case 'r': arguments->repair = true; return 0;
    case ARGP_KEY_SUCCESS:
        if (arguments->repair && arguments->store == NULL)
            argp_error(state, "--repair: found no --store, allowed with one");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void
tell_damage(void *self, const char *case_name, const char *message)
{
    (void)self;
    printf("%s: %s\n", case_name, message);
}

/* The store exists: opening it for writing would make a new one. */
static enum gravel_status
repair_store(const char *path, struct gravel_error *error)
{
    struct gravel_store *store;
    enum gravel_status status = gravel_store_open(&store, path, true, error);
    if (status != GRAVEL_OK)
        return status;
    gravel_store_close(store);
    status = gravel_store_open(&store, path, false, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_store_remove_damaged(store, error);
    gravel_store_close(store);
    return status;
}

static int
verify(const char *path, bool repair)
{
    struct gravel_error error;
    struct gravel_store *store;
    struct gravel_verification found;
    enum gravel_status status = repair ? repair_store(path, &error) : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = gravel_store_open(&store, path, true, &error);
    if (status == GRAVEL_OK) {
        status = gravel_store_verify(store, tell_damage, NULL, &found, &error);
        gravel_store_close(store);
    }
    if (status != GRAVEL_OK)
        return gravel_cli_error(&error);
    if (found.orphans > 0)
        printf("%s: %zu rows belong to no record\n", path, found.orphans);
    printf("%s: %zu records, %zu damaged, %zu written before records had checksums\n", path, found.records,
           found.damaged, found.without_checksum);
    if (found.damaged + found.orphans > 0)
        printf("%s: --repair removes damaged records and rows without one; `gravel run` repeats what its points lack\n",
               path);
    return found.damaged + found.orphans == 0 ? GRAVEL_EXIT_OK : GRAVEL_EXIT_FAILED;
}

static int
run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc =
            "Print versions, optional programs and a self-test of the floating-point arithmetic, or verify a store.\n"
            "Exit code 1 when the arithmetic is not the one that results rest on, or a record is damaged.",
    };
    int code = GRAVEL_EXIT_OK;
    struct arguments arguments = {0};
    if (!gravel_cli_parse(&argp, argc, argv, &arguments))
        return GRAVEL_EXIT_FAILED;
    if (arguments.store != NULL)
        return verify(arguments.store, arguments.repair);
    printf("gravel    %s\ncompiler  %s\nvectors   %s\n", gravel_version(), gravel_compiler(), gravel_vectors());
    printf("gsl       %s\nlibfyaml  %s\nsqlite    %s\njansson   %s\n", gsl_version, fy_library_version(),
           sqlite3_libversion(), jansson_version_str());
    for (size_t k = 0; k < sizeof programs / sizeof programs[0]; k++) {
        char path[4096] = "";
        for (size_t j = 0; j < 3 && programs[k].names[j] != NULL && path[0] == '\0'; j++)
            find_program(programs[k].names[j], path, sizeof path);
        printf("%-9s %s (%s)\n", programs[k].name, path[0] != '\0' ? path : "not installed", programs[k].use);
    }
    for (size_t k = 0; k < sizeof arithmetic / sizeof arithmetic[0]; k++) {
        const bool holds = arithmetic[k].holds();
        printf("%-9s %s\n", holds ? "ok" : "BROKEN", arithmetic[k].what);
        if (!holds)
            code = GRAVEL_EXIT_FAILED;
    }
    printf("home      %s\n", gravel_home());
    return code;
}

const struct gravel_command gravel_cmd_doctor = {
    .name = "doctor",
    .what = "what is installed, a self-test of the arithmetic, and damage in a store (--store)",
    .run = run,
};
