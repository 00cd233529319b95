/* Cells of equal size and their members, for the neighbour search by cells.
 *
 * Cells repeat: cell k of an axis with n cells holds the points whose integer coordinate is k modulo n, so they cover
 * the whole space; a search checks distances anyway.  n cells span a period exactly.  Two by two by two cells and their
 * members are one cache line (struct gravel_cell_tile), so that a search in the cells around a particle reads eight
 * lines, or more at the ends of axes with an odd number of cells.
 *
 * A member may be outside of its cell by the slack.  Members of cells that are not adjacent are at least edge - 2 slack
 * apart, which is the reach of a collision; so cells that are wider than this give particles room, and a particle that
 * has come to the end of it moves on along all axes at once, as far ahead as the slack allows. */
#ifndef GRAVEL_ED_CELLS_H
#define GRAVEL_ED_CELLS_H

#include "engines/core/archive.h"
#include "engines/core/cell_grid.h"
#include "engines/core/status.h"
#include "engines/core/vec.h"
#include "engines/ed/predict_kernel.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    GRAVEL_CELL_PLACES = 64, /* first, odd, even or last on each axis: (4 z + y) 4 + x */
    GRAVEL_CELL_SHIFTS = 27, /* 13 + x + 3 y + 9 z, each -1, 0 or 1 */
    GRAVEL_CELL_AROUND = 13, /* all cells around a cell, and itself */
};

/* The parts of tiles that a search reads: n of gravel_cells.parts, from `first` on. */
struct gravel_cell_search {
    uint32_t first;
    int32_t n;
};

struct gravel_cells {
    struct gravel_record *record;  /* n; the engine's */
    struct gravel_cell_tile *tile; /* n_tiles */
    int32_t *candidates;           /* n + padding: result of a search */
    struct gravel_cell_axes axes;
    int32_t stride[3]; /* of tiles */
    size_t n_tiles;
    double slack[3]; /* how far outside of its cell a member may be, less than half an edge [m] */
    /* Cells around one that were not around the cell from which a shift has led to it. */
    struct gravel_cell_search search[GRAVEL_CELL_PLACES][GRAVEL_CELL_SHIFTS];
    struct gravel_tile_part *parts; /* of all searches */
};

/* Allocate the periodic cells of `axes`, 5 to INT16_MAX on every axis, all empty, for the particles of
 * record[0..n_particles-1]; two of them collide at a distance of at most `reach` [m].  Searches are made for a kernel
 * with these part_members.  GRAVEL_MEMORY; the caller calls gravel_cells_free() after a failure, too. */
enum gravel_status gravel_cells_init(struct gravel_cells *cells, const struct gravel_cell_axes *axes, double reach,
                                     int32_t part_members, struct gravel_record *record, int32_t n_particles,
                                     struct gravel_error *error);
/* Remove all particles. */
void gravel_cells_clear(struct gravel_cells *cells);
/* Free all memory; zeroed cells are allowed. */
void gravel_cells_free(struct gravel_cells *cells);

/* Save or load the entries; members follow from them. */
void gravel_cells_archive(struct gravel_cells *cells, int32_t n_particles, struct gravel_archive *archive);

/* Set the cell coordinates of entry i to the cell that contains x.  False when x is more than 2^30 periods from the
 * origin, where rounding moves a position by 1e-7 of a period. */
bool gravel_cells_locate(struct gravel_cells *cells, int32_t i, struct vec3 x);

/* Coordinate of the cell of an entry in space on axis d: a whole number. */
static inline double
gravel_cells_coordinate(const struct gravel_cells *cells, const struct gravel_cell_entry *entry, int d)
{
    return (double)entry->image[d] * cells->axes.n[d] + entry->wrapped[d];
}

/* Whether the entry is within the range of coordinates; one step more does not overflow. */
static inline bool
gravel_cells_in_range(const struct gravel_cell_entry *entry)
{
    const int32_t most = 1 << 30, *k = entry->image;
    return abs(k[0]) <= most && abs(k[1]) <= most && abs(k[2]) <= most;
}

/* Move the coordinates of an entry on along axis d by one cell up or down, or none. */
static inline void
gravel_cells_step(const struct gravel_cells *cells, struct gravel_cell_entry *entry, int d, int step)
{
    const int32_t n = cells->axes.n[d], at = entry->wrapped[d] + step;
    entry->wrapped[d] = (int16_t)(at < 0 ? n - 1 : at == n ? 0 : at);
    entry->image[d] += (at == n) - (at < 0);
}

/* Index in `tile` of the tile of an entry's cell. */
static inline int32_t
gravel_cells_tile(const struct gravel_cells *cells, const struct gravel_cell_entry *entry)
{
    const int16_t *const at = entry->wrapped;
    const int32_t *const stride = cells->stride;
    return (at[0] >> 1) + (at[1] >> 1) * stride[1] + (at[2] >> 1) * stride[2];
}

/* Set the place of an entry from its coordinates `wrapped`. */
void gravel_cells_place(const struct gravel_cells *cells, struct gravel_cell_entry *entry);

/* Collect in cells->candidates the members of the cells that this shift has brought around an entry; returns their
 * number. */
static inline int32_t
gravel_cells_collect(struct gravel_cells *cells, gravel_members_function *members,
                     const struct gravel_cell_entry *entry, int shift)
{
    const struct gravel_cell_search *search = &cells->search[entry->place][shift];
    return members(cells->tile + gravel_cells_tile(cells, entry), cells->record, cells->parts + search->first,
                   search->n, cells->candidates);
}

/* Make particle i a member of the cell of its coordinates `wrapped`.  O(1). */
void gravel_cells_insert(struct gravel_cells *cells, int32_t i);
/* Remove particle i from its cell.  O(members of the cell). */
void gravel_cells_remove(struct gravel_cells *cells, int32_t i);

/* Whether particle i is a member of the cell of its entry, and x lies in that cell up to the slack and 1e-9 of its
 * edge. */
bool gravel_cells_hold(const struct gravel_cells *cells, int32_t i, struct vec3 x);

#endif
