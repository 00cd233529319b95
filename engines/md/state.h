/* The data of the soft-sphere engine that its files share.  What a file does is documented in the header of the same
 * name.
 *
 * The state (x, v, omega and the accelerations) belongs to the time t, a point of the engine's own step grid.
 * The present time `now` >= t is the time to which the caller advanced: less than one step later, or anywhere on a
 * free flight that is certified to be without contact.  What is reported at `now` is extrapolated from the
 * state and never fed back, so that results do not depend on the sampling times. */
#ifndef GRAVEL_MD_STATE_H
#define GRAVEL_MD_STATE_H

#include "engines/core/thermostat.h"
#include "engines/engine.h"
#include "engines/md/law.h"

/* A contact model is meaningless beyond this overlap, in diameters of the smaller body. */
#define GRAVEL_MD_MEANINGLESS_OVERLAP 0.5

/* Bodies closer than this part of a diameter touch at the end of a free flight, which is known to rounding only. */
#define GRAVEL_MD_LANDING_TOLERANCE 1e-11

/* Up to this number of particles the test of all pairs in every step costs less than lists of near ones. */
enum { GRAVEL_MD_FEW = 16 };

/* Index of the zero shift in gravel_md.shift: the pair is itself the nearest image. */
enum { GRAVEL_MD_NO_SHIFT = 13 };

/* Neighbour list, sorted by i: pairs of particles i and j, or of particle i and wall -1 - j.  Arrays [capacity]. */
struct gravel_md_list {
    size_t n, capacity;
    int32_t *i, *j;   /* owned */
    int32_t *contact; /* the pair's live contact, or -1; owned */
    uint8_t *image;   /* the periodic image of j: index into gravel_md.shift; owned */
    int16_t *due;     /* of a pair without a contact: when it is tested again (due.h); owned */
};

/* The history of a live contact, for events, measures and the adaptive integrator. */
struct gravel_md_record {
    double largest;     /* largest overlap so far [m] */
    double start;       /* [s] */
    double approach;    /* normal velocity at the start [m/s] */
    double impulse;     /* [N s] */
    double dissipated;  /* [J] */
    struct vec3 normal; /* from j to i at the start */
    /* Scratch of the last trial state (GRAVEL_MD_TRIAL): normal force [N] and dissipated power [W]. */
    double normal_force, power_lost;
    /* The tangential spring where it is integrated as a differential equation (adaptive_friction.c): its state, and
     * its slip [m] or, while it slides, a vector along the sliding direction s; `spring` at the time t, `trial` in the
     * last trial state. */
    enum gravel_md_tangential_state tangential;
    struct vec3 spring, trial;
};

/* An element of the contact pool. */
union gravel_md_slot {
    struct vec3 xi;    /* in use: tangential slip, summed over the steps; half a step ahead of the state [m] */
    int32_t next_free; /* not in use: the next free slot, or -1 */
};

/* Contact ages are exact up to this number of steps and constant beyond; a power of two below 2^15. */
enum { GRAVEL_MD_LARGEST_AGE = 1 << 14 };

enum { GRAVEL_MD_FREE_LISTS = 64 };

/* Live contacts, parallel arrays [capacity].  Each run of particles has its own list of free slots, so that contacts of
 * neighbouring particles reuse neighbouring slots: a cache line with slots of two threads' particles would move between
 * their cores in every step. */
struct gravel_md_pool {
    size_t n, capacity;
    int32_t free[GRAVEL_MD_FREE_LISTS]; /* first free slot of each list, or -1 */
    union gravel_md_slot *slot;         /* owned */
    uint16_t *birth;                    /* the step in which a contact began, modulo 2^16; owned */
    struct gravel_force *force;         /* constants of the contact law; owned, NULL: those of the classes apply */
    struct gravel_md_record *records;   /* owned; NULL with the dense kernel, which needs none */
};

/* A contact that began or ended within the present step. */
struct gravel_md_change {
    int32_t i, j, contact; /* as in the neighbour list */
    bool ended;
    struct gravel_event event;
};

/* Quantities that are integrated over time beside the motion: energy dissipated by normal forces, energy given to
 * tangential forces (their springs store part of it), energy dissipated by rolling resistance, work of moving walls on
 * the particles. */
enum { GRAVEL_MD_NORMAL, GRAVEL_MD_TANGENTIAL, GRAVEL_MD_ROLLING, GRAVEL_MD_WORK, GRAVEL_MD_POWERS };

/* Time derivatives at one instant. */
struct gravel_md_rates {
    struct vec3 *a, *alpha;         /* accelerations [m/s^2] and, with rotation, angular ones [rad/s^2]; [n], owned */
    double power[GRAVEL_MD_POWERS]; /* [W] */
    double elastic;                 /* energy stored in normal springs [J] */
    double sheared;                 /* energy stored in tangential springs [J] */
    size_t contacts;                /* live contacts */
};

/* Properties of a particle.  Equal particles share one body. */
struct gravel_md_body {
    double radius, mass, inertia;         /* [m], [kg], [kg m^2] */
    double inverse_mass, inverse_inertia; /* of a free particle: see gravel_md_inverse_mass() */
    int32_t species;
};

enum { GRAVEL_MD_CLASSES = 64 };

/* Force constants of every two classes of bodies (one radius and mass each, and one species where contacts differ by
 * species), and of every class at every wall. */
struct gravel_md_classes {
    size_t n;                          /* 0: too many classes, each contact keeps its constants (gravel_md_pool) */
    int32_t *of;                       /* class of a body; owned */
    int32_t member[GRAVEL_MD_CLASSES]; /* a body of each class */
    struct gravel_force *pair;         /* [n][n]; owned */
    struct gravel_force *wall;         /* [n_walls][n]; owned */
};

/* The surface of a wall at one instant (surface.h). */
struct gravel_md_surface {
    const struct gravel_wall *wall; /* borrowed from the system */
    bool flat, round;   /* a part of the plane through the origin; a cylinder; neither: the test says nothing */
    struct vec3 axis;   /* unit vector */
    double reach;       /* amplitude of the vibration [m] */
    double radius;      /* of a cylinder [m] */
    struct vec3 origin; /* without the vibration [m] */
    double t;           /* [s] */
    double shift;       /* by the vibration, along the axis; NAN: not yet computed [m] */
    bool turned;        /* a plane, or a line turned about the axis: */
    struct gravel_profile profile;
    struct gravel_rigid_motion motion; /* of the wall at the time t; only after gravel_md_surfaces_complete() */
};

/* Which pairs are tested in a step (due.h): a pair with a gap is due at the level `from` - `slope` gap. */
struct gravel_md_due {
    int16_t level;
    double from, slope; /* [1], [1/m] */
};

/* Kind of state at which forces are evaluated. */
enum gravel_md_mode {
    GRAVEL_MD_STEP,         /* a point of the step grid: contacts begin, end and change */
    GRAVEL_MD_LANDING,      /* the same at the end of a free flight: bodies at zero distance touch */
    GRAVEL_MD_EXTRAPOLATED, /* an extrapolated state: forces of live contacts that overlap; nothing is stored */
    GRAVEL_MD_TRIAL         /* a trial state within a step: live contacts keep their smooth force beyond their end */
};

/* Particles begin .. end - 1; arrays passed with a span start at its first particle. */
struct gravel_md_span {
    size_t begin, end;
};

/* A state at one instant (arrays [n], borrowed), and the rates that are computed from it. */
struct gravel_md_instant {
    enum gravel_md_mode mode;
    double t;
    const struct vec3 *x, *v, *omega;
    struct gravel_md_rates *rates;
};

struct gravel_md {
    struct gravel_system system; /* owned copy, without the particles */
    struct gravel_sink sink;

    const struct gravel_md_integrator_ops *integrator; /* integrator.h */
    void *method;                                      /* the integrator's own state; owned */
    const struct gravel_md_wide *wide;                 /* wide.h: the functions of the width of vectors */
    double dt;                                         /* time step; the adaptive integrator's largest one [s] */
    double t;                                          /* time of the state [s] */
    double now;                                        /* time to which the caller advanced [s] */
    double lag;                                        /* the last step's forces were evaluated at t - lag [s] */
    double flight_end;                                 /* no contact before; <= t: not known [s] */
    unsigned steps_without_contact;

    double tangential_factor; /* reduced inertia of the tangential motion (gravel_tangential_factor) [1] */
    bool wraps;               /* the box is periodic in some direction */
    bool small;               /* n <= GRAVEL_MD_SMALL: free flights are computed in closed form, the adaptive integrator
                               * is available */
    bool lists_all;           /* the neighbour lists have all pairs and are never out of date */
    int n_threads;
    struct gravel_md_dense *dense; /* dense_block.h: the vectorised pair forces, or NULL; owned */
    bool far_images;               /* the neighbour list has images that the table of shifts does not reach, or that
                                    * are not the nearest ones for as long as the list is valid */
    bool any_attached;

    size_t n;
    int32_t *id;                /* the caller's index of a particle: particles are kept in spatial order; owned */
    int32_t (*image)[3];        /* box lengths by which a particle, by the caller's index, was wrapped; owned, NULL: the
                                 * box is not periodic */
    struct vec3 *x, *v, *omega; /* [n + 1]; owned */
    struct gravel_md_body *bodies; /* all different, sorted; owned */
    size_t n_bodies;
    int32_t *body;     /* of a particle: index into bodies; owned, NULL: all particles are alike */
    int32_t *attached; /* GRAVEL_FREE, GRAVEL_ABSORBED, or the wall that carries the particle; owned, NULL: all free */
    struct vec3 *arm; /* of an attached particle, from the wall's origin, in the wall's frame at t = 0 [m]; owned, NULL:
                       * all free */
    struct gravel_md_rates rates;
    double integral[GRAVEL_MD_POWERS]; /* of the powers [J] */
    double removed_energy;             /* mechanical energy of particles that were attached or absorbed [J] */
    double wrap_potential;             /* potential energy on unwrapped paths minus that at wrapped positions [J] */

    struct gravel_md_classes classes;
    struct gravel_md_list pairs, wall_pairs;
    struct vec3 shift[27]; /* of the periodic images [m] */
    struct gravel_md_pool pool;
    struct gravel_md_change *changes; /* of the present step [change_capacity]; owned */
    size_t n_changes, change_capacity;

    double mean_radius;       /* [m] */
    double unsorted_distance; /* relative displacement that is possible since the particles were sorted [m] */
    double skin;              /* of the last neighbour list [m] */
    double remaining_skin;    /* by how much pairs may still approach before the lists are out of date [m] */
    struct gravel_md_due due; /* of the present step */
    double pair_density;      /* listed pairs without overlap, a particle and unit of shell (neighbour.c) [1] */
    double wall_speed;        /* no wall moves faster [m/s] */

    struct gravel_kicks kicks; /* of the thermostat */

    struct gravel_md_surface *surfaces; /* scratch [n_walls]; owned */

    struct vec3 *servo_force; /* of the particles on each wall in the last step [N]; [n_walls], owned, NULL: no servo */

    double list_time;   /* of the positions when lists are built [s] */
    double shear_drift; /* displacement of the sheared box's images in a step [m] */

    struct gravel_counters counters;
    size_t n_captured;        /* particles that touch a sticky or absorbing wall in this step */
    int32_t fault_i, fault_j; /* the pair with a meaningless overlap, or fault_i = -1 */
};

static inline int32_t
gravel_md_attachment(const struct gravel_md *md, size_t i)
{
    return md->attached != NULL ? md->attached[i] : GRAVEL_FREE;
}

static inline bool
gravel_md_is_free(const struct gravel_md *md, size_t i)
{
    return gravel_md_attachment(md, i) == GRAVEL_FREE;
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

/* The engine's own state as that of the time t, with the engine's rates. */
static inline struct gravel_md_instant
gravel_md_here(struct gravel_md *md, enum gravel_md_mode mode, double t)
{
    return (struct gravel_md_instant){
        .mode = mode, .t = t, .x = md->x, .v = md->v, .omega = md->omega, .rates = &md->rates};
}

#endif
