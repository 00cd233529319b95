/* The event-driven engine's state, shared by its files.
 *
 * Invariants between events:
 * - every particle that is not absorbed lies within its reach of the centre of its shell, where the grid has
 * it;
 * - i is in the list of j, and j in that of i, when these centres are nearer than the sum of both radii and both
 *   reaches: so no contact can come before one of the two has renewed its lists;
 * - a pending event of i is the earliest of: contact with a listed neighbour on present paths, contact with
 *   a listed wall, the end of the time for which its lists are good.  It is void when the partner has
 * collided since, which the partner's collision count shows; then i predicts again at that time, and since
 * whoever changes its path predicts all its pairs, no contact is missed;
 * - attached particles predict only their own renewals; free ones predict contacts with them.
 * Times are relative to `epoch`, which moves on with the simulation, so that they stay accurate. */
#ifndef GRAVEL_ED_STATE_H
#define GRAVEL_ED_STATE_H

#include "engines/ed/calendar.h"
#include "engines/ed/cells.h"
#include "engines/ed/grid.h"
#include "engines/ed/lists.h"
#include "engines/ed/predict.h"
#include "engines/engine.h"

enum { GRAVEL_RENEWAL = INT32_MIN }; /* pending.partner: no contact, but the lists must be seen to */

/* A particle's pending event and what every event of its needs. */
struct gravel_agent {
    int32_t partner; /* particle, or -1 - w for wall w, or GRAVEL_RENEWAL */
    uint32_t stamp;  /* collision count of the partner when this was predicted */
    int32_t attached;
    int32_t spare;
    double inverse_mass; /* 0 when attached */
    double last_contact; /* time of the last contact, for the TC model */
};

/* What is needed more rarely. */
struct gravel_trait {
    double mass, inertia;
    struct vec3 omega;
    double deadline; /* a wall not in the list cannot come near before this time */
    int32_t name;    /* index in the user's order */
    int32_t species;
};

struct gravel_ed {
    struct gravel_system system; /* box, walls, material, gravity; without its particles */
    int32_t n;
    struct gravel_body *body;
    struct gravel_trait *trait;
    struct gravel_agent *agent;
    uint32_t *count; /* collisions of each, modulo 2^32 */
    struct gravel_shell *shell;
    struct gravel_cells cells;         /* in use if its stay is not NULL; otherwise lists are */
    double reach;                      /* radius of shells, but for particles that are large for the box [m] */
    double room;                       /* an eighth of the shortest period [m] */
    double ahead;                      /* how far before its particle a new shell is centred, in units of reach */
    struct gravel_lists free_near;     /* free neighbours of a free particle */
    struct gravel_lists attached_near; /* attached neighbours of a free particle, free neighbours of an attached one */
    struct gravel_lists wall_near;
    struct gravel_grid grid;
    int32_t *found, *sorted; /* n each: room for a search */
    uint32_t *mark;          /* n: the search that last met the particle */
    uint32_t search_number;

    const struct gravel_calendar_ops *calendar_ops;
    void *calendar;
    struct gravel_search search;
    struct gravel_query query; /* box and gravity stay as they are */

    double now, epoch;
    double gravity;          /* |g| [m/s^2] */
    double patience;         /* longest time to look ahead for moving walls [s] */
    double contact_time;     /* of the TC model; 0: off [s] */
    double pair_restitution; /* NaN: ask the material */
    bool has_attached;
    uint64_t since_rebase, since_watch; /* events */
    double watch_start;                 /* time when the present watch began */
    double work, dissipated;
    struct gravel_counters counters;
    struct gravel_sink sink;
};

/* choose.c */
double gravel_ed_mean_radius(const struct gravel_system *system);
/* Choose and set up, as `wish` is "lists", "cells" or "auto", the grid for lists or the cells.  UNSUPPORTED
 * when the system is too small for either or not one for the cells wished for. */
enum gravel_status gravel_ed_choose_neighbours(struct gravel_ed *ed, const char *wish, struct gravel_error *error);

/* Radius of particle i's shell [m].  Prediction takes the nearest image of a neighbour.  A pair that may meet in the
 * present shells is as far apart as r_i + r_j + 2 (reach_i + reach_j), each at the far end of its shell; up to half the
 * period only one image can do so, and it is the nearest. */
static inline double
gravel_ed_reach(const struct gravel_ed *ed, int32_t i)
{
    const double most = ed->room - 0.5 * ed->body[i].radius;
    return ed->reach < most ? ed->reach : most;
}

/* neighbour.c */
struct vec3 gravel_ed_position(const struct gravel_ed *ed, int32_t i);
/* Put a shell around the particle's present position and find its neighbours and walls. */
enum gravel_status gravel_ed_renew(struct gravel_ed *ed, int32_t i, struct gravel_error *error);
/* Take the particle out of all lists and the grid. */
void gravel_ed_withdraw(struct gravel_ed *ed, int32_t i);
/* How far wall w stays away, but for its steady velocity, from a sphere [m]. */
double gravel_ed_wall_distance(const struct gravel_ed *ed, size_t w, struct vec3 centre, double radius);
/* Time for which the particle, at x with velocity v, is sure to stay in its shell [s]. */
double gravel_ed_shell_time(const struct gravel_ed *ed, int32_t i, struct vec3 x, struct vec3 v);

/* grow.c: radii that grow from nothing at the start to those of the bodies */
/* UNSUPPORTED unless the system is a gas without walls, gravity and rotation. */
enum gravel_status gravel_ed_grow(struct gravel_ed *ed, double rate, struct gravel_error *error);
/* The time at which all have their size, from the start [s]; INFINITY when nothing grows any more. */
double gravel_ed_grown_at(const struct gravel_ed *ed);
/* They have it now. */
void gravel_ed_stop_growing(struct gravel_ed *ed);
/* The present size of all bodies, in units of their radii. */
static inline double
gravel_ed_size(const struct gravel_ed *ed)
{
    return ed->query.size + ed->query.growth * ed->now;
}

/* check.c */
/* No two particles overlap, each is in its shell or cell, and no pair that could meet is missing from the lists; the
 * engine's self_check. */
enum gravel_status gravel_ed_check(const void *engine, struct gravel_error *error);

/* impact.c: the contacts of the engine's particles */
void gravel_ed_collide_pair(struct gravel_ed *ed, int32_t i, int32_t j);
void gravel_ed_collide_wall(struct gravel_ed *ed, int32_t i, int32_t w);
/* Bring particle i's state to the present. */
void gravel_ed_bring(struct gravel_ed *ed, int32_t i);

/* loop.c */
void gravel_ed_foresee(void *ed, int32_t i, int stage);
void gravel_ed_predict(struct gravel_ed *ed, int32_t i);
enum gravel_status gravel_ed_run(struct gravel_ed *ed, double t_end, struct gravel_error *error);

#endif
