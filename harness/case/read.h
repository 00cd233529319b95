/* What the readers of case files and of reference files share: sections by their declared keys, words, refusals. */
#ifndef GRAVEL_HARNESS_CASE_READ_H
#define GRAVEL_HARNESS_CASE_READ_H

#include "harness/case/case.h"
#include "harness/case/yaml.h"

struct gravel_reader {
    struct gravel_case *c; /* being filled; NULL when no case is read */
    const char *path;      /* of the file, for messages */
    struct gravel_error *error;
};

/* GRAVEL_INPUT with the reason as "file:line:column: ...". */
#define gravel_refuse(reader, node, ...) gravel_yaml_fail((reader)->error, (reader)->path, node, __VA_ARGS__)

/* Read the mapping `node` by its declared keys into `options` below `prefix`, with places and defaults.  Keys named in
 * `others` ("engines|where"; NULL: none) are left to the caller.  `node` may be NULL: an absent section.  GRAVEL_INPUT
 * when a key is unknown, a value not allowed or a required key missing; what was read so far stays in `options`. */
GRAVEL_MUST_USE enum gravel_status gravel_read_section(struct gravel_reader *reader, const struct gravel_yaml *node,
                                                       const char *prefix, const struct gravel_key *keys,
                                                       const char *others, struct gravel_options *options);

/* Copy a scalar that is not empty and fits into `to`; messages call it `what`.  GRAVEL_INPUT when it is no such. */
GRAVEL_MUST_USE enum gravel_status gravel_read_word(struct gravel_reader *reader, const struct gravel_yaml *node,
                                                    const char *what, char *to, size_t size);

#endif
