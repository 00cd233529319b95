/* The measures of one run: created before the engine, given its events and samples of its states, then averaged. */
#ifndef GRAVEL_HARNESS_RUN_OBSERVE_H
#define GRAVEL_HARNESS_RUN_OBSERVE_H

#include "cases/measure/measure.h"
#include "harness/record/record.h"
#include "harness/stats/stats.h"

enum { GRAVEL_MEASURES_MAX = 16 };

struct gravel_observed {
    const struct gravel_measure_ops *ops; /* NULL: creation failed */
    void *measure;                        /* ops->size bytes; owned */
    const struct gravel_mean *means;
    size_t n_means, width; /* numbers a sample */
};

/* Column 0 of the blocks is the kinetic energy, by which the steady state is detected; the means follow. */
struct gravel_observation {
    size_t n;
    struct gravel_observed items[GRAVEL_MEASURES_MAX];
    double *values; /* one sample of all columns; owned */
    struct gravel_blocks blocks;
};

/* Create the measures of these names for `system`, with their options from `parameters`.  GRAVEL_INPUT for an unknown
 * name and whatever a measure refuses.  The caller frees with gravel_observation_free(); after a failure nothing is
 * owned. */
GRAVEL_MUST_USE enum gravel_status gravel_observation_create(struct gravel_observation *observation, size_t n,
                                                             const char (*names)[64],
                                                             const struct gravel_system *system,
                                                             const struct gravel_options *parameters,
                                                             struct gravel_error *error);

/* Free the measures and samples; allowed in any state. */
void gravel_observation_free(struct gravel_observation *observation);

/* The sink for the engine: passes an event or a push to all measures that use them; NULL where none does.  It points to
 * `observation`. */
struct gravel_sink gravel_observation_sink(struct gravel_observation *observation);

/* Take one sample of every measure.  The sample at t = 0 is given to the measures, but is not averaged: rates have no
 * interval yet. */
void gravel_observation_sample(struct gravel_observation *observation, const struct gravel_state *state);

/* Save the samples so far and the state of every measure, or load them into the same measures, just created. */
void gravel_observation_archive(struct gravel_observation *observation, struct gravel_archive *archive);

/* Which samples are averaged: all; with `steady` those after the transient, which is found; or those after the part
 * `discard` < 1 of the run. */
struct gravel_averaging {
    bool steady;
    double discard;
    double interval; /* between samples [s] */
};

/* Add averages, errors and final values to the record.  Where no steady state is shown with `steady`, the drift adds to
 * the errors of the averages. */
GRAVEL_MUST_USE enum gravel_status gravel_observation_finish(struct gravel_observation *observation,
                                                             const struct gravel_state *last,
                                                             const struct gravel_averaging *averaging,
                                                             struct gravel_record *record, struct gravel_error *error);

#endif
