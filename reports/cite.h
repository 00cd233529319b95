/* What a legend calls a reference: its author and year, and where it stands there. */
#ifndef GRAVEL_REPORTS_CITE_H
#define GRAVEL_REPORTS_CITE_H

#include "reports/sources.h"
#include "reports/theory_curve.h"

/* The citation of a reference, cut to `size` bytes: "Luding 1994", with its `place` "Luding 1994, Fig. 7a", where it is
 * a source's own claim, else what its entry says first of where it comes from, "Carnahan and Starling 1969" or
 * "Newton-Euler equations". */
void gravel_cite(char *buffer, size_t size, const struct gravel_reference *reference,
                 const struct gravel_sources *sources, bool place);

/* Write the citation in the place of the id that each title begins with; where two would be called the same, with the
 * place, and where that is the same, too, with the part of the id that differs instead. */
void gravel_drawn_cite(struct gravel_drawn_list *list, const struct gravel_sources *sources);

#endif
