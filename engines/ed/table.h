/* Walls that move by a table of times: on every segment of the table they have a constant velocity, for which contact
 * times are closed forms, and at its end all particles are predicted anew. */
#ifndef GRAVEL_ED_TABLE_H
#define GRAVEL_ED_TABLE_H

#include "engines/core/archive.h"
#include "engines/ed/state.h"

/* Before the particles are loaded: every wall on the first segment of its table. */
GRAVEL_MUST_USE enum gravel_status gravel_ed_table_start(struct gravel_ed *ed, struct gravel_error *error);

/* The segments on which the walls are. */
void gravel_ed_table_archive(struct gravel_ed *ed, struct gravel_archive *archive);

/* At the time ed->knot: walls on their next segments, and all particles with predictions of their own.  Cost: that of a
 * prediction of every particle. */
GRAVEL_MUST_USE enum gravel_status gravel_ed_table_turn(struct gravel_ed *ed, struct gravel_error *error);

#endif
