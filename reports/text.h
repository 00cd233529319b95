/* Numbers and prose as a reader sees them, in HTML, Markdown and gnuplot's enhanced text.
 *
 * Case and reference files are plain text: "sigma = s_0 / (v_0 t_c)", "tau_D >= 10^-3".  Prose turns names of Greek
 * letters into letters, x_y, x^y and x^(3/2) into subscripts and superscripts (only after one letter, a Greek name, a
 * digit or a closing bracket, so that effective_restitution stays a name) and escapes everything else. */
#ifndef GRAVEL_REPORTS_TEXT_H
#define GRAVEL_REPORTS_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum gravel_markup {
    GRAVEL_MARKUP_HTML,
    GRAVEL_MARKUP_MARKDOWN,
    GRAVEL_MARKUP_GNUPLOT,
    GRAVEL_MARKUP_PLAIN /* an attribute of HTML: escaped, without elements */
};

/* Escaped, nothing else changed: names and identifiers.  Control characters become spaces. */
void gravel_text_verbatim(FILE *out, enum gravel_markup markup, const char *text);
/* Escaped and set as described above. */
void gravel_text_prose(FILE *out, enum gravel_markup markup, const char *text);
/* A name of the program as words, at most 399 bytes: "effective_restitution" -> "effective restitution". */
void gravel_text_words(FILE *out, enum gravel_markup markup, const char *name);

/* "0.3415", "2.5×10⁻⁵" (UTF-8) with `digits` significant digits; "–" for NaN, "∞" for infinity. Returns buffer. */
const char *gravel_text_number(char *buffer, size_t size, double value, int digits);
/* "0.34150 ± 0.00030", the error with two digits; "0.3415" where err is 0; "0.3415 ± ?" where it is unknown (< 0). */
const char *gravel_text_measured(char *buffer, size_t size, double value, double err);

/* Last part of a dotted path. */
const char *gravel_text_last(const char *path);

#endif
