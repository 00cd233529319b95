/* The extrapolated state at the present time md->now, and the contacts in it. */
#ifndef GRAVEL_MD_PRESENT_H
#define GRAVEL_MD_PRESENT_H

#include "engines/md/state.h"

struct gravel_md_present {
    double h;                     /* md->now - md->t [s], at least 0 */
    struct gravel_md_rates rates; /* zeros */
    struct gravel_md_instant at;  /* mode GRAVEL_MD_EXTRAPOLATED; uses `rates` of the same struct and md->present */
};

/* Positions are not wrapped into the box, so that the potential energy does not jump.  There is room for one at a
 * time. */
void gravel_md_present_of(struct gravel_md_present *present, const struct gravel_md *md);

/* The engine's operation `contacts`: every contact to md->sink.push, with its force times `interval`. */
void gravel_md_present_contacts(const struct gravel_md *md, double interval);

#endif
