/* Closed forms and small exact solutions: one function an equation, named by `law:` in reference files.
 * Written independently of engines/: these are what the engines are judged against. */
#ifndef GRAVEL_REFERENCE_THEORY_H
#define GRAVEL_REFERENCE_THEORY_H

#include <stddef.h>

enum { GRAVEL_THEORY_ARGS_MAX = 9 };

struct gravel_theory {
    const char *name;      /* "lsd_restitution" */
    const char *what;      /* one sentence with the formula */
    const char *reference; /* "S3 Eq. 23" */
    const char *unit;
    const char *args[GRAVEL_THEORY_ARGS_MAX + 1]; /* names, NULL-terminated */
    double (*eval)(const double *args);           /* NaN outside its domain */
};

extern const struct gravel_theory *const gravel_theories[];
const struct gravel_theory *gravel_theory_find(const char *name);

#endif
