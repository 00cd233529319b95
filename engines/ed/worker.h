/* One of the threads that share the events of a window of time (team.h), and what it writes down meanwhile. */
#ifndef GRAVEL_ED_WORKER_H
#define GRAVEL_ED_WORKER_H

#include "engines/ed/cells.h"
#include "engines/ed/event_heap.h"
#include "engines/ed/split_calendar.h"
#include "engines/ed/state.h"

/* A particle as it was before an event. */
struct gravel_saved_particle {
    int32_t i;
    double time; /* of its event, in the calendar */
    struct gravel_body body;
    struct gravel_record record;
    struct gravel_later_collision later;
    uint32_t count;
    struct vec3 omega;
    double last_contact;
};

/* What a collision adds to the engine's sums and passes to its sink, in the order of time (t, i). */
struct gravel_outcome {
    struct gravel_event_time at;
    bool has_event, has_push;
    double work, dissipated; /* [J] */
    struct gravel_event event;
    struct gravel_push push;
};

/* An event, and the cells that it touches. */
struct gravel_trace {
    double t;
    int16_t touched[2][3];
};

struct gravel_worker {
    struct gravel_ed view;     /* the engine, with a clock, counters, a sink and a calendar of its own */
    struct gravel_cells cells; /* the engine's, with candidates of its own */
    struct gravel_split_calendar *calendar;
    struct gravel_slabs *slabs;
    const struct gravel_worker *below, *above; /* of the slabs on both sides */
    int32_t number;                            /* of its slab */
    double limit;                              /* end of the window */
    size_t most;                               /* events in a window */
    /* Of both phases; those of the first one are the first `first_saved` and `first_outcomes`. */
    struct gravel_saved_particle *saved; /* 2 most */
    struct gravel_outcome *outcome;      /* most */
    size_t n_saved, first_saved, n_outcomes, first_outcomes, n_events, first_events;
    struct gravel_trace *trace;            /* most; of the first phase, in the zones at borders */
    struct gravel_event_time *deferred[2]; /* most; in the lower and in the upper half of the slab */
    size_t n_traces, n_deferred[2];
    struct gravel_event_heap born; /* events that the second phase itself has scheduled in the window */
    int32_t *moved;                /* 2 most: particles whose events it has scheduled beyond the window */
    size_t n_moved;
    bool failed; /* the window is to be repeated by one thread */
};

/* Memory for `most` events.  GRAVEL_MEMORY; then gravel_worker_free() is still due. */
enum gravel_status gravel_worker_init(struct gravel_worker *worker, int32_t number, size_t n_particles, size_t most,
                                      struct gravel_error *error);
/* Free all memory; a zeroed worker is allowed. */
void gravel_worker_free(struct gravel_worker *worker);

/* Begin a window, up to `limit`. */
void gravel_worker_begin(struct gravel_worker *worker, const struct gravel_ed *ed, double limit);

/* Note the state of a particle, whose event is due at `time`, before an event changes it. */
void gravel_worker_save(struct gravel_worker *worker, int32_t i, double time);

/* Layers between particle i and the nearer border of the worker's slab. */
static inline int32_t
gravel_worker_depth(const struct gravel_worker *worker, int32_t i)
{
    const struct gravel_slabs *slabs = worker->slabs;
    return gravel_slab_depth(slabs, worker->number, worker->cells.record[i].cell.wrapped[slabs->axis]);
}

/* Handle the event (t, i), one of at most `most`. */
void gravel_worker_handle(struct gravel_worker *worker, double t, int32_t i);

/* Set particles back to what they were before saved[from] ... saved[to - 1]; calendars have no entries for them yet. */
void gravel_worker_undo(struct gravel_worker *worker, size_t from, size_t to);

#endif
