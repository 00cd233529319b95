/* Parameters -> struct gravel_description. */
#ifndef GRAVEL_HARNESS_CASE_DESCRIBE_H
#define GRAVEL_HARNESS_CASE_DESCRIBE_H

#include "engines/core/option.h"
#include "harness/case/description.h"

/* Fill *description from parameters in which every declared default is set.  It borrows nothing and needs no free. */
void gravel_case_describe(struct gravel_description *description, const struct gravel_options *parameters);

/* Number of particles of all species. */
double gravel_description_count(const struct gravel_description *description);

#endif
