/* Integrators: one table of operations each, with its own state.
 *
 * A method of fixed steps evaluates the forces once a step, at a point of the step that it fixes (force_point); loop.c
 * calls predict(), the force evaluation and correct() in turn.  The adaptive method has a loop of its own. */
#ifndef GRAVEL_MD_INTEGRATOR_H
#define GRAVEL_MD_INTEGRATOR_H

#include "engines/md/state.h"

/* The largest number of arrays that columns() reports. */
enum { GRAVEL_MD_COLUMNS = 8 };

/* An array with one element of `size` bytes a particle. */
struct gravel_md_column {
    void *data; /* borrowed */
    size_t size;
};

/* Parameters of a method, beside the engine. */
struct gravel_md_method_setup {
    double tolerance; /* of a step's error, for methods with error control [1] */
    double speed;     /* typical speed of the fastest body, or 0 [m/s] */
};

struct gravel_md_integrator_ops {
    const char *name;         /* choice of the option `integrator` */
    const char *reference;    /* source of the method */
    double steps_per_contact; /* the shortest contact time over dt; 0: the user's option */
    double force_point;       /* where forces are evaluated: 0.5 in the middle of a step, 1 at its end */
    double least_relaxation;  /* steps in which a dashpot may relax velocities, at least (damping.h); 0: any */
    unsigned memory;          /* steps for which a force acts on the state after its end */
    bool integrates_springs;  /* tangential springs are differential equations (gravel_md_record.spring) */
    bool bounds_displacement; /* no particle moves by more than predict() returns between two force points */

    /* Allocate md->method for md->n particles at md->dt.  The system has passed check().
     * Error: GRAVEL_MEMORY.  md->method may be left partly allocated: destroy() frees it. */
    enum gravel_status (*create)(struct gravel_md *md, const struct gravel_md_method_setup *setup,
                                 struct gravel_error *error);
    /* Free md->method, which may be NULL or partly allocated. */
    void (*destroy)(struct gravel_md *md);
    /* Begin the contacts of bodies that overlap at t = 0 and compute the first forces; neighbour lists exist. */
    enum gravel_status (*start)(struct gravel_md *md, struct gravel_error *error);
    /* Advance the state to the last time of its step grid that is not after t_end. */
    enum gravel_status (*advance)(struct gravel_md *md, double t_end, struct gravel_error *error);
    /* The state of the span's free particles a time h < dt, or a free flight, after md->t; x, v, omega as
     * gravel_md_extrapolate(). */
    void (*extrapolate)(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x, struct vec3 *v,
                        struct vec3 *omega);
    /* md->integral at md->t + h [J]; `power` [W] belongs to the extrapolated state. */
    void (*integrals)(const struct gravel_md *md, double h, const double power[GRAVEL_MD_POWERS],
                      double integral[GRAVEL_MD_POWERS]);

    /* Methods of fixed steps only. */
    /* Move the state to the step's force point, with predicted velocities; returns an upper bound of a particle's
     * displacement [m] (0 where neighbour lists never expire). */
    double (*predict)(struct gravel_md *md);
    /* Complete the step with the new md->rates: x, v, omega and integrals at md->t + md->dt. */
    void (*correct)(struct gravel_md *md);

    /* Optional. */
    /* GRAVEL_INPUT, at the path of the option at fault, when the method does not apply to the system; of the particles
     * only their number counts.  NULL: it applies to every system. */
    enum gravel_status (*check)(const struct gravel_system *system, struct gravel_error *error);
    /* Velocity of particle i when a force that ended in the last step has been integrated in full; NULL: md->v[i]. */
    struct vec3 (*velocity_after_force)(const struct gravel_md *md, int32_t i);
    /* Set the derivatives that the method stores from earlier steps to those of a free flight; NULL: none stored. */
    void (*restart)(struct gravel_md *md);
    /* Save or load what md->method keeps from one step to the next; the rest of the engine has been saved or loaded.
     * NULL: nothing. */
    void (*archive)(struct gravel_md *md, struct gravel_archive *archive);
    /* The method's arrays of one element a particle, to be permuted when particles are sorted; returns their number.
     * NULL: none. */
    size_t (*columns)(const struct gravel_md *md, struct gravel_md_column column[GRAVEL_MD_COLUMNS]);
};

#endif
