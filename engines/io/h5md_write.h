/* Writing of the format H5MD: operations of struct gravel_format_ops; GRAVEL_INPUT when gravel was built without HDF5.
 */
#ifndef GRAVEL_IO_H5MD_WRITE_H
#define GRAVEL_IO_H5MD_WRITE_H

#include "engines/io/frame.h"
#include "engines/io/prefix.h"

GRAVEL_MUST_USE enum gravel_status gravel_h5md_create(void **writer, const char *path, unsigned fields,
                                                      const struct gravel_prefix *before, struct gravel_error *error);
int64_t gravel_h5md_size(const void *writer);
GRAVEL_MUST_USE enum gravel_status gravel_h5md_write(void *writer, const struct gravel_frame *frame,
                                                     struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_h5md_finish(void *writer, struct gravel_error *error);

#endif
