/* What was changed after data had been seen, from the cases of a report. */
#ifndef GRAVEL_REPORTS_CHANGES_H
#define GRAVEL_REPORTS_CHANGES_H

#include "reports/site.h"

/* A section of the page, or of the Markdown summary; it says so where nothing was changed. */
void gravel_html_changes(FILE *out, const struct gravel_site *site);
void gravel_markdown_changes(FILE *out, const struct gravel_report *report);

#endif
