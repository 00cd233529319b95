/* The engine's complete state, saved or loaded. */
#ifndef GRAVEL_MD_ARCHIVE_H
#define GRAVEL_MD_ARCHIVE_H

#include "engines/core/archive.h"
#include "engines/md/state.h"

/* Operation `archive` of gravel_engine_ops; `engine` is a struct gravel_md. */
void gravel_md_archive(void *engine, struct gravel_archive *archive);

#endif
