/* The kernels with the highest cost: the first collision of a free particle with its neighbours on present paths, the
 * selection of the particles that are near enough to be neighbours, and the members of cells.  They exist in several
 * vector widths, of which one is chosen for the processor; their results are equal to the last bit. */
#ifndef GRAVEL_ED_PREDICT_KERNEL_H
#define GRAVEL_ED_PREDICT_KERNEL_H

#include "engines/core/system.h"
#include "engines/ed/body.h"
#include "engines/ed/record.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A particle whose collisions are predicted, and the system around it. */
struct gravel_query {
    struct vec3 x, v;                   /* of the particle at time `now` [m], [m/s] */
    double radius, now;                 /* [m], [s] */
    struct vec3 half_gravity;           /* g/2 [m/s^2] */
    struct vec3 length, inverse_length; /* of the periodic box [m], [1/m]; both 0 on open axes */
    double shear_rate, tilt;            /* of a sheared box, tilt at time 0: see shear.h [1/s], [1]; 0 without */
    double size, growth;                /* at time t radii are size + growth t of the bodies'; 1 and 0 without growth */
};

struct gravel_predicted_collision {
    double tau;      /* [s] after the query's now; INFINITY: none */
    int32_t partner; /* -1: none */
};

/* The first two, in order; of simultaneous ones that with the lower particle number is earlier. */
struct gravel_next_collisions {
    struct gravel_predicted_collision item[2];
};
#define GRAVEL_NO_COLLISIONS ((struct gravel_next_collisions){{{INFINITY, -1}, {INFINITY, -1}}})

static inline bool
gravel_collides_before(struct gravel_predicted_collision a, struct gravel_predicted_collision b)
{
    return a.tau < b.tau || (a.tau == b.tau && a.partner < b.partner);
}

/* Add a collision, unless two are earlier. */
static inline void
gravel_next_collisions_add(struct gravel_next_collisions *next, double tau, int32_t partner)
{
    const struct gravel_predicted_collision new = {tau, partner};
    if (gravel_collides_before(new, next->item[0])) {
        next->item[1] = next->item[0];
        next->item[0] = new;
    } else if (gravel_collides_before(new, next->item[1])) {
        next->item[1] = new;
    }
}

/* The next collisions with the free bodies near[0..n-1].  The list is padded to a multiple of GRAVEL_LIST_LANES with a
 * body that does not move relative to the query's, see engines/ed/lists.h. */
typedef struct gravel_next_collisions gravel_predict_function(const struct gravel_body *body, const int32_t *near,
                                                              int32_t n, const struct gravel_query *query);

/* Keep those of candidates[0..n-1], in order, whose shell centres are nearer to the query's x than the sum of the
 * radii (query->radius includes the query's shell width); particle `self`, with which candidates[] is padded to a
 * multiple of GRAVEL_LIST_LANES, is removed.  In place; returns how many are kept. */
typedef int32_t gravel_select_function(const struct gravel_record *record, int32_t *candidates, int32_t n, int32_t self,
                                       const struct gravel_query *query);

/* Two by two by two cells in one cache line, each with its first two members: member[8 z + 4 y + 2 x] and the next one,
 * with x, y, z = 0 or 1.  -1: none.  GRAVEL_MORE_MEMBERS is added to the second one where others follow it.
 */
enum { GRAVEL_TILE_MEMBERS = 16, GRAVEL_MORE_MEMBERS = 1 << 30 };
struct gravel_cell_tile {
    int32_t member[GRAVEL_TILE_MEMBERS];
};

/* Members of a tile that a search reads at once: the place of the first one, relative to the first member of the tile
 * of the particle's cell, and which of them belong to the search, a bit each.
 */
struct gravel_tile_part {
    int32_t first;
    uint32_t places;
};

/* Members of these parts of tiles, and those that follow them (record[i].cell.next).  They are written to candidates[],
 * which has GRAVEL_CANDIDATE_PADDING elements more than particles; returns their number. */
typedef int32_t gravel_members_function(const struct gravel_cell_tile *tile, const struct gravel_record *record,
                                        const struct gravel_tile_part *part, int32_t n_parts, int32_t *candidates);
enum {
    GRAVEL_CANDIDATE_PADDING = 16,
    GRAVEL_SEARCHED_CELLS = 27,   /* at most */
    GRAVEL_FIRST_MEMBERS = 0x5555 /* of the cells of a tile, a bit each */
};

/* Append the members after i to candidates[n...]; returns their new number. */
static inline int32_t
gravel_append_chain(const struct gravel_record *record, int32_t i, int32_t *candidates, int32_t n)
{
    while ((i = record[i].cell.next) >= 0)
        candidates[n++] = i;
    return n;
}

struct gravel_predict_kernel {
    const char *name; /* vector width */
    gravel_predict_function *predict;
    gravel_select_function *select;
    gravel_members_function *members;
    int32_t part_members; /* of a tile that `members` reads at once: all, or the half of the cells of one z */
};

/* One kernel a source file: predict_scalar.c, predict_avx2.c, predict_avx512.c, for systems with or without gravity
 * (`falling`) and periodic axes.  The functions are NULL when the processor lacks the instructions. */
struct gravel_predict_kernel gravel_predict_kernel_scalar(bool falling, bool periodic);
struct gravel_predict_kernel gravel_predict_kernel_avx2(bool falling, bool periodic);
struct gravel_predict_kernel gravel_predict_kernel_avx512(bool falling, bool periodic);

/* r less the nearest multiple of the period. */
static inline double
gravel_nearest_image(double r, double length, double inverse_length)
{
    return r - length * gravel_nearest_whole(r * inverse_length);
}

/* Shortest vector from a to b among the periodic images. */
static inline struct vec3
gravel_query_separation(const struct gravel_query *q, struct vec3 a, struct vec3 b)
{
    return v3(gravel_nearest_image(b.x - a.x, q->length.x, q->inverse_length.x),
              gravel_nearest_image(b.y - a.y, q->length.y, q->inverse_length.y),
              gravel_nearest_image(b.z - a.z, q->length.z, q->inverse_length.z));
}

#endif
