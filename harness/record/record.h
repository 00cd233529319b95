/* The record of one point: everything a judge, a report or a later reader needs, and nothing that needs an
 * engine to be understood.  Reports read records only.
 *
 * A point is one (case, resolved parameters, generator, measures, engine, seed); its key is the hash of these and of
 * the physics version (plan.c), so it does not depend on the tier, the order or the number of workers. */
#ifndef GRAVEL_HARNESS_RECORD_RECORD_H
#define GRAVEL_HARNESS_RECORD_RECORD_H

#include "engines/core/option.h"
#include "engines/core/status.h"
#include "harness/util/clock.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gravel_observable {
    char name[64];
    char unit[24];
    double value;
    double err;   /* one standard error; 0: exact or deterministic; < 0: unknown (one replicate, no blocks) */
    double n_eff; /* effective number of independent samples; 0 where err is 0, unknown or known beforehand */
};

/* A table of numbers: curves (x, y, err), profiles, trajectories, snapshots. */
struct gravel_table {
    char name[64];
    size_t n_columns, n_rows;
    char (*columns)[32]; /* owned */
    char (*units)[24];   /* owned */
    double *data;        /* [n_rows][n_columns]; owned */
};

struct gravel_invariant {
    char name[64];
    double value, limit; /* holds when |value| <= limit; a NaN never holds */
    bool ok;
};

struct gravel_counter {
    char name[32];
    double value;
};

enum gravel_point_status {
    GRAVEL_POINT_DONE,
    GRAVEL_POINT_BROKEN,         /* ran, but an invariant is broken: fails whatever the observables are */
    GRAVEL_POINT_FAILED,         /* the engine refused or stopped: the reason is in `message` */
    GRAVEL_POINT_NOT_APPLICABLE, /* the engine lacks a capability: message names it */
    GRAVEL_POINT_SKIPPED         /* engine or peer not installed */
};

/* In the message of a record: observables are missing because the engine does not tell what their measures use. */
#define GRAVEL_NOT_MEASURED "not measured: "

struct gravel_record {
    char key[17];                             /* 16 hexadecimal digits */
    char *case_name, *family, *engine, *tier; /* owned */
    uint64_t seed;
    int replicate;
    struct gravel_options parameters; /* resolved, every default filled in */
    enum gravel_point_status status;
    char *message; /* owned; "" without one */
    size_t n_observables, n_tables, n_invariants, n_counters;
    size_t observables_capacity, tables_capacity, invariants_capacity, counters_capacity;
    struct gravel_observable *observables;
    struct gravel_table *tables;
    struct gravel_invariant *invariants;
    struct gravel_counter *counters;
    double cpu_seconds;
    double simulated_seconds;
    bool steady;      /* a steady state was detected (or none is needed) */
    double transient; /* simulated time that was discarded [s] */
    char commit[48], compiler[64], host[64], started[GRAVEL_DATE_SIZE];
};

/* Free what the record owns and set it to {0}. */
void gravel_record_free(struct gravel_record *record);

/* The observable, table or invariant of this name, which belongs to the record; NULL when absent. */
const struct gravel_observable *gravel_record_observable(const struct gravel_record *record, const char *name);
const struct gravel_table *gravel_record_table(const struct gravel_record *record, const char *name);
const struct gravel_invariant *gravel_record_invariant(const struct gravel_record *record, const char *name);

/* Value of the counter of this name; NaN when absent. */
double gravel_record_counter(const struct gravel_record *record, const char *name);

/* What was measured under this name: an observable, else a counter.  NaN when there is none. */
double gravel_record_measured(const struct gravel_record *record, const char *name);

/* A number of the record by name: an observable, else a counter, else a numeric parameter (its dotted path, or its
 * last part when that is unambiguous).  NaN when there is none. */
double gravel_record_number(const struct gravel_record *record, const char *name);

/* Append an observable, table, invariant or counter; texts and data are copied, names that are too long are cut.
 * GRAVEL_MEMORY is the only failure, and leaves the record as it was.  In a table, columns and units are separated by
 * '|' and data is [n_rows][n_columns]. */
GRAVEL_MUST_USE enum gravel_status gravel_record_add_observable(struct gravel_record *record, const char *name,
                                                                const char *unit, double value, double err,
                                                                double n_eff);
GRAVEL_MUST_USE enum gravel_status gravel_record_add_table(struct gravel_record *record, const char *name,
                                                           const char *columns, const char *units, size_t n_rows,
                                                           const double *data);
GRAVEL_MUST_USE enum gravel_status gravel_record_add_invariant(struct gravel_record *record, const char *name,
                                                               double value, double limit);
GRAVEL_MUST_USE enum gravel_status gravel_record_add_counter(struct gravel_record *record, const char *name,
                                                             double value);

/* The record as a new JSON object, NULL without memory, and back without loss (numbers with 17 digits; NaN and Inf as
 * strings).  *record is overwritten; after a failure it is {0}.  GRAVEL_INPUT when the JSON is no record. */
json_t *gravel_record_to_json(const struct gravel_record *record);
GRAVEL_MUST_USE enum gravel_status gravel_record_from_json(struct gravel_record *record, const json_t *json,
                                                           struct gravel_error *error);

/* "done", "broken", ..., and back; false when there is no such status. */
const char *gravel_point_status_name(enum gravel_point_status status);
bool gravel_point_status_parse(const char *name, enum gravel_point_status *status);

/* Free an owned text of a record and replace it by a copy of `text`.  GRAVEL_MEMORY is the only failure. */
GRAVEL_MUST_USE enum gravel_status gravel_record_set_text(char **field, const char *text);

/* Index of a column by name, -1 when absent. */
int gravel_table_column(const struct gravel_table *table, const char *name);

/* Parameters as a new JSON object {path: {"type": ..., "value": ...}}, NULL without memory, and back, added to
 * `parameters`. */
json_t *gravel_parameters_to_json(const struct gravel_options *parameters);
GRAVEL_MUST_USE enum gravel_status gravel_parameters_from_json(struct gravel_options *parameters, const json_t *json,
                                                               struct gravel_error *error);

/* A growing array of records. */
struct gravel_records {
    size_t n, capacity;
    struct gravel_record *items; /* owned */
};

/* Free all records and the array, and set it to {0}. */
void gravel_records_free(struct gravel_records *records);

/* Append the record, whose contents move into the array: *record is {0} afterwards.  GRAVEL_MEMORY is the only failure,
 * and leaves *record with the caller. */
GRAVEL_MUST_USE enum gravel_status gravel_records_append(struct gravel_records *records, struct gravel_record *record);

#endif
