#include "harness/util/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 63 };

/* Edit distance with transpositions of neighbours (optimal string alignment); words are cut to LENGTH_MAX. */
static size_t
distance(const char *a, const char *b)
{
    const size_t n = strnlen(a, LENGTH_MAX), m = strnlen(b, LENGTH_MAX);
    size_t d[3][LENGTH_MAX + 1]; /* the last three rows */
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *const row = d[i % 3], *const above = d[(i + 2) % 3], *const two_above = d[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two_above[j - 2] + 1 < best)
                best = two_above[j - 2] + 1;
            row[j] = best;
        }
    }
    return d[n % 3][m];
}

void
gravel_suggest(struct gravel_suggestion *suggestion, const char *name)
{
    const size_t d = distance(suggestion->word, name);
    if (d > 1 + strlen(name) / 3 || (suggestion->best[0] != '\0' && d >= suggestion->distance))
        return;
    snprintf(suggestion->best, sizeof suggestion->best, "%s", name);
    suggestion->distance = d;
}

const char *
gravel_suggestion_text(const struct gravel_suggestion *suggestion, char *buffer, size_t size)
{
    if (suggestion->best[0] == '\0')
        buffer[0] = '\0';
    else
        snprintf(buffer, size, " (did you mean %s?)", suggestion->best);
    return buffer;
}
