/* The colours of a picture on a dark screen. */
#ifndef GRAVEL_REPORTS_DARK_H
#define GRAVEL_REPORTS_DARK_H

#include <stdio.h>

/* Write this SVG text with a <style> before its <title>, which holds where the reader's screen is dark: greys change
 * places from black on white to light on dark, and a colour that the background would swallow is mixed with white until
 * its contrast is 4 to 1 (WCAG 2.1, 1.4.11, asks for 3); other colours stay, so that they mean the same.  Colours are
 * attributes stroke, fill and color, written as #rrggbb, black or white. */
void gravel_dark_write(FILE *out, const char *svg);

#endif
