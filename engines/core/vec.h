/* Three-vectors by value.  Systems of lower dimension keep the unused components exactly zero:
 * one dimension is the z axis, two dimensions are the (x, z) plane with rotation about y. */
#ifndef GRAVEL_CORE_VEC_H
#define GRAVEL_CORE_VEC_H

#include <math.h>

struct vec3 {
    double x, y, z;
};

/* As fmin() and fmax(), which are calls; of a NaN and a number they return the second argument. */
static inline double
gravel_min(double a, double b)
{
    return a < b ? a : b;
}
static inline double
gravel_max(double a, double b)
{
    return a > b ? a : b;
}

static inline struct vec3
v3(double x, double y, double z)
{
    return (struct vec3){x, y, z};
}
static inline struct vec3
v3_add(struct vec3 a, struct vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline struct vec3
v3_sub(struct vec3 a, struct vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline struct vec3
v3_scale(double s, struct vec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}
/* a + s b */
static inline struct vec3
v3_axpy(struct vec3 a, double s, struct vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double
v3_dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline struct vec3
v3_cross(struct vec3 a, struct vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double
v3_norm2(struct vec3 a)
{
    return v3_dot(a, a);
}
static inline double
v3_norm(struct vec3 a)
{
    return sqrt(v3_dot(a, a));
}
/* Component by component. */
static inline struct vec3
v3_min(struct vec3 a, struct vec3 b)
{
    return v3(gravel_min(a.x, b.x), gravel_min(a.y, b.y), gravel_min(a.z, b.z));
}
static inline struct vec3
v3_max(struct vec3 a, struct vec3 b)
{
    return v3(gravel_max(a.x, b.x), gravel_max(a.y, b.y), gravel_max(a.z, b.z));
}
static inline int
v3_finite(struct vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
/* Along axis d: 0, 1, 2 for x, y, z. */
static inline double
v3_component(struct vec3 a, int d)
{
    return d == 0 ? a.x : d == 1 ? a.y : a.z;
}
/* a / |a|; a must not be zero. */
static inline struct vec3
v3_unit(struct vec3 a)
{
    return v3_scale(1.0 / v3_norm(a), a);
}
/* The part of a that is normal to the unit vector n. */
static inline struct vec3
v3_reject(struct vec3 a, struct vec3 n)
{
    return v3_axpy(a, -v3_dot(a, n), n);
}

/* Turn a about the unit vector n by the angle of this cosine and sine (Rodrigues). */
static inline struct vec3
v3_turn(struct vec3 a, struct vec3 n, double c, double s)
{
    const struct vec3 turned = v3_axpy(v3_scale(c, a), s, v3_cross(n, a));
    return v3_axpy(turned, (1.0 - c) * v3_dot(n, a), n);
}

/* Rotate a about the unit vector n by an angle [rad]. */
static inline struct vec3
v3_rotate(struct vec3 a, struct vec3 n, double angle)
{
    return v3_turn(a, n, cos(angle), sin(angle));
}

#endif
