/* Neighbours by cells instead of lists, for systems that are not dense.
 *
 * Where particles fly far between collisions, keeping lists costs more than it saves.  Here a particle's
 * neighbours are the members of its own cell and of the cells around it, gathered when they are asked for, and
 * a particle that goes over into the next cell meets only the members of the nine cells that are new to it.
 * Cells are hardly larger than a particle, so that most are empty and few who are gathered are not near.
 *
 * Cells repeat: cell k of an axis with n cells holds the points whose integer coordinate is k modulo n, so they
 * cover the whole space, and whoever asks checks the distance anyway.  n cells span a period exactly.
 *
 * Invariants between events, in place of those of engines/ed/state.h on shells and lists:
 * - every particle is a member of the cell where it is; cells are no smaller than the largest diameter;
 * - the contact of i that its stay records is its earliest with a member of the cells around it; it is void
 *   when the partner has collided since;
 * - the pending event of i is that contact or, if that comes first, the crossing into the next cell. */
#ifndef GRAVEL_ED_CELLS_H
#define GRAVEL_ED_CELLS_H

#include "engines/core/status.h"
#include "engines/core/vec.h"
#include "engines/ed/predict.h"

#include <stdbool.h>
#include <stdint.h>

struct gravel_ed;

/* A particle's stay in its cell. */
struct gravel_stay {
    double contact;  /* time of the first contact; INFINITY: none [s] */
    int32_t partner; /* in it; -1: none */
    uint32_t stamp;  /* collision count of the partner when the contact was predicted */
    double cell[3];  /* coordinates of the cell in space: whole numbers */
    int32_t at[3];   /* and among the cells, which repeat */
    int32_t index;   /* of the cell */
    int32_t brink;   /* which ends of the box it lies at: see gravel_cells.row */
    int32_t face;    /* of the cell, through which the next crossing will be: 2 axis + (upwards) */
};
_Static_assert(sizeof(struct gravel_stay) == 64, "a stay is one cache line");

enum { GRAVEL_BRINKS = 9 };

/* Cells come in rows along x.  A row has one more cell at either end, which repeats the one at the other end, so that
 * the three cells around any cell are neighbours in memory. */
struct gravel_cells {
    struct gravel_stay *stay;   /* n; NULL: neighbours are found by lists */
    int32_t *first, *next;      /* of each cell and n: who is a member, see engines/ed/predict.h */
    int32_t n[3];               /* cells on each axis */
    double edge[3], inverse[3]; /* of a cell [m], and cells per metre */
    /* Steps in index from a cell to the beginnings of the nine rows of three around it, and of the three behind each
     * of its faces across y and z, for engines/ed/predict.h.  They depend on whether it is the first (0), neither (1)
     * or the last (2) on these axes: brink = 3 z + y. */
    int32_t row[GRAVEL_BRINKS][GRAVEL_MOST_ROWS], behind[GRAVEL_BRINKS][4][GRAVEL_ROWS];
};

/* Shape cells of the given edge at least [m] for the system, if it is one for them: free spheres that do not
 * grow, without walls or gravity, at least five cells of them on every axis.  Otherwise `stay` remains NULL. */
enum gravel_status gravel_cells_init(struct gravel_ed *ed, double edge, struct gravel_error *error);
void gravel_cells_free(struct gravel_cells *cells);
/* Put every particle into the cell where it is. */
enum gravel_status gravel_cells_fill(struct gravel_ed *ed, struct gravel_error *error);
/* Find and schedule the next event of particle i, whose path has changed. */
void gravel_cells_predict(struct gravel_ed *ed, int32_t i);
/* Particle i goes over into the next cell. */
void gravel_cells_cross(struct gravel_ed *ed, int32_t i);
/* Bring what an event of particle i needs into the cache; stages as in engines/ed/calendar.h. */
void gravel_cells_foresee(struct gravel_ed *ed, int32_t i, int stage);
/* Every particle is in the cell that it is entered in.  O(n). */
enum gravel_status gravel_cells_check(const struct gravel_ed *ed, struct gravel_error *error);

#endif
