/* What one point needs while it runs: shared by point.c, which runs it, point_record.c, which
 * writes its record, and restart.c, which saves and loads it. */
#ifndef GRAVEL_HARNESS_RUN_RUNNING_H
#define GRAVEL_HARNESS_RUN_RUNNING_H

#include "harness/run/checkpoint.h"
#include "harness/run/monitor.h"
#include "harness/run/observe.h"
#include "harness/run/output.h"
#include "harness/run/plan.h"

/* A state from which a point goes on. */
struct gravel_saved {
    unsigned char *data; /* owned; NULL: none */
    struct gravel_archive archive;
    double length;                   /* of the run that saved it [s] */
    long samples;                    /* the same */
    struct gravel_output_end output; /* what it had written */
};

struct gravel_running {
    const struct gravel_point *point;             /* borrowed, as the next three */
    const struct gravel_checkpoints *checkpoints; /* NULL: none */
    _Atomic double *done;                         /* or NULL */
    struct gravel_record *record;
    struct gravel_system system;    /* as stated: that of the measures */
    struct gravel_system simulated; /* with the bias of the point: that of the engine and the invariants */
    struct gravel_observation observation;
    struct gravel_monitor monitor;
    struct gravel_listener listener;
    struct gravel_output *output; /* NULL: none */
    void *engine;

    double length; /* of the run [s] */
    long samples;
    bool until_separated;
    long k;                            /* the sample to which the run advances; samples + 1 at the end */
    double t, since;                   /* time of the last sample, and from the one before it to that [s] */
    double now;                        /* time of the engine [s] */
    bool ended_broken;                 /* bodies overlapped by more than they may: the point is broken */
    bool separated;                    /* the run has ended because nothing can meet again */
    struct gravel_particle *particles; /* at the last sample, as energy and counters; owned */
    struct gravel_energy energy;
    struct gravel_counters counters;

    double started_children;    /* processor time of ended child processes at the start [s] */
    double started, cpu_before; /* processor time at the start of this process' part, and of all parts before it [s] */
    double stride;  /* the engine advances by at most this between two looks at the clock [s]; 0: not yet set */
    double written; /* when the last checkpoint was written, by gravel_clock_elapsed() [s] */
    bool told;      /* that a checkpoint could not be written */
    struct gravel_saved saved;
    bool refused;   /* `saved` cannot be used */
    bool continues; /* `saved` is the end of another, shorter run */
};

/* Time of sample k of so many in a run of this length [s]. */
static inline double
gravel_sample_time(double length, long samples, long k)
{
    return k < samples ? length * ((double)k / (double)samples) : length;
}

#endif
