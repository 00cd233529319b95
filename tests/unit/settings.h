/* Options for the tests of whatever has a table of keys. */
#ifndef GRAVEL_TESTS_SETTINGS_H
#define GRAVEL_TESTS_SETTINGS_H

#include "engines/core/option.h"
#include "tests/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* The options of these "key", "value" settings, which end with NULL; the other keys have their defaults. `keys` may be
 * NULL where there is none. The caller frees with gravel_options_free(). */
static inline struct gravel_options
options_of(const struct gravel_key *keys, const char *const *settings)
{
    struct gravel_options options = {0};
    struct gravel_error error;
    for (; *settings != NULL; settings += 2) {
        const struct gravel_key *key = keys;
        while (key->name != NULL && strcmp(key->name, settings[0]) != 0)
            key++;
        assert_non_null(key->name);
        struct gravel_value value;
        assert_int_equal(gravel_key_parse(key, settings[1], &value, &error), GRAVEL_OK);
        assert_int_equal(gravel_options_set(&options, key->name, &value, &error), GRAVEL_OK);
        free(value.text);
    }
    if (keys != NULL)
        assert_int_equal(gravel_options_defaults(&options, "", keys, &error), GRAVEL_OK);
    return options;
}

#endif
