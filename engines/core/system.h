/* Description of a physical system, common to all engines: SI units throughout. */
#ifndef GRAVEL_CORE_SYSTEM_H
#define GRAVEL_CORE_SYSTEM_H

#include "engines/core/material.h"
#include "engines/core/status.h"
#include "engines/core/vec.h"
#include "engines/core/wall.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GRAVEL_FREE = -1,    /* moves by itself */
    GRAVEL_ABSORBED = -2 /* has left the system: no contact, no force, in no sum */
};

struct gravel_particle {
    struct vec3 x;     /* centre [m] */
    struct vec3 v;     /* velocity [m/s] */
    struct vec3 omega; /* angular velocity [rad/s]; zero unless material.rotation */
    double radius;     /* [m] */
    double mass;       /* [kg] */
    double inertia;    /* about any axis through the centre [kg m^2] */
    int32_t species;   /* index into gravel_system.species_name */
    int32_t attached;  /* GRAVEL_FREE, GRAVEL_ABSORBED, or the index of the wall that carries it */
};

/* A box is periodic along the axes with `periodic` true; along the others it is bounded by walls or not at all. */
struct gravel_box {
    bool periodic[3];
    struct vec3 low, high; /* [m]; used on periodic axes only */
    double shear_rate;     /* d v_x/d z of the images of a box that is periodic on x and z, see shear.h [1/s] */
};

enum { GRAVEL_SPECIES_MAX = 16 };

/* Random kicks, see thermostat.h. */
struct gravel_thermostat {
    double strength; /* xi_0^2: variance that a velocity component gains in unit time [m^2/s^3]; 0: no thermostat */
    double interval; /* between kicks [s] */
    uint64_t seed;
};

/* An element of the table of contacts by species. */
struct gravel_species_contact {
    struct gravel_material material; /* at a wall: of a pair of equal beads of the species, to which the wall's rule is
                                        applied */
    struct gravel_wall_contact wall; /* at walls only */
    bool stated;                     /* by itself, not as a default; for messages */
};

/* The contact of two species, or of a species and a wall; borrowed from the system. */
struct gravel_contact {
    const struct gravel_material *material;
    const struct gravel_wall_contact *wall; /* NULL: a pair */
};

struct gravel_system {
    int dimension;       /* 1: z axis, 2: (x, z) plane, 3 */
    struct vec3 gravity; /* [m/s^2] */
    struct gravel_box box;
    struct gravel_material material; /* law, exponents, rotation and cohesionless are those of all contacts */
    struct gravel_thermostat thermostat;
    size_t n_particles, n_walls;
    struct gravel_particle *particles; /* owned */
    struct gravel_wall *walls;         /* owned */
    /* Contacts by species [n_species + n_walls][n_species], symmetric in the species; owned.  NULL: every pair has
     * `material`, every wall its own contact. */
    struct gravel_species_contact *contacts;
    size_t n_species;
    char species_name[GRAVEL_SPECIES_MAX][32];
};

void gravel_system_free(struct gravel_system *system);

/* Change the number of particles, keeping the first ones; new ones are zero and GRAVEL_FREE. */
GRAVEL_MUST_USE enum gravel_status gravel_system_resize(struct gravel_system *system, size_t n_particles,
                                                        struct gravel_error *error);

GRAVEL_MUST_USE enum gravel_status gravel_system_copy(struct gravel_system *to, const struct gravel_system *from,
                                                      struct gravel_error *error);

/* The contact of a species with another, or with wall w as the partner -1 - w. */
struct gravel_contact gravel_system_contact(const struct gravel_system *system, int32_t species, int32_t partner);

/* Number of contacts that may differ: one pair and the walls, or with a table every two species and every species at
 * every wall. */
size_t gravel_system_n_contacts(const struct gravel_system *system);

/* Contact k of them and its two sides as for gravel_system_contact(); pairs come before walls. */
struct gravel_contact gravel_system_contact_at(const struct gravel_system *system, size_t k, int32_t *species,
                                               int32_t *partner);

/* The section of a case file that states the contact: "material", "walls.<name>.contact" or
 * "contacts.<one>+<other>", in `section` [GRAVEL_SECTION_MAX]. */
enum { GRAVEL_SECTION_MAX = 96 };
const char *gravel_system_contact_section(const struct gravel_system *system, int32_t species, int32_t partner,
                                          char *section);

/* Refuse what no engine can run: non-finite or non-positive sizes and masses, components outside the
 * dimension, particles that overlap each other or a wall by more than `tolerance` radii, particles
 * outside a periodic box, a periodic box of less than two diameters, walls that do not repeat with it.
 * Names the particle or wall.  O(n). */
GRAVEL_MUST_USE enum gravel_status gravel_system_check(const struct gravel_system *system, double tolerance,
                                                       struct gravel_error *error);

/* Refuse, at the wall's section, a rotation that has no effect: of a wall that holds no particles, now or later, and
 * drags none that bounces from it.  `soft`: tangential springs and rolling resistance drag, too, as those of soft
 * spheres.  gravel_system_check() does so with `soft`, engines of hard spheres without.  O(n). */
GRAVEL_MUST_USE enum gravel_status gravel_system_check_rotations(const struct gravel_system *system, bool soft,
                                                                 struct gravel_error *error);

/* On which side of a wall x lies at time t: the signed distance to a plane (positive where its axis points) or to an
 * infinite cylinder (positive outside) [m]; 0 for shapes that have no sides, as a plane across a periodic axis, and for
 * walls that nothing touches. */
double gravel_system_side(const struct gravel_system *system, size_t wall, double t, struct vec3 x);

/* Capabilities that a system needs of an engine. */
enum {
    GRAVEL_CAP_1D = 1u << 0,
    GRAVEL_CAP_2D = 1u << 1,
    GRAVEL_CAP_3D = 1u << 2,
    GRAVEL_CAP_GRAVITY = 1u << 3,
    GRAVEL_CAP_ROTATION = 1u << 4, /* spins, tangential restitution */
    GRAVEL_CAP_PERIODIC = 1u << 5,
    GRAVEL_CAP_VIBRATION = 1u << 6,      /* sinusoidal wall motion */
    GRAVEL_CAP_TRANSLATION = 1u << 7,    /* walls of constant velocity */
    GRAVEL_CAP_WALL_SPIN = 1u << 8,      /* walls rotating about their axis */
    GRAVEL_CAP_ATTACHED = 1u << 9,       /* particles carried by walls */
    GRAVEL_CAP_STICKY = 1u << 10,        /* walls that attach or absorb */
    GRAVEL_CAP_FRICTION = 1u << 11,      /* Coulomb friction */
    GRAVEL_CAP_NONLINEAR = 1u << 12,     /* a contact law other than the linear one; for a hard-sphere
                                            engine: a restitution that depends on the velocity */
    GRAVEL_CAP_ROLLING = 1u << 13,       /* rolling resistance */
    GRAVEL_CAP_COLLISION_LAW = 1u << 14, /* a restitution law that the force of a contact does not have */
    GRAVEL_CAP_THERMOSTAT = 1u << 15,    /* random kicks */
    GRAVEL_CAP_SHEAR = 1u << 16,         /* a sheared periodic box */
    GRAVEL_CAP_SERVO = 1u << 17,         /* planes under a force */
    GRAVEL_CAP_TABLE = 1u << 18,         /* wall motion from a table of times */
    GRAVEL_CAP_CARRIERS = 1u << 19,      /* contacts between bodies on prescribed paths */
    GRAVEL_CAP_SHAPE_FIRST = 1u << 20    /* << enum gravel_shape: one bit a wall shape, the last 1 << 29 */
};
unsigned gravel_system_needs(const struct gravel_system *system);

/* GRAVEL_UNSUPPORTED, with the names of what is missing, when the system needs more than these capabilities, which are
 * those of `engine`.  O(n). */
GRAVEL_MUST_USE enum gravel_status gravel_system_check_needs(const struct gravel_system *system, unsigned capabilities,
                                                             const char *engine, struct gravel_error *error);

/* "gravity, sinusoidal walls": the names of capability bits, for messages and `gravel list`. */
int gravel_capability_names(unsigned capabilities, char *buffer, size_t size);

/* Energies that need no engine: kinetic, rotational and potential energy of the free particles [J],
 * the potential measured from the origin.  Used for snapshots and by both engines' ledgers. */
double gravel_kinetic_energy(const struct gravel_particle *particles, size_t n);
double gravel_rotational_energy(const struct gravel_particle *particles, size_t n);
double gravel_potential_energy(const struct gravel_particle *particles, size_t n, struct vec3 gravity);

/* Moment of inertia of a homogeneous sphere (2/5) m s^2, or of a disk (1/2) m s^2 in two dimensions. */
double gravel_inertia(int dimension, double mass, double radius);

/* Volume of the ball of radius 1 in so many dimensions: 2, pi, 4 pi/3. */
double gravel_unit_ball(int dimension);

/* Mean diameter of all particles [m]; 0 without any. */
double gravel_mean_diameter(const struct gravel_system *system);

/* The whole number that is nearest to a, |a| < 2^51, as nearbyint(), which compilers make a call to the library. */
static inline double
gravel_nearest_whole(double a)
{
    const double big = 0x1.8p52; /* has no digits behind the point */
    return (a + big) - big;
}

/* Shortest vector from a to b under the periodicity of a box without shear, or at t = 0. */
static inline struct vec3
gravel_box_separation(const struct gravel_box *box, struct vec3 a, struct vec3 b)
{
    struct vec3 r = v3_sub(b, a);
    if (box->periodic[0]) {
        const double l = box->high.x - box->low.x;
        r.x -= l * gravel_nearest_whole(r.x / l);
    }
    if (box->periodic[1]) {
        const double l = box->high.y - box->low.y;
        r.y -= l * gravel_nearest_whole(r.y / l);
    }
    if (box->periodic[2]) {
        const double l = box->high.z - box->low.z;
        r.z -= l * gravel_nearest_whole(r.z / l);
    }
    return r;
}

#endif
