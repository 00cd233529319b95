/* The only door through which anything outside engines/ runs a simulation.
 *
 * An engine is a `static const struct gravel_engine_ops` in the NULL-terminated array gravel_engines[].
 * To add one: write its ops, add it to engines/registry.c; the harness, the schema, `gravel list` and the
 * conformance tests find it there. */
#ifndef GRAVEL_ENGINE_H
#define GRAVEL_ENGINE_H

#include "engines/core/event.h"
#include "engines/core/option.h"
#include "engines/core/status.h"
#include "engines/core/system.h"

#include <stdint.h>

enum gravel_method { GRAVEL_MD, GRAVEL_ED };

/* Energy ledger [J]: mechanical() - work + dissipated is constant. */
struct gravel_energy {
    double kinetic, rotational, potential, elastic;
    double work;       /* done by moving walls on the particles since creation */
    double dissipated; /* by contacts since creation, normal and tangential */
};

static inline double
gravel_energy_mechanical(const struct gravel_energy *e)
{
    return e->kinetic + e->rotational + e->potential + e->elastic;
}

/* What must be constant in time. */
static inline double
gravel_energy_ledger(const struct gravel_energy *e)
{
    return gravel_energy_mechanical(e) - e->work + e->dissipated;
}

struct gravel_counters {
    uint64_t events;          /* ED: everything taken from the calendar and done; MD: 0 */
    uint64_t pair_collisions; /* ED: collisions; MD: finished contacts */
    uint64_t wall_collisions;
    uint64_t steps;           /* MD: time steps; ED: 0 */
    uint64_t particle_steps;  /* MD: particles advanced, summed over steps */
    uint64_t contact_steps;   /* MD: contacts evaluated, summed over steps */
    uint64_t rebuilds;        /* MD: neighbour lists built; ED: cell or list updates */
    uint64_t predictions;     /* ED: contact times computed */
    uint64_t stale;           /* ED: events found outdated */
    double max_overlap;       /* largest overlap seen, in radii (ED) or diameters (MD) of the smaller body */
    double min_contact_steps; /* MD: fewest fixed time steps any contact was resolved by, counted up to 2^14; INFINITY
                                 if none */
    double sliding_loss;      /* MD: energy given to tangential forces, what their springs hold included [J]; ED: 0 */
    double rolling_loss;      /* MD: energy lost by rolling resistance [J]; ED: 0 */
    double time_step;         /* MD: dt [s]; 0 where the error controls it; ED: 0 */
    double backward;          /* ED: largest step back in time [s]; must be 0 */
};

struct gravel_engine_ops {
    const char *name;  /* "md", "ed", "ed-column": what cases and the command line say */
    const char *label; /* for figures: "MD", "ED" */
    enum gravel_method kind;
    const char *method;    /* one sentence */
    const char *reference; /* source key and place */
    unsigned capabilities; /* GRAVEL_CAP_* that gravel_system_needs() may ask for */
    const struct gravel_key *options;

    /* A new engine at time t = 0 in the state of `system`, which is copied.  `options` holds every key of
     * ops->options.  `sink` may be NULL; it is copied, its self must outlive the engine. */
    enum gravel_status (*create)(void **engine, const struct gravel_system *system,
                                 const struct gravel_options *options, const struct gravel_sink *sink,
                                 struct gravel_error *error);
    /* Go on to exactly t_end >= the present time.  After a failure only destroy and counters are allowed. */
    enum gravel_status (*advance)(void *engine, double t_end, struct gravel_error *error);
    /* States at the present time into particles[system->n_particles], same order, every field set. */
    void (*snapshot)(const void *engine, struct gravel_particle *particles);
    void (*energy)(const void *engine, struct gravel_energy *energy);
    void (*counters)(const void *engine, struct gravel_counters *counters);
    void (*destroy)(void *engine);
    /* Optional, O(n^2) allowed: verify the engine's own data structures. */
    enum gravel_status (*self_check)(const void *engine, struct gravel_error *error);
};

extern const struct gravel_engine_ops *const gravel_engines[];

/* NULL when there is no such engine. */
const struct gravel_engine_ops *gravel_engine_find(const char *name);

#endif
