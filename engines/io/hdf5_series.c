#include "engines/io/hdf5_series.h"

#ifdef GRAVEL_HDF5
hid_t
gravel_series_make(hid_t place, const char *name, hid_t type, int rank, const hsize_t *size)
{
    hsize_t now[3], largest[3], chunk[3];
    for (int d = 0; d < rank; d++) {
        now[d] = largest[d] = chunk[d] = size[d];
        if (d == 0) {
            now[d] = 0;
            largest[d] = H5S_UNLIMITED;
            chunk[d] = rank == 1 ? 1024 : 1;
        }
    }
    const hid_t space = H5Screate_simple(rank, now, largest), plist = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(plist, rank, chunk);
    const hid_t set = H5Dcreate2(place, name, type, space, H5P_DEFAULT, plist, H5P_DEFAULT);
    H5Pclose(plist);
    H5Sclose(space);
    return set;
}

bool
gravel_series_append(hid_t set, hsize_t at, int rank, const hsize_t *size, const void *data)
{
    hsize_t now[3], start[3] = {at, 0, 0}, count[3];
    for (int d = 0; d < rank; d++)
        now[d] = count[d] = size[d];
    now[0] = at + 1;
    count[0] = 1;
    if (H5Dset_extent(set, now) < 0)
        return false;
    const hid_t space = H5Dget_space(set), memory = H5Screate_simple(rank, count, NULL);
    const bool ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                    H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, data) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    return ok;
}

hid_t
gravel_series_open(hid_t place, const char *name, hsize_t n_times)
{
    hsize_t size[3] = {0}, chunk[3] = {1}, n_chunks = 0;
    const hid_t set = H5Dopen2(place, name, H5P_DEFAULT);
    const hid_t before = H5Dget_space(set), plist = H5Dget_create_plist(set);
    bool ok = H5Sget_simple_extent_ndims(before) <= 3 && H5Sget_simple_extent_dims(before, size, NULL) > 0 &&
              H5Pget_chunk(plist, 3, chunk) > 0 && size[0] >= n_times;
    size[0] = n_times;
    ok = ok && H5Dset_extent(set, size) >= 0;
    const hid_t space = H5Dget_space(set);
    ok = ok && H5Dget_num_chunks(set, space, &n_chunks) >= 0 && n_chunks == (n_times + chunk[0] - 1) / chunk[0];
    H5Pclose(plist);
    H5Sclose(before);
    H5Sclose(space);
    if (ok)
        return set;
    H5Dclose(set);
    return -1;
}
#endif
