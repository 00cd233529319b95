/* The interface of the engines: all code outside engines/ runs simulations through it.
 *
 * An engine is a `static const struct gravel_engine_ops` in the NULL-terminated array gravel_engines[].
 * To add one: write its ops, add it to engines/registry.c; the harness, the schema, `gravel list` and the
 * conformance tests find it there. */
#ifndef GRAVEL_ENGINE_H
#define GRAVEL_ENGINE_H

#include "engines/core/archive.h"
#include "engines/core/event.h"
#include "engines/core/option.h"
#include "engines/core/status.h"
#include "engines/core/system.h"

#include <stdint.h>

enum gravel_method { GRAVEL_MD, GRAVEL_ED };

/* Up to this number of particles soft spheres without contact fly to their next contact, which begins on a step;
 * contacts of more begin inside one. */
enum { GRAVEL_MD_SMALL = 64 };

/* Fixed steps: the largest displacement of a body in a step, in radii.  Two bodies then approach by at most half the
 * sum of their radii, and a particle and a wall by a radius.  So a head-on contact, in which the centres are nearer
 * than that sum, is found before they have passed each other. */
#define GRAVEL_DISPLACEMENT_LIMIT 0.5

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

/* Begins a sentence of the operation `note` about options that are stated and that nothing of the run depends on. */
#define GRAVEL_WITHOUT_EFFECT "without effect: "

/* The counters of an engine since its creation: X(name, type, unit, doc).  From this list come struct gravel_counters,
 * the table gravel_counter_infos[] and the counters of every record, in this order. */
#define GRAVEL_COUNTERS(X)                                                                                            \
    X(events, uint64_t, "1", "ED: entries taken from the calendar and processed; MD: 0")                              \
    X(pair_collisions, uint64_t, "1", "ED: collisions of two particles; MD: finished contacts of two particles")      \
    X(wall_collisions, uint64_t, "1", "ED: collisions with walls; MD: finished contacts with walls")                  \
    X(steps, uint64_t, "1", "MD: time steps; ED: 0")                                                                  \
    X(particle_steps, uint64_t, "1", "MD: particles advanced, summed over steps; ED: 0")                              \
    X(contact_steps, uint64_t, "1", "MD: contacts evaluated, summed over steps; ED: 0")                               \
    X(rebuilds, uint64_t, "1", "MD: neighbour lists built; ED: updates of cells or lists")                            \
    X(predictions, uint64_t, "1", "ED: contact times computed; MD: 0")                                                \
    X(stale, uint64_t, "1", "ED: calendar entries found outdated; MD: 0")                                             \
    X(max_overlap, double, "1", "largest overlap, in radii (ED) or diameters (MD) of the smaller body")               \
    X(min_contact_steps, double, "1", "MD: fewest fixed time steps in a contact, counted up to 2^14; INFINITY: none") \
    X(sliding_loss, double, "J", "MD: energy given to tangential forces, that of their springs included; ED: 0")      \
    X(rolling_loss, double, "J", "MD: energy lost by rolling resistance; ED: 0")                                      \
    X(time_step, double, "s", "MD: fixed time step, 0 under error control; ED: 0")                                    \
    X(backward, double, "s", "ED: largest step back in time, which must be 0; MD: 0")                                 \
    X(returned_energy, double, "J", "MD, fixed steps: energy of relative motion at the ends of contacts, summed")     \
    X(live_contacts, uint64_t, "1", "MD, fixed steps: contacts whose force acts on the present state")                \
    X(max_displacement, double, "1", "MD, fixed steps: largest displacement in a step, in radii")

struct gravel_counters {
#define GRAVEL_COUNTER_FIELD(name, type, unit, doc) type name;
    GRAVEL_COUNTERS(GRAVEL_COUNTER_FIELD)
#undef GRAVEL_COUNTER_FIELD
};

/* Save or load the counters. */
static inline void
gravel_counters_archive(struct gravel_counters *counters, struct gravel_archive *archive)
{
#define GRAVEL_COUNTER_ARCHIVE(name, type, unit, doc) GRAVEL_ARCHIVE(archive, counters->name);
    GRAVEL_COUNTERS(GRAVEL_COUNTER_ARCHIVE)
#undef GRAVEL_COUNTER_ARCHIVE
}

/* One counter: its name and unit, and its value in a struct gravel_counters. */
struct gravel_counter_info {
    const char *name, *unit, *doc;
    double (*value)(const struct gravel_counters *counters);
};

/* Ends with an entry whose name is NULL. */
extern const struct gravel_counter_info gravel_counter_infos[];

/* What an engine cannot tell: measures that use it are not applicable to its runs, invariants that use it are left out.
 */
enum {
    GRAVEL_LACKS_EVENTS = 1u << 0, /* collisions and finished contacts */
    GRAVEL_LACKS_PUSHES = 1u << 1, /* momentum that bodies give each other */
    GRAVEL_LACKS_LEDGER = 1u << 2  /* elastic energy, work and dissipation */
};

struct gravel_engine_ops {
    const char *name;  /* "md", "ed", "ed-column": in cases and on the command line */
    const char *label; /* for figures: "MD", "ED" */
    enum gravel_method kind;
    const char *method;    /* one sentence */
    const char *reference; /* source key and place */
    unsigned capabilities; /* GRAVEL_CAP_* that gravel_system_needs() may require */
    unsigned lacks;        /* GRAVEL_LACKS_* */
    /* Of a program of somebody else (external/external.h): the engine in whose place it runs the cases, with the
     * options that they state for that one, and what tells its results from those of another version; NULL for the
     * others. */
    const char *stands_for, *identity;
    const struct gravel_key *options;

    /* A new engine at time t = 0 in the state of `system`, which is copied.  `options` holds every key of
     * ops->options.  `sink` may be NULL; it is copied, its self must outlive the engine. */
    enum gravel_status (*create)(void **engine, const struct gravel_system *system,
                                 const struct gravel_options *options, const struct gravel_sink *sink,
                                 struct gravel_error *error);
    /* Advance to exactly t_end >= the present time.  After a failure only destroy and counters are allowed. */
    enum gravel_status (*advance)(void *engine, double t_end, struct gravel_error *error);
    /* States at the present time into particles[system->n_particles], same order, every field set. */
    void (*snapshot)(const void *engine, struct gravel_particle *particles);
    /* GRAVEL_MEMORY is the only failure. */
    enum gravel_status (*energy)(const void *engine, struct gravel_energy *energy);
    void (*counters)(const void *engine, struct gravel_counters *counters);
    void (*destroy)(void *engine);
    /* Save the complete state, which changes nothing, or load it into an engine that create() has made of the same
     * system and options: it then continues as the saved one does, bit for bit.  Failures are the archive's; after a
     * failed load only destroy is allowed.
     * NULL: such an engine has no checkpoints. */
    void (*archive)(void *engine, struct gravel_archive *archive);
    /* Pass all contacts of the present time to the sink, each with its force times `interval` [s].  NULL where contacts
     * have no duration: collisions are passed when they happen.  The sink has
     * `push`.  Of gravel's own engines GRAVEL_MEMORY is the only failure. */
    enum gravel_status (*contacts)(const void *engine, double interval, struct gravel_error *error);
    /* Optional: by how many lengths of the periodic box the path of each particle without returns is away from its
     * place in the snapshot, image[system->n_particles]; NULL: snapshots have that path itself. */
    void (*images)(const void *engine, int32_t (*image)[3]);
    /* Optional: what the engine cannot tell of the system that it was created for, GRAVEL_LACKS_*; NULL: as `lacks`. */
    unsigned (*lacks_here)(const void *engine);
    /* Optional: a sentence for the record about how the engine runs the system, owned by the engine; NULL: none. */
    const char *(*note)(const void *engine);
    /* Optional, O(n^2) allowed: verify the engine's own data structures. */
    enum gravel_status (*self_check)(const void *engine, struct gravel_error *error);
    /* Optional: GRAVEL_INPUT, at the path of the option at fault, when the engine cannot run such a system, or when a
     * key of it is without effect there.  system->particles is NULL before they are placed: then their number alone
     * counts.  create() applies the same rules. */
    enum gravel_status (*check)(const struct gravel_system *system, const struct gravel_options *options,
                                struct gravel_error *error);
};

extern const struct gravel_engine_ops *const gravel_engines[];

/* Also the one that was registered.  NULL when there is no such engine. */
const struct gravel_engine_ops *gravel_engine_find(const char *name);

/* Let gravel_engine_find() find one more engine, which is not in gravel_engines[]; `ops` must stay as it is.  Before
 * any thread or process is started. */
void gravel_engine_register(const struct gravel_engine_ops *ops);

/* The engine whose options, below engines.<name> in a case, this one takes: itself or the one that it stands for. */
static inline const char *
gravel_engine_section(const struct gravel_engine_ops *ops)
{
    return ops->stands_for != NULL ? ops->stands_for : ops->name;
}

#endif
