/* Neighbour search by cells, for gases of similar free spheres that are not dense.
 *
 * Where particles fly far between collisions, lists cost more than they save.  Here the neighbours of a particle are
 * the members of its own cell and of the cells around it, collected for every prediction; a particle that crosses into
 * the next cell predicts collisions only with the members of the nine cells that are new to it.  Cells are
 * hardly larger than a particle, so that most are empty and few members are not near.
 *
 * Invariants between events:
 * - every particle is a member of the cell that contains it; cells are no smaller than the largest diameter;
 * - the collision in the cell entry of i is its earliest with a member of the cells around it, and the later one of i
 *   the next; each is invalid when its partner has collided since its prediction;
 * - `walls` of the entry are all that i can touch before it crosses into the next cell;
 * - the pending event of i is that collision or, if earlier, one with a wall or the crossing. */
#ifndef GRAVEL_ED_NEIGHBOUR_CELLS_H
#define GRAVEL_ED_NEIGHBOUR_CELLS_H

#include "engines/ed/neighbour_search.h"

extern const struct gravel_neighbour_ops gravel_neighbour_cells;

/* The cells that the pending event of particle i, due at ed->now, touches: its own, and that of its partner or the one
 * that it enters, or its own again.  The event writes to their members and reads those of the cells around them. */
void gravel_cells_touched(struct gravel_ed *ed, int32_t i, int16_t touched[2][3]);

#endif
