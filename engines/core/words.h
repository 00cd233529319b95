/* Lists of words in one text, separated by '|': "one|two|three". */
#ifndef GRAVEL_CORE_WORDS_H
#define GRAVEL_CORE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Number of words; an empty word counts, so that "" has one.  NULL has none. */
size_t gravel_word_list_count(const char *words);

/* Copy word `index`, from 0, into `word`, cut to `size`; "" when there are fewer words.  Returns `word`. */
const char *gravel_word_list_get(const char *words, size_t index, char *word, size_t size);

/* Position of `word` in the list; -1 when the list has no such word or is NULL.  An empty word is never found. */
int gravel_word_list_index(const char *words, const char *word);

/* The list with spaces between its words, for messages, cut to `size`; returns the length as snprintf does. */
int gravel_word_list_print(const char *words, char *buffer, size_t size);

#endif
