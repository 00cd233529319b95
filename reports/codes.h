/* Codes of somebody else beside gravel's engines: their verdicts, as `gravel check --engine ... --format json` has
 * written them, and their grades, of `gravel conform --format json`. */
#ifndef GRAVEL_REPORTS_CODES_H
#define GRAVEL_REPORTS_CODES_H

#include "harness/judge/judgement.h"
#include "reports/site.h"

struct gravel_code_grade {
    char name[24], result[16], what[100], why[400];
    double value, limit; /* NAN: none */
};

struct gravel_code {
    char name[40], version[400];         /* version "": no file of grades */
    struct gravel_judgements judgements; /* of this engine alone, invariants included; owned */
    size_t n_grades;
    struct gravel_code_grade *grades; /* owned */
};

enum { GRAVEL_CODES_MAX = 16 };
struct gravel_codes {
    size_t n;
    struct gravel_code items[GRAVEL_CODES_MAX];
    const char *const *own; /* names of gravel's engines, the last one NULL; borrowed */
};

/* Add what the file has to `codes`, whose `own` is set.  GRAVEL_INPUT: it is no such file, has no code of somebody
 * else, or what is there already. Free with gravel_codes_free, after failures too. */
GRAVEL_MUST_USE enum gravel_status gravel_codes_read(struct gravel_codes *codes, const char *path,
                                                     struct gravel_error *error);
void gravel_codes_free(struct gravel_codes *codes);

/* The body of codes.html: a table of codes, a matrix of claims and codes, a section a code. */
void gravel_html_codes(FILE *out, const struct gravel_site *site);

#endif
