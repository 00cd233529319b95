/* The bibliography: reference/SOURCES.bib, one entry a line. */
#ifndef GRAVEL_REPORTS_SOURCES_H
#define GRAVEL_REPORTS_SOURCES_H

#include "engines/core/status.h"

#include <stdio.h>

struct gravel_source {
    char key[64];
    char *name;  /* "Luding 1994"; owned */
    char *entry; /* the whole reference in words; owned */
};
struct gravel_sources {
    size_t n, capacity;
    struct gravel_source *items; /* owned */
};

/* Read <home>/reference/SOURCES.bib; without the file there are no sources.  GRAVEL_INPUT: a line that is no entry.
 * Free with gravel_sources_free in any case. */
GRAVEL_MUST_USE enum gravel_status gravel_sources_load(struct gravel_sources *sources, const char *home,
                                                       struct gravel_error *error);
void gravel_sources_free(struct gravel_sources *sources);

/* The source of which `text` ("S3, Fig. 7a" or "S3") begins with the key; *rest is what follows.  NULL when none is. */
const struct gravel_source *gravel_sources_find(const struct gravel_sources *sources, const char *text,
                                                const char **rest);

/* A BibTeX text as UTF-8: accents, braces and dashes.  The caller frees; NULL without memory. */
char *gravel_bibtex_text(const char *text, size_t n);

#endif
