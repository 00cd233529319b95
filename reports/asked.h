/* What a check asks of its number, in words and with units. */
#ifndef GRAVEL_REPORTS_ASKED_H
#define GRAVEL_REPORTS_ASKED_H

#include "reports/report.h"

struct gravel_asked {
    char text[160]; /* "0.341 ± 0.002", "≥ 0.75", "4 to 20 apart (14.4)", "a rise of at least 0.2" */
    char more[160]; /* "allowed 0.01", "ed: 20.2 ± 0.3"; "" when there is nothing to add */
};

/* Read it from the kind and the bounds of the check; without its check (read from a file) from the expectation and the
 * tolerance.  `unit` follows the numbers; "" for a pure one. */
void gravel_asked_read(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit);

/* Whether the number is compared with an expected one, as a value, an exponent or a coefficient is. */
bool gravel_asked_is_value(const struct gravel_judgement *j);

/* Unit of the judged number; "" when unknown or a pure number. */
void gravel_asked_unit(char *buffer, size_t size, const struct gravel_report *report, const struct gravel_judgement *j);

/* The place of a judgement, "contact_time = 2e-05", with the units of its numbers. */
void gravel_asked_place(char *buffer, size_t size, const struct gravel_report *report,
                        const struct gravel_judgement *j);

/* The title of the check, else what its reference states; "" without either. */
const char *gravel_asked_title(const struct gravel_report *report, const struct gravel_judgement *j);

#endif
