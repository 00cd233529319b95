/* The extrapolated state at the present time md->now, and the contacts in it. */
#ifndef GRAVEL_MD_PRESENT_H
#define GRAVEL_MD_PRESENT_H

#include "engines/md/state.h"

struct gravel_md_present {
    double h;                     /* md->now - md->t [s], at least 0 */
    struct gravel_md_rates rates; /* zeros */
    struct gravel_md_instant at;  /* mode GRAVEL_MD_EXTRAPOLATED; uses `rates` and `memory` of the same struct */
    struct vec3 *memory;          /* owned */
};

/* Positions are not wrapped into the box, so that the potential energy does not jump.  The caller frees it with
 * gravel_md_present_free().  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_present_init(struct gravel_md_present *present, const struct gravel_md *md,
                                                          struct gravel_error *error);
void gravel_md_present_free(struct gravel_md_present *present);

/* The engine's operation `contacts`: every contact to md->sink.push, with its force times `interval`. */
GRAVEL_MUST_USE enum gravel_status gravel_md_present_contacts(const struct gravel_md *md, double interval,
                                                              struct gravel_error *error);

#endif
