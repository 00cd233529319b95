/* The keys of a JSON object that an adapter sends: what each holds, found and allowed. */
#ifndef GRAVEL_EXTERNAL_MEMBER_H
#define GRAVEL_EXTERNAL_MEMBER_H

#include "engines/core/status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum gravel_member_type {
    GRAVEL_MEMBER_TRUE,   /* true; nothing is stored */
    GRAVEL_MEMBER_TEXT,   /* const char *, owned by the object */
    GRAVEL_MEMBER_NUMBER, /* double */
    GRAVEL_MEMBER_AMOUNT, /* double >= 0 */
    GRAVEL_MEMBER_COUNT,  /* uint64_t up to 1e15, written as any whole number */
    GRAVEL_MEMBER_LIST,   /* json_t *, owned by the object */
    GRAVEL_MEMBER_OBJECT  /* likewise */
};

struct gravel_member {
    const char *name;
    enum gravel_member_type type;
    bool needed;
    void *value; /* where it is stored; left as it is where the key is missing */
};

/* A line of text as a JSON object without a key twice, which the caller frees with json_decref(); NULL: GRAVEL_IO.
 * `from` begins the messages: "the adapter's answer to advance". */
json_t *gravel_member_object(const char *from, const char *line, size_t n, struct gravel_error *error);

/* Store the keys of the object: GRAVEL_IO unless it has all that are needed, and no others, each of its type. */
GRAVEL_MUST_USE enum gravel_status gravel_member_read(const char *from, const json_t *object,
                                                      const struct gravel_member *members, size_t n,
                                                      struct gravel_error *error);

/* GRAVEL_IO: the key, what was found there and what is allowed.  `found`: NULL for a key that is missing. */
enum gravel_status gravel_member_refuse(const char *from, const char *key, const json_t *found, const char *allowed,
                                        struct gravel_error *error);

#endif
