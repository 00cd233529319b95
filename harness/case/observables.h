/* Names that checks and figures of a case use: what its measures yield, counters and parameters. */
#ifndef GRAVEL_HARNESS_CASE_OBSERVABLES_H
#define GRAVEL_HARNESS_CASE_OBSERVABLES_H

#include "harness/case/read.h"

/* GRAVEL_INPUT at `node`, with the nearest name, unless `name` is a number of every record of reader->c: an observable
 * of one of its measures, a counter, a numeric parameter (its path or the end of it), or "invariant:<name>".  `key` is
 * that of the name in the file. */
GRAVEL_MUST_USE enum gravel_status gravel_check_number_name(struct gravel_reader *reader,
                                                            const struct gravel_yaml *node, const char *key,
                                                            const char *name);

/* The same of what curves and panels go by: such a name, a parameter that is a text, or "engine". */
GRAVEL_MUST_USE enum gravel_status gravel_check_setting_name(struct gravel_reader *reader,
                                                             const struct gravel_yaml *node, const char *key,
                                                             const char *name);

/* The same for a table that a measure yields, and for a column of it (a profile's own name is that of its values; ""
 * is allowed). */
GRAVEL_MUST_USE enum gravel_status gravel_check_table_name(struct gravel_reader *reader, const struct gravel_yaml *node,
                                                           const char *table);
GRAVEL_MUST_USE enum gravel_status gravel_check_column_name(struct gravel_reader *reader,
                                                            const struct gravel_yaml *node, const char *key,
                                                            const char *table, const char *column);

/* Whether the name is that of an observable of the case's measures; of one or of a counter; whether it is that of an
 * invariant, "invariant:<name>". */
bool gravel_case_yields(const struct gravel_case *c, const char *name);
bool gravel_case_measures(const struct gravel_case *c, const char *name);
bool gravel_names_invariant(const char *name);

/* Unit of an observable, alternatives for 2D and 3D separated by '|'; NULL: the name is not one of the case's measures.
 */
const char *gravel_case_unit(const struct gravel_case *c, const char *name);

/* Whether the number follows from the parameters: it is one, or a measure says so of what it yields. */
bool gravel_case_determines(const struct gravel_case *c, const char *name);

#endif
