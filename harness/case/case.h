/* A case: the validated content of one YAML file.
 *
 * Parameters are flat: every scalar of the physical part (dimension, gravity, box, particles, material, walls,
 * contacts, prepare, run, engines.<name>, measure.<name>) is a (path, value) pair in a struct gravel_options, checked
 * against the declared keys; those of the fixed sections are read into a struct gravel_description (describe.h).
 * Particles and walls that are lists get their `name` into the path
 * ("walls.floor.plane.normal", "particles.light.count"); a single mapping under `particles:` has no name in its
 * path ("particles.count") and its species is called "grain".  A sweep or `--set` replaces parameters by path and the
 * result is validated again as a whole.
 *
 * The rest (sweep, replicates, checks, figures, texts) has its own structs below. */
#ifndef GRAVEL_HARNESS_CASE_CASE_H
#define GRAVEL_HARNESS_CASE_CASE_H

#include "engines/core/option.h"
#include "engines/io/format.h"

#include <stdint.h>

enum { GRAVEL_NAME_MAX = 64 };

/* Where something stands in a file, for messages. */
struct gravel_location {
    const char *file; /* owned by the case */
    int line, column;
};

/* A section of parameters: "material", "walls", "walls.floor", "engines.md", ... */
struct gravel_section {
    char path[128];
    int line, column;
};

/* One axis of a sweep: `n_keys` parameters that change together through `n_values` tuples. */
struct gravel_axis {
    size_t n_keys, n_values;
    char **keys;   /* paths */
    char **values; /* texts, value-major: values[v * n_keys + k] */
    struct gravel_location location;
};

/* A condition on a number of a record: from <= number(name) <= to (either may be infinite); equality is
 * from == to and is compared to 1e-9 relative; text conditions compare a textual parameter. */
struct gravel_condition {
    char name[GRAVEL_NAME_MAX];
    double from, to;
    char *text; /* NULL for numeric conditions */
};

struct gravel_where {
    size_t n;
    struct gravel_condition *items;
};

struct gravel_check {
    const struct gravel_check_kind *kind; /* check_kinds.h */
    char *title;                          /* optional sentence; "" when absent */
    char reference[GRAVEL_NAME_MAX];      /* id, or "" */
    char measure[GRAVEL_NAME_MAX];        /* observable's name; for `bound` also "invariant:<name>" or a counter */
    char along[GRAVEL_NAME_MAX];          /* a number of the record */
    char over[GRAVEL_NAME_MAX];           /* the swept key that moves along a curve; "": `along` itself */
    char engines[4][16];                  /* engine names; none: every engine of the case */
    size_t n_engines;
    double within;              /* tolerance; absolute, or relative with `relative: true` */
    bool relative, is_absolute; /* the second: `relative: false` is stated */
    double at_least;            /* differ */
    double level;               /* crossing */
    int direction; /* crossing: 1 rising, -1 falling; 0: the difference of two engines, which vanishes from any side */
    double from, to; /* bound, crossing */
    bool every_run;  /* bound: of every replicate, not of their mean */
    int degree;      /* fit and collapse: of the polynomial; 0: none */
    double constant; /* fit: value at 0; NaN: free */
    char gives[8];   /* fit: "zero", "vertex", "c0", ... */
    char offset[12]; /* slope: "limit" or "threshold", fitted with the exponent; "": none */
    struct gravel_where where;
    struct gravel_location location;
};

/* Something that was changed after data had been seen; the texts are owned, "" when absent. */
struct gravel_change {
    char *check; /* the reference of a check, or its kind and observable; "": the whole case */
    char *what, *from, *to, *reason, *date;
};

/* One figure: y against x, one series for each combination of the `series` numbers. */
struct gravel_figure_axis {
    char measure[GRAVEL_NAME_MAX]; /* a number of the record, or a column of the figure's table */
    char *label;
    bool log;
    double from, to; /* NaN: automatic */
};
struct gravel_figure {
    char *title, *caption;
    struct gravel_figure_axis x, y;
    size_t n_series;
    char series[4][GRAVEL_NAME_MAX]; /* "engine", "contact_time", ... */
    size_t n_references;
    char references[8][GRAVEL_NAME_MAX]; /* drawn in: value as a line with its band, law as a curve over x */
    char table[GRAVEL_NAME_MAX];         /* "": one point a record; else: curves or pictures from this table */
    enum {
        GRAVEL_FIGURE_CURVES,
        GRAVEL_FIGURE_SNAPSHOT,
        GRAVEL_FIGURE_TRAJECTORIES,
        GRAVEL_FIGURE_TABLE,
        GRAVEL_FIGURE_MAP,
        GRAVEL_FIGURE_ANIMATION
    } style;
    char colour[GRAVEL_NAME_MAX];    /* SNAPSHOT: the column that colours the particles; MAP: the observable that is
                                        compared; ANIMATION: "species" or "layers" */
    size_t n_arrows;                 /* SNAPSHOT: 2, or 0: no arrows */
    char arrows[2][GRAVEL_NAME_MAX]; /* the columns of an arrow's components on x and y */
    double magnify;                  /* length of an arrow over that of its components, in the unit of x and y */
    size_t n_frames;                 /* ANIMATION: of the trajectory from the time `start` [s] on */
    double start;
    char each[GRAVEL_NAME_MAX]; /* one panel for every value of this number */
    struct gravel_where where;
    bool headline; /* the figure of the README and of the report's head */
    struct gravel_location location;
};

/* Trajectories that a run writes. */
enum { GRAVEL_OUTPUT_FORMATS_MAX = 8 };

struct gravel_case_output {
    bool stated;     /* the case has the section; otherwise these are the defaults */
    double every;    /* [s]; 0: at every sample */
    unsigned fields; /* bits of enum gravel_field */
    size_t n_formats;
    const struct gravel_format_ops *formats[GRAVEL_OUTPUT_FORMATS_MAX];
    bool contacts;
};

struct gravel_case {
    char *path; /* of the file */
    char name[GRAVEL_NAME_MAX], family[GRAVEL_NAME_MAX];
    char *title, *asks, *source_key, *source_where;
    struct gravel_options parameters; /* of the chosen tier, before the sweep */
    size_t n_engines;
    char engines[8][16];
    char external[16], replaced[16]; /* the name of an external engine, and of the engine that it replaces; "" */
    size_t n_measures;
    char measures[16][GRAVEL_NAME_MAX];
    char prepare[GRAVEL_NAME_MAX];
    size_t n_axes, n_checks, n_figures;
    struct gravel_axis *axes;
    struct gravel_check *checks;
    struct gravel_figure *figures;
    size_t n_changes;
    struct gravel_change *changes;
    struct gravel_case_output output;
    int replicates;
    uint64_t seed;
    char tier[16]; /* see tier.h */
    bool tiered;   /* the file states other values for some tier: quick is less than full */
    size_t n_sections, sections_capacity;
    struct gravel_section *sections; /* that the file states */
};

/* Frees what the case owns and leaves it empty; an empty case may be freed again. */
void gravel_case_free(struct gravel_case *c);
void gravel_axis_free(struct gravel_axis *axis);
void gravel_where_free(struct gravel_where *where);

/* Add a section that the file states at this place.  GRAVEL_MEMORY leaves the case as it was. */
GRAVEL_MUST_USE enum gravel_status gravel_case_add_section(struct gravel_case *c, const char *path, int line,
                                                           int column, struct gravel_error *error);

/* Whether the file states this parameter, so that it is no default. */
bool gravel_case_states(const struct gravel_case *c, const char *path);

/* Put "file:line:column: " before the message: the place of the option or section that error->path names or, where the
 * file does not state it, of the nearest section above it.  An error without a path is located at `prepare`. */
void gravel_case_locate(const struct gravel_case *c, struct gravel_error *error);

/* Put another engine in the place of one, where the case and its checks name it; its options stay where they are.
 * False: the case does not run that engine. */
bool gravel_case_replace_engine(struct gravel_case *c, const char *engine, const char *by);

/* Index of the axis that changes the parameter at this full path; n_axes when there is none. */
size_t gravel_case_axis(const struct gravel_case *c, const char *path);

/* Number of combinations of the sweep's values; 1 without a sweep. */
size_t gravel_case_n_combinations(const struct gravel_case *c);

#endif
