/* Data sets of HDF5 files, read as numbers: what the readers of H5MD and VTKHDF share.  Built with HDF5 only. */
#ifndef GRAVEL_IO_HDF5_SET_H
#define GRAVEL_IO_HDF5_SET_H

#ifdef GRAVEL_HDF5
#include "engines/io/frame.h"

#include <hdf5.h>

/* Whether there is a link of that name, which may be a path whose groups exist. */
bool gravel_hdf5_has(hid_t place, const char *name);

/* Open a file that is read; negative when it is none of HDF5. */
hid_t gravel_hdf5_open(const char *path);

/* Extents of a data set, at most three; false when there are more. */
bool gravel_hdf5_extents(hid_t set, int *rank, hsize_t size[3]);

/* Read count[0] x ... numbers from start[0], ...; whether it succeeded. */
bool gravel_hdf5_read(hid_t set, int rank, const hsize_t *start, const hsize_t *count, double *numbers);

/* Set a field of every particle of the frame from numbers[n][n_components]; species by their names where the data set
 * is an enumeration, else by their numbers.  GRAVEL_INPUT, with the path of the file and the `name` of the data set,
 * for numbers that are not finite or not whole, and for too many species. */
GRAVEL_MUST_USE enum gravel_status gravel_hdf5_set_field(struct gravel_frame *frame, enum gravel_field field,
                                                         const char *name, hid_t set, const double *numbers,
                                                         const char *path, struct gravel_error *error);
#endif

#endif
