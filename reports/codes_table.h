/* Verdicts of several codes side by side: the columns of codes.html, and what one claim says of one code. */
#ifndef GRAVEL_REPORTS_CODES_TABLE_H
#define GRAVEL_REPORTS_CODES_TABLE_H

#include "reports/codes.h"
#include "reports/tally.h"

enum { GRAVEL_CODE_COLUMNS_MAX = GRAVEL_CODES_MAX + 8 };

struct gravel_code_column {
    const char *name;
    const struct gravel_judgements *list;
    const struct gravel_code *code; /* NULL: an engine of gravel */
};

struct gravel_code_columns {
    size_t n;
    struct gravel_code_column items[GRAVEL_CODE_COLUMNS_MAX];
};

/* What the verdicts on one claim say of one code. */
struct gravel_code_cell {
    size_t n[GRAVEL_OUTCOMES], n_judged;
    const struct gravel_judgement *worst; /* failed before undecided before contradicted before passed, then by ratio;
                                             NULL: there is no verdict */
};

/* gravel's engines that have verdicts on claims, then the other codes. */
void gravel_code_columns_find(struct gravel_code_columns *columns, const struct gravel_report *report);

/* The verdicts on a claim in the cases of a family; `family` "": in all cases. */
struct gravel_code_cell gravel_code_cell_of(const struct gravel_code_column *column, const char *reference,
                                            const char *family);

/* Processor time of the points of a case, NULL: of all [s]. */
double gravel_code_seconds(const struct gravel_code_column *column, const char *case_name);

/* A table with a row a code, and the matrix of claims and codes. */
void gravel_html_code_summary(FILE *out, const struct gravel_code_columns *columns,
                              const struct gravel_references *references);
void gravel_html_code_matrix(FILE *out, const struct gravel_site *site, const struct gravel_code_columns *columns);

#endif
