/* The searches that cost most: which neighbour a free particle meets first if both go on as they do now, who is
 * near enough to be a neighbour, and who is in some cells.  They come in several widths of vectors, one of which
 * is chosen by the processor at hand; their results are equal to the last bit. */
#ifndef GRAVEL_ED_PREDICT_H
#define GRAVEL_ED_PREDICT_H

#include "engines/ed/body.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gravel_query {
    struct vec3 x, v; /* of the asking particle, at time `now` */
    double radius, now;
    struct vec3 half_gravity;
    struct vec3 length, inverse_length; /* of the periodic box; both 0 on open axes */
    double size, growth; /* at time t radii are size + growth t of the bodies'; 1 and 0 but for growing ones */
};

struct gravel_meeting {
    double tau;      /* [s] from now; INFINITY: none */
    int32_t partner; /* the lowest number of those met first; -1 if none */
};

/* Of the free bodies near[0..n-1], a list as engines/ed/lists.h makes it: filled up to a full group with a
 * body that does not move relative to the asking one. */
typedef struct gravel_meeting gravel_meet_function(const struct gravel_body *body, const int32_t *near, int32_t n,
                                                   const struct gravel_query *query);

/* The sphere in which a particle stays until its lists are renewed. */
struct gravel_shell {
    struct vec3 centre;
    double radius; /* of the particle and this sphere together [m] */
};

/* Keep those of found[0..n-1], in order, whose shells' centres are nearer to the query's x than the sum of
 * the radii (query->radius includes the margin); particle `self` is left out, with which found[] is filled up to
 * a multiple of GRAVEL_LIST_LANES.  In place; returns how many are kept. */
typedef int32_t gravel_select_function(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self,
                                       const struct gravel_query *query);

/* Who is in some cells.  Rows of three cells each begin at first[row[k]]; of each, the cells whose bit is set in
 * `which` are looked into.  A cell has its first member, with GRAVEL_CROWDED added if it is not the only one, or -1;
 * next[] has the one that comes after a particle, or -1.  Into found[], which has GRAVEL_SEARCH_ROOM more; returns
 * how many.  Behind the last row there is room for one more cell, and row[] goes on to a multiple of GRAVEL_ROWS with
 * valid rows that do not count. */
typedef int32_t gravel_members_function(const int32_t *first, const int32_t *next, const int32_t *row, int32_t n_rows,
                                        unsigned which, int32_t *found);
enum { GRAVEL_ROWS = 4, GRAVEL_MOST_ROWS = 12, GRAVEL_SEARCH_ROOM = 16, GRAVEL_CROWDED = 1 << 30 };

struct gravel_search {
    const char *name;
    gravel_meet_function *meet;
    gravel_select_function *select;
    gravel_members_function *members;
};

/* For systems with or without gravity and periodic axes. */
struct gravel_search gravel_search_scalar(bool falling, bool periodic);
/* Its functions are NULL where the processor lacks the instructions. */
struct gravel_search gravel_search_avx2(bool falling, bool periodic);
struct gravel_search gravel_search_avx512(bool falling, bool periodic);
/* For bodies that grow, without gravity. */
struct gravel_search gravel_search_growing(void);
/* The fastest one this processor has, for bodies that do not grow. */
struct gravel_search gravel_search_best(bool falling, bool periodic);

/* r less the nearest multiple of the period.  Adding and subtracting 1.5 2^52 rounds to nearest. */
static inline double
gravel_nearest_image(double r, double length, double inverse_length)
{
    const double big = 0x1.8p52;
    return r - length * ((r * inverse_length + big) - big);
}

/* Shortest vector from a to b. */
static inline struct vec3
gravel_query_separation(const struct gravel_query *q, struct vec3 a, struct vec3 b)
{
    return v3(gravel_nearest_image(b.x - a.x, q->length.x, q->inverse_length.x),
              gravel_nearest_image(b.y - a.y, q->length.y, q->inverse_length.y),
              gravel_nearest_image(b.z - a.z, q->length.z, q->inverse_length.z));
}

#endif
