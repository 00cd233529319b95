/* The messages of the protocol gravel-engine/1 (README.md): what gravel writes and what it understands of the answers.
 */
#ifndef GRAVEL_EXTERNAL_MESSAGE_H
#define GRAVEL_EXTERNAL_MESSAGE_H

#include "engines/engine.h"
#include "engines/external/process.h"

#include <jansson.h>

/* What an adapter says of itself before anything else. */
struct gravel_hello {
    char engine[16], version[128];
    enum gravel_method method;
    unsigned capabilities; /* GRAVEL_CAP_* */
    unsigned lacks;        /* GRAVEL_LACKS_*: what it tells for no system */
};

/* The bit GRAVEL_LACKS_* of what an adapter may tell beside the states, by its name; 0: there is none. */
unsigned gravel_hello_told(const char *name);

/* Numbers of a row of the block that follows `create`, and of ones that follow the answers to `advance` and
 * `contacts`. */
enum { GRAVEL_ROW_START = 11, GRAVEL_ROW_STATE = 9, GRAVEL_ROW_CONTACT = 14 };

/* Particles of equal radius, mass, inertia and species, all free or all attached, are of one kind; contacts are told
 * for each two kinds. */
enum { GRAVEL_KINDS_MAX = 512 };

/* Start the program `command`, as gravel_process_start() does, and read its hello within `limit` seconds.  The caller
 * ends *process, also after a failure: GRAVEL_INPUT with the program's own words. */
GRAVEL_MUST_USE enum gravel_status gravel_hello_hear(struct gravel_process **process, const char *command, double limit,
                                                     struct gravel_hello *hello, struct gravel_error *error);

/* The message `create`, one line with its end, and the block of *n_numbers that follows it; the caller frees both with
 * free().  GRAVEL_UNSUPPORTED: more than GRAVEL_KINDS_MAX kinds of particles, or an event-driven program and a
 * restitution that depends on the speed. */
GRAVEL_MUST_USE enum gravel_status gravel_create_write(const struct gravel_system *system, enum gravel_method method,
                                                       const struct gravel_options *options, bool events, char **line,
                                                       double **numbers, size_t *n_numbers, struct gravel_error *error);

/* What the adapter answers to `create`: the sentence for the record, which the caller frees with free(), and to *lacks
 * what it does not tell of this system (GRAVEL_LACKS_*).
 * GRAVEL_UNSUPPORTED names what it refuses; GRAVEL_PHYSICS is its own error; GRAVEL_IO is no such answer. */
GRAVEL_MUST_USE enum gravel_status gravel_create_read(const struct gravel_hello *hello, const char *line, size_t n,
                                                      char **note, unsigned *lacks, struct gravel_error *error);

/* A particle that a sticky or absorbing wall has caught. */
struct gravel_caught {
    size_t particle, wall;
};

/* The answer to `advance`; freed with gravel_advanced_free(). */
struct gravel_advanced {
    bool progress; /* it is still on its way: nothing else is set */
    double t;      /* [s] */
    size_t bytes;  /* of the block that follows */
    size_t n_events, n_caught;
    struct gravel_event *events;  /* [n_events] in order of time; owned */
    struct gravel_caught *caught; /* [n_caught] owned */
};

void gravel_advanced_free(struct gravel_advanced *advanced);

/* To whom and from when on `advance` was asked. */
struct gravel_asked {
    const struct gravel_system *system;
    unsigned lacks; /* GRAVEL_LACKS_* of this system */
    bool events;    /* what `create` asked for */
    double since;   /* [s] */
};

/* Read an answer to `advance`; counters and, where the adapter has the ledger, energies of contacts are replaced.
 * GRAVEL_PHYSICS is the adapter's own error; GRAVEL_IO is no such answer. */
GRAVEL_MUST_USE enum gravel_status gravel_advanced_read(struct gravel_advanced *advanced,
                                                        const struct gravel_asked *asked, const char *line, size_t n,
                                                        struct gravel_energy *energy, struct gravel_counters *counters,
                                                        struct gravel_error *error);

/* The answer to `kick`, {"ok": true}; to `contacts`, with *bytes of the block that follows.  Errors as above. */
GRAVEL_MUST_USE enum gravel_status gravel_kicked_read(const char *line, size_t n, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_contacts_read(const char *line, size_t n, size_t *bytes,
                                                        struct gravel_error *error);

/* A contact from its row [i, j or -1 - wall, branch, force, torque on i, torque on j]; false: there is none such in the
 * system.  Impulses are force times `interval` [s]. */
bool gravel_contact_read(struct gravel_push *push, const double row[GRAVEL_ROW_CONTACT],
                         const struct gravel_system *system, double interval);

#endif
