/* The data that the files of the adaptive integrator share: see adaptive.c. */
#ifndef GRAVEL_MD_ADAPTIVE_STATE_H
#define GRAVEL_MD_ADAPTIVE_STATE_H

#include "engines/md/state.h"

#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_roots.h>

/* Functions of the state (switches) whose zeros are the times at which the forces of a listed pair are not smooth. */
enum gravel_md_switch {
    GRAVEL_MD_GAP,        /* minus the overlap [m]: a live contact ends, another one begins */
    GRAVEL_MD_APPROACH,   /* normal velocity, positive while the bodies approach [m/s] */
    GRAVEL_MD_CLIP,       /* a cohesionless normal force before it is clipped at zero [N] */
    GRAVEL_MD_SLIDE,      /* viscous tangential force minus the Coulomb bound [N] */
    GRAVEL_MD_ROLL,       /* rolling torque minus its bound [N m] */
    GRAVEL_MD_UNLOADING,  /* tangential spring under a Coulomb bound: minus the normal force; unloaded: -1 */
    GRAVEL_MD_STICK_SLIP, /* of such a spring: negative while its tangential state persists (adaptive_friction.c) */
    GRAVEL_MD_SWITCHES
};

struct gravel_md_switches {
    double of[GRAVEL_MD_SWITCHES]; /* 1 where a contact has no such limit, -1 for the last two */
};

enum gravel_md_event_kind {
    GRAVEL_MD_NO_EVENT,
    GRAVEL_MD_CONTACT_BEGINS,
    GRAVEL_MD_CONTACT_ENDS,
    GRAVEL_MD_FORCE_KINK,      /* a step ends here, nothing else changes */
    GRAVEL_MD_FRICTION_CHANGES /* of the tangential state */
};

/* The first event of any listed pair in a step. */
struct gravel_md_located_event {
    enum gravel_md_event_kind what;
    size_t k;                    /* pair, as of gravel_md_adaptive_list() */
    double h;                    /* since the step's start [s] */
    enum gravel_md_switch which; /* of a change of friction */
};

/* The state of the adaptive integrator, md->method.  Arrays [size] hold a state y: x, v, spins with rotation,
 * integrals, then for every slot of the contact pool impulse and dissipated energy, then, with tangential springs, the
 * spring of every slot. */
struct gravel_md_adaptive {
    gsl_odeiv2_step *step;       /* of `size` equations; owned */
    gsl_odeiv2_control *control; /* owned */
    gsl_root_fsolver *root;      /* owned */
    double tolerance;            /* of a step's error over the scales [1] */
    double speed;                /* scale of velocities [m/s] */
    double h;                    /* the step to try next [s] */
    size_t n_live;               /* contacts */
    size_t n_at_once;            /* events since the last step that was not negligible */
    uint64_t contact_steps;      /* counters.contact_steps: evaluated contact forces */

    size_t n_spins, slots, size; /* numbers of spin components, of slots and of equations */
    bool has_springs;
    double *y0, *slope0; /* state at the step's start, and its time derivative; owned */
    double *y;           /* state at the step's end; owned */
    double *error;       /* estimated error of the last step; owned */
    double *scale;       /* of the errors; owned */
    double *scratch;     /* a state within the step; owned */

    struct vec3 *x, *v, *omega;   /* the trial state [n]; owned */
    struct gravel_md_rates rates; /* of the trial state; owned */

    /* Of every listed pair at the step's start and end, and with springs in its middle; owned. */
    struct gravel_md_switches *before, *after, *middle;

    bool pending;                         /* the next step is known: it ends at `event`, in the state y */
    struct gravel_md_located_event event; /* of the pending step; its h is the step's length */
};

static inline struct gravel_md_adaptive *
gravel_md_adaptive_of(const struct gravel_md *md)
{
    return md->method;
}

/* Number of pairs in both neighbour lists. */
static inline size_t
gravel_md_adaptive_pairs(const struct gravel_md *md)
{
    return md->pairs.n + md->wall_pairs.n;
}

/* The list and the index k in it of one of these pairs: those of particles first, then those at walls. */
static inline const struct gravel_md_list *
gravel_md_adaptive_list(const struct gravel_md *md, size_t pair, size_t *k)
{
    const bool of_particles = pair < md->pairs.n;
    *k = of_particles ? pair : pair - md->pairs.n;
    return of_particles ? &md->pairs : &md->wall_pairs;
}

#endif
