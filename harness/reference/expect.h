/* What a reference expects at a record, and where it holds. */
#ifndef GRAVEL_HARNESS_REFERENCE_EXPECT_H
#define GRAVEL_HARNESS_REFERENCE_EXPECT_H

#include "harness/record/record.h"
#include "harness/reference/reference.h"

/* Whether the record's number (or textual parameter) satisfies a condition; *known is false when the record has no
 * such number. */
bool gravel_condition_holds(const struct gravel_condition *condition, const struct gravel_record *record, bool *known);

/* Whether all conditions hold; an unknown number does not satisfy its condition. */
bool gravel_where_holds(const struct gravel_where *where, const struct gravel_record *record);

/* Expected value at a record (value, law or table), its uncertainty in *uncertainty (absolute; NaN when none).  NaN
 * when the record lacks an argument, is outside the law's domain, or is at no row of the table (rows are not
 * interpolated: x must agree to 1e-9). */
double gravel_reference_expect(const struct gravel_reference *reference, const struct gravel_record *record,
                               double *uncertainty);

#endif
