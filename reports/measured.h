/* What the suite's gates are worth, measured in the long tier and kept in reference/golden: false alarms over many
 * seeds, the smallest bias that each check sees, and verdicts of other compilers and vectors; and what advice is
 * worth. */
#ifndef GRAVEL_REPORTS_MEASURED_H
#define GRAVEL_REPORTS_MEASURED_H

#include "reports/canvas.h"

#include <jansson.h>
#include <stdio.h>

/* A table of reference/golden below `home`; *json NULL where there is none.  GRAVEL_INPUT when it cannot be read.  The
 * caller frees with json_decref. */
GRAVEL_MUST_USE enum gravel_status gravel_measured_load(json_t **json, const char *home, const char *name,
                                                        struct gravel_error *error);

/* A number of an object, NaN where it has none; a text, "" where it has none. */
double gravel_measured_number(const json_t *object, const char *key);
const char *gravel_measured_text(const json_t *object, const char *key);

/* Write the cases of a table whose file has changed since they were run, `stale`, and the cases of the catalogue that
 * were not run, `missing` (tests/meta/stale.py); nothing where there are none. */
void gravel_html_stale(FILE *out, const json_t *table);

/* The sections of the report, each written only where its table is on file.  Figures are drawn on the
 * canvas. */
GRAVEL_MUST_USE enum gravel_status gravel_html_advice(FILE *out, const char *home, struct gravel_canvas *canvas,
                                                      struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_html_seeds(FILE *out, const char *home, struct gravel_canvas *canvas,
                                                     struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_html_sensitivity(FILE *out, const char *home, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_html_variants(FILE *out, const char *home, struct gravel_error *error);

#endif
