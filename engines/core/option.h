/* Declared keys and their values: the one mechanism by which cases, engines, generators and measures
 * state what a user may set.
 *
 * A struct gravel_key declares one key: name, type, unit, range, default, help.  Whoever offers keys
 * exports an array of them that ends with an entry whose name is NULL.  From these arrays come the case
 * loader's checks, `gravel show --schema` and the documentation.
 *
 * A struct gravel_options is a set of (path, value) pairs, sorted by path, with every declared default
 * already filled in.  Paths are dotted ("prepare.column.sigma"); an engine, generator or measure gets a
 * view with its own prefix removed. */
#ifndef GRAVEL_CORE_OPTION_H
#define GRAVEL_CORE_OPTION_H

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
    GRAVEL_OPTIONAL = 2,  /* no default and may be absent: ask gravel_options_has() */
    GRAVEL_ABOVE_MIN = 4, /* the lower bound itself is not allowed */
    GRAVEL_BELOW_MAX = 8, /* the upper bound itself is not allowed */
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
};

struct gravel_value {
    enum gravel_type type;
    double real;     /* REAL, INT, BOOL (0 or 1) */
    struct vec3 vec; /* VEC3 */
    char *text;      /* TEXT, CHOICE; owned */
};

struct gravel_option {
    char *path; /* owned */
    struct gravel_value value;
};

struct gravel_options {
    size_t n, capacity;
    struct gravel_option *items; /* sorted by path; owned */
};

void gravel_options_free(struct gravel_options *options);

/* Insert or replace.  The value is copied. */
GRAVEL_MUST_USE enum gravel_status gravel_options_set(struct gravel_options *options, const char *path,
                                                      const struct gravel_value *value, struct gravel_error *error);

GRAVEL_MUST_USE enum gravel_status gravel_options_copy(struct gravel_options *to, const struct gravel_options *from,
                                                       struct gravel_error *error);

/* The entries below `prefix` ("engines.md" gives "steps_per_contact", ...), as a new set. */
GRAVEL_MUST_USE enum gravel_status gravel_options_view(struct gravel_options *to, const struct gravel_options *from,
                                                       const char *prefix, struct gravel_error *error);

/* NULL when absent. */
const struct gravel_value *gravel_options_find(const struct gravel_options *options, const char *path);
bool gravel_options_has(const struct gravel_options *options, const char *path);

/* Values of keys that are declared REQUIRED or with a default.  An absent path gives NaN, "" or a zero
 * vector: that is a mistake of the caller, which the conformance tests catch. */
double gravel_options_real(const struct gravel_options *options, const char *path);
long gravel_options_int(const struct gravel_options *options, const char *path);
bool gravel_options_bool(const struct gravel_options *options, const char *path);
const char *gravel_options_text(const struct gravel_options *options, const char *path);
struct vec3 gravel_options_vec3(const struct gravel_options *options, const char *path);

/* Read `text` (as a user writes it; VEC3 as "[x, y, z]") as a value of the key, checking type, range and
 * choices.  On failure the message says what was found and what is allowed, without naming a file.
 * The caller frees value->text with free(). */
GRAVEL_MUST_USE enum gravel_status gravel_key_parse(const struct gravel_key *key, const char *text,
                                                    struct gravel_value *value, struct gravel_error *error);

/* Set every default of `keys` that `options` lacks, below `prefix` ("" for none). */
GRAVEL_MUST_USE enum gravel_status gravel_options_defaults(struct gravel_options *options, const char *prefix,
                                                           const struct gravel_key *keys, struct gravel_error *error);

/* The same type and the same value. */
bool gravel_value_equal(const struct gravel_value *a, const struct gravel_value *b);

/* Write the shortest text that reads back as the same number, so that 0.013 stays 0.013; returns the length as
 * snprintf does. */
int gravel_number_print(double number, char *buffer, size_t size);

/* Write the value as canonical text, numbers by gravel_number_print; returns the length as snprintf does. */
int gravel_value_print(const struct gravel_value *value, char *buffer, size_t size);

/* "a real number in (0, 1]", "one of: linear, hertz": what a key allows. */
int gravel_key_allowed(const struct gravel_key *key, char *buffer, size_t size);

#endif
