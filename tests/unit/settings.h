/* Options for the tests of whatever has a table of keys. */
#ifndef GRAVEL_TESTS_SETTINGS_H
#define GRAVEL_TESTS_SETTINGS_H

#include "engines/start.h"
#include "tests/cmocka.h"

/* The options of these "key", "value" settings, which end with NULL; the other keys have their defaults. `keys` may be
 * NULL where there is none. The caller frees with gravel_options_free(). */
static inline struct gravel_options
options_of(const struct gravel_key *keys, const char *const *settings)
{
    struct gravel_options options = {0};
    struct gravel_error error;
    if (gravel_options_add_settings(&options, keys, settings, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return options;
}

static inline void
set_real(struct gravel_options *options, const char *path, double value)
{
    struct gravel_error error;
    const struct gravel_value v = {.type = GRAVEL_TYPE_REAL, .real = value};
    assert_int_equal(gravel_options_set(options, path, &v, &error), GRAVEL_OK);
}

#endif
