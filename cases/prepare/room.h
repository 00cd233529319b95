/* Which places are taken while particles are put into space one after the other.
 *
 * A grid of cells, each at least as wide as the largest particle, with a list of the particles in it, so that a
 * question costs O(1).  Periodic axes of the system's box wrap round. */
#ifndef GRAVEL_CASES_PREPARE_ROOM_H
#define GRAVEL_CASES_PREPARE_ROOM_H

#include "engines/core/system.h"

struct gravel_room {
    const struct gravel_system *system; /* borrowed: sizes and present positions */
    double low[3], edge[3];             /* [m] */
    size_t n[3];                        /* cells on each axis */
    int32_t *first, *next;              /* lists of particles, ended by -1; owned */
};

/* No place is taken yet.  `low` and `high` enclose all centres, but on periodic axes the box does. */
GRAVEL_MUST_USE enum gravel_status gravel_room_create(struct gravel_room *room, const struct gravel_system *system,
                                                      struct vec3 low, struct vec3 high, struct gravel_error *error);
void gravel_room_free(struct gravel_room *room);

/* Whether particle k, where it is now, overlaps none that has taken its place. */
bool gravel_room_has(const struct gravel_room *room, size_t k);

/* Particle k takes the place where it is; it must not move afterwards. */
void gravel_room_take(struct gravel_room *room, size_t k);

#endif
