/* Simple shear without walls (Lees and Edwards 1972, J. Phys. C 5, 1921): in a box that is periodic on x and z, the
 * image k boxes up moves along x with the velocity k shear_rate L_z, so that the mean flow is v_x = shear_rate z.  Its
 * displacement at time t is k shear_rate L_z t.  A particle that leaves through a z face comes back through the other,
 * displaced and with another velocity.  All times are absolute. */
#ifndef GRAVEL_CORE_SHEAR_H
#define GRAVEL_CORE_SHEAR_H

#include "engines/core/system.h"

static inline bool
gravel_box_is_sheared(const struct gravel_box *box)
{
    return box->shear_rate != 0.0;
}

/* Velocity of the image above over that of the box, along x [m/s]. */
static inline double
gravel_shear_speed(const struct gravel_box *box)
{
    return box->shear_rate * (box->high.z - box->low.z);
}

/* Displacement of the image above at time t, less the nearest multiple of the period [m]. */
static inline double
gravel_shear_offset(const struct gravel_box *box, double t)
{
    const double l = box->high.x - box->low.x, offset = gravel_shear_speed(box) * t;
    return offset - l * gravel_nearest_whole(offset / l);
}

/* Shortest vector from a to the images of b at time t; *slip is the velocity along x of that image over b [m/s]. */
static inline struct vec3
gravel_shear_separation(const struct gravel_box *box, double t, struct vec3 a, struct vec3 b, double *slip)
{
    struct vec3 r = v3_sub(b, a);
    const double lz = box->high.z - box->low.z, k = gravel_nearest_whole(r.z / lz);
    r.z -= k * lz;
    r.x -= k * gravel_shear_offset(box, t);
    *slip = -k * gravel_shear_speed(box);
    const double lx = box->high.x - box->low.x;
    r.x -= lx * gravel_nearest_whole(r.x / lx);
    if (box->periodic[1]) {
        const double ly = box->high.y - box->low.y;
        r.y -= ly * gravel_nearest_whole(r.y / ly);
    }
    return r;
}

/* Bring the particle at *x with velocity *v back between the z faces of the box at time t; x and y stay unwrapped. */
static inline void
gravel_shear_wrap(const struct gravel_box *box, double t, struct vec3 *x, struct vec3 *v)
{
    const double lz = box->high.z - box->low.z;
    double k = floor((x->z - box->low.z) / lz);
    x->z -= k * lz;
    if (x->z >= box->high.z) { /* rounded up, from less than a bit below a lower side */
        x->z = box->low.z;
        k += 1.0;
    }
    x->x -= k * gravel_shear_offset(box, t);
    v->x -= k * gravel_shear_speed(box);
}

/* The mean flow at x, which is at rest in the middle of the box [m/s]. */
static inline struct vec3
gravel_shear_flow(const struct gravel_box *box, struct vec3 x)
{
    return v3(box->shear_rate * (x.z - 0.5 * (box->low.z + box->high.z)), 0.0, 0.0);
}

#endif
