/* The nearest allowed name to a mistyped one. */
#ifndef GRAVEL_HARNESS_UTIL_SUGGEST_H
#define GRAVEL_HARNESS_UTIL_SUGGEST_H

#include <stddef.h>

struct gravel_suggestion {
    const char *word; /* what was found */
    char best[64];    /* the nearest name so far, "" for none */
    size_t distance;
};

/* Offer a name that would have been allowed. */
void gravel_suggest(struct gravel_suggestion *suggestion, const char *name);

/* " (did you mean x?)", or "" when nothing offered is near. */
const char *gravel_suggestion_text(const struct gravel_suggestion *suggestion, char *buffer, size_t size);

#endif
