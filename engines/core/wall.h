/* Walls: geometry, motion and what happens on touch, for both engines.
 *
 * A wall is a primitive of zero thickness in its own frame; a particle touches it when the distance of
 * the centre to the nearest point of the primitive equals the radius.  Both faces act, so a particle
 * is on the side on which it starts (S1, Sec. 2). */
#ifndef GRAVEL_CORE_WALL_H
#define GRAVEL_CORE_WALL_H

#include "engines/core/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum gravel_shape {
    GRAVEL_PLANE,     /* origin, axis = normal */
    GRAVEL_DISK,      /* origin = centre, axis = normal, radius */
    GRAVEL_CYLINDER,  /* origin = a point on the axis, axis, radius; length 0: infinite, else centred */
    GRAVEL_RING,      /* origin = centre, axis = normal, radius */
    GRAVEL_LINE,      /* origin, axis; infinite */
    GRAVEL_POINT,     /* origin */
    GRAVEL_RECTANGLE, /* origin = centre, axis = normal, edge = direction of the first side, length x width */
    GRAVEL_SEGMENT,   /* origin = centre, axis = direction, length; in 2D a finite wall */
    GRAVEL_CONE,    /* origin = centre, axis, length; radius at its beginning, radius_end >= 0 where the axis points */
    GRAVEL_ORIFICE, /* origin = centre of the hole, axis = normal, radius: an endless plane with a round hole */
    GRAVEL_SHAPE_COUNT
};

enum gravel_wall_response {
    GRAVEL_BOUNCE,
    GRAVEL_STICK,  /* a free particle that touches is attached to the wall from then on */
    GRAVEL_ABSORB, /* a free particle that touches leaves the system */
    GRAVEL_CARRY   /* no free particle touches it; the particles attached to it touch those of other such walls */
};

/* A row of a table of displacements. */
struct gravel_knot {
    double t, shift; /* [s], [m] */
};

/* Rigid motion, exact in time:
 *   translation: origin + velocity t + direction (amplitude sin(angular_frequency t + phase) + table(t))
 *   table(t): piecewise linear between its knots, constant before the first and after the last one
 *   rotation about the axis through the origin: rate spin after a ramp of constant acceleration. */
struct gravel_motion {
    struct vec3 velocity;     /* [m/s] */
    double amplitude;         /* A_0 [m] */
    struct vec3 direction;    /* unit vector of vibration and table; (0,0,0): the wall's axis.  Planes only may vibrate
                                 along another */
    double angular_frequency; /* omega [rad/s] */
    double phase;             /* [rad] */
    double spin;              /* [rad/s] */
    double ramp;              /* [s]; 0: the spin holds from t = 0 */
    size_t n_knots;
    struct gravel_knot *knots; /* the table [n_knots], times ascending; owned by the system, NULL without knots */
};

enum gravel_wall_rule {
    GRAVEL_SAME_FORCE_CONSTANTS, /* S3: same K and dashpot as an equal pair of beads, m_red = m */
    GRAVEL_OWN_RESTITUTION,      /* the wall's own e_n, at the material's contact time */
    GRAVEL_SCALED_DASHPOT,       /* the K of an equal pair of beads and `dashpot` times its dashpot (S3 Sec. 5.2) */
    GRAVEL_ELASTIC_WALL          /* K from the moduli of particle and wall, the wall's own e_n */
};

/* What a contact with a wall has beside the material of the particle. */
struct gravel_wall_contact {
    enum gravel_wall_rule rule;
    double restitution;            /* e_n, with GRAVEL_OWN_RESTITUTION and GRAVEL_ELASTIC_WALL */
    double dashpot;                /* with GRAVEL_SCALED_DASHPOT */
    double young, poisson;         /* of the wall [Pa], with GRAVEL_ELASTIC_WALL; young = INFINITY: a rigid wall */
    double tangential_restitution; /* e_t in [-1, 1]; 1: perfectly smooth */
    double friction;               /* Coulomb coefficient; 0: none */
    double rolling_friction;       /* mu_r as in the material; 0: none */
};

/* A plane of this mass that a force pushes along its axis; it moves along the axis under that force, those of the
 * particles and a damping.  Soft spheres only. */
struct gravel_servo {
    double mass;    /* [kg]; 0: the wall's motion is prescribed */
    double force;   /* positive along the axis [N] */
    double damping; /* [N s/m] */
};

struct gravel_wall {
    char name[32];
    enum gravel_shape shape;
    struct vec3 origin, axis, edge;           /* axis and edge are unit vectors; edge is normal to axis */
    double radius, radius_end, length, width; /* [m] */
    struct gravel_motion motion;
    enum gravel_wall_response touch;
    struct gravel_servo servo;
    struct gravel_wall_contact contact; /* of every species, unless gravel_system.contacts says otherwise */
};

/* The contact has its own e_n. */
static inline bool
gravel_wall_states_restitution(const struct gravel_wall_contact *contact)
{
    return contact->rule == GRAVEL_OWN_RESTITUTION || contact->rule == GRAVEL_ELASTIC_WALL;
}

/* The straight line that makes a disk, cylinder, ring, cone or orifice when it is turned about the axis: the points
 * at the distance rho + s along_rho from the axis and the height s along_z above the origin, low <= s <= high. */
struct gravel_profile {
    double rho, along_rho, along_z; /* [m], 1, 1: (along_rho, along_z) is a unit vector, along_z >= 0 */
    double low, high;               /* [m]; may be infinite */
};
struct gravel_profile gravel_wall_profile(const struct gravel_wall *wall);

/* Nearest point of the wall seen from x at time t. */
struct gravel_nearest {
    double distance;      /* of x to the wall [m], >= 0 */
    struct vec3 normal;   /* unit vector from the wall to x; (0,0,0) if x lies on the wall */
    struct vec3 point;    /* the nearest point [m] */
    struct vec3 velocity; /* with which the wall meets the body there: gravel_surface_velocity() [m/s] */
};
struct gravel_nearest gravel_wall_nearest(const struct gravel_wall *wall, double t, struct vec3 x);
/* Its distance alone [m]. */
double gravel_wall_distance(const struct gravel_wall *wall, double t, struct vec3 x);
/* Whether it is less than `reach` [m]; only then `near` is written. */
bool gravel_wall_nearest_within(const struct gravel_wall *wall, double t, struct vec3 x, double reach,
                                struct gravel_nearest *near);

/* A_0 times the direction of the vibration [m]. */
struct vec3 gravel_wall_vibration(const struct gravel_wall *wall);

/* The displacement of the wall's origin since t = 0 [m] and its velocity [m/s]. */
struct vec3 gravel_wall_shift(const struct gravel_wall *wall, double t);
struct vec3 gravel_wall_velocity(const struct gravel_wall *wall, double t);

/* Angle turned since t = 0 [rad] and rate [rad/s]. */
double gravel_wall_angle(const struct gravel_wall *wall, double t);
double gravel_wall_rate(const struct gravel_wall *wall, double t);

/* The motion of a wall's material from one time to another: its sines serve all points of the wall. */
struct gravel_rigid_motion {
    const struct gravel_wall *wall;
    double from, to;                 /* [s] */
    struct vec3 origin_from, origin; /* of the wall at both times [m] */
    struct vec3 velocity;            /* of the wall's origin at `to` [m/s] */
    double rate, cosine, sine;       /* rate of rotation at `to` [rad/s]; of the angle between both times */
};

struct gravel_rigid_motion gravel_wall_rigid_motion(const struct gravel_wall *wall, double from, double to);

/* The wall at the time t, for velocities and nearest points: without the beginning and the angle. */
struct gravel_rigid_motion gravel_wall_at(const struct gravel_wall *wall, double t);

/* The vector to x from the wall's nearest point at the end of the motion, which goes to *point [m]. */
struct vec3 gravel_wall_arm(const struct gravel_rigid_motion *motion, struct vec3 x, struct vec3 *point);

/* Where a material point is at the end that was at x0 at the beginning. */
static inline struct vec3
gravel_rigid_position(const struct gravel_rigid_motion *m, struct vec3 x0)
{
    const struct vec3 arm = v3_sub(x0, m->origin_from);
    const bool turns = m->wall->motion.spin != 0.0;
    return v3_add(m->origin, turns ? v3_turn(arm, m->wall->axis, m->cosine, m->sine) : arm);
}

/* Velocity of the material at a point in space, at the end. */
static inline struct vec3
gravel_rigid_velocity(const struct gravel_rigid_motion *m, struct vec3 point)
{
    if (m->wall->motion.spin == 0.0)
        return m->velocity;
    return v3_axpy(m->velocity, m->rate, v3_cross(m->wall->axis, v3_sub(point, m->origin)));
}

/* Velocity with which the wall meets a body in the direction r from its nearest point, at the end.  A rotation drags
 * along the surface; the outline of a rectangle does not turn and pushes nothing before it. */
static inline struct vec3
gravel_surface_velocity(const struct gravel_rigid_motion *m, struct vec3 point, struct vec3 r)
{
    const struct vec3 velocity = gravel_rigid_velocity(m, point);
    if (m->wall->shape != GRAVEL_RECTANGLE || m->wall->motion.spin == 0.0 || !(v3_norm2(r) > 0.0))
        return velocity;
    return v3_add(m->velocity, v3_reject(v3_sub(velocity, m->velocity), v3_unit(r)));
}

/* State at time t of a material point that was at x0 at time t0 and is carried by the wall. */
void gravel_wall_carry(const struct gravel_wall *wall, double t0, struct vec3 x0, double t, struct vec3 *x,
                       struct vec3 *v, struct vec3 *omega);

/* Velocity at time t of the wall's material at a point in space. */
struct vec3 gravel_wall_velocity_at(const struct gravel_wall *wall, double t, struct vec3 point);

/* The wall with the segment of its table that holds from t on as a constant velocity instead of the table; as it is
 * until *end [s], the next knot, INFINITY after the last one and without a table.  Its time remains that of the wall;
 * it owns nothing. */
struct gravel_wall gravel_wall_segment(const struct gravel_wall *wall, double t, double *end);

/* Upper bound [m/s] of the speed of any point of the wall within `arm` [m] of its origin. */
double gravel_wall_speed_bound(const struct gravel_wall *wall, double arm);

bool gravel_wall_moves(const struct gravel_wall *wall);

#endif
