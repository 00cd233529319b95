/* The first screen of the report and what it links to: what was tested, what failed, what is contradicted, what is
 * undecided.  Failures of writing are left in ferror(out). */
#ifndef GRAVEL_REPORTS_FRONT_H
#define GRAVEL_REPORTS_FRONT_H

#include "reports/site.h"

/* Heading, what was tested on which engines, and the counts that answer first. */
void gravel_front_result(FILE *out, const struct gravel_site *site);
/* Families by kinds of check; every cell links to its checks. */
void gravel_front_matrix(FILE *out, const struct gravel_site *site);
/* Sections: unexpected failures (none: nothing is written), references that are contradicted, what is undecided. */
void gravel_front_open(FILE *out, const struct gravel_site *site);
/* Section: cases whose contacts are poorly resolved; nothing is written where there are none. */
void gravel_front_warnings(FILE *out, const struct gravel_site *site);

#endif
