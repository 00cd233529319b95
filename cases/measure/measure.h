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

/* One mean: a number, or with an abscissa (owned by the measure) an array of `n` over it.  With `of` it has no values
 * of its own in a sample: it is a function of the time averages of all values of a sample, as the temperature is of
 * those of m v^2 and of m v, and its error follows from theirs. */
struct gravel_mean {
    const char *name; /* unique in the case: "height.light"; NULL: not recorded, but used by another mean */
    const char *unit;
    size_t n;
    const double *abscissa;
    const char *abscissa_name, *abscissa_unit;
    /* Element k of the mean number `mean` in the list; or NULL. */
    double (*of)(const void *measure, const double *averages, size_t mean, size_t k);
};

/* What a measure may yield, declared so that a case that names anything else is refused before it runs. */
struct gravel_yield {
    const char *name; /* a star at its end stands for what the system gives: "height.*", a species, a wall, a number */
    const char *unit; /* of a table those of its columns, "s|m"; of a number one of several, "Pa|N/m" */
    const char *columns; /* of a table or of a mean over an abscissa ("height|value|err"); a star at its end stands for
                            any more; NULL: a number */
    bool is_determined;  /* the number follows from the parameters alone: no run changes it */
};

/* Systems that a measure fits: a bit for every dimension, and what there must be. */
enum {
    GRAVEL_IN_1D = 1u << 1,
    GRAVEL_IN_2D = 1u << 2,
    GRAVEL_IN_3D = 1u << 3,
    GRAVEL_IN_ANY = GRAVEL_IN_1D | GRAVEL_IN_2D | GRAVEL_IN_3D
};
enum {
    GRAVEL_NEEDS_GRAVITY = 1u << 0,
    GRAVEL_NEEDS_PERIODIC = 1u << 1,       /* a box that is periodic on every axis of the dimension */
    GRAVEL_NEEDS_PERIODIC_SIDES = 1u << 2, /* a box that is periodic on every axis but z */
    GRAVEL_NEEDS_WALL = 1u << 3,           /* one or more, of any shape */
    GRAVEL_NEEDS_PLANE = 1u << 4,
    GRAVEL_NEEDS_CYLINDER = 1u << 5,
    GRAVEL_NEEDS_RING = 1u << 6,
    GRAVEL_NEEDS_VIBRATION = 1u << 7, /* a wall that vibrates */
    GRAVEL_NEEDS_SHEAR = 1u << 8,     /* a sheared box */
    GRAVEL_NEEDS_OPENING = 1u << 9    /* an orifice or a cone */
};

/* Receiver of finals; the harness implements it. Everything is copied. */
struct gravel_results {
    void *self;
    /* A number without statistics: err 0: exact; > 0: known beforehand, as that of a sampling interval; < 0: the
     * replicates give it. */
    void (*number)(void *self, const char *name, const char *unit, double value, double err);
    /* A value with the series that gives its error: series[0], series[stride], .., n numbers in the order of time.
     * The error of the value is that of their average, by the estimator of time averages. */
    void (*estimate)(void *self, const char *name, const char *unit, double value, const double *series, size_t stride,
                     size_t n);
    /* columns "t|z1|z2", units "s|m|m"; data row by row. */
    void (*table)(void *self, const char *name, const char *columns, const char *units, size_t n_rows,
                  const double *data);
};

struct gravel_measure_ops {
    const char *name;
    const char *what; /* one sentence, with the formula */
    const char *reference;
    unsigned dimensions, needs;        /* GRAVEL_IN_*, GRAVEL_NEEDS_* */
    const struct gravel_yield *yields; /* ends with an entry whose name is NULL */
    const struct gravel_key *options;  /* below measure.<name>; may be NULL */
    bool sheared;                      /* it applies to a sheared box too */
    bool impacts;                      /* its events are those without duration, which soft spheres never have */
    bool ledger;                       /* it uses energies other than the kinetic and the rotational one */
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
    /* Values of all means without `of` one after the other, sum of n.  Called at t = 0 too. */
    void (*sample)(void *measure, const struct gravel_state *state, double *values);
    void (*event)(void *measure, const struct gravel_event *event); /* optional */
    /* Optional: the momentum that bodies give each other, those of the interval that a sample ends before the sample;
     * so their sum over the interval, divided by its length, is a force on either engine.  None before the sample at t
     * = 0.
     */
    void (*push)(void *measure, const struct gravel_push *push);
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

/* GRAVEL_INPUT, at the path measure.<name>, when the system is of another dimension or lacks something that the measure
 * needs.  The particles are not used: system->particles may be NULL. */
GRAVEL_MUST_USE enum gravel_status gravel_measure_fits(const struct gravel_measure_ops *ops,
                                                       const struct gravel_system *system, struct gravel_error *error);

/* What the measure yields under this name, or NULL; `table`: a table and not a number. */
const struct gravel_yield *gravel_measure_yield(const struct gravel_measure_ops *ops, const char *name, bool table);

/* "2D 3D; a cylinder, gravity": what the measure fits, for messages and lists; returns `buffer`. */
const char *gravel_measure_fit_text(const struct gravel_measure_ops *ops, char *buffer, size_t size);

#endif
