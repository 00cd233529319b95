/* Inside the case loader: one file a part, this is what they share. */
#ifndef GRAVEL_HARNESS_CASE_READ_H
#define GRAVEL_HARNESS_CASE_READ_H

#include "harness/case/case.h"
#include "harness/case/yaml.h"

struct gravel_reader {
    struct gravel_case *c;
    struct gravel_error *error;
};

/* The reason as "file:line:column: ...". */
#define gravel_refuse(reader, node, ...) gravel_yaml_fail((reader)->error, (reader)->c->path, node, __VA_ARGS__)

/* Read the mapping `node` by its declared keys into `options` below `prefix`, with defaults.  Keys named in
 * `others` ("engines|where") are left to the caller.  `node` may be NULL: an absent section. */
enum gravel_status gravel_read_section(struct gravel_reader *reader, const struct gravel_yaml *node, const char *prefix,
                                       const struct gravel_key *keys, const char *others,
                                       struct gravel_options *options) GRAVEL_MUST_USE;

/* Remember where a parameter or section stands. */
enum gravel_status gravel_read_place(struct gravel_reader *reader, const char *path,
                                     const struct gravel_yaml *node) GRAVEL_MUST_USE;

/* A scalar that fits into `to`; messages call it `what`. */
enum gravel_status gravel_read_word(struct gravel_reader *reader, const struct gravel_yaml *node, const char *what,
                                    char *to, size_t size) GRAVEL_MUST_USE;

void gravel_axis_free(struct gravel_axis *axis);

/* Parameters: box, particles, material, walls, prepare, run, engines, measure. */
enum gravel_status gravel_read_parameters(struct gravel_reader *reader, const struct gravel_yaml *root) GRAVEL_MUST_USE;
enum gravel_status gravel_read_sweep(struct gravel_reader *reader, const struct gravel_yaml *list) GRAVEL_MUST_USE;
enum gravel_status gravel_read_where(struct gravel_reader *reader, const struct gravel_yaml *map,
                                     struct gravel_where *where) GRAVEL_MUST_USE;
enum gravel_status gravel_read_checks(struct gravel_reader *reader, const struct gravel_yaml *list) GRAVEL_MUST_USE;
enum gravel_status gravel_read_figures(struct gravel_reader *reader, const struct gravel_yaml *list) GRAVEL_MUST_USE;

#endif
