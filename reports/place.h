/* Where a number belongs: the coordinates of a sweep with their units. */
#ifndef GRAVEL_REPORTS_PLACE_H
#define GRAVEL_REPORTS_PLACE_H

#include "harness/case/case.h"
#include "harness/record/record.h"

/* Unit of a number, from the first record that has it, exponents marked (gravel_label_powers); "" when unknown or a
 * pure number. */
void gravel_place_unit(char *buffer, size_t size, const struct gravel_records *records, const char *name);

/* The place of a judgement, "contact_time = 2e-05, origin = [0, 1, 0]", with the units of its numbers. */
void gravel_place_with_units(char *buffer, size_t size, const char *at, const struct gravel_case *c,
                             const struct gravel_records *records);

/* The sweep coordinates of a record, with units; without those that it does not have. */
void gravel_place_of_record(char *buffer, size_t size, const struct gravel_case *c, const struct gravel_record *record);

#endif
