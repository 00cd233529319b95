/* The neighbour search: the methods by which the engine finds the particles and walls that a particle may collide with.
 *
 * A method is a `static const struct gravel_neighbour_ops` in the array of engines/ed/neighbour_registry.c.  It keeps
 * its state in ed->neighbours and predicts, for each particle, the earliest event in that neighbourhood; an event of
 * its own (ed->record[i].partner == GRAVEL_NEIGHBOUR_EVENT) marks the time when the neighbourhood must change. */
#ifndef GRAVEL_ED_NEIGHBOUR_SEARCH_H
#define GRAVEL_ED_NEIGHBOUR_SEARCH_H

#include "engines/ed/state.h"

struct gravel_neighbour_ops {
    const char *name; /* value of the option `neighbours` */
    const char *method;
    const char *reference;
    /* GRAVEL_UNSUPPORTED, with the reason, when the method cannot run this system.  Bodies, attachments, growth, query
     * and system.particles are set. */
    enum gravel_status (*supports)(const struct gravel_ed *ed, struct gravel_error *error);
    /* Whether `auto` chooses this method where it is supported. */
    bool (*preferred)(const struct gravel_ed *ed);
    /* Allocate ed->neighbours for a supported system. */
    enum gravel_status (*create)(struct gravel_ed *ed, struct gravel_error *error);
    /* Free ed->neighbours, which may be incomplete after a failed create, but not NULL. */
    void (*destroy)(struct gravel_ed *ed);
    /* Enter all particles at their present positions. */
    enum gravel_status (*fill)(struct gravel_ed *ed, struct gravel_error *error);
    /* Predict the next event of particle i, store its partner in ed->record[i] and schedule it. */
    void (*predict)(struct gravel_ed *ed, int32_t i);
    /* Schedule the next event of particle i after a stale one: its own path is as predicted, the partner's is not.  The
     * event is the second predicted collision, which must be known (later[i].time), or one of other kinds before it. */
    void (*resume)(struct gravel_ed *ed, int32_t i);
    /* Execute the method's own event of particle i and predict its next one. */
    enum gravel_status (*handle)(struct gravel_ed *ed, int32_t i, struct gravel_error *error);
    /* Remove particle i, which a wall has just attached or absorbed; NULL if the method supports no such walls. */
    void (*remove)(struct gravel_ed *ed, int32_t i);
    /* Enter particle i, removed before, as an attached one, and predict the events of its free neighbours; NULL as
     * above. */
    enum gravel_status (*insert)(struct gravel_ed *ed, int32_t i, struct gravel_error *error);
    /* Subtract `shift` [s] from all stored times. */
    void (*rebase)(struct gravel_ed *ed, double shift);
    /* Save or load ed->neighbours. */
    void (*archive)(struct gravel_ed *ed, struct gravel_archive *archive);
    /* Prefetch what an event of particle i reads; a stage may use the data of the stages before it.  See struct
     * gravel_prefetcher; `ed` is a struct gravel_ed. */
    void (*prefetch)(void *ed, int32_t i, int stage);
    /* Number of particles from which on prefetching is worth its time. */
    int32_t prefetch_least;
    /* GRAVEL_PHYSICS when an invariant of the method is violated.  For tests; up to O(n^2). */
    enum gravel_status (*self_check)(const struct gravel_ed *ed, struct gravel_error *error);
};

/* Predict and schedule the next event of particle i, whose path has changed. */
static inline void
gravel_ed_predict(struct gravel_ed *ed, int32_t i)
{
    ed->neighbour_ops->predict(ed, i);
}

#endif
