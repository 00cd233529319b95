/* The two halves of the format H5MD: the operations of struct gravel_format_ops. */
#ifndef GRAVEL_IO_H5MD_H
#define GRAVEL_IO_H5MD_H

#include "engines/io/frame.h"

GRAVEL_MUST_USE enum gravel_status gravel_h5md_open(void **reader, const char *path, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_h5md_next(void *reader, struct gravel_frame *frame, bool *found,
                                                    struct gravel_error *error);
void gravel_h5md_close(void *reader);

GRAVEL_MUST_USE enum gravel_status gravel_h5md_create(void **writer, const char *path, unsigned fields,
                                                      struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_h5md_write(void *writer, const struct gravel_frame *frame,
                                                     struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_h5md_finish(void *writer, struct gravel_error *error);

#endif
