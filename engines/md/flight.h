/* Free flights of small systems. */
#ifndef GRAVEL_MD_FLIGHT_H
#define GRAVEL_MD_FLIGHT_H

#include "engines/md/state.h"

/* A time [s] before which no listed pair touches, given that none touches at md->t; INFINITY if none ever does. */
double gravel_md_flight_end(const struct gravel_md *md);

/* Move the state to md->flight_end. */
void gravel_md_flight_move(struct gravel_md *md);

#endif
