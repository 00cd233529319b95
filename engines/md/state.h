/* The state of the soft-sphere engine, shared by its files.
 *
 * The state (x, v, omega and the accelerations) belongs to the time t, a point of the engine's own step grid.
 * The present time `now` >= t is where the caller asked to be: less than one step later, or anywhere on a
 * free flight that is certified to be without contact.  What is reported at `now` is extrapolated from the
 * state and never fed back, so that results do not depend on the sampling times. */
#ifndef GRAVEL_MD_STATE_H
#define GRAVEL_MD_STATE_H

#include "engines/engine.h"
#include "engines/md/law.h"

enum gravel_md_integrator { GRAVEL_MD_VERLET, GRAVEL_MD_POSITION_VERLET, GRAVEL_MD_GEAR, GRAVEL_MD_ADAPTIVE };

/* Up to this size the search over all pairs costs less than keeping lists, free flights are jumped, and the adaptive
 * integrator serves. */
enum { GRAVEL_MD_SMALL = 64 };

/* An overlap of this part of the smaller diameter makes a run of the contact model meaningless. */
#define GRAVEL_MD_MEANINGLESS_OVERLAP 0.5

/* Bodies closer than this part of a diameter touch at the end of a flight, which is known to rounding only. */
#define GRAVEL_MD_LANDING_TOLERANCE 1e-11

/* The predictor-corrector's derivatives know of a force for this many steps after its end. */
enum { GRAVEL_MD_GEAR_MEMORY = 5 };

/* The image of a pair that is itself the nearest one: index of the zero shift. */
enum { GRAVEL_MD_NO_SHIFT = 13 };

/* Pairs that may touch, sorted by i: of particles i and j, or of particle i and wall -1 - j. */
struct gravel_md_list {
    size_t n, capacity;
    int32_t *i, *j;
    int32_t *contact; /* the pair's live contact, or -1 */
    uint8_t *image;   /* which periodic image of j is meant: index into gravel_md.shift */
};

/* What a listener wants to know of a contact. */
struct gravel_md_record {
    struct gravel_force force;
    double largest;     /* largest overlap so far [m] */
    double start;       /* [s] */
    double approach;    /* [m/s] */
    double impulse;     /* [N s] */
    double dissipated;  /* [J] */
    double push, loss;  /* normal force [N] and power lost [W] at the last trial state (GRAVEL_MD_CONTINUED) */
    struct vec3 normal; /* from j to i at the start */
    /* Of the adaptive integrator's tangential spring: what it does, and its slip [m] or, while it slides, any vector
     * along s (adaptive_friction.c). */
    enum gravel_md_grip grip;
    struct vec3 spring, trial; /* in the engine's state, and in the last trial state */
};

/* A place for a contact. */
union gravel_md_place {
    struct vec3 xi;    /* slip, summed over the steps; half a step ahead of the state [m] */
    int32_t next_free; /* while there is none: the next unused place, or -1 */
};

/* The ages of contacts are known up to so many steps; a power of two below 2^15. */
enum { GRAVEL_MD_OLD = 1 << 14 };

enum { GRAVEL_MD_CHAINS = 64 };

/* Live contacts, parallel arrays.  Contacts of neighbouring particles use neighbouring items, again and again: a cache
 * line whose items belong to particles of different threads goes to and fro between their cores. */
struct gravel_md_pool {
    size_t n, capacity;
    int32_t free[GRAVEL_MD_CHAINS]; /* heads of the chains of unused items, or -1: one for each run of particles */
    union gravel_md_place *place;
    uint16_t *birth;                  /* the step in which a contact began, modulo 2^16 */
    struct gravel_md_record *records; /* NULL when nobody listens and the kernel needs none */
};

/* A contact that has begun or ended within the present step. */
struct gravel_md_change {
    int32_t i, j, contact;
    bool ended;
    struct gravel_event event;
};

/* What is integrated over time beside the motion: energy dissipated by normal forces, energy given to tangential
 * forces (their springs store part of it), energy dissipated by rolling resistance, work of moving walls on the
 * particles. */
enum { GRAVEL_MD_NORMAL, GRAVEL_MD_TANGENTIAL, GRAVEL_MD_ROLLING, GRAVEL_MD_WORK, GRAVEL_MD_POWERS };

/* Time derivatives at one instant. */
struct gravel_md_rates {
    struct vec3 *a, *alpha;         /* accelerations [m/s^2] and angular ones [rad/s^2]; owned */
    double power[GRAVEL_MD_POWERS]; /* [W] */
    double elastic;                 /* energy stored in normal springs [J] */
    double sheared;                 /* energy stored in tangential springs [J] */
    size_t contacts;                /* live ones */
};

/* What particles are by themselves.  Most have many of their like: each kind of body is kept once. */
struct gravel_md_body {
    double radius, mass, inertia;         /* [m], [kg], [kg m^2] */
    double inverse_mass, inverse_inertia; /* of free ones: see gravel_md_inverse_mass() */
    int32_t species;
};

enum { GRAVEL_MD_CLASSES = 64 };

/* Force constants of every two classes of bodies, which have one radius and mass, and of every class at every wall. */
struct gravel_md_classes {
    size_t n;                          /* 0: too many classes, constants are computed at each contact's start */
    int32_t *of;                       /* class of a body; owned */
    int32_t member[GRAVEL_MD_CLASSES]; /* a body of each class */
    struct gravel_force *pair;         /* [n][n]; owned */
    struct gravel_force *wall;         /* [n_walls][n]; owned */
};

/* How contacts are evaluated. */
enum gravel_md_mode {
    GRAVEL_MD_STEP,     /* a point of the step grid */
    GRAVEL_MD_LANDING,  /* the end of a free flight: bodies at zero distance touch, the dashpot is on */
    GRAVEL_MD_PROBE,    /* extrapolated state: nothing is remembered */
    GRAVEL_MD_CONTINUED /* a trial state: live contacts go on smoothly beyond their end, none begins */
};

/* Particles begin .. end - 1; the arrays that go with them begin with the first of them. */
struct gravel_md_span {
    size_t begin, end;
};

/* A state at one instant, and where its forces go. */
struct gravel_md_instant {
    enum gravel_md_mode mode;
    double t;
    const struct vec3 *x, *v, *omega;
    struct gravel_md_rates *rates;
};

struct gravel_md {
    struct gravel_system system; /* owned copy, without the particles */
    struct gravel_sink sink;
    enum gravel_md_integrator integrator;
    double dt, t, now;
    double lag;        /* the last step's forces were computed so long before t [s] */
    double flight_end; /* no contact before; <= t: not known */
    double factor;     /* tangential factor */
    bool wraps;        /* the box is periodic in some direction */
    bool small;        /* all pairs, free flights jumped */
    int n_threads;
    struct gravel_md_dense *dense;       /* dense.c, or NULL; owned */
    struct gravel_md_adaptive *adaptive; /* adaptive.c, or NULL; owned */
    bool far_images;                     /* the neighbour list has images that the table of shifts does not reach */
    bool any_attached;

    size_t n;
    int32_t *id;                   /* the caller's number of a particle: particles are kept in spatial order; owned */
    struct vec3 *x, *v, *omega;    /* owned */
    struct gravel_md_body *bodies; /* all different, sorted; owned */
    size_t n_bodies;
    int32_t *body;     /* of a particle: index into bodies; owned, NULL: all are alike */
    int32_t *attached; /* GRAVEL_FREE, GRAVEL_ABSORBED, or the wall that carries the particle; owned, NULL:
                        * none ever */
    struct vec3 *arm;  /* attached: from the wall's origin, in the wall's frame at t = 0; owned, NULL: none ever */
    struct gravel_md_rates rates;
    struct gravel_md_rates predicted; /* Gear: only within a step */
    /* Verlet: by how much v and omega, on which forces depend, are ahead of the half step [m/s, 1/s]; only within a
     * step. Single precision is enough to predict with; the same number is taken back, so that only doubles are rounded
     * in the state. [3n]; owned */
    float *lead, *lead_spin;
    double *higher; /* Gear: scaled derivatives 3, 4, 5 of x, of omega and of the integrals; owned */
    size_t n_higher;
    double integral[GRAVEL_MD_POWERS]; /* [J] */
    double lost;                       /* mechanical energy that left with attached and absorbed particles [J] */
    double carried; /* potential energy by which periodic images differ from where particles went [J] */

    struct gravel_md_classes classes;
    struct gravel_md_list pairs, touches;
    struct vec3 shift[27];
    struct gravel_md_pool pool;
    struct gravel_md_change *changes; /* owned */
    size_t n_changes, change_capacity;
    unsigned quiet; /* steps since the last contact */

    double mean_radius; /* [m] */
    double mixed;       /* how far pairs may have approached or left since the particles were sorted [m] */
    double skin;        /* of the last neighbour list [m] */
    double crowding;    /* its pairs that do not touch, a particle and unit of shell (neighbour.c) [1] */
    double wall_speed;  /* no wall moves faster [m/s] */
    double reach;       /* how much pairs may still approach before the lists are stale [m] */

    struct gravel_counters counters;
    size_t n_caught;          /* particles that touch a sticky or absorbing wall in this step */
    int32_t fault_i, fault_j; /* the pair with a meaningless overlap, or fault_i = -1 */
};

/* create.c: operations of gravel_engine_ops. */
GRAVEL_MUST_USE enum gravel_status gravel_md_create(void **engine, const struct gravel_system *system,
                                                    const struct gravel_options *options,
                                                    const struct gravel_sink *sink, struct gravel_error *error);
void gravel_md_destroy(void *engine);

/* md.c: the ledger at the present time. */
GRAVEL_MUST_USE enum gravel_status gravel_md_ledger(struct gravel_md *md, struct gravel_energy *energy,
                                                    struct gravel_error *error);

/* force.c: contact forces of an instant; rates->a includes gravity. */
GRAVEL_MUST_USE enum gravel_status gravel_md_forces(struct gravel_md *md, const struct gravel_md_instant *at,
                                                    struct gravel_error *error);

/* One pair of a list: a contact that goes on, begins or ends. */
GRAVEL_MUST_USE enum gravel_status gravel_md_visit(struct gravel_md *md, const struct gravel_md_instant *at,
                                                   struct gravel_md_list *list, size_t k, struct gravel_error *error);

/* The error of md->fault_i and fault_j, which overlap too much. */
GRAVEL_MUST_USE enum gravel_status gravel_md_overlap_fault(const struct gravel_md *md, struct gravel_error *error);

/* adaptive.c: the integrator with error control; `speed` [m/s] and md->dt, its largest step, fix the scales of the
 * errors.  It refuses systems that it does not serve. */
GRAVEL_MUST_USE enum gravel_status gravel_md_adaptive_create(struct gravel_md *md, double tolerance, double speed,
                                                             struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_md_adaptive_advance(struct gravel_md *md, double t_end,
                                                              struct gravel_error *error);
/* The state and the integrals at the time t + h, not after the end of the next step. */
void gravel_md_adaptive_state(const struct gravel_md *md, double h, struct vec3 *x, struct vec3 *v, struct vec3 *omega,
                              double integral[GRAVEL_MD_POWERS]);
void gravel_md_adaptive_destroy(struct gravel_md *md);

/* dense.c: the same forces of all listed pairs for one linear law, many contacts at a time, where it applies. */
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_create(struct gravel_md *md, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_md_dense_pairs(struct gravel_md *md, const struct gravel_md_instant *at,
                                                         struct gravel_error *error);
void gravel_md_dense_destroy(struct gravel_md *md);

/* contact.c: live contacts, their constants and their events. */
GRAVEL_MUST_USE enum gravel_status gravel_md_classes_create(struct gravel_md *md, struct gravel_error *error);
/* Constants of a pair, with at most one of the particles attached, and of any listed contact from the table. */
struct gravel_force gravel_md_pair_force(const struct gravel_md *md, const struct gravel_md_body *a,
                                         const struct gravel_md_body *b, bool a_attached, bool b_attached);
struct gravel_force gravel_md_constants(const struct gravel_md *md, int32_t i, int32_t j);
GRAVEL_MUST_USE enum gravel_status gravel_md_contact_begin(struct gravel_md *md, struct gravel_md_list *list, size_t k,
                                                           bool inside_step, struct gravel_error *error);
GRAVEL_MUST_USE enum gravel_status gravel_md_contact_end(struct gravel_md *md, struct gravel_md_list *list, size_t k,
                                                         struct gravel_error *error);
/* Once every GRAVEL_MD_OLD steps: old contacts stay so old, lest they look young when 2^16 steps have gone. */
void gravel_md_contacts_grow_old(struct gravel_md *md);
/* Count a contact that is over and give its place back. */
void gravel_md_contact_release(struct gravel_md *md, int32_t i, int32_t j, int32_t contact);
/* After the step to time t: correct the velocities for jumps of force inside it, and report the contacts that
 * ended, in order of time. */
void gravel_md_settle(struct gravel_md *md);

/* integrate.c: one step of dt, or the state's extrapolation over h < dt or over a free flight. */
GRAVEL_MUST_USE enum gravel_status gravel_md_step(struct gravel_md *md, struct gravel_error *error);
void gravel_md_extrapolate(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x,
                           struct vec3 *v, struct vec3 *omega);
/* Velocity of particle i once the integrator has taken in all of a force that ended in the last step. */
struct vec3 gravel_md_settled_velocity(const struct gravel_md *md, int32_t i);
/* Forget what the integrator remembers of earlier steps: on a flight all of it is zero. */
void gravel_md_restart(struct gravel_md *md);

/* neighbour.c: who may touch whom. */
GRAVEL_MUST_USE enum gravel_status gravel_md_neighbours(struct gravel_md *md, struct gravel_error *error);
/* The same when the skin is used up: particles that have mixed are sorted first, and get new numbers. */
GRAVEL_MUST_USE enum gravel_status gravel_md_neighbours_used_up(struct gravel_md *md, struct gravel_error *error);

/* pairs.c: the place of particle i's first pair, or of the next particle's that has one; O(log n). */
size_t gravel_md_first_pair(const struct gravel_md_list *list, size_t i);
void gravel_md_list_free(struct gravel_md_list *list);

/* sort.c: neighbours in space become neighbours in memory; place[old number] becomes the new one, of each particle.
 * The lists still have the old numbers. */
GRAVEL_MUST_USE enum gravel_status gravel_md_sort(struct gravel_md *md, int32_t *place, struct gravel_error *error);

/* flight.c: a time before which nothing touches, given that nothing touches now; INFINITY if nothing ever does. */
double gravel_md_flight_end(const struct gravel_md *md);
/* Go there. */
GRAVEL_MUST_USE enum gravel_status gravel_md_fly(struct gravel_md *md, struct gravel_error *error);

/* attached.c: particles carried by walls. */
void gravel_md_attach(struct gravel_md *md, size_t i, int32_t wall);
void gravel_md_attached_move(const struct gravel_md *md, double t, struct gravel_md_span of, struct vec3 *x,
                             struct vec3 *v, struct vec3 *omega);
/* Hold or remove the particles that touch sticky and absorbing walls. */
GRAVEL_MUST_USE enum gravel_status gravel_md_catch(struct gravel_md *md, struct gravel_error *error);

static inline int32_t
gravel_md_holder(const struct gravel_md *md, size_t i)
{
    return md->attached != NULL ? md->attached[i] : GRAVEL_FREE;
}

static inline bool
gravel_md_is_free(const struct gravel_md *md, size_t i)
{
    return gravel_md_holder(md, i) == GRAVEL_FREE;
}

static inline size_t
gravel_md_body_number(const struct gravel_md *md, size_t i)
{
    return md->body != NULL ? (size_t)md->body[i] : 0;
}

static inline const struct gravel_md_body *
gravel_md_body(const struct gravel_md *md, size_t i)
{
    return &md->bodies[gravel_md_body_number(md, i)];
}

static inline double
gravel_md_radius(const struct gravel_md *md, size_t i)
{
    return gravel_md_body(md, i)->radius;
}

/* Zero for attached and absorbed particles, which no force moves. */
static inline double
gravel_md_inverse_mass(const struct gravel_md *md, size_t i)
{
    return gravel_md_is_free(md, i) ? gravel_md_body(md, i)->inverse_mass : 0.0;
}

static inline double
gravel_md_inverse_inertia(const struct gravel_md *md, size_t i)
{
    return gravel_md_is_free(md, i) ? gravel_md_body(md, i)->inverse_inertia : 0.0;
}

static inline struct gravel_md_span
gravel_md_all(const struct gravel_md *md)
{
    return (struct gravel_md_span){0, md->n};
}

/* The state at a point of the step grid. */
static inline struct gravel_md_instant
gravel_md_here(struct gravel_md *md, enum gravel_md_mode mode, double t)
{
    return (struct gravel_md_instant){
        .mode = mode, .t = t, .x = md->x, .v = md->v, .omega = md->omega, .rates = &md->rates};
}

#endif
