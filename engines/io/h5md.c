/* H5MD 1.1 (de Buyl, Colberg and Hoefling 2014): one group of particles, "all"; positions, images, velocities, ... are
 * arrays over time, ids, species and masses are fixed.  Species are an enumeration, which holds their names. */
#include "engines/io/format.h"
#include "engines/io/h5md_read.h"
#include "engines/io/h5md_write.h"

const struct gravel_format_ops gravel_format_h5md = {
    .name = "h5md",
    .suffix = ".h5",
    .what = "H5MD 1.1: one HDF5 file, arrays over time; needs HDF5.",
    .reference = "de Buyl, Colberg and Hoefling 2014, Comput. Phys. Commun. 185, 1546",
    .survives = "all frames that were written, unless the process is killed while it writes one",
    .open = gravel_h5md_open,
    .next = gravel_h5md_next,
    .close = gravel_h5md_close,
    .create = gravel_h5md_create,
    .write = gravel_h5md_write,
    .n_bytes = gravel_h5md_size,
    .finish = gravel_h5md_finish,
};
