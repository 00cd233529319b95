/* The engine's complete state, saved or loaded. */
#ifndef GRAVEL_ED_ARCHIVE_H
#define GRAVEL_ED_ARCHIVE_H

#include "engines/core/archive.h"

/* Operation `archive` of gravel_engine_ops; `engine` is a struct gravel_ed. */
void gravel_ed_archive(void *engine, struct gravel_archive *archive);

#endif
