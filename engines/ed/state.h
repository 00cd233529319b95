/* The event-driven engine's state, shared by its files.
 *
 * Invariants between events:
 * - the pending event of particle i is the earliest of its collisions with particles and walls that the neighbour
 * search finds on present paths, and the next event of the neighbour search itself (shell exit or cell crossing);
 * - a pending collision is invalid when the partner has collided since its prediction, which the partner's collision
 *   count shows; then the second predicted collision of i is scheduled, or i is predicted again at that time.  A
 *   particle whose path changes is predicted against all others, so no collision is missed: one of i with a partner
 *   that has collided meanwhile is found in the partner's prediction;
 * - attached particles have pending events of the neighbour search only; free ones predict collisions with them.
 * Times are relative to `epoch`, which is advanced during the simulation so that they keep their precision. */
#ifndef GRAVEL_ED_STATE_H
#define GRAVEL_ED_STATE_H

#include "engines/core/thermostat.h"
#include "engines/ed/calendar.h"
#include "engines/ed/predict_kernel.h"
#include "engines/ed/record.h"
#include "engines/engine.h"

struct gravel_neighbour_ops;
struct gravel_team;

struct gravel_rotation {
    double inertia;    /* [kg m^2] */
    struct vec3 omega; /* [rad/s] */
};

/* What the collision rule takes of the contact of two species. */
struct gravel_ed_contact {
    double restitution; /* NAN: it depends on the collision, see gravel_material_restitution() */
    double tangential_restitution, friction;
};

struct gravel_ed {
    struct gravel_system system; /* box, walls, material, gravity; without its particles */
    int32_t n;
    struct gravel_body *body;             /* n */
    struct gravel_record *record;         /* n */
    struct gravel_later_collision *later; /* n */
    uint32_t *count;                  /* n: collisions of each particle, modulo 2^32; many in a cache line, since that
                                       * of a new partner is read before anything else of it */
    struct gravel_rotation *rotation; /* n; NULL: none spins, and each has the inertia of gravel_inertia() */
    double *last_contact;             /* n: time of the last collision [s]; NULL without the TC model */

    const struct gravel_neighbour_ops *neighbour_ops;
    void *neighbours; /* state of the neighbour search; NULL before its creation */
    double cell_edge; /* least edge of cells in largest diameters; 0: the usual one */
    const struct gravel_calendar_ops *calendar_ops;
    void *calendar;           /* NULL before its creation */
    struct gravel_team *team; /* threads that share the events; NULL: one thread */
    char unused[320];         /* which stated options have no effect, and why; "": none */
    struct gravel_predict_kernel kernel;
    struct gravel_query query; /* box, gravity and growth are constant; the rest is set for every prediction */

    double now, epoch;   /* present time relative to the epoch, and the epoch [s] */
    double gravity;      /* |g| [m/s^2] */
    double look_ahead;   /* longest time for which collisions with moving walls are predicted [s] */
    double contact_time; /* t_c of the TC model; 0: off [s] */
    struct gravel_ed_contact contacts[GRAVEL_SPECIES_MAX][GRAVEL_SPECIES_MAX]; /* symmetric */
    bool has_attached;              /* particles are attached now or may become so */
    uint64_t since_rebase;          /* events since the last change of the epoch */
    uint64_t since_progress;        /* events since the progress monitor last saw time advance */
    double progress_time;           /* that time, relative to the epoch [s] */
    uint64_t weak_collisions;       /* since then: see count_weak() in impact.c */
    uint64_t touches;               /* since then: events in which two bodies met, whether they approached or not */
    double weak_approach;           /* [m/s] */
    double work, dissipated;        /* since creation [J] */
    double tilt_end;                /* when the tilt of a sheared box is set back; INFINITY without shear [s] */
    double tilt_turns;              /* how often it was: a whole number */
    struct gravel_system described; /* its walls have the tables of those of `system`; none without tables */
    double knot;                    /* when the next segment of a table begins; INFINITY: never [s] */
    double segments_from;           /* when that of the present segments began, or the start [s] */
    struct gravel_kicks kicks;      /* of the thermostat */
    struct gravel_counters counters;
    struct gravel_sink sink;
};

/* Collisions of particle i.  Another thread may count one meanwhile, far from the caller's events, which need to know
 * only whether there has been any: see team.h. */
static inline uint32_t
gravel_ed_collisions(const struct gravel_ed *ed, int32_t i)
{
    return __atomic_load_n(&ed->count[i], __ATOMIC_RELAXED);
}

static inline void
gravel_ed_count_collision(struct gravel_ed *ed, int32_t i)
{
    __atomic_store_n(&ed->count[i], ed->count[i] + 1, __ATOMIC_RELAXED);
}

/* [1/kg]; 0 when attached. */
static inline double
gravel_ed_inverse_mass(const struct gravel_ed *ed, int32_t i)
{
    return ed->record[i].attached == GRAVEL_FREE ? 1.0 / ed->record[i].mass : 0.0;
}

/* Present radius of every body in units of its full radius; below 1 only while bodies grow. */
static inline double
gravel_ed_size(const struct gravel_ed *ed)
{
    return ed->query.size + ed->query.growth * ed->now;
}

#endif
