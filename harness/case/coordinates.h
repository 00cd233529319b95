/* Coordinates of records in the sweep of their case: the values of the swept parameters. */
#ifndef GRAVEL_HARNESS_CASE_COORDINATES_H
#define GRAVEL_HARNESS_CASE_COORDINATES_H

#include "harness/case/case.h"
#include "harness/record/record.h"

enum { GRAVEL_NO_AXIS = -1 };

/* Whether two records have equal coordinates, axis `except` left out (GRAVEL_NO_AXIS: none).  A key that only one of
 * them has belongs to the other's engine alone and does not count. */
bool gravel_coordinates_match(const struct gravel_case *c, const struct gravel_record *a, const struct gravel_record *b,
                              int except);

/* Index of the axis that changes a parameter (full path or its last part), or GRAVEL_NO_AXIS. */
int gravel_coordinates_axis(const struct gravel_case *c, const char *name);

/* Write the coordinates of a record into `text`, cut to `size`: "sigma = 0.1, contact_time = 2e-05". */
void gravel_coordinates_print(const struct gravel_case *c, const struct gravel_record *record, char *text, size_t size);

#endif
