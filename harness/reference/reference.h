/* Reference values with provenance, from reference/literature, reference/experiment, ... (YAML).  A reference has
 * exactly one of value, law, rows or statement (a claim about a shape, which a check other than `measure` decides). */
#ifndef GRAVEL_HARNESS_REFERENCE_REFERENCE_H
#define GRAVEL_HARNESS_REFERENCE_REFERENCE_H

#include "harness/case/case.h"
#include "reference/theory/theory.h"

/* The kind of measured numbers that advice rests on (harness/advise): nothing to judge. */
#define GRAVEL_GUIDE "guide"
#define GRAVEL_REGRESSION "regression" /* an earlier result of ours: no claim */

/* Longest `note` or `contradicted` [bytes]: every output shows them whole, with the numbers beside them. */
enum { GRAVEL_EXPLANATION_MAX = 800 };

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
    char *where, *note, *statement; /* place in the source; remark; the claim in words when it is a shape */
    char *undecidable;              /* "", or why no check can decide the claim: its figure is lost, ... */
    char *contradicted;     /* "": the results of our engines agree; else why they contradict it, with the evidence (see
                               judge.h) */
    bool contradicted_form; /* the contradiction is that the points lie on no such curve, not the value of its number */
    struct gravel_where contradicted_where; /* restricts the contradiction; empty: everywhere */
    char source_key[16];
    char *cite;
    int version; /* of the claim, from reference/golden/claims.json, raised when what it says changes; 0: not on file */
    struct gravel_location location;
};
/* What our engines give where they contradict a reference, from reference/golden/contradictions.yaml: the value that a
 * contradicted judgement is compared with.  The texts are those of the judgement. */
struct gravel_measured {
    char check[224], case_name[GRAVEL_NAME_MAX], engine[40], at[256];
    double value, err;
    struct gravel_location location;
};
struct gravel_references {
    size_t n, capacity;
    struct gravel_reference *items; /* owned */
    size_t n_measured, measured_capacity;
    struct gravel_measured *measured; /* owned */
    size_t n_files, files_capacity;
    char **files; /* paths, owned: the locations point to them */
};

/* Frees the references and the paths of their files and leaves an empty list. */
void gravel_references_free(struct gravel_references *references);

/* The reference with this id, owned by the list; NULL when there is none. */
const struct gravel_reference *gravel_references_find(const struct gravel_references *references, const char *id);

/* The measured value on file for a judgement, owned by the list; NULL when there is none. */
const struct gravel_measured *gravel_references_measured(const struct gravel_references *references, const char *check,
                                                         const char *case_name, const char *engine, const char *at);

/* Whether it is a claim, which a check should judge. */
bool gravel_reference_is_claim(const struct gravel_reference *reference);
/* Whether it is one of this project: derived (source D), about its methods (M), or from its own results (R). */
bool gravel_reference_is_own(const struct gravel_reference *reference);

/* Whether there is a number to compare with, and not only a statement. */
bool gravel_reference_has_number(const struct gravel_reference *reference);

#endif
