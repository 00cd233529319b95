/* Sets of options: (path, value) pairs, sorted by path, with every declared default already filled in.  Paths are
 * dotted
 * ("prepare.column.sigma"); an engine, generator or measure gets a view with its own prefix removed. */
#ifndef GRAVEL_CORE_OPTION_H
#define GRAVEL_CORE_OPTION_H

#include "engines/core/key.h"
#include "engines/core/status.h"
#include "engines/core/vec.h"

#include <stdbool.h>
#include <stddef.h>

struct gravel_option {
    char *path; /* owned */
    struct gravel_value value;
    int line, column; /* where the file states it, from 1; 0: it has its default, or no file is known */
};

struct gravel_options {
    size_t n, capacity;
    struct gravel_option *items; /* sorted by path; owned */
};

/* Frees the items and leaves an empty set; an empty set may be freed again. */
void gravel_options_free(struct gravel_options *options);

/* Insert or replace; path and value are copied.  A value that is replaced keeps its place in the file.  GRAVEL_MEMORY
 * leaves the set as it was. */
GRAVEL_MUST_USE enum gravel_status gravel_options_set(struct gravel_options *options, const char *path,
                                                      const struct gravel_value *value, struct gravel_error *error);

/* The option at `path` stands in the file at `line` and `column`; nothing when there is no such option. */
void gravel_options_place(struct gravel_options *options, const char *path, int line, int column);

/* A copy, places included, that the caller frees with gravel_options_free.  After GRAVEL_MEMORY *to is empty. */
GRAVEL_MUST_USE enum gravel_status gravel_options_copy(struct gravel_options *to, const struct gravel_options *from,
                                                       struct gravel_error *error);

/* The entries below `prefix` ("engines.md" gives "steps_per_contact", ...), as a new set without places, which the
 * caller frees with gravel_options_free.  After GRAVEL_MEMORY *to is empty. */
GRAVEL_MUST_USE enum gravel_status gravel_options_view(struct gravel_options *to, const struct gravel_options *from,
                                                       const char *prefix, struct gravel_error *error);

/* The value at `path`, which belongs to the set and is valid until the set changes; NULL when absent. */
const struct gravel_value *gravel_options_find(const struct gravel_options *options, const char *path);
bool gravel_options_has(const struct gravel_options *options, const char *path);

/* Values of keys that are declared REQUIRED or with a default.  An absent path gives NaN, "" or a zero
 * vector: that is a mistake of the caller, which the conformance tests catch. */
double gravel_options_real(const struct gravel_options *options, const char *path);
long gravel_options_int(const struct gravel_options *options, const char *path);
bool gravel_options_bool(const struct gravel_options *options, const char *path);
const char *gravel_options_text(const struct gravel_options *options, const char *path);
struct vec3 gravel_options_vec3(const struct gravel_options *options, const char *path);

/* Fill the struct at `to` from the options below `prefix` ("" for none), each value at the offset of its key in `keys`:
 *     REAL double, INT long, BOOL bool, VEC3 struct vec3, TEXT const char * (borrowed from the set),
 *     CHOICE int, the position of the word among the key's choices.
 * An absent option becomes NaN, -1, false, a vector of NaN, NULL, -1. */
void gravel_options_read(const struct gravel_options *options, const char *prefix, const struct gravel_key *keys,
                         void *to);

/* "prefix.name", or the name alone below the prefix "", cut to `size` characters with the final 0. */
void gravel_option_path(char *path, size_t size, const char *prefix, const char *name);

/* Set every default of `keys` (which may be NULL) that `options` lacks, below `prefix` ("" for none).  GRAVEL_INPUT
 * when a default is no value of its key. */
GRAVEL_MUST_USE enum gravel_status gravel_options_defaults(struct gravel_options *options, const char *prefix,
                                                           const struct gravel_key *keys, struct gravel_error *error);

#endif
