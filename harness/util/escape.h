/* Characters that a markup language reserves. */
#ifndef GRAVEL_HARNESS_UTIL_ESCAPE_H
#define GRAVEL_HARNESS_UTIL_ESCAPE_H

/* The character reference of a character which XML and HTML reserve: "&amp;" for '&', and so on for '<', '>', '"'
 * and '\''; NULL for every other character.  Quotes need it only in an attribute that is delimited by them.  Static
 * text. */
const char *gravel_escape_xml(char c);

#endif
