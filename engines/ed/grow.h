/* Particles that grow (Lubachevsky and Stillinger 1990, J. Stat. Phys. 60, 561): all begin as points and keep the
 * ratios of their radii.  They move and collide like other particles, elastically if the material is elastic, but
 * relative to their surfaces, which move apart: the work of this motion heats them.
 *
 * Cells, lists and shells are made for the full size, which is an upper bound. */
#ifndef GRAVEL_ED_GROW_H
#define GRAVEL_ED_GROW_H

#include "engines/ed/state.h"

/* Grow all particles from points to their radii at `rate` [1/s] times these.  GRAVEL_UNSUPPORTED unless the system
 * is a gas without walls, gravity and rotation. */
enum gravel_status gravel_ed_grow(struct gravel_ed *ed, double rate, struct gravel_error *error);

/* Time at which all particles reach their radii, counted from the creation of the engine [s]; INFINITY when they do not
 * grow. */
double gravel_ed_grown_at(const struct gravel_ed *ed);

/* Set the full size, from which on nothing grows. */
void gravel_ed_set_grown(struct gravel_ed *ed);

/* End the growth at that time: set the full size and predict the events of all particles.  O(n). */
void gravel_ed_stop_growing(struct gravel_ed *ed);

#endif
