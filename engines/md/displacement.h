/* The displacement of bodies in a step: a step that moves them past each other misses their contact. */
#ifndef GRAVEL_MD_DISPLACEMENT_H
#define GRAVEL_MD_DISPLACEMENT_H

#include "engines/md/state.h"

/* Update counters.max_displacement with the present velocities.  O(n). */
void gravel_md_displacement_record(struct gravel_md *md);

/* The same at the start; GRAVEL_INPUT if a body moves by more than GRAVEL_DISPLACEMENT_LIMIT. */
enum gravel_status gravel_md_displacement_check(struct gravel_md *md, struct gravel_error *error);

#endif
