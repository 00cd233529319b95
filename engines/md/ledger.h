/* The energy ledger. */
#ifndef GRAVEL_MD_LEDGER_H
#define GRAVEL_MD_LEDGER_H

#include "engines/md/state.h"

/* Energies, work and dissipation [J] at the present time md->now, of the extrapolated state.  The state does not
 * change; memory is allocated during the call.  Error: GRAVEL_MEMORY.  After a meaningless overlap the elastic energy
 * is NAN. */
GRAVEL_MUST_USE enum gravel_status gravel_md_ledger(const struct gravel_md *md, struct gravel_energy *energy,
                                                    struct gravel_error *error);

#endif
