/* Geometry of a possible contact of particle i with particle j, or with wall -1 - j. */
#ifndef GRAVEL_MD_GEOMETRY_H
#define GRAVEL_MD_GEOMETRY_H

#include "engines/md/state.h"

struct gravel_md_geometry {
    double overlap;                     /* negative: a gap [m] */
    double rate;                        /* its rate of change, positive when the bodies approach [m/s] */
    double diameter;                    /* of the smaller body [m] */
    double arm_i, arm_j;                /* from the centres to the contact point [m] */
    struct vec3 normal;                 /* from j to i */
    struct vec3 slip;                   /* velocity of i's surface over j's, normal to `normal` [m/s] */
    struct vec3 velocity_i, velocity_j; /* of both surfaces at the contact point [m/s] */
    double image_slip;                  /* velocity of j's image along x over j's own, in a sheared box [m/s] */
};

/* What follows from the distance d of two centres. */
static inline void
gravel_md_divide(double d, double radius_i, double radius_j, struct gravel_md_geometry *m)
{
    const double sum = radius_i + radius_j;
    m->overlap = sum - d;
    m->diameter = 2.0 * gravel_min(radius_i, radius_j);
    m->arm_i = d * radius_i / sum;
    m->arm_j = d - m->arm_i;
}

/* Two beads on a line, to the same bits as in space: what is zero here is not computed. */
static inline bool
gravel_md_bead_geometry(const struct gravel_md_instant *at, int32_t i, int32_t j, double radius_i, double radius_j,
                        double margin, struct gravel_md_geometry *m)
{
    const double z = at->x[i].z - at->x[j].z, d = fabs(z), cutoff = (radius_i + radius_j) * (1.0 + margin);
    if (!(z * z < cutoff * cutoff))
        return false;
    const double normal = d > 0.0 ? 1.0 / d * z : 1.0, v = at->v[i].z - at->v[j].z;
    gravel_md_divide(d, radius_i, radius_j, m);
    m->rate = -(v * normal);
    m->normal = v3(0, 0, normal);
    m->slip = v3(0, 0, v + m->rate * normal);
    m->velocity_i = at->v[i];
    m->velocity_j = at->v[j];
    m->image_slip = 0.0;
    return true;
}

/* Geometry of the pair in the state *at (mode and rates are not used) into *m.  False, and *m is not filled, when the
 * distance of the surfaces is at least `margin` times the distance at contact; INFINITY: always true.  The contact
 * point divides the distance in the ratio of the radii, so that angular momentum is conserved exactly. */
bool gravel_md_contact_geometry(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                                double margin, struct gravel_md_geometry *m);

/* Spin of i relative to j, normal to the contact's normal, and in *attached that of i or j where its mass is infinite,
 * and of j relative to i where both are. */
struct vec3 gravel_md_rolling_spin(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                                   struct vec3 normal, struct vec3 *attached);

/* Rate at which the tangential directions of a contact turn about its normal [rad/s]: the spins of both bodies about
 * it, weighted with their arms; at a wall that of the wall, the limit for a large sphere. */
double gravel_md_normal_spin(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                             const struct gravel_md_geometry *m);

/* Power that reaches the particles when `force` acts on i across a contact with a body of infinite mass, or with the
 * moving image of a sheared box. */
double gravel_md_work(const struct gravel_md *md, int32_t i, int32_t j, const struct gravel_md_geometry *m,
                      struct vec3 force);
/* The same of a rolling torque on i, with the spin of the body of infinite mass. */
double gravel_md_rolling_work(const struct gravel_md *md, int32_t i, int32_t j, struct vec3 torque,
                              struct vec3 attached);

#endif
