/* What a reader sees for the names that records use: engines, settings and units. */
#ifndef GRAVEL_REPORTS_LABEL_H
#define GRAVEL_REPORTS_LABEL_H

#include "harness/record/record.h"

#include <stddef.h>

/* Each writes at most `size` bytes to `buffer`, NUL included, and cuts what is longer. */

/* The engine "ed-column" as "ED column". */
void gravel_label_engine(char *buffer, size_t size, const char *engine);
/* A number of the record with its name and unit: "contact time = 2×10⁻⁵ s"; the word itself where the parameter is
 * one; "?" when the record has neither. */
void gravel_label_setting(char *buffer, size_t size, const struct gravel_record *record, const char *name);
/* Unit of a number: the observable's, else that of the key which declares the parameter under its full path; "" when
 * unknown or a pure number. */
void gravel_label_unit(char *buffer, size_t size, const struct gravel_record *record, const char *name);
/* A unit with its exponents marked: "m2/s2" as "m^2/s^2", which gravel_text_prose sets. */
void gravel_label_powers(char *buffer, size_t size, const char *unit);
/* The name of a number with its unit: "peak velocity [m/s]"; the name alone where the unit is "" or "1". */
void gravel_label_quantity(char *buffer, size_t size, const char *name, const char *unit);

#endif
