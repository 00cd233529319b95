/* The physical part of a case file. */
#ifndef GRAVEL_HARNESS_CASE_PARAMETERS_H
#define GRAVEL_HARNESS_CASE_PARAMETERS_H

#include "harness/case/read.h"

/* Read box, particles, material, walls, prepare, run, engines and measure of the file `root` into reader->c, with
 * defaults.  GRAVEL_INPUT when a section is missing or one of its keys or values is not allowed. */
GRAVEL_MUST_USE enum gravel_status gravel_read_parameters(struct gravel_reader *reader, const struct gravel_yaml *root);

#endif
