#include "engines/core/words.h"

#include <stdio.h>
#include <string.h>

/* The word after the one that begins at `word`; NULL behind the last. */
static const char *
next(const char *word)
{
    word += strcspn(word, "|");
    return *word == '|' ? word + 1 : NULL;
}

size_t
gravel_word_list_count(const char *words)
{
    size_t n = 0;
    for (; words != NULL; words = next(words))
        n++;
    return n;
}

const char *
gravel_word_list_get(const char *words, size_t index, char *word, size_t size)
{
    for (; words != NULL && index > 0; index--)
        words = next(words);
    const size_t length = words != NULL ? strcspn(words, "|") : 0, copied = length < size ? length : size - 1;
    memcpy(word, words != NULL ? words : "", copied);
    word[copied] = '\0';
    return word;
}

int
gravel_word_list_index(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (int k = 0; length > 0 && words != NULL; words = next(words), k++)
        if (strcspn(words, "|") == length && strncmp(words, word, length) == 0)
            return k;
    return -1;
}

int
gravel_word_list_print(const char *words, char *buffer, size_t size)
{
    const int length = snprintf(buffer, size, "%s", words);
    for (size_t k = 0; k < size && buffer[k] != '\0'; k++)
        if (buffer[k] == '|')
            buffer[k] = ' ';
    return length;
}
