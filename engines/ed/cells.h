/* Neighbours by cells instead of lists, for dilute systems.
 *
 * Where particles fly far between collisions, keeping lists costs more than it saves.  Here a particle's
 * neighbours are the members of its own cell of the grid and of the cells around it, gathered when they are
 * asked for, and a particle that goes over into the next cell meets only the members of the nine cells that
 * are new to it.
 *
 * Invariants between events, in place of those of engines/ed/state.h on shells and lists:
 * - the grid has every particle in the cell where it is; cells are no smaller than the largest diameter;
 * - the contact of i that its stay records is its earliest with a member of the cells around it; it is void
 *   when the partner has collided since;
 * - the pending event of i is that contact or, if that comes first, the crossing into the next cell. */
#ifndef GRAVEL_ED_CELLS_H
#define GRAVEL_ED_CELLS_H

#include "engines/core/status.h"
#include "engines/core/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct gravel_ed;

/* A particle's stay in its cell. */
struct gravel_stay {
    double contact;  /* time of the first contact; INFINITY: none [s] */
    int32_t partner; /* in it; -1: none */
    uint32_t stamp;  /* collision count of the partner when the contact was predicted */
    int64_t cell[3]; /* its coordinates in space, which is open */
    int32_t at[3];   /* and in the grid, where they repeat */
    int32_t axis;    /* of the next crossing */
    int32_t step;    /* its direction, -1 or 1 */
    int32_t spare;
};
_Static_assert(sizeof(struct gravel_stay) == 64, "a stay is one cache line");

/* Whether the system is one for cells: free spheres of similar size that do not grow, without walls or gravity, in
 * a box of at least five cells an axis.  Asks the grid. */
bool gravel_cells_suit(const struct gravel_ed *ed);
/* Put every particle into the cell where it is. */
enum gravel_status gravel_cells_fill(struct gravel_ed *ed, struct gravel_error *error);
/* Find and schedule the next event of particle i, whose path has changed. */
void gravel_cells_predict(struct gravel_ed *ed, int32_t i);
/* Particle i goes over into the next cell. */
enum gravel_status gravel_cells_cross(struct gravel_ed *ed, int32_t i, struct gravel_error *error);
/* Every particle is in the cell that it is entered in.  O(n). */
enum gravel_status gravel_cells_check(const struct gravel_ed *ed, struct gravel_error *error);

#endif
