/* Data sets of HDF5 files that grow with time, [times], [times][particles] or [times][particles][components].  Built
 * with HDF5 only. */
#ifndef GRAVEL_IO_HDF5_SERIES_H
#define GRAVEL_IO_HDF5_SERIES_H

#ifdef GRAVEL_HDF5
#include <hdf5.h>
#include <stdbool.h>

/* Make one without any time; size[0] is ignored.  Negative when that fails. */
hid_t gravel_series_make(hid_t place, const char *name, hid_t type, int rank, const hsize_t *size);

/* Write the numbers of the time `at`, which becomes the last one; whether that succeeded. */
bool gravel_series_append(hid_t set, hsize_t at, int rank, const hsize_t *size, const void *data);

/* Open one and cut it to n_times; negative when it has fewer, or lacks chunks of some: a process that is killed while
 * it writes can leave the index of chunks incomplete. */
hid_t gravel_series_open(hid_t place, const char *name, hsize_t n_times);
#endif

#endif
