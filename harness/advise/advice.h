/* What advice on one system consists of: numbers with their sources, remarks on the engines and warnings. */
#ifndef GRAVEL_HARNESS_ADVISE_ADVICE_H
#define GRAVEL_HARNESS_ADVISE_ADVICE_H

#include "engines/engine.h"

enum { GRAVEL_ADVISED_SPEEDS = 8, GRAVEL_ADVISED_ENGINES = 8, GRAVEL_ADVISED_STEPS = 16 };

/* A speed of the system and where it comes from. */
struct gravel_advised_speed {
    const char *what, *source;
    double value; /* [m/s] */
};

/* One kind of contact, at the typical speed. */
struct gravel_advised_contact {
    char name[72]; /* "grain-grain", "grain-floor" */
    bool wall;
    double m_red, diameter;   /* [kg], [m]; the mean diameter of a pair */
    double restitution;       /* of the collision rule of hard spheres */
    double soft_restitution;  /* of soft ones; NaN, as the next two: there is no soft contact */
    double contact_time;      /* [s] */
    double overlap;           /* the largest, in diameters */
    double steps;             /* MD's time steps in it; NaN where an error controls them */
    double restitution_error; /* that these steps make, wherever in a step the contact begins; NaN as above */
    double rest_overlap;      /* in diameters, the largest under the weight of all layers; 0 without gravity */
};

/* Errors of an integrator at a number of steps. */
struct gravel_advised_step {
    const char *integrator;
    double steps, error; /* in the shortest contact, and of its restitution */
};

enum gravel_regime {
    GRAVEL_REGIME_SINGLE,   /* one contact at a time, whatever its duration */
    GRAVEL_REGIME_INSTANT,  /* sigma so large that soft spheres differ from hard ones by less than 5 % */
    GRAVEL_REGIME_SOFTENED, /* by 5 to 20 % */
    GRAVEL_REGIME_DETACHED, /* by more: several grains touch at once and less energy is lost */
    GRAVEL_REGIME_BLOCK,    /* a column that moves as one */
    GRAVEL_REGIME_LASTING,  /* grains rest on each other */
    GRAVEL_REGIME_UNKNOWN
};
/* In a few words, "lasting contacts", and in one, "lasting". */
const char *gravel_regime_name(enum gravel_regime regime);
const char *gravel_regime_word(enum gravel_regime regime);

/* A short run from the prepared state; means over its second half. */
struct gravel_advised_pilot {
    double simulated, cpu; /* [s]; 0: there was none */
    double speed;          /* root mean square over free grains [m/s] */
    double event_time;     /* between two collisions of a grain [s]; INFINITY: none happened */
    double height;         /* h_cm - h_cm0 of a column or a box [m]; else NaN */
    double overlap;        /* MD: the largest, in diameters; else 0 */
};

struct gravel_advised_engine {
    const struct gravel_engine_ops *ops;
    struct gravel_advised_pilot pilot;
    bool of_case, runs;
    char remark[320]; /* why it refuses the system, or what its results mean */
};

enum gravel_warning_kind {
    GRAVEL_WARN_OVERLAP,
    GRAVEL_WARN_WEIGHT,
    GRAVEL_WARN_STEPS,
    GRAVEL_WARN_RESTITUTION,
    GRAVEL_WARN_SIGMA,
    GRAVEL_WARN_COLLAPSE,
    GRAVEL_WARN_STALL,
    GRAVEL_WARN_SIDES,
    GRAVEL_WARN_FRICTION,
    GRAVEL_WARN_ATTRACTORS,
    GRAVEL_WARN_REST,
    GRAVEL_WARN_PHASE,
    GRAVEL_WARN_ENGINE,
    GRAVEL_WARNINGS
};

/* In a word or two: "collapse". */
const char *gravel_warning_name(enum gravel_warning_kind kind);

struct gravel_advice {
    /* The prepared state. */
    size_t n, n_attached;  /* free and attached particles */
    double diameter, mass; /* means of the free ones */
    double layers;  /* grains above each other when they lie over their present width; beads on a line: their number */
    double gap;     /* of surfaces [m]: median of neighbours on a line, else mean to the nearest; NaN: one grain */
    double packing; /* part of the prepared region that grains fill; NaN on a line */
    double alpha;   /* largest A0 w^2/g of a wall; 0: none vibrates or no gravity */

    size_t n_speeds, taken;
    struct gravel_advised_speed speeds[GRAVEL_ADVISED_SPEEDS];

    size_t n_contacts;
    struct gravel_advised_contact *contacts; /* owned */

    bool soft;        /* MD can run the system, so that soft contacts exist */
    double time_step; /* of MD [s]; 0: it does not run, or with error control */
    char integrator[20];
    size_t n_steps;
    struct gravel_advised_step steps[GRAVEL_ADVISED_STEPS];

    double X;                     /* dissipation N (1 - e) of N grains above each other; NaN: a gas has none */
    double restitution, collapse; /* the lowest of pairs, and below which hard spheres collapse; NaN: not known */
    double contact_time;          /* t_c, the longest of pairs [s] */
    double event_time;            /* t_ev, between two events of a grain [s]; NaN: not known */
    const char *event_source;
    double sigma; /* t_ev/t_c */
    bool dissipative, rests;
    enum gravel_regime regime;

    double sigma_5, sigma_20; /* where soft and hard spheres differ by 5 and by 20 %; NaN: not measured */
    const char *sigma_source;
    bool measured; /* for this kind of system; else those of vibrated columns */
    const char *difference_of, *difference_source;
    double difference; /* of MD from ED in that number, relative; NaN: no hard-sphere number is right, or not known */
    double difference_most; /* its size is at most this; NaN as above */

    double largest_overlap;     /* of a run of MD, in diameters; NaN: not known */
    double md_steps, ed_events; /* of the run; NaN: not known */

    double run_length; /* of the case [s] */
    size_t n_engines;
    const struct gravel_advised_pilot *pilot; /* whose results are used, or NULL */
    struct gravel_advised_engine engines[GRAVEL_ADVISED_ENGINES];
    char warnings[GRAVEL_WARNINGS][360]; /* "": none of this kind */
};

/* One point of a sweep and the advice on it. */
struct gravel_advised_point {
    size_t number;    /* from 1 */
    char at[240];     /* "count = 10, restitution = 0.9"; "" without a sweep */
    char values[160]; /* "10, 0.9" */
    int dimension;
    double gravity; /* [m/s^2] */
    struct gravel_advice advice;
};

/* Free what the advice owns and set it to zero. */
void gravel_advice_free(struct gravel_advice *advice);

/* The typical speed [m/s]. */
static inline double
gravel_advised_speed(const struct gravel_advice *advice)
{
    return advice->speeds[advice->taken].value;
}

#endif
