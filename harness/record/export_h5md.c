/* Snapshots as H5MD 1.1 (de Buyl, Colberg and Hoefling 2014): one particles group a record, one frame each. */
#include "harness/record/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GRAVEL_HDF5
#include <hdf5.h>

/* All writers return whether they succeeded; a chain of && stops at the first failure. */

static bool
write_attribute(hid_t place, const char *name, hid_t file_type, hid_t memory_type, hsize_t n, const void *data)
{
    const hid_t space = n > 0 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(place, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = attribute >= 0 && H5Awrite(attribute, memory_type, data) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    return ok;
}

/* A fixed-length text. */
static bool
write_text(hid_t place, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    const bool ok = write_attribute(place, name, type, type, 0, text);
    H5Tclose(type);
    return ok;
}

static bool
write_data(hid_t place, const char *name, hid_t file_type, hid_t memory_type, int rank, const hsize_t *size,
           const void *data)
{
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t set = H5Dcreate2(place, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = set >= 0 && H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    H5Dclose(set);
    H5Sclose(space);
    return ok;
}

static hid_t
open_group(hid_t place, const char *name)
{
    return H5Gcreate2(place, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

static bool
write_head(hid_t file)
{
    static const int version[] = {1, 1};
    const hid_t h5md = open_group(file, "h5md"), author = open_group(h5md, "author"),
                creator = open_group(h5md, "creator");
    const bool ok = write_attribute(h5md, "version", H5T_STD_I32LE, H5T_NATIVE_INT, 2, version) &&
                    write_text(author, "name", "unknown") && write_text(creator, "name", "gravel") &&
                    write_text(creator, "version", GRAVEL_VERSION);
    H5Gclose(creator);
    H5Gclose(author);
    H5Gclose(h5md);
    return ok;
}

/* Periodic axes and, when there is one, the edges of the box. */
static bool
write_box(hid_t group, const struct gravel_record *record)
{
    enum { WORD = 9 };
    static const char *const keys[] = {"box.periodic_x", "box.periodic_y", "box.periodic_z"};
    const struct gravel_options *p = &record->parameters;
    char boundary[3][WORD] = {"none", "none", "none"};
    const int dimension = 3;
    bool any = false;
    for (int a = 0; a < 3; a++)
        if (gravel_options_has(p, keys[a]) && gravel_options_bool(p, keys[a])) {
            strcpy(boundary[a], "periodic");
            any = true;
        }
    const hid_t box = open_group(group, "box"), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, WORD);
    bool ok = write_attribute(box, "dimension", H5T_STD_I32LE, H5T_NATIVE_INT, 0, &dimension) &&
              write_attribute(box, "boundary", type, type, 3, boundary);
    if (ok && any) {
        const struct vec3 low = gravel_options_vec3(p, "box.low"), high = gravel_options_vec3(p, "box.high");
        const double edges[] = {high.x - low.x, high.y - low.y, high.z - low.z};
        const hsize_t three = 3;
        ok = write_data(box, "edges", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &three, edges);
    }
    H5Tclose(type);
    H5Gclose(box);
    return ok;
}

/* Copy columns side by side; NULL when one is missing or there is no memory. */
static double *
copy_columns(const struct gravel_table *table, size_t n, const char *const *columns)
{
    double *data = malloc((n * table->n_rows + 1) * sizeof *data);
    for (size_t k = 0; data != NULL && k < n; k++) {
        const int column = gravel_table_column(table, columns[k]);
        if (column < 0) {
            free(data);
            return NULL;
        }
        for (size_t r = 0; r < table->n_rows; r++)
            data[r * n + k] = table->data[r * table->n_columns + (size_t)column];
    }
    return data;
}

static bool
write_positions(hid_t group, const struct gravel_record *record, const struct gravel_table *table)
{
    static const char *const axes[] = {"x", "y", "z"};
    const hsize_t size[] = {1, table->n_rows, 3};
    const int step = 0;
    double *data = copy_columns(table, 3, axes);
    const hid_t position = open_group(group, "position");
    const bool ok =
        data != NULL && write_data(position, "value", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, size, data) &&
        write_data(position, "step", H5T_STD_I32LE, H5T_NATIVE_INT, 1, size, &step) &&
        write_data(position, "time", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, size, &record->simulated_seconds);
    H5Gclose(position);
    free(data);
    return ok;
}

/* All other columns, one number a particle. */
static bool
write_others(hid_t group, const struct gravel_table *table)
{
    const hsize_t n = table->n_rows;
    bool ok = true;
    for (size_t k = 0; k < table->n_columns && ok; k++) {
        const char *name = table->columns[k];
        if (strlen(name) == 1 && strchr("xyz", name[0]) != NULL)
            continue;
        double *data = copy_columns(table, 1, &name);
        const hid_t type = strcmp(name, "species") == 0 ? H5T_STD_I32LE : H5T_IEEE_F64LE;
        ok = data != NULL && write_data(group, name, type, H5T_NATIVE_DOUBLE, 1, &n, data);
        free(data);
    }
    return ok;
}

static bool
write_record(hid_t particles, const struct gravel_record *record, const struct gravel_table *table)
{
    char name[96];
    snprintf(name, sizeof name, "%s-%s", record->engine, record->key);
    const hid_t group = open_group(particles, name);
    const bool ok = group >= 0 && write_text(group, "case", record->case_name) && write_box(group, record) &&
                    write_positions(group, record, table) && write_others(group, table);
    H5Gclose(group);
    return ok;
}

static enum gravel_status
write_h5md(const struct gravel_records *records, const char *path, struct gravel_error *error)
{
    if (path == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "export: h5md needs a file (-o FILE)");
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be created", path);
    const hid_t particles = open_group(file, "particles");
    bool ok = particles >= 0 && write_head(file);
    for (size_t r = 0; r < records->n && ok; r++) {
        const struct gravel_table *table = gravel_record_table(&records->items[r], "snapshot");
        if (table != NULL && table->n_rows > 0)
            ok = write_record(particles, &records->items[r], table);
    }
    H5Gclose(particles);
    ok = H5Fclose(file) >= 0 && ok;
    return ok ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: HDF5 could not write it", path);
}

#else

static enum gravel_status
write_h5md(const struct gravel_records *records, const char *path, struct gravel_error *error)
{
    (void)records;
    (void)path;
    return gravel_fail(error, GRAVEL_UNSUPPORTED, "export: this gravel was built without HDF5 (libhdf5-dev)");
}

#endif

const struct gravel_exporter gravel_export_h5md = {"h5md", "Snapshots as H5MD 1.1, one particle group a point.",
                                                   write_h5md};
