/* A thermostat of random kicks: at the times k interval, k = 1, 2, ..., every free particle gets a velocity of normal
 * distribution and variance strength * interval on each axis; the mean is taken off, so that the total momentum stays.
 * As interval -> 0 this is white-noise forcing, dv/dt = xi(t) with <xi xi'> = strength delta(t - t')
 * (van Noije and Ernst 1998, Granular Matter 1, 57, Eq. 2; Williams and MacKintosh 1996, PRE 54, R9).
 *
 * Kick k is the stream (seed, "thermostat", k), drawn in the order of the user's particles: it depends on nothing
 * else. */
#ifndef GRAVEL_CORE_THERMOSTAT_H
#define GRAVEL_CORE_THERMOSTAT_H

#include "engines/core/archive.h"
#include "engines/core/system.h"

/* The kicks of a running engine. */
struct gravel_kicks {
    uint64_t n_done;       /* kicks so far */
    double next;           /* time of the next one; INFINITY without a thermostat [s] */
    double *mass;          /* of the user's particles that are free, 0 of others [kg]; [n], owned */
    struct vec3 *velocity; /* that the last kick added [m/s]; [n], owned */
};

/* For a system at t = 0; without a thermostat nothing is allocated.  GRAVEL_MEMORY leaves *kicks to be freed. */
GRAVEL_MUST_USE enum gravel_status gravel_kicks_create(struct gravel_kicks *kicks, const struct gravel_system *system,
                                                       struct gravel_error *error);
/* Frees what *kicks owns; zeros may be freed. */
void gravel_kicks_free(struct gravel_kicks *kicks);

/* Draw the next kick of the n particles into kicks->velocity, in the user's order; the caller has set kicks->mass to 0
 * where particles are no longer free.  Sets `next` and `n_done`.  O(n).  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_kicks_draw(struct gravel_kicks *kicks,
                                                     const struct gravel_thermostat *thermostat, int dimension,
                                                     size_t n, struct gravel_error *error);

/* Save or load the kicks of n particles so far. */
void gravel_kicks_archive(struct gravel_kicks *kicks, size_t n, struct gravel_archive *archive);

/* Energy that a kick dv gives to a mass of velocity v [J]: m (v + dv/2).dv. */
static inline double
gravel_kick_energy(double mass, struct vec3 v, struct vec3 dv)
{
    return mass * v3_dot(v3_axpy(v, 0.5, dv), dv);
}

#endif
