/* Reading of the format H5MD: operations of struct gravel_format_ops; GRAVEL_INPUT when gravel was built without HDF5.
 */
#ifndef GRAVEL_IO_H5MD_READ_H
#define GRAVEL_IO_H5MD_READ_H

#include "engines/io/frame.h"

GRAVEL_MUST_USE enum gravel_status gravel_h5md_open(void **reader, const char *path, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_h5md_next(void *reader, struct gravel_frame *frame, bool *found,
                                                    struct gravel_error *error);
void gravel_h5md_close(void *reader);

#endif
