/* What catches planted faults: the table of tests/mutant/kills.py, reference/golden/kills.json. */
#ifndef GRAVEL_REPORTS_KILLS_H
#define GRAVEL_REPORTS_KILLS_H

#include "engines/core/status.h"

#include <stdio.h>

/* A section with one row a class of faults and a folded list of all, from the file below `home`.  GRAVEL_IO when it
 * cannot be read, GRAVEL_INPUT when it is no such table. */
GRAVEL_MUST_USE enum gravel_status gravel_html_kills(FILE *out, const char *home, struct gravel_error *error);

#endif
