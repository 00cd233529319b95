/* Whole files as text. */
#ifndef GRAVEL_REPORTS_FILE_H
#define GRAVEL_REPORTS_FILE_H

#include "engines/core/status.h"

/* The whole file, NUL-terminated; the caller frees.  GRAVEL_IO when it cannot be read. */
GRAVEL_MUST_USE enum gravel_status gravel_file_read(char **text, const char *path, struct gravel_error *error);

#endif
