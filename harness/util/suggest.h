/* The nearest allowed name to a mistyped one. */
#ifndef GRAVEL_HARNESS_UTIL_SUGGEST_H
#define GRAVEL_HARNESS_UTIL_SUGGEST_H

#include <stddef.h>

struct gravel_suggestion {
    const char *word; /* the mistyped one; borrowed */
    char best[64];    /* the nearest name so far, "" for none */
    size_t distance;  /* from word to best */
};

/* Compare the word with one allowed name and keep it when it is the nearest so far.  Begin with {.word = ...}. */
void gravel_suggest(struct gravel_suggestion *suggestion, const char *name);

/* Write " (did you mean x?)" into `buffer`, or "" when no name is near; returns `buffer`. */
const char *gravel_suggestion_text(const struct gravel_suggestion *suggestion, char *buffer, size_t size);

#endif
