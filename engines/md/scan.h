/* Tests of one particle with a vector of others at a time: of all pairs of a small system, and of cells of a large one.
 */
#ifndef GRAVEL_MD_SCAN_H
#define GRAVEL_MD_SCAN_H

#include "engines/engine.h"
#include "engines/md/width.h"

#include <stddef.h>

/* What is allowed for rounding of the times of a flight [1]. */
static const double gravel_md_flight_rounding = 1.0 + 1e-9;

/* n <= GRAVEL_MD_SMALL particles in columns, with zeros beyond n; and of each direction of the box its length and half
 * of it, both 0 where it is not periodic [m]. */
struct gravel_md_columns {
    size_t n;
    double x[3][GRAVEL_MD_SMALL], v[3][GRAVEL_MD_SMALL], radius[GRAVEL_MD_SMALL];
    double length[3], half[3];
};

/* Both functions return a bit for each particle beyond i.  Distances and velocities have the bits of the same formulas
 * for one pair (gravel_box_separation, pair_flight in flight.c). */

/* Those with a gap to i below the skin [m]. */
uint64_t GRAVEL_WIDE(gravel_md_scan_near)(const struct gravel_md_columns *all, size_t i, double skin);

/* Those that, with i, both free, can end a flight of this duration [s], which may be INFINITY: a contact, or so long a
 * way that another image may be the nearest one.  None that can is left out. */
uint64_t GRAVEL_WIDE(gravel_md_scan_flight)(const struct gravel_md_columns *all, size_t i, double duration);

/* Particles in the order of the members of a cell grid, in columns with GRAVEL_MD_SCAN_PADDING more numbers; `number`
 * is the particle's, `length` as above. */
struct gravel_md_members {
    const double *x[3], *radius, *number;
    double length[3];
};
enum { GRAVEL_MD_SCAN_PADDING = 8 };

/* The particle of a search. */
struct gravel_md_probe {
    struct vec3 x;
    double radius, skin; /* [m] */
    double above;        /* only members with a larger number */
};

/* A bit for each of the members first .. first + n - 1, 0 < n <= 64, with a gap to the probe below its skin.  The same
 * bits as above. */
uint64_t GRAVEL_WIDE(gravel_md_scan_members)(const struct gravel_md_members *all, const struct gravel_md_probe *probe,
                                             size_t first, size_t n);

#endif
