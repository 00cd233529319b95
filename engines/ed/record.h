/* What the events of a particle need besides its body, in one cache line: its pending event, what never changes, and
 * what the neighbour search keeps of it. */
#ifndef GRAVEL_ED_RECORD_H
#define GRAVEL_ED_RECORD_H

#include "engines/core/vec.h"

#include <stdint.h>

/* For the search by cells: cell of a particle, and what is predicted for it there. */
struct gravel_cell_entry {
    double contact;     /* time of the first predicted collision; INFINITY: none [s] */
    int32_t partner;    /* in it; -1: none.  Its collision count is the record's `stamp`. */
    int32_t image[3];   /* coordinates of the cell in space, divided by the number of cells */
    int16_t wrapped[3]; /* the same, modulo it */
    int8_t place;       /* of the cell: see gravel_cells.search */
    int8_t face;        /* face that it leaves its cell by, 2 axis + (upwards); -1: the pending event only predicts
                         * collisions with moving walls again */
    int32_t next;       /* the member of the cell after this one, of those that are not in its tile; -1: none */
    uint32_t walls;     /* bit w: wall w can be touched from this cell */
};

/* For the search by lists: the sphere around a particle's position within which its lists are valid. */
struct gravel_shell {
    struct vec3 centre;
    double radius; /* sum of the particle's radius and the shell width [m] */
    double expiry; /* until when the walls that are not listed cannot be touched; INFINITY: for ever [s] */
};

struct gravel_record {
    union {
        struct gravel_cell_entry cell;
        struct gravel_shell shell;
    };
    double mass;         /* [kg] */
    int32_t partner;     /* in the pending event: particle, -1 - w for wall w, or GRAVEL_NEIGHBOUR_EVENT */
    uint32_t stamp;      /* collision count of the partner, if it is a particle, at the time of the prediction */
    int32_t input_index; /* of the particle in the user's system */
    int16_t attached;    /* as in struct gravel_particle */
    int16_t species;
};
_Static_assert(sizeof(struct gravel_record) == 64, "a record is one cache line");

/* The collision of a particle with a free one that is next after the one which is pending, or which the search by cells
 * has recorded.  It is not in the record because it is seldom read. */
struct gravel_later_collision {
    double time;     /* [s]; INFINITY: none; -INFINITY: not known */
    int32_t partner; /* -1: none */
    uint32_t stamp;  /* collision count of the partner at the time of the prediction */
};

/* record.partner: no collision, but an event of the neighbour search */
enum { GRAVEL_NEIGHBOUR_EVENT = INT32_MIN };

#endif
