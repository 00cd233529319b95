/* Commands that print what this build has: their output and exit codes. */
#include "cases/measure/measure.h"
#include "engines/engine.h"
#include "harness/bench/bench.h"
#include "harness/case/find.h"
#include "harness/cli/cli.h"
#include "harness/util/home.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <fenv.h>
#include <glob.h>
#include <unistd.h>

extern const struct gravel_command gravel_cmd_list, gravel_cmd_doctor, gravel_cmd_bench;

enum { TEXT = 1 << 18 };

struct said {
    int code;
    char out[TEXT], err[TEXT];
};

static void
read_file(FILE *file, char text[TEXT])
{
    rewind(file);
    text[fread(text, 1, TEXT - 1, file)] = '\0';
    fclose(file);
}

/* What a command writes to both streams, and its exit code. */
static const struct said *
call(const struct gravel_command *command, const char *const *words)
{
    static struct said said;
    char copies[8][64], *argv[9] = {copies[0]};
    int argc = 1;
    snprintf(copies[0], sizeof copies[0], "gravel %s", command->name);
    for (; words[argc - 1] != NULL; argc++) {
        snprintf(copies[argc], sizeof copies[argc], "%s", words[argc - 1]);
        argv[argc] = copies[argc];
    }
    FILE *const out = tmpfile(), *const err = tmpfile();
    assert_true(out != NULL && err != NULL);
    fflush(stdout);
    fflush(stderr);
    const int stdout_before = dup(1), stderr_before = dup(2);
    dup2(fileno(out), 1);
    dup2(fileno(err), 2);
    said.code = command->run(argc, argv);
    fflush(stdout);
    fflush(stderr);
    dup2(stdout_before, 1);
    dup2(stderr_before, 2);
    close(stdout_before);
    close(stderr_before);
    read_file(out, said.out);
    read_file(err, said.err);
    return &said;
}

#define CALL(command, ...) call(&gravel_cmd_##command, (const char *const[]){__VA_ARGS__, NULL})

/* Lines that begin with a word. */
static size_t
entries(const char *text)
{
    size_t n = 0;
    for (const char *line = text; line != NULL && *line != '\0'; line = strchr(line, '\n'), line += line != NULL)
        n += *line != ' ' && *line != '\n';
    return n;
}

static void
list_names_every_entry_of_a_registry(void **state)
{
    (void)state;
    size_t n_engines = 0, n_measures = 0, n_cases = 0;
    char **paths = NULL;
    struct gravel_error error;
    while (gravel_engines[n_engines] != NULL)
        n_engines++;
    while (gravel_measures[n_measures] != NULL)
        n_measures++;
    assert_int_equal(gravel_case_list(&paths, &n_cases, &error), GRAVEL_OK);
    gravel_case_list_free(paths, n_cases);
    const struct said *said = CALL(list, "engines");
    assert_int_equal(said->code, GRAVEL_EXIT_OK);
    glob_t adapters; /* each is an engine, too */
    char pattern[1200];
    snprintf(pattern, sizeof pattern, "%s/engines/external/adapters/*/adapter", gravel_home());
    assert_int_equal(glob(pattern, 0, NULL, &adapters), 0);
    assert_int_equal(entries(said->out), n_engines + adapters.gl_pathc);
    globfree(&adapters);
    assert_non_null(strstr(said->out, "lammps"));
    for (size_t k = 0; k < n_engines; k++)
        assert_non_null(strstr(said->out, gravel_engines[k]->method));
    said = CALL(list, "measures");
    assert_int_equal(entries(said->out), n_measures);
    for (size_t k = 0; k < n_measures; k++)
        assert_non_null(strstr(said->out, gravel_measures[k]->what));
    said = CALL(list, "cases");
    assert_int_equal(said->code, GRAVEL_EXIT_OK);
    assert_int_equal(entries(said->out), n_cases);
    said = CALL(list, "counters");
    for (const struct gravel_counter_info *c = gravel_counter_infos; c->name != NULL; c++)
        assert_non_null(strstr(said->out, c->name));
}

static void
list_refuses_what_there_is_not(void **state)
{
    (void)state;
    const struct said *said = CALL(list, "mesures");
    assert_int_equal(said->code, GRAVEL_EXIT_USAGE);
    assert_non_null(strstr(said->err, "found"));
    assert_non_null(strstr(said->err, "measures"));
    assert_string_equal(said->out, "");
}

static void
doctor_sees_another_arithmetic(void **state)
{
    (void)state;
    const struct said *said = call(&gravel_cmd_doctor, (const char *const[]){NULL});
    assert_int_equal(said->code, GRAVEL_EXIT_OK);
    assert_non_null(strstr(said->out, "ok        rounding to nearest, ties to even\n"));
    assert_null(strstr(said->out, "BROKEN"));
    assert_int_equal(fesetround(FE_UPWARD), 0);
    said = call(&gravel_cmd_doctor, (const char *const[]){NULL});
    assert_int_equal(fesetround(FE_TONEAREST), 0);
    assert_int_equal(said->code, GRAVEL_EXIT_FAILED);
    assert_non_null(strstr(said->out, "BROKEN    rounding to nearest, ties to even\n"));
}

/* Rates are the machine's; the number of bodies and what a collision costs in predictions are not. */
static void
benches_print_rates(void **state)
{
    (void)state;
    unsigned n;
    double x, alpha, events, microseconds, plate, predictions;
    const struct said *said = CALL(bench, "column", "10", "0.5", "100", "0.01");
    assert_int_equal(said->code, GRAVEL_EXIT_OK);
    const char *const line = strstr(said->out, "ED column");
    assert_non_null(line);
    assert_int_equal(sscanf(line,
                            "ED column, N = %u, X = %lf, alpha = %lf: %lf events/s, %lf us; %lf of the events at the "
                            "plate, %lf predictions an event",
                            &n, &x, &alpha, &events, &microseconds, &plate, &predictions),
                     7);
    assert_int_equal(n, 10);
    assert_true(x == 0.5 && alpha == 100.0 && events > 0.0 && plate > 0.0 && plate < 1.0);
    assert_true(fabs(events * microseconds / 1e6 - 1.0) < 1e-2);
    assert_true(predictions > 1.0 && predictions < 4.0); /* a bead's two gaps, and its neighbours' */
    said = CALL(bench, "ed", "64", "0.2", "elastic", "2000");
    assert_int_equal(said->code, GRAVEL_EXIT_OK);
    assert_non_null(strstr(said->out, "64"));
}

static void
benches_refuse_what_they_cannot_run(void **state)
{
    (void)state;
    static const char *const bad[][4] = {
        {"column", "10", "9"}, {"column", "1"}, {"ed", "64", "0.8"}, {"md", "nothing"}, {"gpu"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const struct said *said = call(&gravel_cmd_bench, bad[k]);
        assert_int_equal(said->code, GRAVEL_EXIT_USAGE);
        assert_non_null(strstr(said->err, "found"));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_names_every_entry_of_a_registry), cmocka_unit_test(list_refuses_what_there_is_not),
        cmocka_unit_test(doctor_sees_another_arithmetic),       cmocka_unit_test(benches_print_rates),
        cmocka_unit_test(benches_refuse_what_they_cannot_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
