/* What the fixed sections of a case file state, one field a declared key (schema.h): the parameters as the user wrote
 * them, in the units of their keys.  An optional number that is absent is NaN, a choice that is absent is -1; other
 * choices are positions in the list of their key. */
#ifndef GRAVEL_HARNESS_CASE_DESCRIPTION_H
#define GRAVEL_HARNESS_CASE_DESCRIPTION_H

#include "engines/core/system.h"

enum { GRAVEL_WALLS_MAX = 64, GRAVEL_CONTACTS_MAX = 64 };

/* dimension, gravity. */
struct gravel_case_space {
    long dimension;
    struct vec3 gravity;
};

struct gravel_case_box {
    bool periodic_x, periodic_y, periodic_z;
    struct vec3 low, high;
    double shear_rate;
};

/* Choices of the key `distribution`. */
enum gravel_case_distribution { GRAVEL_SIZES_UNIFORM, GRAVEL_SIZES_LOG_NORMAL };

/* Choices of the key `weigh`. */
enum gravel_case_weigh { GRAVEL_WEIGH_SPHERES, GRAVEL_WEIGH_DISKS };

/* One species of particles. */
struct gravel_case_species {
    char name[32];    /* "grain" for a single mapping */
    char section[48]; /* "particles", or "particles.<name>" in a list */
    long count;
    double diameter, radius;
    int distribution; /* enum gravel_case_distribution */
    double spread, truncation;
    double density, mass;
    double young, poisson;
    int weigh; /* enum gravel_case_weigh, or -1 */
};

/* Choices of the key `law`. */
enum gravel_case_law {
    GRAVEL_LAW_LINEAR,
    GRAVEL_LAW_HERTZ,
    GRAVEL_LAW_HERTZ_KUWABARA_KONO,
    GRAVEL_LAW_TAGUCHI,
    GRAVEL_LAW_GENERAL,
    GRAVEL_LAW_LENNARD_JONES
};

/* Choices of the key `tangential_law`. */
enum gravel_case_tangential { GRAVEL_SHEAR_VISCOUS, GRAVEL_SHEAR_SPRING, GRAVEL_SHEAR_MINDLIN };

struct gravel_case_material {
    int law; /* enum gravel_case_law */
    double beta, gamma;
    bool cohesionless;
    double restitution, contact_time;
    double stiffness, damping;
    double rate_squared, damping_rate;
    double energy;
    double young, poisson;
    double reference_velocity;
    int restitution_law; /* enum gravel_restitution_law */
    double restitution_exponent;
    bool rotation;
    double tangential_restitution, friction, rolling_friction, tangential_stiffness, tangential_damping;
    int tangential_law; /* enum gravel_case_tangential */
};

struct gravel_case_wall_contact {
    int rule; /* enum gravel_wall_rule */
    double restitution, dashpot, young, poisson, tangential_restitution, friction, rolling_friction;
};

/* NaN without the section. */
struct gravel_case_thermostat {
    double strength, interval;
};

struct gravel_case_wall {
    char name[32];
    char section[48]; /* "walls.<name>" */
    int shape;        /* enum gravel_shape */
    struct vec3 origin, axis, edge;
    double radius, radius_end, length, width;
    int touch; /* enum gravel_wall_response */
    struct gravel_case_wall_contact contact;
    struct {
        struct vec3 velocity, direction;
        double amplitude, acceleration, peak_velocity, frequency, phase;
        const char *table; /* NULL: none */
    } motion;
    struct {
        double force, mass, damping;
    } servo;
    struct {
        double rate, froude, reference_radius, ramp;
    } rotation;
};

/* A pair of species, or a species at a wall, of which `contacts` states something, with all that holds for it. */
struct gravel_case_contact {
    char section[GRAVEL_SECTION_MAX]; /* "contacts.<one>+<other>" */
    int32_t species, partner;         /* numbers of species; -1 - w for wall w */
    struct gravel_case_material material;
    struct gravel_case_wall_contact wall; /* at a wall */
    bool own_moduli;                      /* the moduli are of the pair, not mixed from those of the species */
};

/* Choices of the key `until`. */
enum gravel_case_until { GRAVEL_UNTIL_TIME, GRAVEL_UNTIL_SEPARATED };

struct gravel_case_run {
    double time, periods, dissipation_times;
    long samples;
    int until; /* enum gravel_case_until */
    double overlap;
    double discard;
    bool steady;
};

struct gravel_description {
    struct gravel_case_space space;
    struct gravel_case_box box;
    struct gravel_case_material material;
    struct gravel_case_thermostat thermostat;
    struct gravel_case_run run;
    size_t n_species, n_walls, n_contacts;
    struct gravel_case_species species[GRAVEL_SPECIES_MAX]; /* sorted by name */
    struct gravel_case_wall walls[GRAVEL_WALLS_MAX];        /* sorted by name */
    struct gravel_case_contact contacts[GRAVEL_CONTACTS_MAX];
};

#endif
