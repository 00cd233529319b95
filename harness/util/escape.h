/* Escaping of the characters that a markup language and a shell reserve. */
#ifndef GRAVEL_HARNESS_UTIL_ESCAPE_H
#define GRAVEL_HARNESS_UTIL_ESCAPE_H

#include <stdio.h>

/* The character reference of a character which XML and HTML reserve: "&amp;" for '&', and so on for '<', '>', '"'
 * and '\''; NULL for every other character.  Quotes need it only in an attribute that is delimited by them.  Static
 * text. */
const char *gravel_escape_xml(char c);

/* Write a word as a shell reads it: in single quotes where it needs them. */
void gravel_write_shell_word(FILE *file, const char *word);

#endif
