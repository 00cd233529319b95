/* The state of the soft-sphere engine, shared by its files.
 *
 * The state (x, v, omega and the accelerations) belongs to the time t, a point of the engine's own step grid.
 * The present time `now` >= t is where the caller asked to be: less than one step later, or anywhere on a
 * free flight that is certified to be without contact.  What is reported at `now` is extrapolated from the
 * state and never fed back, so that results do not depend on the sampling times. */
#ifndef GRAVEL_MD_STATE_H
#define GRAVEL_MD_STATE_H

#include "engines/engine.h"

enum gravel_md_integrator { GRAVEL_MD_VERLET, GRAVEL_MD_GEAR };

/* The predictor-corrector's derivatives know of a force for this many steps after its end. */
enum { GRAVEL_MD_GEAR_MEMORY = 5 };

/* A pair, or a particle and wall -1 - j, that may touch. */
struct gravel_md_pair {
    int32_t i, j;
    int32_t contact; /* its live contact, or -1 */
};

struct gravel_md_list {
    size_t n, capacity;
    struct gravel_md_pair *items; /* owned; sorted by i */
};

/* What is integrated over time beside the motion: dissipation by the normal and the tangential forces, and
 * work of moving walls on the particles. */
enum { GRAVEL_MD_NORMAL, GRAVEL_MD_TANGENTIAL, GRAVEL_MD_WORK, GRAVEL_MD_POWERS };

/* The dissipative part of a contact's force, which does not vanish with the overlap. */
struct gravel_md_jump {
    struct vec3 force;  /* on i [N] */
    struct vec3 torque; /* on i and on j, per arm [N] */
    double power[GRAVEL_MD_POWERS]; /* [W] */
};

/* A live contact. */
struct gravel_md_contact {
    struct gravel_force force;
    double overlap;     /* at the last evaluation [m] */
    double largest;     /* largest overlap so far [m] */
    double start;       /* [s] */
    double approach;    /* [m/s] */
    double impulse;     /* [N s] */
    double dissipated;  /* [J] */
    struct vec3 normal; /* from j to i at the start */
    struct gravel_md_jump jump; /* at the last evaluation */
    uint32_t steps;
    int32_t next_free;
};

struct gravel_md_pool {
    size_t n, capacity;
    struct gravel_md_contact *items; /* owned */
    int32_t free;                    /* head of the chain of unused items, or -1 */
};

/* A contact that has begun or ended within the present step. */
struct gravel_md_change {
    int32_t i, j, contact;
    bool ended;
    struct gravel_event event;
};

/* Time derivatives at one instant. */
struct gravel_md_rates {
    struct vec3 *a, *alpha; /* accelerations [m/s^2] and angular ones [rad/s^2]; owned */
    double power[GRAVEL_MD_POWERS]; /* [W] */
    double elastic;         /* energy stored in the contacts [J] */
    size_t contacts;        /* live ones */
};

/* Force constants of every two classes of particles, and of every class at every wall. */
struct gravel_md_classes {
    size_t n;                   /* 0: too many classes, constants are computed at each contact's start */
    int32_t *of;                /* class of a particle; owned */
    struct gravel_force *pair;  /* [n][n]; owned */
    struct gravel_force *wall;  /* [n_walls][n]; owned */
};

/* How a flight or a step evaluates contacts. */
enum gravel_md_mode {
    GRAVEL_MD_STEP,    /* a point of the step grid */
    GRAVEL_MD_LANDING, /* the end of a free flight: bodies at zero distance touch, the dashpot is on */
    GRAVEL_MD_PROBE    /* extrapolated state: nothing is remembered */
};

struct gravel_md {
    struct gravel_system system; /* owned copy; particles hold what does not change, and held-ness */
    struct gravel_sink sink;
    enum gravel_md_integrator integrator;
    double dt, t, now;
    double flight_end; /* no contact before; <= t: not known */
    double factor;     /* tangential factor */
    bool small;        /* all pairs, free flights jumped */
    bool any_held;

    size_t n;
    struct vec3 *x, *v, *omega; /* owned */
    double *inverse_mass, *inverse_inertia; /* 0 for held and absorbed ones; owned */
    struct vec3 *arm;           /* held: from the wall's origin, in the wall's frame at t = 0; owned */
    struct gravel_md_rates rates, previous;
    double *higher; /* Gear: scaled derivatives 3, 4, 5 of x, of omega and of the integrals; owned */
    size_t n_higher;
    double integral[GRAVEL_MD_POWERS]; /* [J] */
    double lost;    /* mechanical energy that left with held and absorbed particles [J] */

    struct gravel_md_classes classes;
    struct gravel_md_list pairs, touches;
    struct gravel_md_pool pool;
    struct gravel_md_change *changes; /* owned */
    size_t n_changes, change_capacity;
    unsigned quiet; /* steps since the last contact */

    double wall_speed; /* no wall moves faster [m/s] */
    double reach;  /* how much pairs may still approach before the lists are stale [m] */
    int32_t *cell_head, *cell_next; /* owned */
    size_t cell_capacity;

    struct vec3 *probe_x, *probe_v, *probe_omega; /* owned scratch of snapshots */
    struct gravel_md_rates probe;

    struct gravel_counters counters;
    size_t n_caught;      /* particles that touch a sticky or absorbing wall in this step */
    int32_t fault_i, fault_j; /* the pair with a meaningless overlap, or fault_i = -1 */
};

/* md.c: the ledger at the present time. */
void gravel_md_energy(const void *engine, struct gravel_energy *energy);

/* force.c: contact forces at time t of the state (x, v, omega); rates->a includes gravity. */
GRAVEL_MUST_USE enum gravel_status gravel_md_forces(struct gravel_md *md, enum gravel_md_mode mode, double t,
                                                    const struct vec3 *x, const struct vec3 *v,
                                                    const struct vec3 *omega,
                                                    struct gravel_md_rates *rates,
                                                    struct gravel_error *error);

/* contact.c: live contacts, their constants and their events. */
GRAVEL_MUST_USE enum gravel_status gravel_md_classes_create(struct gravel_md *md, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_md_contact_begin(struct gravel_md *md, struct gravel_md_pair *pair,
                                                           struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_md_contact_end(struct gravel_md *md, struct gravel_md_pair *pair,
                                                         struct gravel_error *error);
/* Note that a contact has begun or ended in this step. */
GRAVEL_MUST_USE enum gravel_status gravel_md_change(struct gravel_md *md, const struct gravel_md_pair *pair,
                                                    bool ended, struct gravel_error *error);
/* After the step to time t: correct the velocities for jumps of force inside it, and report the contacts that
 * ended, in order of time. */
void gravel_md_settle(struct gravel_md *md);

/* integrate.c: one step of dt, or the state's extrapolation over h < dt or over a free flight. */
GRAVEL_MUST_USE enum gravel_status gravel_md_step(struct gravel_md *md, struct gravel_error *error);
void gravel_md_extrapolate(const struct gravel_md *md, double h, struct vec3 *x, struct vec3 *v,
                           struct vec3 *omega);
/* Velocity of particle i once the integrator has taken in all of a force that ended in the last step. */
struct vec3 gravel_md_settled_velocity(const struct gravel_md *md, int32_t i);
/* Forget what the integrator remembers of earlier steps: on a flight all of it is zero. */
void gravel_md_restart(struct gravel_md *md);

/* neighbour.c: who may touch whom. */
GRAVEL_MUST_USE enum gravel_status gravel_md_neighbours(struct gravel_md *md, struct gravel_error *error);

/* flight.c: a time before which nothing touches, given that nothing touches now; INFINITY if nothing ever does. */
double gravel_md_flight_end(const struct gravel_md *md);
/* Go there. */
GRAVEL_MUST_USE enum gravel_status gravel_md_fly(struct gravel_md *md, struct gravel_error *error);

/* held.c: particles carried by walls. */
void gravel_md_held_attach(struct gravel_md *md, size_t i, int32_t wall);
void gravel_md_held_move(const struct gravel_md *md, double t, struct vec3 *x, struct vec3 *v,
                         struct vec3 *omega);
/* Hold or remove the particles that touch sticky and absorbing walls. */
GRAVEL_MUST_USE enum gravel_status gravel_md_catch(struct gravel_md *md, struct gravel_error *error);

static inline bool
gravel_md_is_free(const struct gravel_md *md, size_t i)
{
    return md->system.particles[i].held == GRAVEL_FREE;
}

#endif
