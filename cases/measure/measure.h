/* Observables, named by `measure:` in a case file.  One estimator serves every engine: a measure sees
 * states and events, never an engine.
 *
 * A measure has two kinds of output.
 * - means: numbers (or arrays over an abscissa) that it returns at every sample; the harness detects the
 *   steady state, averages them over time and derives the error from blocks, so a measure never averages.
 * - finals: numbers and tables that it adds once, when the run is over. */
#ifndef GRAVEL_CASES_MEASURE_H
#define GRAVEL_CASES_MEASURE_H

#include "engines/engine.h"

struct gravel_state {
    double t;                                /* [s] */
    const struct gravel_system *system;      /* its particles are the initial ones */
    const struct gravel_particle *particles; /* the present ones, system->n_particles */
    const struct gravel_energy *energy;
    double since; /* time since the previous sample [s]; 0 at the first */
};

/* One mean: `n` == 1 is a number; n > 1 is an array over `abscissa` (owned by the measure). */
struct gravel_mean {
    const char *name; /* unique in the case: "height.light" */
    const char *unit;
    size_t n;
    const double *abscissa;
    const char *abscissa_name, *abscissa_unit;
};

/* Receiver of finals; the harness implements it. Everything is copied. */
struct gravel_results {
    void *self;
    /* err < 0: the measure has no error of its own (the replicates give it); 0: exact. */
    void (*number)(void *self, const char *name, const char *unit, double value, double err);
    /* columns "t|z1|z2", units "s|m|m"; data row by row. */
    void (*table)(void *self, const char *name, const char *columns, const char *units, size_t n_rows,
                  const double *data);
};

struct gravel_measure_ops {
    const char *name;
    const char *what; /* one sentence, with the formula */
    const char *reference;
    const struct gravel_key *options; /* below measure.<name>; may be NULL */
    size_t size; /* of what it keeps: the caller makes it of zeros and frees it; `measure` is NULL when it is 0 */
    /* `parameters` is the whole resolved case, `options` the measure's own keys.  NULL: zeros are enough. */
    enum gravel_status (*create)(void *measure, const struct gravel_system *system,
                                 const struct gravel_options *parameters, const struct gravel_options *options,
                                 struct gravel_error *error);
    /* Free what it owns, after a failed create too; NULL: nothing. */
    void (*destroy)(void *measure);
    /* Save what has been kept of the samples and events so far, which changes nothing, or load it into a measure that
     * create() has just made of the same system and parameters.  What create() sets need not be in it, with one
     * exception: what follows from the length of the run is compared by GRAVEL_ARCHIVE_SAME(), as a run can be
     * prolonged.  Every measure has this operation; gravel_measure_keeps_nothing() for those without such a state. */
    void (*archive)(void *measure, struct gravel_archive *archive);
    /* The list of means; NULL operation or *count = 0: none. */
    const struct gravel_mean *(*means)(const void *measure, size_t *count);
    /* Values of all means one after the other, sum of n. Called at t = 0 too. */
    void (*sample)(void *measure, const struct gravel_state *state, double *values);
    void (*event)(void *measure, const struct gravel_event *event); /* optional */
    /* Optional; state is the last one. */
    enum gravel_status (*finish)(void *measure, const struct gravel_state *state, const struct gravel_results *results,
                                 struct gravel_error *error);
};

/* Operation `archive` of a measure that keeps nothing from one sample to the next. */
static inline void
gravel_measure_keeps_nothing(void *measure, struct gravel_archive *archive)
{
    (void)measure, (void)archive;
}

extern const struct gravel_measure_ops *const gravel_measures[];
const struct gravel_measure_ops *gravel_measure_find(const char *name);

#endif
