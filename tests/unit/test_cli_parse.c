/* What all commands share. */
#include "harness/cli/cli.h"
#include "tests/cmocka.h"

#include <errno.h>
#include <string.h>

static error_t
parse(int key, char *text, struct argp_state *state)
{
    const char **seen = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    *seen = text;
    return strcmp(text, "memory") == 0 ? ENOMEM : 0;
}

static void
arguments_that_could_not_be_parsed_are_not_used(void **state)
{
    (void)state;
    static const struct argp argp = {.parser = parse};
    static char name[] = "gravel", good[] = "case", bad[] = "memory";
    char *arguments[] = {name, good, NULL}, *failing[] = {name, bad, NULL};
    const char *seen = NULL;
    assert_true(gravel_cli_parse(&argp, 2, arguments, &seen));
    assert_string_equal(seen, "case");
    assert_false(gravel_cli_parse(&argp, 2, failing, &seen));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_that_could_not_be_parsed_are_not_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
