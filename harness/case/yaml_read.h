/* A YAML file -> struct gravel_yaml. */
#ifndef GRAVEL_HARNESS_CASE_YAML_READ_H
#define GRAVEL_HARNESS_CASE_YAML_READ_H

#include "harness/case/yaml.h"

/* Read a file of at most 4 MiB.  The caller frees *root with gravel_yaml_free; after a failure it is empty.  Every
 * refusal is GRAVEL_INPUT and "file:line:column: found ..., allowed ..."; GRAVEL_IO when reading fails. */
GRAVEL_MUST_USE enum gravel_status gravel_yaml_read(struct gravel_yaml *root, const char *path,
                                                    struct gravel_error *error);

#endif
