/* Reference values with provenance, from reference/literature, reference/experiment, ... (YAML). */
#ifndef GRAVEL_HARNESS_REFERENCE_REFERENCE_H
#define GRAVEL_HARNESS_REFERENCE_REFERENCE_H

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "reference/theory/theory.h"

/* The kind of measured numbers that advice rests on (advise.h): nothing to judge. */
#define GRAVEL_GUIDE "guide"

struct gravel_reference {
    char id[GRAVEL_NAME_MAX], family[GRAVEL_NAME_MAX], quantity[GRAVEL_NAME_MAX];
    char kind[24];
    bool has_value;
    double value;                    /* one number, */
    const struct gravel_theory *law; /* or a law whose arguments are numbers of the record (args maps names), */
    char law_args[GRAVEL_THEORY_ARGS_MAX]
                 [GRAVEL_NAME_MAX]; /* record number (or literal) for each argument of the law */
    size_t n_rows;                  /* or a small table: value depends on one number */
    char row_key[GRAVEL_NAME_MAX];
    double *row_x, *row_y;
    double uncertainty; /* NaN: none was printed */
    bool relative;      /* uncertainty is a fraction of the value */
    struct gravel_where conditions;
    char *where, *note, *statement; /* place in the source; what to know; the claim in words when it is a shape */
    char *contradicted; /* "": our engines bear it out; else why they contradict it, with the evidence (see judge.h) */
    struct gravel_where contradicted_where; /* restricts the contradiction; empty: everywhere */
    char source_key[16];
    char *cite;
    struct gravel_place place;
};
struct gravel_references {
    size_t n, capacity;
    struct gravel_reference *items;
    size_t n_files;
    char **files;
};

/* Load every *.yaml below `folder` (recursive, sorted by path).  A reference has exactly one of value, law, rows or
 * statement (a claim about a shape, which a check other than `reference` decides).  Every refusal is
 * "file:line:column: key: found ..., allowed ...". */
GRAVEL_MUST_USE enum gravel_status gravel_references_load(struct gravel_references *references, const char *folder,
                                                          struct gravel_error *error);
/* Append those of one file. They point to `path` from then on; what was read before a refusal stays in the list. */
GRAVEL_MUST_USE enum gravel_status gravel_references_read(struct gravel_references *references, char *path,
                                                          struct gravel_error *error);
void gravel_references_free(struct gravel_references *references);
const struct gravel_reference *gravel_references_find(const struct gravel_references *references, const char *id);

/* Whether it is a claim, which a check should judge. */
bool gravel_reference_is_claim(const struct gravel_reference *reference);

/* Whether there is a number to compare with, and not only a statement. */
bool gravel_reference_has_number(const struct gravel_reference *reference);

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
