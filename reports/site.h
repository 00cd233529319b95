/* The pages of a report, index.html, evidence.html and one page a family, and the links between them. */
#ifndef GRAVEL_REPORTS_SITE_H
#define GRAVEL_REPORTS_SITE_H

#include "reports/report.h"
#include "reports/sources.h"

struct gravel_past;

struct gravel_site {
    const struct gravel_report *report;
    const struct gravel_sources *sources;
    const char *css, *script; /* texts of style.css and page.js */
    const char *title;        /* of the page that is written */
    const char *family;       /* whose page it is; NULL: that of no family */
    bool is_index;
    const struct gravel_past *past; /* NULL: nothing to compare with */
};

/* A word as part of an id or of a file's name: anything but letters and digits becomes '-'. */
void gravel_site_slug(FILE *out, const char *word);
/* The id of a check on an engine, unique in the site. */
void gravel_site_check_id(FILE *out, const struct gravel_judgement *j);
/* href="..." of a case, of a check, of a family's page (of its checks of `kind` where that is not NULL), of a section
 * of the index. */
void gravel_site_case_link(FILE *out, const struct gravel_site *site, const char *family, const char *case_name);
void gravel_site_check_link(FILE *out, const struct gravel_site *site, const struct gravel_judgement *j);
void gravel_site_family_link(FILE *out, const struct gravel_site *site, const char *family, const char *kind);
void gravel_site_index_link(FILE *out, const struct gravel_site *site, const char *section);
/* "S3, Fig. 7a" as "Luding 1994, Fig. 7a" with a link to the bibliography. */
void gravel_site_source(FILE *out, const struct gravel_site *site, const char *source);

/* From <!DOCTYPE> to <main>, with the contents beside it; and from </main> to </html>. */
void gravel_site_begin(FILE *out, const struct gravel_site *site);
void gravel_site_end(FILE *out, const struct gravel_site *site);
/* The section of all sources. */
void gravel_site_bibliography(FILE *out, const struct gravel_site *site);

#endif
