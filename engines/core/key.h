/* Declared keys and their values: the one mechanism by which cases, engines, generators and measures state what a user
 * may set.
 *
 * A struct gravel_key declares one key: name, type, unit, range, default, help.  A module that has options exports an
 * array of them that ends with an entry whose name is NULL.  From these arrays come the case loader's checks, the
 * documentation and the output of `gravel show --schema`. */
#ifndef GRAVEL_CORE_KEY_H
#define GRAVEL_CORE_KEY_H

#include "engines/core/status.h"
#include "engines/core/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum gravel_type {
    GRAVEL_TYPE_REAL,
    GRAVEL_TYPE_INT,  /* exact up to 2^53; held as a double */
    GRAVEL_TYPE_BOOL, /* YAML true or false */
    GRAVEL_TYPE_TEXT,
    GRAVEL_TYPE_CHOICE, /* one word of `choices` */
    GRAVEL_TYPE_VEC3,   /* [x, y, z] */
};

/* Flags of a key. */
enum {
    GRAVEL_REQUIRED = 1,  /* no default: the user must state it */
    GRAVEL_OPTIONAL = 2,  /* no default and may be absent: see gravel_options_has() */
    GRAVEL_ABOVE_MIN = 4, /* the lower bound itself is not allowed */
    GRAVEL_BELOW_MAX = 8, /* the upper bound itself is not allowed */
    GRAVEL_FILE = 16,     /* TEXT: the path of a file, which a case states from its own folder */
};

struct gravel_key {
    const char *name; /* last part of the path, or a dotted path below the owner's prefix */
    enum gravel_type type;
    unsigned flags;
    const char *unit;     /* SI, "1" for pure numbers, NULL for texts */
    double min, max;      /* inclusive unless a flag says otherwise; min == max == 0: unbounded */
    const char *fallback; /* default as a user would write it; NULL with REQUIRED or OPTIONAL */
    const char *choices;  /* "one|two|three" for GRAVEL_TYPE_CHOICE */
    const char *help;     /* one sentence */
    size_t offset;        /* of the value in the struct that gravel_options_read() fills; 0 where keys have none */
};

struct gravel_value {
    enum gravel_type type;
    double real;     /* REAL, INT, BOOL (0 or 1) */
    struct vec3 vec; /* VEC3 */
    char *text;      /* TEXT, CHOICE; owned */
};

/* Read `text` (as a user writes it; VEC3 as "[x, y, z]") as a value of the key, checking type, range and
 * choices.  On failure (GRAVEL_INPUT) the message says what was found and what is allowed, without naming key or
 * file.  The caller frees value->text with free(). */
GRAVEL_MUST_USE enum gravel_status gravel_key_parse(const struct gravel_key *key, const char *text,
                                                    struct gravel_value *value, struct gravel_error *error);

/* The same type and the same value. */
bool gravel_value_equal(const struct gravel_value *a, const struct gravel_value *b);

/* Write the shortest text that reads back as the same number, so that 0.013 stays 0.013; returns the length as
 * snprintf does. */
int gravel_number_print(double number, char *buffer, size_t size);

/* Write the value as canonical text, numbers by gravel_number_print; returns the length as snprintf does. */
int gravel_value_print(const struct gravel_value *value, char *buffer, size_t size);

/* Write what a key allows, "a number in (0, 1]" or "one of: linear hertz"; returns the length as snprintf does. */
int gravel_key_allowed(const struct gravel_key *key, char *buffer, size_t size);

#endif
