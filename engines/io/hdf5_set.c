#include "engines/io/hdf5_set.h"

#ifdef GRAVEL_HDF5
#include <stdio.h>
#include <unistd.h>

bool
gravel_hdf5_has(hid_t place, const char *name)
{
    return H5Lexists(place, name, H5P_DEFAULT) > 0;
}

hid_t
gravel_hdf5_open(const char *path)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return access(path, R_OK) == 0 && H5Fis_hdf5(path) > 0 ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
}

bool
gravel_hdf5_extents(hid_t set, int *rank, hsize_t size[3])
{
    const hid_t space = H5Dget_space(set);
    *rank = H5Sget_simple_extent_ndims(space);
    const bool ok = *rank >= 0 && *rank <= 3 && H5Sget_simple_extent_dims(space, size, NULL) >= 0;
    H5Sclose(space);
    return ok;
}

bool
gravel_hdf5_read(hid_t set, int rank, const hsize_t *start, const hsize_t *count, double *numbers)
{
    const hid_t space = H5Dget_space(set), memory = H5Screate_simple(rank, count, NULL);
    const bool ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                    H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, numbers) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    return ok;
}

/* The name of a species: of an enumeration its own, else the number. */
static void
species_name(hid_t set, double number, char *name, size_t size)
{
    const hid_t type = H5Dget_type(set);
    snprintf(name, size, "%.0f", number);
    const int n = H5Tget_class(type) == H5T_ENUM ? H5Tget_nmembers(type) : 0;
    const hid_t base = n > 0 ? H5Tget_super(type) : -1;
    for (int k = 0; k < n; k++) {
        long long value[2] = {0};
        char *member = H5Tget_member_name(type, (unsigned)k);
        if (member != NULL && H5Tget_size(base) <= sizeof value && H5Tget_member_value(type, (unsigned)k, value) >= 0 &&
            H5Tconvert(base, H5T_NATIVE_LLONG, 1, value, NULL, H5P_DEFAULT) >= 0 && (double)value[0] == number)
            snprintf(name, size, "%s", member);
        H5free_memory(member);
    }
    if (base >= 0)
        H5Tclose(base);
    H5Tclose(type);
}

static enum gravel_status
set_species(struct gravel_frame *frame, hid_t set, const double *numbers, const char *path, struct gravel_error *error)
{
    double last = NAN;
    int species = -1;
    for (size_t k = 0; k < frame->n; k++) {
        char name[64];
        if (numbers[k] != last) {
            species_name(set, numbers[k], name, sizeof name);
            species = gravel_frame_species(frame, name);
            last = numbers[k];
        }
        if (species < 0)
            return gravel_fail(error, GRAVEL_INPUT, "%s: species: found more than %d, or a name that is too long", path,
                               GRAVEL_SPECIES_MAX);
        frame->particles[k].species = species;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_hdf5_set_field(struct gravel_frame *frame, enum gravel_field field, const char *name, hid_t set,
                      const double *numbers, const char *path, struct gravel_error *error)
{
    const struct gravel_field_info *info = &gravel_fields[field];
    if (field == GRAVEL_FIELD_SPECIES)
        return set_species(frame, set, numbers, path, error);
    for (size_t k = 0; k < frame->n; k++)
        for (int c = 0; c < info->n_components; c++) {
            const double x = numbers[k * (size_t)info->n_components + (size_t)c];
            if (!isfinite(x) || !gravel_frame_set(frame, k, field, c, x))
                return gravel_fail(error, GRAVEL_INPUT, "%s: %s of particle %zu: found %g, allowed a %s number", path,
                                   name, k, x, info->whole ? "whole" : "finite");
        }
    return GRAVEL_OK;
}
#endif
